"""What the commands that play many games share: options, where they play, what they keep."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Unpack

from typer import Argument, Option

from ichiba.arena import LOCAL, RAY, Plan, Played, play_all
from ichiba.arena.pool import How
from ichiba.cli.console import WrongInput, at_least
from ichiba.cli.games_file import games_file, read_games
from ichiba.cli.progress import progress

GameName = Annotated[str, Argument(help="Name of the game; see `ichiba games`.")]
Options = Annotated[
    list[str] | None, Option(help="A game option, as name=value. Repeat for several.")
]
JsonFile = Annotated[
    Path | None, Option(help="Write the results to this file as JSON; - prints them.")
]
HtmlFile = Annotated[
    Path | None, Option(help="Write a report with charts to this file; - prints it.")
]
On = Annotated[
    str, Option(help=f"Where to play: {LOCAL}, or {RAY} (needs the extra `ichiba[ray]`).")
]
Address = Annotated[
    str | None,
    Option(help="Address of a Ray cluster. [default: start Ray here]", show_default=False),
]
Jobs = Annotated[
    int | None,
    Option(help="Number of processes. [default: one for each core]", show_default=False),
]
Resume = Annotated[
    Path | None,
    Option(help="Keep the games in this file, and continue from those that it has."),
]


def check_where(on: str, jobs: int | None, address: str | None) -> None:
    """Raise WrongInput if games can't be played there."""
    at_least("--jobs", 1 if jobs is None else jobs, 1)
    if on not in (LOCAL, RAY):
        raise WrongInput(f"--on must be {LOCAL} or {RAY}, not {on}.")
    if address is not None and on != RAY:
        raise WrongInput(f"--address needs --on {RAY}.")


def play_plan(
    plan: Plan,
    each: Callable[[Played], None],
    resume: Path | None,
    *,
    until: float | None = None,
    **how: Unpack[How],
) -> tuple[list[Played], bool]:
    """All games of a plan, with those that the file has, and whether it came to its end without
    Ctrl-C. `each` gets them, first those of the file."""
    done = [] if resume is None else read_games(resume, plan)
    with games_file(resume, plan) as keep, progress(plan.games, len(done)) as advance:
        for one in done:
            each(one)

        def take(one: Played) -> None:
            keep(one)
            each(one)
            advance()

        return play_all(plan, each=take, done=done, until=until, **how)
