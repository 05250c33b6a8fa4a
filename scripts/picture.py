"""Draws Tsukiji's terminal board as a picture for the README: `scripts/picture.py FILE.svg`."""

import re
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import ichiba
from ichiba import bots
from ichiba.arena.playing import derive
from ichiba.cli.talk import board_of
from ichiba.core.words import Words

WIDTH = 92
SEED = 12
NAMES = ["Aki", "Ben", "Chie", "Dai"]
# Paper and ink, as on the boards.
PAPER = TerminalTheme(
    (255, 252, 245),
    (34, 48, 58),
    [(34, 48, 58), (200, 64, 42), (78, 117, 71), (150, 100, 10), (31, 78, 121), (150, 60, 120),
     (20, 110, 125), (107, 118, 128)],
    [(107, 118, 128), (200, 64, 42), (78, 117, 71), (150, 100, 10), (31, 78, 121), (150, 60, 120),
     (20, 110, 125), (34, 48, 58)],
)  # fmt: skip


def main(target: str) -> None:
    """Play half a game between bots and draw what the first of them sees."""
    from random import Random

    game = ichiba.load("tsukiji")
    match = ichiba.Match.new(game, players=len(NAMES), seed=SEED, names=NAMES)
    players = [bots.make("greedy", game, Random(derive(SEED, seat))) for seat in range(len(NAMES))]
    while len(match.record.moves) < 90 or match.state.simultaneous:
        seat = match.state.actors[0]
        match.play(seat, players[seat].choose(ichiba.Observer(game, match.state, seat)))
    console = Console(
        record=True, width=WIDTH, file=StringIO(), force_terminal=True, highlight=False
    )
    seat = match.state.actors[0]
    words = Words(NAMES)
    console.print(board_of(game)(match.state.view(seat), words))
    console.print(f"\n{match.state.prompt(seat).say(words)}", style="bold")
    for number, action in enumerate(match.state.legal(seat), start=1):
        console.print(f"  [bold cyan]{number}[/] {match.state.label(seat, action).say(words)}")
    svg = console.export_svg(title="ichiba play tsukiji", theme=PAPER)
    # The page's own monospace font will do: a picture fetches nothing from elsewhere.
    svg = re.sub(r"<!--.*?-->|@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace(
        "Fira Code, ", ""
    )
    Path(target).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
