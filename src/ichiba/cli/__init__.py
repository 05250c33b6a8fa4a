"""The `ichiba` command."""

import sys
from typing import Annotated, NoReturn

import typer
from typer.exceptions import Abort, TyperException

from ichiba import __version__
from ichiba.arena.pool import RunError
from ichiba.cli import (
    arena,
    backup,
    bench,
    check,
    dataset,
    games,
    lab,
    moderator,
    person,
    play,
    prune,
    ratings,
    replay,
    serve,
    simulate,
)
from ichiba.cli.language import speaking, use_translations
from ichiba.core.compiling import is_compiled
from ichiba.core.errors import IchibaError
from ichiba.core.words import add_catalogue
from ichiba.site.configuration.settings import SettingError

WRONG_INPUT = 2
INTERRUPTED = 130

add_catalogue("ichiba.cli")

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)


PLAY = "Play"
STUDY = "Study games and bots"
RUN = "Run a server"


@app.callback(
    invoke_without_command=True,
    epilog="`ichiba serve` starts the site, `ichiba play tsukiji` a game in this terminal. "
    "`ichiba COMMAND --help` tells more about a command.",
)
def ichiba(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Play three board games set in Tokyo, in the browser or in the terminal."""
    if version:
        typer.echo(f"ichiba {__version__}" + " (compiled)" * is_compiled())
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command("serve", rich_help_panel=PLAY)(serve.serve)
app.command("play", rich_help_panel=PLAY)(play.play)
app.command("games", rich_help_panel=PLAY)(games.games)
app.command("replay", rich_help_panel=STUDY)(replay.replay)
app.command("simulate", rich_help_panel=STUDY)(simulate.simulate)
app.command("arena", rich_help_panel=STUDY)(arena.arena)
app.command("dataset", rich_help_panel=STUDY)(dataset.dataset)
app.command("lab", rich_help_panel=STUDY)(lab.lab)
app.command("bench", rich_help_panel=STUDY)(bench.bench)
app.command("check", rich_help_panel=RUN)(check.check)
app.command("backup", rich_help_panel=RUN)(backup.backup)
app.command("restore", rich_help_panel=RUN)(backup.restore)
app.command("prune", rich_help_panel=RUN)(prune.prune)
app.command("ratings", rich_help_panel=RUN)(ratings.ratings)
app.command("person", rich_help_panel=RUN)(person.person)
app.command("moderator", rich_help_panel=RUN)(moderator.moderator)


def main() -> None:
    """Run the command. Wrong input is reported in one line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")  # boards need it, whatever the locale
    try:
        use_translations()
    except SettingError as error:
        _fail(str(error))
    try:
        code = app(prog_name="ichiba", standalone_mode=False)
    except TyperException as error:
        _fail(error.format_message())
    except IchibaError as error:
        _fail(error.reason.say(speaking()))
    except RunError as error:
        _fail(str(error))
    except (Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str) -> NoReturn:
    line = " ".join(message.split())
    sys.stderr.write(f"ichiba: {line}\n")
    sys.exit(WRONG_INPUT)
