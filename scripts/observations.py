"""Writes docs/observations.md and its picture: what programs that learn observe, plane by plane.

Run it after a change to a title's `observation` or `planes`; a test checks that it was run.
"""

import argparse
from html import escape
from itertools import chain
from pathlib import Path
from random import Random

import ichiba
from ichiba.core.game import Game, State
from ichiba.core.observation import Plane
from ichiba.envs.rendering import board_lines

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/observations.md"
PICTURE = "docs/pictures/observation.svg"
PLAYERS = 3
# The position in the picture.
SHOWN, SEED, STEPS, SEAT = "tsukiji", 7, 17, 1

INTRODUCTION = f"""\
# Observations, plane by plane

<!-- Written by scripts/observations.py from the engine; do not edit. -->

`state.observe(seat, buffer)` writes what a seat knows as numbers, and the environments of
[`ichiba.envs`](learning.md) return the same. The numbers are in planes, one after the other, each
in row-major order. Seats are in turn order and begin with the observer. Flags say which values are
known; unknown values are 0. `game.observation(players, **options)` has the same as data, and
`slices()` says where each plane is.

The tables are for {PLAYERS} players and the usual options. With other players or options, the
shapes change. A policy that was trained on other shapes is refused by `game.check_fingerprint`.

![A position of Tsukiji and its planes](pictures/observation.svg)

The picture shows a position and what player {SEAT + 1} observes in it. Each cell is a number; the
darker it is, the nearer it is to the upper bound of its plane.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([INTRODUCTION, *(_chapter(ichiba.load(name)) for name in ichiba.games())])


def _chapter(game: Game) -> str:
    spec = game.observation(PLAYERS, **game.random_options)
    rows = [
        f"| `{plane.name}` | {_shape(plane)} | {plane.low:g} to {plane.high:g} | {plane.meaning} |"
        for plane in spec.planes
    ]
    return "\n".join([
        f"## {game.title}", "", f"{spec.size:,} numbers; {game.num_actions:,} actions.", "",
        "| plane | shape | range | meaning |", "|---|---|---|---|", *rows, "",
    ])  # fmt: skip


def _shape(plane: Plane) -> str:
    return " × ".join(map(str, plane.shape))


def position() -> tuple[Game, State]:
    """The position in the picture."""
    game, rng = ichiba.load(SHOWN), Random(SEED)
    state = game.new(PLAYERS, seed=SEED)
    for _ in range(STEPS):
        seat = state.actors[0]
        state.apply(seat, rng.choice(state.legal(seat)))
    return game, state


def picture() -> str:
    """The position and its planes, as SVG."""
    game, state = position()
    spec, numbers = game.observation(PLAYERS), state.observed(SEAT)
    board = [line.plain for line in board_lines(game, state, SEAT)]
    parts = [
        f'<text x="12" y="{24 + 15 * row}" xml:space="preserve">{escape(line)}</text>'
        for row, line in enumerate(board)
    ]
    top = 40 + 15 * len(board)
    for plane, where in zip(spec.planes, spec.slices().values(), strict=True):
        parts += _cells(plane, numbers[where], top)
        top += 14 * _rows(plane) + 6
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {top + 10}" '
        'font-family="monospace" font-size="11">'
        f'<rect width="760" height="{top + 10}" fill="#faf8f3"/>{"".join(parts)}</svg>\n'
    )


def _rows(plane: Plane) -> int:
    return plane.shape[0] if len(plane.shape) > 1 else 1


def _cells(plane: Plane, numbers: list[float], top: int) -> chain[str]:
    width = plane.size // _rows(plane)
    label = f'<text x="12" y="{top + 10}">{plane.name} {_shape(plane)}</text>'
    cells = (
        f'<rect x="{190 + 26 * (at % width)}" y="{top + 14 * (at // width)}" width="25" height="13"'
        f' fill="#1d4e89" fill-opacity="{_depth(plane, number):.2f}" stroke="#ccc"/>'
        f'<text x="{202 + 26 * (at % width)}" y="{top + 10 + 14 * (at // width)}" '
        f'text-anchor="middle" fill="{_ink(plane, number)}">{number:g}</text>'
        for at, number in enumerate(numbers)
    )
    return chain([label], cells)


def _depth(plane: Plane, number: float) -> float:
    return (number - plane.low) / (plane.high - plane.low)


def _ink(plane: Plane, number: float) -> str:
    return "#fff" if _depth(plane, number) > 0.5 else "#333"


def main() -> None:
    """Write both files."""
    (ROOT / PAGE).write_text(page(), encoding="utf-8")
    (ROOT / PICTURE).write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
