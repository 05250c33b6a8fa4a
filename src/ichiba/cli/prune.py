"""`ichiba prune`: delete guests without games and old tables."""

from typing import Annotated

from typer import Option

from ichiba.cli.console import at_least, console, counted
from ichiba.cli.hosting import DatabaseUrl, DataFolder, database_errors, prepare


def prune(
    guests: Annotated[
        int, Option(help="Guests without games who came more than this many days ago.")
    ] = 30,
    tables: Annotated[
        int | None,
        Option(help="Tables that ended, or were opened and never began, before so many days."),
    ] = None,
    delete: Annotated[bool, Option("--delete", help="Delete them. Otherwise only count.")] = False,
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Count what could be deleted, and with --delete, delete it for good.

    Accounts and games in progress always stay. Make a backup first: `ichiba backup`.

    Example: `ichiba prune --guests 7 --tables 365 --delete`
    """
    at_least("--guests", guests, 1)
    if tables is not None:
        at_least("--tables", tables, 1)
    prepare(database_url, data)
    from ichiba.site.server import pruning

    with database_errors():
        old = pruning.find_old(guests, tables)
        people, games = old.guests.count(), old.tables.count()
        found = f"{counted(people, 'guest')} without games and {counted(games, 'old table')}"
        if delete:
            pruning.remove(old)
            console.print(f"Deleted {found}.")
        else:
            console.print(f"Found {found}. Nothing was deleted; use --delete for that.")
