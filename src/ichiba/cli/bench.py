"""`ichiba bench`: measure the speed of the engines, compared with Catanatron."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from rich.table import Table as Grid
from typer import Argument, Option

from ichiba.arena import env_speed
from ichiba.arena.env_speed import EnvSpeed
from ichiba.arena.speed import PEER, Speed, measure, peer_version
from ichiba.cli.console import at_least, console
from ichiba.cli.output import check_files, is_quiet, write_json
from ichiba.core.compiling import is_compiled
from ichiba.core.registry import games, load


def bench(
    game: Annotated[list[str] | None, Argument(help="Games to measure. [default: all]")] = None,
    seconds: Annotated[float, Option(help="Seconds to spend on each measurement.")] = 3,
    envs: Annotated[
        bool, Option("--envs", help="Measure the environments for programs that learn instead.")
    ] = False,
    json: Annotated[
        Path | None, Option(help="Also write the results to this file; - prints only them.")
    ] = None,
) -> None:
    """Measure how fast games are played at random, copied, redrawn and scored, on one core.

    If Catanatron is installed, its speed is measured too, for comparison. With `--envs`, the
    environments are compared with those of PettingZoo, if these and pygame are installed.

    Example: `ichiba bench tsukiji --seconds 5`
    """
    at_least("--seconds", seconds, 0.1)
    check_files(json)
    titles = [load(name) for name in game or games()]
    if envs:
        of_envs = env_speed.measure(titles, seconds)
        _publish(json, of_envs, lambda: _show_envs(of_envs))
    else:
        found = measure(titles, seconds)
        _publish(json, found, lambda: _show(found))


def _publish(json: Path | None, found: object, show: Callable[[], None]) -> None:
    if json is not None:
        write_json(json, found)
    if not is_quiet(json):
        show()


def _show_envs(found: list[EnvSpeed]) -> None:
    grid = Grid(
        "Environment", "In turn/s", "Parallel/s", "Vector/s", "OpenSpiel/s", "Engine/s",
        f"In turn × {env_speed.PEERS[0]}", "OpenSpiel × engine",
    )  # fmt: skip
    for one in found:
        speeds = one.turns, one.parallel, one.vector, one.spiel, one.raw
        ratios = one.ratio, one.spiel_ratio
        grid.add_row(
            one.name,
            *("" if speed is None else f"{speed:,.0f}" for speed in speeds),
            *("" if ratio is None else f"{ratio:.2f}" for ratio in ratios),
        )
    console.print(grid)
    console.print(f"Engine: {'compiled' if is_compiled() else 'plain Python'}. Two players.")


def _show(found: list[Speed]) -> None:
    grid = Grid(
        "Game", "Seats", "Actions/s", "Games/s", "copy µs", "determinize µs", "scores µs",
        f"× {PEER}",
    )  # fmt: skip
    for speed in found:
        grid.add_row(
            speed.name,
            str(speed.players),
            f"{speed.actions_per_second:,.0f}",
            f"{speed.games_per_second:,.1f}",
            f"{speed.copy_microseconds:.2f}",
            _figure(speed.determinize_microseconds),
            _figure(speed.scores_microseconds),
            "" if speed.ratio is None else f"{speed.ratio:.1f}",
        )
    console.print(grid)
    console.print(f"Engine: {'compiled' if is_compiled() else 'plain Python'}.")
    peer = peer_version()
    console.print(
        f"Compared with {PEER} {peer}, measured alternately in the same process."
        if peer
        else f"For a comparison, install {PEER}: pip install 'ichiba[bench]'",
        markup=False,  # square brackets are meant literally
    )


def _figure(microseconds: float | None) -> str:
    return "" if microseconds is None else f"{microseconds:.2f}"
