"""One command, `ichiba`, over everything."""

import sys
from typing import Annotated, NoReturn

import typer
from typer.exceptions import Abort, TyperException

from ichiba import __version__
from ichiba.cli import bench, games, moderator, play, replay, serve, simulate
from ichiba.core.errors import IchibaError
from ichiba.core.words import add_catalogue

WRONG_INPUT = 2
INTERRUPTED = 130

add_catalogue("ichiba.cli")

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)


@app.callback(invoke_without_command=True)
def ichiba(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Play, simulate and study three Tokyo board games."""
    if version:
        typer.echo(f"ichiba {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command("games")(games.games)
app.command("play")(play.play)
app.command("simulate")(simulate.simulate)
app.command("replay")(replay.replay)
app.command("serve")(serve.serve)
app.command("moderator")(moderator.moderator)
app.command("bench")(bench.bench)


def main() -> None:
    """Run the command; whatever is wrong with the input is said in one line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")  # boards are drawn in it, whatever the locale
    try:
        code = app(standalone_mode=False)
    except TyperException as error:
        _fail(error.format_message())
    except IchibaError as error:
        _fail(str(error))
    except (Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str) -> NoReturn:
    line = " ".join(message.split())
    sys.stderr.write(f"ichiba: {line}\n")
    sys.exit(WRONG_INPUT)
