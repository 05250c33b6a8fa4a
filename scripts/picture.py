"""Draws a game of Tsukiji in the terminal for the README: `python scripts/picture.py FILE.svg`."""

import asyncio
import re
import sys
from pathlib import Path
from random import Random

import ichiba
from ichiba import bots
from ichiba.arena.playing import derive
from ichiba.bots.characters import with_level
from ichiba.cli.screen.app import PlayApp
from ichiba.cli.session import Session

SIZE = (96, 30)
SEED = 12
NAMES = ["Aki", *(with_level(name, "strong") for name in ("Goro", "Rin", "Umeda"))]


def main(target: str) -> None:
    """Let bots play half a game and draw the screen of the player to move."""
    game = ichiba.load("tsukiji")
    match = ichiba.Match.new(game, players=len(NAMES), seed=SEED, names=NAMES)
    players = [bots.make("strong", game, Random(derive(SEED, seat))) for seat in range(len(NAMES))]
    while len(match.record.moves) < 90 or match.state.actors != (0,):
        seat = match.state.actors[0]
        match.play(seat, players[seat].choose(ichiba.Observer(game, match.state, seat)))
    session = Session(match, dict(enumerate(players[1:], start=1)), None)
    svg = asyncio.run(_drawn(session))
    # Use the viewer's monospace font, so that the picture loads nothing from the network.
    svg = re.sub(r"<!--.*?-->|@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    Path(target).write_text(svg.replace("Fira Code, ", "").replace("Fira Code,", ""), "utf-8")


async def _drawn(session: Session) -> str:
    app = PlayApp(session, [], _never, _never, _never, pause=0)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(1)
        return app.export_screenshot(title="ichiba play tsukiji")


def _never(_: object) -> Session:
    raise AssertionError("The picture is taken before the game ends.")


if __name__ == "__main__":
    main(sys.argv[1])
