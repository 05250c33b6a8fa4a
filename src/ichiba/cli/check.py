"""`ichiba check`: find out whether a server is set up well."""

from pathlib import Path
from typing import Annotated

from typer import Exit, Option

from ichiba.cli.console import console
from ichiba.cli.hosting import DatabaseUrl, DataFolder, configure, connect
from ichiba.cli.output import check_files, is_quiet, write_json

_MARKS = {"good": ("✓", "green"), "note": ("·", "yellow"), "bad": ("✗", "bold red")}


def check(
    mail_to: Annotated[str | None, Option(help="Send a test mail to this address.")] = None,
    json: Annotated[
        Path | None, Option(help="Write the results to this file as JSON; - prints them.")
    ] = None,
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Check settings, files, database, key, clock, mail and HTTPS, and say what to improve.

    It does not change the database. The exit code is 1 if something is wrong.

    Example: `ichiba check --mail-to aki@example.org`
    """
    check_files(json)
    configuration = configure(database_url, data)
    connect()
    from ichiba.site.server.checks import BAD, findings

    found = []
    for one in findings(configuration, mail_to):
        found.append(one)
        if not is_quiet(json):
            mark, style = _MARKS[one.level]
            console.print(f"[{style}]{mark}[/] {one.what}: ", end="")
            console.print(one.text, markup=False, soft_wrap=True)
    if json is not None:
        write_json(json, found)
    if any(one.level == BAD for one in found):
        raise Exit(1)
