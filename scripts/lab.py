"""Writes what the lab finds about the printed numbers of each title: `docs/lab/` and
`docs/sensitivity.md`. It takes about a quarter of an hour of CPU time; `--share 0.1` plays a tenth
of the games.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from ichiba.arena.lab.page import HEAD, page, rows_of, told_of
from ichiba.arena.lab.sensitivity import Sensitivity, sensitivity
from ichiba.arena.lab.study import Question, Study, default_levels, study, with_sensitivity
from ichiba.bots import QUICK, names
from ichiba.core.registry import load

Kind = TypeVar("Kind")

DOCS = Path(__file__).resolve().parent.parent / "docs"
PLAYERS, SEED = 3, 1
# By title: games of the printed rules, games between levels, and games with each other value.
GAMES = {
    "tsukiji": (600, 30, 400),
    "shinjuku": (100, 9, 100),
    "tokyo-tsukiji-market": (60, 12, 40),
}
_HEADING = """# Where reconstructed numbers change the game

Some numbers of the printed games are lost, and we had to reconstruct them. These tables show what a
slightly smaller or larger value would change, so they tell which missing facts are worth finding.
`scripts/lab.py` wrote this page; [the lab](lab.md) explains the figures.
"""


def main() -> None:
    """Play everything that was not kept, and write the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="Share of the games to play.")
    parser.add_argument("--jobs", type=int, default=None, help="Number of processes.")
    parser.add_argument("--keep", type=Path, help="Folder to keep results in, and to read them.")
    given = parser.parse_args()
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    (DOCS / "lab").mkdir(exist_ok=True)
    parts = [_HEADING]
    for title in GAMES:
        found = _found(title, given.share, given.jobs, given.keep)
        (DOCS / "lab" / f"{title}.html").write_text(page(found), encoding="utf-8")
        parts.append(_markdown(found))
        (DOCS / "sensitivity.md").write_text("\n".join(parts), encoding="utf-8")


def _found(title: str, share: float, jobs: int | None, keep: Path | None) -> Study:
    games, level_games, values = (max(2, round(share * count)) for count in GAMES[title])
    game = load(title)
    question = Question(
        game=title,
        changes={},
        options=game.check(PLAYERS, SEED, {}),
        bots=(QUICK,) * PLAYERS,
        games=games,
        levels=default_levels(names(game)),
        level_games=level_games,
        never=(),
        seed=SEED,
    )
    played = _kept(keep, f"{title}.study", Study)
    if played is None:
        played = study(question, jobs=jobs)
        _save(keep, f"{title}.study", played)
    table = _kept(keep, f"{title}.sensitivity", Sensitivity)
    if table is None:
        table = sensitivity(game, QUICK, PLAYERS, values, SEED, jobs=jobs)
        _save(keep, f"{title}.sensitivity", table)
    return with_sensitivity(played, table)


def _kept(keep: Path | None, name: str, kind: type[Kind]) -> Kind | None:
    """What an earlier run has kept."""
    file = None if keep is None else keep / f"{name}.json"
    return msgspec.json.decode(file.read_bytes(), type=kind) if file and file.exists() else None


def _save(keep: Path | None, name: str, found: object) -> None:
    if keep is not None:
        (keep / f"{name}.json").write_bytes(msgspec.json.encode(found))


def _markdown(found: Study) -> str:
    """The table of a title."""
    heading = f"## {load(found.question.game).title}\n\n"
    table = found.sensitivity
    if table is None or not table.numbers:
        return heading + "No number of this title is reconstructed.\n"
    rows = [_row(HEAD), _row(["---"] * len(HEAD)), *map(_row, rows_of(table))]
    return heading + told_of(table) + "\n\n" + "\n".join(rows) + "\n"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    main()
