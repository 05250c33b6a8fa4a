"""Writes the picture of docs/thirty-lines.md: how well the bot of the example plays after so many
games. It takes a minute."""

import argparse
import sys
from math import log10
from pathlib import Path

from ichiba.arena import Plan, report, run

ROOT = Path(__file__).resolve().parent.parent
PICTURE = "docs/pictures/thirty-lines.svg"
LEARNED = (5, 10, 20, 50, 100, 200, 500, 1000, 2000)  # games
OPPONENTS = {"random": "#2b6a9b", "gentle": "#c8402a"}
GAMES = 400

Point = tuple[int, float, float, float]  # games learned from; share of wins and its interval


def measure(opponent: str) -> list[Point]:
    """How many games the bot wins, depending on how many it has learned from."""
    sys.path.insert(0, str(ROOT / "examples"))
    example = __import__("thirty_lines")
    plan = Plan("tsukiji", ("thirty_lines:Learned", opponent), GAMES, 1, {"special_points": False})
    points = []
    for games in LEARNED:
        example.Learned.worth = example.learn(games)
        first = report(plan, [*run(plan)]).bots[0]
        points.append((games, first.win_rate, first.low, first.high))
    return points


def picture(measured: dict[str, list[Point]]) -> str:
    """The curves as SVG."""
    parts = [
        f'<path d="M60 {_y(share)}H560" stroke="#8884"/>'
        f'<text x="52" y="{_y(share) + 4}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    ]
    parts += [
        f'<text x="{_x(games):.0f}" y="272" text-anchor="middle">{games:,}</text>'
        for games in LEARNED
        if str(games)[0] in "15"
    ]
    for opponent, points in measured.items():
        color = OPPONENTS[opponent]
        line = " ".join(f"{_x(games):.1f},{_y(won):.1f}" for games, won, _, _ in points)
        bars = "".join(f"M{_x(games):.1f} {_y(low):.1f}V{_y(high):.1f}"
                       for games, _, low, high in points)  # fmt: skip
        _, last, _, _ = points[-1]
        parts.append(
            f'<path d="{bars}" stroke="{color}"/>'
            f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>'
            f'<text x="566" y="{_y(last) + 4:.0f}" fill="{color}">{opponent}</text>'
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 300" font-size="13" '
        'font-family="sans-serif"><title>Games won against random and gentle</title>'
        '<rect width="640" height="300" fill="#fffcf5"/>' + "".join(parts)
        + '<text x="310" y="292" text-anchor="middle">random games to learn from</text></svg>\n'
    )  # fmt: skip


def _x(games: int) -> float:
    left, right = log10(LEARNED[0]), log10(LEARNED[-1])
    return 60 + 500 * (log10(games) - left) / (right - left)


def _y(share: float) -> float:
    return 250 - 230 * share


def main() -> None:
    """Measure, and write the picture."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    measured = {opponent: measure(opponent) for opponent in OPPONENTS}
    (ROOT / PICTURE).write_text(picture(measured), encoding="utf-8")
    for opponent, points in measured.items():
        told = ", ".join(f"{games}: {won:.0%}" for games, won, _, _ in points)
        sys.stdout.write(f"{opponent}: {told}\n")


if __name__ == "__main__":
    main()
