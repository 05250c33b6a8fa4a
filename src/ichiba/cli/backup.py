"""`ichiba backup` and `ichiba restore`: copy the database to a file, and back."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from ichiba.cli.console import WrongInput, at_least, console, counted
from ichiba.cli.hosting import DatabaseUrl, DataFolder, configure, connect, database_errors, prepare

_NAME = "ichiba-{:%Y%m%d-%H%M%S}.sqlite3"
_PATTERN = "ichiba-????????-??????.sqlite3"


def backup(
    file: Annotated[
        Path | None, Argument(help="New file. [default: in the folder backups of the data folder]")
    ] = None,
    keep: Annotated[
        int | None,
        Option(help="Delete all but this many of the newest backups in the default folder."),
    ] = None,
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Copy the whole database to a file, also while the server is running.

    Examples: `ichiba backup`, `ichiba backup --keep 14`, `ichiba backup /mnt/usb/club.sqlite3`
    """
    if keep is not None:
        at_least("--keep", keep, 1)
        if file is not None:
            raise WrongInput("--keep is only for backups in the default folder.")
    configuration = configure(database_url, data)
    connect()
    folder = configuration.data / "backups"
    target = file or folder / _NAME.format(datetime.now(UTC))
    _check_new(target, folder)
    from ichiba.site.server import backup as copies

    with database_errors():
        try:
            copies.write(target)
        except copies.UnusableError as why:
            raise WrongInput(f"Cannot back up this database: {why}.") from None
    console.print(f"Saved {target} ({target.stat().st_size / 1e6:.1f} MB).", markup=False)
    if not configuration.secret_key:
        key = configuration.data / "secret-key"
        console.print(f"Keep a copy of {key}, too. Guests need it.", markup=False)
    if keep is not None:
        _thin_out(folder, keep)


def _check_new(target: Path, folder: Path) -> None:
    if target.parent == folder:
        folder.mkdir(mode=0o700, exist_ok=True)
    if target.is_dir():
        raise WrongInput(f"{target} is a folder. Name a file.")
    if target.exists():
        raise WrongInput(f"{target} exists already. Name a new file.")
    if not target.parent.is_dir():
        raise WrongInput(f"Cannot write {target}: there is no folder {target.parent}.")


def _thin_out(folder: Path, keep: int) -> None:
    old = sorted(folder.glob(_PATTERN))[:-keep]
    for file in old:
        file.unlink()
    if old:
        console.print(f"Deleted {counted(len(old), 'older backup')}.")


def restore(
    file: Annotated[Path, Argument(help="A file written by `ichiba backup`.")],
    yes: Annotated[bool, Option("--yes", help="Don't ask.")] = False,
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Replace everything in the database with a backup, of SQLite or of PostgreSQL.

    Example: `ichiba restore backups/ichiba-20261117-083000.sqlite3`
    """
    if not file.is_file():
        raise WrongInput(f"There is no file {file}.")
    prepare(database_url, data)
    from ichiba.site.models import Person, Table
    from ichiba.site.server import backup as copies

    def content() -> str:
        tables, people = Table.objects.count(), Person.objects.count()
        return f"{counted(tables, 'table')} and {counted(people, 'player')}"

    with database_errors():
        if not yes:
            typer.confirm(f"Replace everything in the database ({content()})?", abort=True)
        try:
            copies.restore(file)
        except copies.UnusableError as why:
            raise WrongInput(f"Cannot restore {file}: {why}.") from None
        console.print(f"Restored {content()}.")
