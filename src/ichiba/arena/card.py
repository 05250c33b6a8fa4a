"""The card of a data set: how its games were made, what is in its files, and how they ended."""

from collections.abc import Iterable, Sequence

from ichiba import __version__
from ichiba.arena.plan import Plan
from ichiba.arena.report import Report
from ichiba.core.registry import load

_COLUMNS = {
    "games": [
        ("game", "number of the game, from 0"),
        ("deal", "number of the deal; games with equal deals begin with the same cards"),
        ("seed", "seed of the deal, as text because it is large"),
        ("bots", "the bot of each seat"),
        ("first", "the seat that had the first turn"),
        ("scores", "the score of each seat"),
        ("winners", "the seats that won"),
        ("decisions", "how many decisions all players made"),
        ("rounds", "how many rounds there were, or turns in a title without rounds"),
        ("ending", "how the game ended, in titles with several endings"),
        ("cut", "whether it went on and on, and was ended as it stood"),
    ],
    "decisions": [
        ("game", "number of the game"),
        ("decision", "number of the decision in its game, from 0"),
        ("seat", "the seat that decided"),
        ("bot", "the bot of that seat"),
        ("action", "what it chose, in the notation of records"),
        ("choices", "among how many legal actions"),
    ],
}


def card(plan: Plan, found: Report, command: str, files: dict[str, str]) -> str:
    """The card as Markdown. `files` names the tables by what is in their rows: games, decisions."""
    game = load(plan.game)
    options = ", ".join(f"{name}={value}" for name, value in plan.options.items())
    parts = [
        f"# {found.games:,} games of {game.title} with {plan.seats} players\n",
        f"Made by ichiba {__version__} (revision {game.revision} of the rules) with\n",
        f"```sh\n{command}\n```\n",
        "The same command gives the same games with the same version. Every group of the bots "
        "below that fits at a table met equally often, as far as the number of games allows. Every "
        "game is a new deal, and the bots changed seats.\n",
        f"Seed: {plan.seed}. Options: {options or 'none'}. Games that went on and on, and were "
        f"ended as they stood: {found.cut}.\n",
        "## Bots\n",
        _bots(found),
        "A victory shared by several players counts as a part for each. Ratings are like Elo's, "
        f"and that of {found.anchor} is fixed.\n",
        "## Files\n",
        "`records.jsonl` has a record on each line, in the order of the games. A record replays "
        "the whole game: save its line in a file for `ichiba replay`, or decode it with "
        "`ichiba.Record.decode`.\n",
    ]
    for kind, file in files.items():
        parts.append(f"`{file}` has a row for each of the {kind}:\n")
        parts.append(_table(("column", "meaning"), _COLUMNS[kind]))
    return "\n".join(parts)


def _bots(found: Report) -> str:
    rows = [
        (line.name, f"{rated.rating:.0f}", str(line.games), f"{line.win_rate:.1%}",
         f"{line.scores.mean:.1f}")
        for line, rated in zip(found.bots, found.ratings, strict=True)
    ]  # fmt: skip
    return _table(("bot", "rating", "seats", "wins", "mean score"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
