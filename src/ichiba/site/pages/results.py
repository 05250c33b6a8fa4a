"""The result of a game: places, parts of the scores, how the lead changed, and scoring steps.

A chart can say what its values are worth in the final score (`worth`). How the lead changed is read
from these charts.
"""

from collections.abc import Sequence
from itertools import pairwise

import msgspec
from django.utils.translation import gettext as _

from ichiba.core.charts import Chart
from ichiba.core.match import Match
from ichiba.core.reckoning import Step, steps_from
from ichiba.core.words import Words
from ichiba.site.tables.results import places
from ichiba.site.titles import boards

# The minimum width of a bar on a phone and in a wide window, in pixels.
_NARROW_BAR, _WIDE_BAR = 270, 400


class Part(msgspec.Struct, frozen=True):
    """One part of a score as a piece of a bar; `left` and `width` are percentages of the bar."""

    number: int  # which part it is, the same for all players
    title: str
    text: str
    left: float
    width: float

    @property
    def middle(self) -> float:
        """Where its number is centred."""
        return round(self.left + self.width / 2, 2)

    @property
    def fits(self) -> str:
        """In which windows its number fits: "all", "wide" or none ("")."""
        needed = 8 + 8 * len(self.text)  # pixels
        if self.width / 100 * _NARROW_BAR >= needed:
            return "all"
        return "wide" if self.width / 100 * _WIDE_BAR >= needed else ""


class Standing(msgspec.Struct, frozen=True):
    """One player's result. Tied players share a place."""

    place: int
    seat: int
    name: str
    total: str
    won: bool
    mine: bool
    parts: list[Part]


class ReckonedRow(msgspec.Struct, frozen=True):
    """What a player scores in one step, and their total after it."""

    seat: int
    name: str
    text: str
    amount: str
    loss: bool
    total: str


class ReckonedStep(msgspec.Struct, frozen=True):
    """A step of the scoring."""

    title: str
    about: str
    rows: list[ReckonedRow]


def in_units(match: Match, count: int, words: Words) -> str:
    """Return an amount with the title's unit: ¥1,200, −¥500, 3 points."""
    return words.say(f"{match.game.name}.result.score", {"count": count})


def in_figures(match: Match, count: int, words: Words) -> str:
    """Return an amount for tables and charts, where the unit is clear: ¥1,200, −¥500, 3."""
    return words.say(f"{match.game.name}.result.amount", {"count": count})


# --- Places


def standings(match: Match, words: Words, own: int | None) -> list[Standing]:
    """Return the results in order of rank."""
    state, place = match.state, places(match)
    by_player = bars(match, words)
    order = sorted(range(len(place)), key=lambda seat: (place[seat], seat))
    return [
        Standing(
            place=place[seat],
            seat=seat,
            name=match.record.names[seat],
            total=in_units(match, state.scores[seat], words),
            won=seat in state.winners,
            mine=seat == own,
            parts=by_player[seat],
        )
        for seat in order
    ]


def bars(match: Match, words: Words) -> list[list[Part]]:
    """Return the parts of each seat's score on a common scale, with losses left of zero."""
    parts = match.state.breakdown
    gains = max(sum(max(value, 0) for value in part.values()) for part in parts)
    losses = max(sum(max(-value, 0) for value in part.values()) for part in parts)
    scale = 100 / ((gains + losses) or 1)
    found = []
    for part in parts:
        bar, right, left = [], losses * scale, losses * scale
        for number, (key, value) in enumerate(part.items()):
            width = abs(value) * scale
            left -= width if value < 0 else 0
            if value:
                at = left if value < 0 else right
                told = in_figures(match, value, words)
                bar.append(Part(number, words.say(key), told, round(at, 2), round(width, 2)))
            right += width if value > 0 else 0
        found.append(bar)
    return found


def parts_of(match: Match, words: Words) -> list[tuple[int, str]]:
    """Return the number and title of each part that occurs in a score: the legend of the bars."""
    parts = match.state.breakdown
    keys = enumerate(parts[0])
    return [(n, words.say(key)) for n, key in keys if any(part[key] for part in parts)]


def table_of(match: Match, words: Words, seats: Sequence[int]) -> list[tuple[str, list[str]]]:
    """Return all parts of all scores as text, for players in this order."""
    parts = match.state.breakdown
    return [
        (words.say(key), [in_figures(match, parts[seat][key], words) for seat in seats])
        for key in parts[0]
    ]


def why_won(match: Match, words: Words) -> str:
    """Return a sentence on the winner's lead or on the tie-break."""
    return tie(match, words) or words.say(
        "core.result.ahead", {"score": in_units(match, _lead(match), words)}
    )


def tie(match: Match, words: Words) -> str:
    """Return the title's sentence about a tie; empty if there was none."""
    state = match.state
    if len(state.winners) > 1:
        return words.say(f"{match.game.name}.result.shared")
    best, *others = sorted(state.scores, reverse=True)
    if others and best == others[0]:
        return words.say(f"{match.game.name}.result.tie")
    return ""


def _lead(match: Match) -> int:
    best, *others = sorted(match.state.scores, reverse=True)
    return best - others[0] if others else best


def place_sentence(match: Match, words: Words, own: int | None) -> str:
    """Return a sentence on the viewer's place or, for a spectator, on who won."""
    winners = match.state.winners
    if own in winners:
        return _for_a_winner(match, words, own)
    if own is not None:
        return _for_another(match, words, own)
    if len(winners) > 1:
        return _("%(names)s share the victory.") % {"names": _names(words, winners)}
    name, second = words.name(winners[0]), _second(match)
    if second is None:
        return _("%(name)s wins.") % {"name": name}
    if not _lead(match):
        told = _("%(name)s wins, level with %(second)s but ahead on the tie-break.")
        return told % {"name": name, "second": words.name(second)}
    return _("%(name)s wins, %(margin)s ahead of %(second)s.") % {
        "name": name,
        "margin": in_units(match, _lead(match), words),
        "second": words.name(second),
    }


def _for_a_winner(match: Match, words: Words, own: int | None) -> str:
    others = [seat for seat in match.state.winners if seat != own]
    if others:
        return _("You share the victory with %(names)s.") % {"names": _names(words, others)}
    if not _lead(match):
        return _("You won on the tie-break.")
    return _("You won by %(margin)s.") % {"margin": in_units(match, _lead(match), words)}


def _for_another(match: Match, words: Words, own: int) -> str:
    state, all_places = match.state, places(match)
    place = all_places[own]
    behind = state.scores[state.winners[0]] - state.scores[own]
    facts = {
        "place": _ordinal(place),
        "margin": in_units(match, behind, words),
        "names": _names(words, state.winners),
    }
    if not behind:
        return _("You came %(place)s, level with %(names)s but behind on the tie-break.") % facts
    if all_places.count(place) > 1:
        return _("You share %(place)s place, %(margin)s behind %(names)s.") % facts
    return _("You came %(place)s, %(margin)s behind %(names)s.") % facts


def _ordinal(place: int) -> str:
    return {
        1: _("first"),
        2: _("second"),
        3: _("third"),
        4: _("fourth"),
        5: _("fifth"),
        6: _("sixth"),
    }.get(place, str(place))


def _names(words: Words, seats: Sequence[int]) -> str:
    return words.listed([words.name(seat) for seat in seats])


def _second(match: Match) -> int | None:
    """Return the best of those who didn't win."""
    state = match.state
    others = [seat for seat in range(len(state.scores)) if seat not in state.winners]
    return max(others, key=lambda seat: (state.scores[seat], -seat), default=None)


# --- What decided it


def decisive(match: Match, charts: Sequence[Chart], words: Words, own: int | None) -> str:
    """Return when the winner gained most on the viewer or runner-up, and when they took over."""
    state = match.state
    rival = own if own is not None and own not in state.winners else _second(match)
    if len(state.winners) != 1 or rival is None or not _lead(match):
        return ""
    winner = state.winners[0]
    scored = [chart for chart in charts if chart.worth]
    rows = running_scores(scored, len(state.scores))
    charted = len(rows) - 1
    if charted < 1:
        return ""
    if rows[-1] != [*state.scores]:  # the final scoring adds something
        rows.append([*state.scores])
    times = [_when(scored[0], number) for number in range(1, charted + 1)]
    times += [_("the final scoring")] * (len(rows) - 1 - charted)
    told = [_swing(rows, times, (winner, rival), own, match, words)]
    told.append(_last_lead(rows, times, winner, own, words))
    return " ".join(filter(None, told))


def _swing(
    rows: Sequence[Sequence[int]],
    times: Sequence[str],
    pair: tuple[int, int],
    own: int | None,
    match: Match,
    words: Words,
) -> str:
    """Return when the winner gained most on the other."""
    winner, rival = pair
    swings = [
        (after[winner] - before[winner]) - (after[rival] - before[rival])
        for before, after in pairwise(rows)
    ]
    if max(swings) <= 0:
        return ""
    step = swings.index(max(swings))
    gains = [rows[step + 1][seat] - rows[step][seat] for seat in pair]
    names = [_("you") if seat == own else words.name(seat) for seat in pair]
    told = _compared(names, gains, match, words)
    return _("The biggest swing came in %(when)s: %(told)s") % {"when": times[step], "told": told}


def _last_lead(
    rows: Sequence[Sequence[int]], times: Sequence[str], winner: int, own: int | None, words: Words
) -> str:
    """Return when the winner took the lead for good."""
    behind = [
        number
        for number, row in enumerate(rows)
        if max(score for seat, score in enumerate(row) if seat != winner) >= row[winner]
    ]
    facts = {"name": words.name(winner), "when": times[behind[-1] if behind else 0]}
    if not behind or behind[-1] == 0:
        you, other = _("You led from %(when)s on."), _("%(name)s led from %(when)s on.")
    else:
        you = _("You took the lead for good in %(when)s.")
        other = _("%(name)s took the lead for good in %(when)s.")
    return (you if winner == own else other) % facts


def running_scores(charts: Sequence[Chart], players: int) -> list[list[int]]:
    """Return all players' scores at each point of the charts that count towards the score."""
    length = min((len(s.values) for chart in charts for s in chart.series), default=0)
    rows = [[0] * players for _ in range(length)]
    for chart in charts:
        for series in chart.series:
            for row, value in zip(rows, series.values, strict=False):
                if series.seat is not None:
                    row[series.seat] += value * chart.worth
    return rows


def _when(chart: Chart, number: int) -> str:
    told = _("turn %(number)s") if chart.span == "turn" else _("round %(number)s")
    return told % {"number": number}


def _compared(names: Sequence[str], gains: Sequence[int], match: Match, words: Words) -> str:
    gain, change = (in_units(match, abs(amount), words) for amount in gains)
    facts = {"winner": names[0], "gain": gain, "other": names[1], "change": change}
    if gains[0] == 0:  # the other has lost, or the lead would not have changed
        told = _("%(winner)s gained nothing, but %(other)s lost %(change)s.")
    elif gains[0] < 0:
        told = _("%(winner)s lost only %(gain)s, but %(other)s lost %(change)s.")
    elif gains[1] < 0:
        told = _("%(winner)s gained %(gain)s and %(other)s lost %(change)s.")
    elif gains[1] == 0:
        told = _("%(winner)s gained %(gain)s and %(other)s gained nothing.")
    else:
        told = _("%(winner)s gained %(gain)s and %(other)s gained %(change)s.")
    return told % facts


# --- The scoring in steps


def reckoning(match: Match, words: Words) -> list[ReckonedStep]:
    """Return the steps of a title's scoring with running totals; empty if it has none."""
    steps = steps_from(boards.reckoning_of(match, words))
    if not steps:
        return []
    seats = range(len(match.state.scores))
    added = [sum(row.amount for step in steps for row in step.rows if row.seat == s) for s in seats]
    totals = [score - all_steps for score, all_steps in zip(match.state.scores, added, strict=True)]
    shown = []
    if any(totals):
        shown.append(_reckoned(Step(_("Before the final scoring"), []), totals, match, words))
    for step in steps:
        for row in step.rows:
            totals[row.seat] += row.amount
        shown.append(_reckoned(step, totals, match, words))
    return shown


def _reckoned(step: Step, totals: list[int], match: Match, words: Words) -> ReckonedStep:
    rows = []
    for seat in sorted(range(len(totals)), key=lambda seat: -totals[seat]):
        own = [row for row in step.rows if row.seat == seat]
        amount = sum(row.amount for row in own)
        told = in_figures(match, amount, words)
        rows.append(
            ReckonedRow(
                seat=seat,
                name=match.record.names[seat],
                text=" ".join(row.text for row in own),
                amount="" if not own else told if amount <= 0 else f"+{told}",
                loss=amount < 0,
                total=in_units(match, totals[seat], words),
            )
        )
    return ReckonedStep(step.title, step.about, rows)
