"""Rates our bots and writes the tables of docs/ratings.md: `make ratings`.

With two players, each level meets the next stronger one, because those games tell most. With more
players, every group of levels that fits at a table meets. Masters and quick players also play alone
against strong in all other seats. All games are kept in build/ratings/, so the script goes on where
it was stopped.
"""

import argparse
import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from ichiba import bots
from ichiba.arena import Plan, Played, Report, contest, report
from ichiba.arena.ratings import Rating, anchor_of, by_deal, rate
from ichiba.cli.many_games import play_plan
from ichiba.cli.progress import tell
from ichiba.core.game import Game
from ichiba.core.registry import load

DOCUMENT = Path(__file__).parent.parent / "docs" / "ratings.md"
GAMES = Path("build") / "ratings"
# Only this script uses it, so no bot has been improved on these deals.
SEED = 20_261_117
_BEGIN = "<!-- Ratings: made by `make ratings` -->\n"
_END = "<!-- End of ratings -->\n"


class Duels(NamedTuple):
    """How many games each level plays against the next weaker one, with two players."""

    game: str
    games: dict[str, int]


class Tables(NamedTuple):
    """Contests with more players: how many games, by number of players."""

    game: str
    bots: tuple[str, ...]
    games: dict[int, int]


class Alone(NamedTuple):
    """A bot against strong in all other seats: how many games, by number of players."""

    game: str
    bot: str
    games: dict[int, int]


_WEAK = (bots.BEGINNER, bots.GENTLE, bots.STEADY, bots.STRONG)
# Games with a bot that moves at random take long, because it hardly gets anywhere.
DUELS = [
    Duels("tsukiji", {bots.BEGINNER: 40, bots.GENTLE: 100, bots.STEADY: 100, bots.STRONG: 100,
                      bots.EXPERT: 40, bots.MASTER: 40}),
    Duels("shinjuku", {bots.BEGINNER: 10, bots.GENTLE: 60, bots.STEADY: 60, bots.STRONG: 60,
                       bots.EXPERT: 40, bots.MASTER: 24}),
    Duels("tokyo-tsukiji-market", {bots.BEGINNER: 10, bots.GENTLE: 60, bots.STEADY: 60,
                                   bots.STRONG: 60, bots.EXPERT: 100, bots.MASTER: 60}),
]  # fmt: skip
TABLES = [
    Tables("tsukiji", _WEAK, {3: 48, 4: 48}),
    Tables("shinjuku", _WEAK, {3: 24}),
    Tables("tokyo-tsukiji-market", _WEAK, {3: 24}),
]
MASTERS = [
    Alone("tsukiji", bots.MASTER, {2: 30, 3: 24, 4: 24}),
    Alone("shinjuku", bots.MASTER, {2: 40, 3: 24, 4: 32}),
    Alone("tokyo-tsukiji-market", bots.MASTER, {2: 40, 3: 30, 4: 28}),
]
QUICK = [
    Alone("tsukiji", bots.QUICK, {2: 200, 3: 201, 4: 240}),
    Alone("shinjuku", bots.QUICK, {2: 60, 3: 60, 4: 60}),
    Alone("tokyo-tsukiji-market", bots.QUICK, {2: 100, 3: 99, 4: 100}),
]


def main() -> None:
    """Play what is missing, and write the document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    jobs = parser.parse_args().jobs
    GAMES.mkdir(parents=True, exist_ok=True)
    parts = [
        "## Levels with two players\n",
        *(_duels(one, jobs) for one in DUELS),
        "## Levels with more players\n",
        *(_tables(one, jobs) for one in TABLES),
        "## Masters against strong\n",
        _alone(MASTERS, jobs),
        "## Quick players against strong\n",
        _alone(QUICK, jobs),
    ]
    before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(_BEGIN)
    after = rest.partition(_END)[2]
    tables = "\n".join(parts)
    DOCUMENT.write_text(f"{before}{_BEGIN}\n{tables}\n{_END}{after}", encoding="utf-8")
    tell(f"This run took {sum(os.times()[:4]) / 60:.1f} minutes of CPU time.")


def _duels(plan: Duels, jobs: int) -> str:
    """A table with the ratings of all bots, and how each does against the next weaker one."""
    game = load(plan.game)
    every = bots.names(game)
    names = [one for one, other in pairwise(every) if other in plan.games] + [[*plan.games][-1]]
    everything: list[Played] = []
    shares = {}
    for weaker, stronger in pairwise(names):
        duel = _contest(game, 2, plan.games[stronger], (weaker, stronger))
        played = _played(duel, jobs)
        shares[stronger] = _ahead(report(duel, played), stronger)
        start = len(everything)  # each duel has its own deals
        everything += [_renumbered(one, start) for one in played]
    ratings = rate(names, by_deal(names, everything), anchor_of(names))
    rows = [
        (name, _shown(rating), shares.get(name, ""))
        for name, rating in [*zip(names, ratings, strict=True)][::-1]
    ]
    head = ("bot", "rating", "finishes ahead of the next weaker bot")
    return f"### {game.title}\n\n{_table(head, rows)}"


def _tables(plan: Tables, jobs: int) -> str:
    """A table with the ratings of the levels by number of players."""
    game = load(plan.game)
    columns, heads = [], []
    for players, games in plan.games.items():
        played = _played(_contest(game, players, games, plan.bots), jobs)
        columns.append(rate(plan.bots, by_deal(plan.bots, played), anchor_of(plan.bots)))
        heads.append(f"{players} players, {len(played)} games")
    rows = [(name, *map(_shown, row)) for name, *row in zip(plan.bots, *columns, strict=True)]
    return f"### {game.title}\n\n{_table(('bot', *heads), rows[::-1])}"


def _alone(plans: list[Alone], jobs: int) -> str:
    """A table with the wins against strong, and the CPU time of a decision."""
    rows = []
    counts = sorted({players for plan in plans for players in plan.games})
    for plan in plans:
        game = load(plan.game)
        cells, thinking = [], []
        for players in counts:
            both = (plan.bot, bots.STRONG)
            alone = _contest(game, players, plan.games[players], both, bots.STRONG)
            found = report(alone, _played(alone, jobs))
            cells.append(_wins(found))
            thinking += [one for one in found.thinking if one.name == plan.bot]
        mean = max(one.milliseconds for one in thinking)
        longest = max(one.longest for one in thinking)
        rows.append((game.title, *cells, f"{_ms(mean)}, at most {_ms(longest)}"))
    heads = [f"{players} players (fair: {1 / players:.0%})" for players in counts]
    return _table(("title", *heads, "CPU time of a decision"), rows)


def _contest(
    game: Game, players: int, games: int, names: tuple[str, ...], against: str | None = None
) -> Plan:
    options = game.check(players, SEED, {})
    return contest(game.name, players, names, SEED, options, games, against=against)


def _played(plan: Plan, jobs: int) -> list[Played]:
    """All games of a contest. Those that are in its file are not played again."""
    extra = "" if plan.against is None else "-alone"
    file = GAMES / f"{plan.game}-{plan.players}-{'-'.join(plan.bots)}{extra}.jsonl"
    tell(f"{plan.game}, {plan.players} players: {', '.join(plan.bots)}")
    played, ended = play_plan(plan, lambda _: None, file, jobs=jobs)
    if not ended:
        raise SystemExit("Stopped. The games that are over are kept.")
    return played


def _renumbered(one: Played, start: int) -> Played:
    return replace(one, number=one.number + start, deal=one.deal + start)


def _ahead(found: Report, name: str) -> str:
    """How often a bot finished ahead of the other one, with the interval."""
    pair = next(pair for pair in found.pairs if pair.first == name)
    return f"{pair.share:.0%} ({pair.low:.0%} to {pair.high:.0%}) of {pair.games} games"


def _wins(found: Report) -> str:
    """How often the bot that plays alone won, with the interval."""
    share = found.groups[0].shares[0]
    wins = f"{round(share.wins, 2):g} of {share.games}"
    return f"{share.win_rate:.0%} ({share.low:.0%} to {share.high:.0%}): {wins}"


def _ms(time: float) -> str:
    return f"{time:.2g} ms" if time < 10 else f"{time:.0f} ms"


def _shown(rating: Rating) -> str:
    if rating.low == rating.high:
        return f"{rating.rating:.0f} (fixed)"
    return f"{rating.rating:.0f} ({rating.low:.0f} to {rating.high:.0f})"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    main()
