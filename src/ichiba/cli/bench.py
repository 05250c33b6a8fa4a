"""`ichiba bench`: how fast the engines are, next to a peer."""

from pathlib import Path
from typing import Annotated

import msgspec
from rich.table import Table
from typer import Argument, Option

from ichiba.arena.speed import PEER, measure, peer_version
from ichiba.cli.talk import at_least, console
from ichiba.core.registry import games, load


def bench(
    game: Annotated[list[str] | None, Argument(help="Only these games. [default: all]")] = None,
    seconds: Annotated[float, Option(help="How long each figure is measured.")] = 3,
    json: Annotated[Path | None, Option(help="Also write the figures to this file.")] = None,
) -> None:
    """Measure random play and copies of every game on one core, beside Catanatron if installed.

    Example: `ichiba bench tsukiji --seconds 5`
    """
    at_least("--seconds", seconds, 0.1)
    titles = [load(name) for name in game or games()]
    found = measure(titles, seconds)
    table = Table("Game", "Players", "Actions/s", "Games/s", "Copy µs", f"× {PEER} actions/s")
    for speed in found:
        table.add_row(
            speed.name,
            str(speed.players),
            f"{speed.actions_per_second:,.0f}",
            f"{speed.games_per_second:,.1f}",
            f"{speed.copy_microseconds:.2f}",
            "" if speed.ratio is None else f"{speed.ratio:.1f}",
        )
    console.print(table)
    peer = peer_version()
    console.print(
        f"Beside {PEER} {peer}, in turns in one process."
        if peer
        else f"{PEER} is not installed, so there is no ratio: pip install ichiba[bench]"
    )
    if json is not None:
        json.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
