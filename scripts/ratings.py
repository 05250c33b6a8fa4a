"""Rates our bots and writes the tables of docs/ratings.md: `make ratings`.

With two players, each bot meets the next stronger one, because those games tell most. With more
players, every group of bots that fits at a table meets. All games are kept in build/ratings/, so
the script goes on where it was stopped.
"""

import argparse
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from ichiba import bots
from ichiba.arena.contest import Bout, Contest
from ichiba.arena.ratings import Rating, by_deal, rate
from ichiba.arena.report import wilson
from ichiba.arena.standings import anchor_of
from ichiba.arena.tournament import hold
from ichiba.cli.games_file import games_file, read_games
from ichiba.cli.progress import progress, tell
from ichiba.core.game import Game
from ichiba.core.registry import load

DOCUMENT = Path(__file__).parent.parent / "docs" / "ratings.md"
GAMES = Path("build") / "ratings"
SEED = 1
_BEGIN = "<!-- Ratings: made by `make ratings` -->\n"
_END = "<!-- End of ratings -->\n"


class Duels(NamedTuple):
    """How many games each bot plays against the next weaker one. In some titles, games with a bot
    that moves at random hardly ever end."""

    game: str
    games: dict[str, int]


class Tables(NamedTuple):
    """A contest with more players. The strongest bots are left out where they take too long."""

    game: str
    players: int
    bots: tuple[str, ...]
    games: int


_WEAK = ("beginner", "gentle", "steady", "greedy")
DUELS = [
    Duels("tsukiji", {"beginner": 40, "gentle": 100, "steady": 100, "greedy": 100, "expert": 60,
                      "master": 24}),
    Duels("tokyo-tsukiji-market", {"gentle": 10, "steady": 12, "greedy": 12}),
]  # fmt: skip
TABLES = [Tables("tsukiji", 3, _WEAK, 48), Tables("tsukiji", 4, _WEAK, 48)]


def main() -> None:
    """Play what is missing, and write the document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    jobs = parser.parse_args().jobs
    GAMES.mkdir(parents=True, exist_ok=True)
    parts = [_duels(one, jobs) for one in DUELS] + [_tables(one, jobs) for one in TABLES]
    before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(_BEGIN)
    after = rest.partition(_END)[2]
    tables = "\n".join(parts)
    DOCUMENT.write_text(f"{before}{_BEGIN}\n{tables}\n{_END}{after}", encoding="utf-8")


def _duels(plan: Duels, jobs: int) -> str:
    """A table with the ratings of all bots, and how each does against the next weaker one."""
    game = load(plan.game)
    every = bots.names(game)
    names = [one for one, other in pairwise(every) if other in plan.games] + [[*plan.games][-1]]
    everything: list[Bout] = []
    shares = {}
    for weaker, stronger in pairwise(names):
        bouts = _played(_contest(game, 2, (weaker, stronger)), plan.games[stronger], jobs)
        shares[stronger] = _share(bouts, stronger)
        start = len(everything)  # each duel has its own deals
        everything += [_renumbered(bout, start) for bout in bouts]
    contest = _contest(game, 2, tuple(names))
    ratings = rate(names, by_deal(names, everything), anchor_of(contest))
    rows = [
        f"| {name} | {_shown(rating)} | {shares.get(name, '')} |\n"
        for name, rating in [*zip(names, ratings, strict=True)][::-1]
    ]
    head = "| bot | rating | finishes ahead of the next weaker bot |\n|---|---|---|\n"
    return f"### {game.title}, 2 players\n\n{head}{''.join(rows)}"


def _tables(plan: Tables, jobs: int) -> str:
    """A table with the ratings of a contest."""
    game = load(plan.game)
    contest = _contest(game, plan.players, plan.bots)
    bouts = _played(contest, plan.games, jobs)
    ratings = rate(plan.bots, by_deal(plan.bots, bouts), anchor_of(contest))
    rows = [
        f"| {name} | {_shown(rating)} |\n"
        for name, rating in [*zip(plan.bots, ratings, strict=True)][::-1]
    ]
    told = f"{len(bouts)} games, {len({bout.deal for bout in bouts})} deals.\n\n"
    head = "| bot | rating |\n|---|---|\n"
    return f"### {game.title}, {plan.players} players\n\n{told}{head}{''.join(rows)}"


def _contest(game: Game, players: int, names: tuple[str, ...]) -> Contest:
    return Contest(game.name, game.revision, players, names, SEED, game.check(players, SEED, {}))


def _played(contest: Contest, games: int, jobs: int) -> list[Bout]:
    """All games of a contest. Those that are in its file are not played again."""
    file = GAMES / f"{contest.game}-{contest.players}-{'-'.join(contest.bots)}.jsonl"
    done = read_games(file, contest)
    tell(f"{contest.game}, {contest.players} players: {', '.join(contest.bots)}")
    with games_file(file, contest) as keep, progress(games, len(done)) as advance:

        def each(bout: Bout) -> None:
            keep(bout)
            advance()

        bouts, ended = hold(contest, games, jobs=jobs, done=done, each=each)
    if not ended:
        raise SystemExit("Stopped. The games that are over are kept.")
    return bouts


def _renumbered(bout: Bout, start: int) -> Bout:
    return Bout(bout.number + start, bout.deal + start, bout.bots, bout.outcome, bout.thinking)


def _share(bouts: list[Bout], name: str) -> str:
    """How often a bot finished ahead of the other, with its interval."""
    ahead = 0.0
    for bout in bouts:
        own, other = bout.places() if bout.bots[0] == name else bout.places()[::-1]
        ahead += (own < other) + (own == other) / 2
    low, high = wilson(ahead, len(bouts))
    return f"{ahead / len(bouts):.0%} ({low:.0%} to {high:.0%}) of {len(bouts)} games"


def _shown(rating: Rating) -> str:
    if rating.low == rating.high:
        return f"{rating.rating:.0f} (fixed)"
    return f"{rating.rating:.0f} ({rating.low:.0f} to {rating.high:.0f})"


if __name__ == "__main__":
    main()
