"""The report of a study as one HTML file, with its charts and style inside."""

from collections.abc import Sequence
from html import escape

from ichiba.arena.html import document, section, table
from ichiba.arena.lab.compare import CLOSE, FIGURES, Difference
from ichiba.arena.lab.figures import DEAD, DOMINANT, Luck, Overview, Worth
from ichiba.arena.lab.plots import Dot, bars, dots, stack
from ichiba.arena.lab.sensitivity import Sensitivity, Variant
from ichiba.arena.lab.study import Study
from ichiba.arena.lab.trial import STUCK, UNFINISHED
from ichiba.core.game import View
from ichiba.core.registry import load

_MOST_ROWS = 40  # of what is worth having: the best and the worst
_MOST_DOTS = 12
_MOST_SEEDS = 5
_UNITS = {name: unit for name, unit, _ in FIGURES}
_SURE = "more than chance"


def page(found: Study) -> str:
    """The whole report."""
    title = load(found.question.game).title
    heading = f"{title}: {'changed numbers' if found.changes else 'the printed numbers'}"
    parts = [_about(found), _order(found), _lengths(found), _closeness(found), _worth(found)]
    if found.changes:
        parts.insert(1, _changes(found))
    parts.append(_usage(found))
    if found.luck:
        parts.append(_luck(found.luck))
    if found.restricted:
        parts.append(_restricted(found))
    parts.append(_stopped(found))
    if found.sensitivity:
        parts.append(sensitivity_section(found.sensitivity))
    return document(heading, parts)


def _about(found: Study) -> str:
    asked = found.question
    bots = asked.bots[0] if len({*asked.bots}) == 1 else ", ".join(asked.bots)
    told = f"{asked.games:,} games with {len(asked.bots)} players, bots: {bots}, seed {asked.seed}."
    if found.changes:
        told += " The changed game was played on the same deals."
    options = ", ".join(
        f"{name}={value}" for name, value in asked.options.items() if value not in (False, [], 0)
    )
    told += f" Options: {options}." if options else ""
    told += f" Revision {found.revision} of the rules. All intervals are 95% intervals."
    bound = (
        "What bots do is not what people do: a result holds for these bots. They know the changed "
        "rules, but their habits come from the printed ones."
    )
    return f"<p>{escape(told)}</p>\n<p>{escape(bound)}</p>"


def _number(value: float, unit: str, *, is_difference: bool = False) -> str:
    sign = "+" if is_difference else ""
    if unit == "%":
        return f"{100 * value:{sign}.1f} %"
    return f"{value:{sign},.0f}" if abs(value) >= 1000 else f"{value:{sign}.2f}"


def _changes(found: Study) -> str:
    changed = table(
        ["Number", "Printed", "Changed", "Mark"],
        [[one.path, str(one.printed), str(one.value), one.mark] for one in found.changes],
    )
    rows = [_row(one) for one in found.differences]
    head = ["On average", "Printed", "Changed", "Difference", "Interval", "Verdict"]
    told = (
        "Every deal was played with both rules, and the intervals are those of the differences of "
        "the single deals. “More than chance” takes into account how many rows there are. Nothing "
        f"changed in {found.same:,} of {found.question.games:,} games."
    )
    chart = dots(
        "Differences in percentage points",
        [
            Dot(one.name, 100 * one.difference, 100 * one.low, 100 * one.high, one.is_sure)
            for one in found.differences
            if one.unit == "%"
        ],
        "percentage points; filled: more than chance",
        middle=0.0,
    )
    return section("What changed", told, changed + chart + table(head, rows))


def _row(one: Difference) -> list[str]:
    return [
        one.name,
        _number(one.printed, one.unit),
        _number(one.changed, one.unit),
        _number(one.difference, one.unit, is_difference=True),
        f"{_number(one.low, one.unit, is_difference=True)} to "
        f"{_number(one.high, one.unit, is_difference=True)}",
        _SURE if one.is_sure else "could be chance",
    ]


def _named(found: Study) -> list[tuple[str, Overview]]:
    """The overviews with their names."""
    if found.changed is None:
        return [("printed", found.printed)]
    return [("printed", found.printed), ("changed", found.changed)]


def _order(found: Study) -> str:
    several = found.changed is not None
    rows, marks = [], []
    for name, one in _named(found):
        for place in one.order:
            label = f"player {place.place}" + (f", {name}" if several else "")
            bounds = f"{place.low:.1%} to {place.high:.1%}"
            rows.append([label, f"{place.share:.1%}", bounds, _number(place.score, "")])
            strong = name == "changed" or not several
            marks.append(Dot(label, 100 * place.share, 100 * place.low, 100 * place.high, strong))
    fair = 100 / len(found.question.bots)
    chart = dots("Wins by order of play", marks, "% of the wins; the line is fair", fair)
    told = "Who wins, by the order in which the players begin. A shared victory counts in parts."
    head = ["Order of play", "Wins", "Interval", "Mean score"]
    return section("Wins by order of play", told, chart + table(head, rows))


def _lengths(found: Study) -> str:
    unit = "rounds" if "round" in _public(found) else "turns"
    rows = [
        [name, f"{one.figures['rounds']:.1f}", f"{one.figures['decisions']:.0f}"]
        for name, one in _named(found)
    ]
    below = table(["Numbers", f"Mean {unit}", "Mean decisions"], rows)
    series = [(name, one.rounds) for name, one in _named(found)]
    if len({length for _, counts in series for length in counts}) == 1:
        return section("Length of games", f"Every game has the same number of {unit}.", below)
    chart = bars(f"Length of games in {unit}", series, unit)
    told = "Share of the games by length." + _outlines(found)
    return section("Length of games", told, chart + below)


def _outlines(found: Study) -> str:
    return " Outlined bars: printed; filled bars: changed." if found.changed else ""


def _public(found: Study) -> View:
    asked = found.question
    return load(asked.game).new(len(asked.bots), seed=0, **asked.options).view(None)


def _closeness(found: Study) -> str:
    rows = [
        [
            name,
            _number(one.figures["winner's lead"], ""),
            _number(one.figures["close games"], "%"),
            _number(one.shared / one.games, "%"),
            f"{one.figures['changes of the lead']:.2f}",
        ]
        for name, one in _named(found)
    ]
    head = ["Numbers", "Winner's lead", "Close games", "Shared victories", "Changes of the lead"]
    told = (
        f"A game is close if the second has at least {1 - CLOSE:.0%} of the winner's points. The "
        "lead changes when another player alone has the most points after a player's decisions."
        + _outlines(found)
    )
    series = [(name, one.leads) for name, one in _named(found)]
    chart = bars("Changes of the lead", series, "changes of the lead in a game")
    return section("Closeness and changes of the lead", told, chart + table(head, rows))


def _worth(found: Study) -> str:
    worths = found.worth_changed or found.worth
    before = {(one.group, one.name): one for one in found.worth} if found.worth_changed else {}
    told = (
        "How often players won who had something at the end, or did something at least once, and "
        "how often the others did. Having much may be the result of doing well rather than its "
        "cause. The filled ones are more than chance, given how many were compared."
    )
    if not worths:
        return section("What is worth having", told, "<p>Too few games to compare.</p>")
    best = _ends(worths, _MOST_DOTS)
    chart = dots(
        "What is worth having",
        [
            Dot(
                _what(one), 100 * (one.share_with - one.share_without), 100 * one.low,
                100 * one.high, one.is_sure,
            )
            for one in best
        ],
        "percentage points of the wins, with minus without",
        middle=0.0,
    )  # fmt: skip
    rows = []
    for one in _ends(worths, _MOST_ROWS):
        printed = before.get((one.group, one.name))
        row = [
            _what(one),
            f"{one.players:,}",
            f"{one.share_with:.1%}",
            f"{one.share_without:.1%}",
            f"{100 * one.low:+.1f} to {100 * one.high:+.1f}",
            _SURE if one.is_sure else "could be chance",
        ]
        if before:
            row.append(
                f"{100 * (printed.share_with - printed.share_without):+.1f}" if printed else "–"
            )
        rows.append(row)
    head = ["What", "Players", "Wins with", "Wins without", "Difference (points)", "Verdict"]
    if before:
        head.append("Printed")
    if len(worths) > _MOST_ROWS:
        told += f" Shown are the {_MOST_ROWS} of {len(worths)} with the largest effects."
    return section("What is worth having", told, chart + table(head, rows))


def _ends(worths: Sequence[Worth], most: int) -> list[Worth]:
    """The best and the worst, in order."""
    if len(worths) <= most:
        return [*worths]
    return [*worths[: most // 2], *worths[-(most // 2) :]]


def _what(one: Worth) -> str:
    name = one.name.replace("_", " ")
    more = f", {one.least} or more" if one.least > 1 else ""
    return f"{one.group}: {name}{more}"


def _usage(found: Study) -> str:
    rows = [
        [
            f"{one.level}: {one.kind}",
            f"{one.offered:,}",
            f"{one.chosen:,}",
            f"{one.rate:.1%}" if one.offered else "–",
            one.verdict,
        ]
        for one in found.usage
    ]
    told = (
        "Kinds of actions by their first words in records, counted in decisions between several "
        f"kinds. A kind is dead below {DEAD:.0%} of the decisions in which it is possible, and "
        f"dominant above {DOMINANT:.0%}."
    )
    head = ["Level: action", "Possible", "Chosen", "Share", ""]
    return section("Which actions are used", told, table(head, rows))


def _luck(own: Luck) -> str:
    rows = [
        [
            one.name,
            f"{one.seats:,}",
            f"{one.share:.1%}",
            f"{one.low:.1%} to {one.high:.1%}",
            _number(one.margin, ""),
        ]
        for one in own.levels
    ]
    parts = [("level", own.skill), ("deal", own.deal), ("rest", own.rest)]
    told = (
        f"{own.games} games between levels: {own.deals} deals, each with every group of levels in "
        "every seating. The variance of a player's points beyond the mean of the table is divided "
        "into what the level explains (skill), what the seat in this deal explains (luck of the "
        "deal), and the rest: what the others do, and chance during the game. The levels are those "
        "of this program; between people of more equal strength, skill explains less."
    )
    head = ["Level", "Seats", "Wins", "Interval", "Points beyond the table"]
    chart = stack("Luck and skill", parts)
    return section("Luck and skill", told, chart + table(head, rows))


def _restricted(found: Study) -> str:
    rows = [
        [
            ", ".join(one.never),
            f"{one.games:,}",
            f"{one.before:.1%}",
            f"{one.after:.1%}",
            f"{100 * one.low:+.1f} to {100 * one.high:+.1f}",
            _number(one.points, "", is_difference=True),
        ]
        for one in found.restricted
    ]
    told = (
        "One player never does this unless it is the only way on; the others play on as usual, on "
        "the same deals. Whenever the bot wants to do it, another possible action is drawn at "
        "random, so this is an upper bound of what it costs to do without."
    )
    head = ["Never", "Games", "Wins before", "Wins after", "Difference (points)", "Points lost"]
    return section("Doing without", told, table(head, rows))


def _stopped(found: Study) -> str:
    names = {STUCK: "no way on", UNFINISHED: "no end"}
    rows = [
        [f"{names[why]}, {name}", f"{len(seeds)}", ", ".join(seeds[:_MOST_SEEDS])]
        for name, one in _named(found)
        for why, seeds in one.stopped.items()
    ]
    if not rows:
        told = "Every player always had something to do, and every game came to its end."
        return section("Positions without a way on", told, "")
    told = "Games that stopped because a player had no choice left, or that were broken off."
    return section("Positions without a way on", told, table(["What", "Games", "Seeds"], rows))


# --- Sensitivity

HEAD = [
    "Number", "Players", "Value", "Tried", "What changes", "Wins of the first player (points)",
    "Unchanged games",
]  # fmt: skip
SENTENCES = ["What changes", "Wins of the first player (points)"]


def sensitivity_section(found: Sensitivity) -> str:
    """The table of uncertain numbers."""
    title = "Where reconstructed numbers change the game"
    if not found.numbers:
        return section(title, "No number of this title is reconstructed.", "")
    return section(title, told_of(found), table(HEAD, rows_of(found), SENTENCES))


def told_of(found: Sensitivity) -> str:
    """How the table was made."""
    matter = sum(one.matters for one in found.numbers)
    return (
        f"Each of {len(found.numbers)} numbers that we had to reconstruct, a step smaller and a "
        f"step larger, in {found.games:,} games with {found.bots} bots on the same deals as the "
        f"printed rules (seed {found.seed}). {matter} of them can't be played with one of the "
        "values, or change something that is more than chance, given that "
        f"{found.tests} values were compared in {len(FIGURES)} figures each. With more games, "
        "smaller changes could be seen: “nothing seen” means no more than that. The wins of the "
        "first player are differences with 95% intervals of their own. In unchanged games, "
        "neither scores nor the number of decisions differ."
    )


def rows_of(found: Sensitivity) -> list[list[str]]:
    """A row for each value that was tried."""
    return [
        [
            one.path,
            str(one.players),
            str(one.value),
            str(variant.value),
            effects(variant),
            first_wins(variant),
            "–" if variant.problem else f"{variant.same} of {found.games}",
        ]
        for one in found.numbers
        for variant in one.variants
    ]


def effects(variant: Variant) -> str:
    """What another value changes, in a few words."""
    if variant.problem:
        return "can't be played"
    said = [
        f"{one.name} {_number(one.difference, one.unit, is_difference=True)}"
        for one in variant.sure
    ]
    if variant.stopped != variant.stopped_printed:
        said.append(f"games without an end: {variant.stopped} instead of {variant.stopped_printed}")
    still = all(one.difference == one.low == one.high == 0 for one in variant.differences)
    return "; ".join(said) or ("nothing at all" if still else "nothing seen")


def first_wins(variant: Variant) -> str:
    """The difference in the first player's wins with its interval, in percentage points."""
    if not variant.differences:
        return "–"
    own = variant.differences[0]
    return f"{100 * own.difference:+.1f} ({100 * own.low:+.1f} to {100 * own.high:+.1f})"
