"""What somebody sees of a table: all that a page shows is gathered here, for one pair of eyes."""

from datetime import datetime, timedelta

import msgspec
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from ichiba.core.guide import guide_of
from ichiba.core.match import Match
from ichiba.core.messages import Message
from ichiba.core.record import UNDO
from ichiba.core.registry import load
from ichiba.core.words import Words
from ichiba.site import boards, standing, tables
from ichiba.site.matches import hold
from ichiba.site.models import Person, Seat, Table

HERE = timedelta(seconds=45)


class Viewer(msgspec.Struct, frozen=True):
    """Who looks at a table, and with whose eyes."""

    seats: list[int]  # the viewer's own
    eyes: int | None  # the seat whose secrets may be shown, None: what is public
    curtain: int | None = None  # at a shared screen: who has to come before anything is shown

    @property
    def plays(self) -> bool:
        """Whether the viewer sits at the table."""
        return bool(self.seats)


class Moves:
    """What the viewer may do, and why not the rest."""

    def __init__(self, match: Match, seat: int | None, words: Words) -> None:
        self._match, self._seat, self._words = match, seat, words
        legal = [] if seat is None else match.state.legal(seat)
        self.labels: dict[str, str] = {}
        if seat is not None:
            for action in legal:
                label = match.state.label(seat, action).say(words)
                self.labels[match.game.notation(action)] = label

    @property
    def watching(self) -> bool:
        """Whether there is nothing to decide for these eyes at all."""
        return self._seat is None

    @property
    def due(self) -> bool:
        """Whether a decision is owed."""
        return bool(self.labels)

    def why(self, notation: str) -> str:
        """Why a move is not possible now."""
        if self._seat is None:
            return ""
        action = self._match.game.parse(notation)
        reason = self._match.state.explain(self._seat, action)
        return reason.say(self._words) if reason is not None else ""


class LogLine(msgspec.Struct, frozen=True):
    """A sentence of the log, with the move that it belongs to."""

    text: str
    move: int
    when: datetime | None
    fresh: bool  # since the viewer's last move
    kind: str
    sound: str  # what it sounds like, if anything
    address: str  # of the replay at this moment


class Player(msgspec.Struct, frozen=True):
    """What is shown of somebody at the table."""

    seat: int
    name: str
    bot: str
    free: bool
    mine: bool
    here: bool
    thinking: bool


def viewer_of(table: Table, person: Person | None, seats: list[Seat]) -> Viewer:
    """With whose eyes a person looks at a table."""
    own = [seat.number for seat in seats if person is not None and seat.person_id == person.pk]
    if not own:
        return Viewer([], None)
    if table.hotseat and len(own) > 1 and table.status == Table.Status.RUNNING:
        return Viewer(own, table.at_screen if table.at_screen in own else None)
    return Viewer(own, own[0])


def may_look(table: Table, viewer: Viewer) -> bool:
    """A private table is for those who sit there, until the game is over."""
    return table.listed or viewer.plays or table.status != Table.Status.RUNNING


def words_for(names: list[str]) -> Words:
    """The voice of the visitor's language."""
    return Words(names, get_language() or "en")


def table_context(table: Table, person: Person | None) -> dict[str, object]:
    """All that the page of a table shows."""
    seats = list(table.seats.all())
    viewer = viewer_of(table, person, seats)
    game = load(table.game)
    context: dict[str, object] = {
        "table": table,
        "game": game,
        "seats": seats,
        "viewer": viewer,
        "chat": list(table.chat.all())[-100:],
        "person": person,
    }
    if table.status == Table.Status.OPEN:
        return context | {"players": _players(seats, None, viewer), "choices": _choices(table)}
    with hold(table) as match:
        return context | _match_context(table, match, seats, viewer)


def _choices(table: Table) -> list[str]:
    """The options of a table in words: what is switched on, and what was chosen."""
    words, game = words_for([]), load(table.game)
    told = []
    for option in game.options:
        value = table.options.get(option.name, option.default)
        title = words.say(option.title)
        if option.type is bool:
            told += [title] if value else []
        elif value:
            chosen = value if isinstance(value, list) else [value]
            names = [boards.choice_words(game, option.name, one, words)[0] for one in chosen]
            told.append(f"{title}: {', '.join(names)}")
    return told


def _match_context(
    table: Table, match: Match, seats: list[Seat], viewer: Viewer
) -> dict[str, object]:
    state, words = match.state, words_for(match.record.names)
    if table.hotseat and viewer.eyes is None and state.actors:
        due = [seat for seat in state.actors if seat in viewer.seats]
        viewer = msgspec.structs.replace(viewer, curtain=due[0] if due else None)
    eyes = viewer.eyes
    context = position_context(match, eyes, words)
    prompt = state.prompt(eyes)
    context |= {
        "viewer": viewer,
        "board_shown": viewer.curtain is None,
        "prompt": prompt.say(words),
        "rule": prompt.rule,
        "your_turn": eyes is not None and eyes in state.actors,
        "token": "" if eyes is None else tables.token(match, eyes),
        "can_undo": eyes is not None and match.why_no_undo(eyes) is None,
        "log": _log(table, match, eyes, words),
        "players": _players(seats, match, viewer),
        "number": len(match.record.moves),
        "standing": standing.shown_to(table, eyes),
        "guide": _guide(match, prompt, eyes, words),
    }
    if not state.actors:
        context |= end_context(match, words) | {"seed": table.seed}
    return context


def _guide(
    match: Match, prompt: Message, eyes: int | None, words: Words
) -> list[dict[str, str]] | None:
    """What a first game would explain at this moment; None where there is no guide."""
    guide = guide_of(match.game)
    if guide is None or eyes is None:
        return None
    happened = {event.key.rpartition(".")[2] for event in match.events if event.is_for(eyes)}
    return [
        {
            "name": step.name,
            "text": words.say(f"{match.game.name}.guide.{step.name}"),
            "rule": prompt.rule,
        }
        for step in guide.step
        if step.fits(prompt, happened)
    ]


def position_context(match: Match, eyes: int | None, words: Words) -> dict[str, object]:
    """The board for one pair of eyes."""
    board = boards.web_of(match.game).present(match.state.view(eyes), words)
    board |= boards.past_of(match, words)
    return {
        "game": match.game,
        "board": board,
        "board_template": boards.template_of(match.game),
        "moves": Moves(match, eyes, words),
    }


def end_context(match: Match, words: Words) -> dict[str, object]:
    """Scores broken down, charts, who won and why."""
    state = match.state
    parts = state.breakdown
    rows = [(words.say(key), [part[key] for part in parts]) for key in parts[0]]
    return {
        "totals": [_in_units(match, score, words) for score in state.scores],
        "names": match.record.names,
        "score_rows": rows,
        "charts": boards.web_of(match.game).charts(match, words),
        "why_won": _why_won(match, words),
    }


def _in_units(match: Match, count: int, words: Words) -> str:
    """A score as the title counts it: in yen, in points."""
    return words.say(f"{match.game.name}.result.score", {"count": count})


def _why_won(match: Match, words: Words) -> str:
    """By how much, or by which tie-break; the title knows its own."""
    state = match.state
    if len(state.winners) > 1:
        return words.say(f"{match.game.name}.result.shared")
    best, *others = sorted(state.scores, reverse=True)
    if others and best == others[0]:
        return words.say(f"{match.game.name}.result.tie")
    margin = best - others[0] if others else best
    return words.say("core.result.ahead", {"score": _in_units(match, margin, words)})


def _log(table: Table, match: Match, eyes: int | None, words: Words) -> list[LogLine]:
    times = dict(table.moves.values_list("number", "created"))
    last_own = _last_own_move(match, eyes)
    sounds = boards.web_of(match.game).SOUNDS
    replay = reverse("replay", args=[table.slug])
    return [
        LogLine(
            text=event.say(words),
            move=event.move,
            when=times.get(event.move, table.started),
            fresh=eyes is not None and event.move > last_own,
            kind=kind,
            sound=sounds.get(kind, ""),
            address=f"{replay}?at={event.move}",
        )
        for event in match.events
        if event.is_for(eyes)
        for kind in [event.key.rpartition(".")[2]]
    ]


def _last_own_move(match: Match, eyes: int | None) -> int:
    own = [
        number
        for number, move in enumerate(match.record.moves, start=1)
        if move.startswith(f"{eyes} ") and not move.endswith(f" {UNDO}")
    ]
    return own[-1] if own else 0


def _players(seats: list[Seat], match: Match | None, viewer: Viewer) -> list[Player]:
    now = timezone.now()
    return [
        Player(
            seat=seat.number,
            name=seat.name,
            bot=seat.bot,
            free=seat.free,
            mine=seat.number in viewer.seats,
            here=bool(seat.bot) or (seat.seen is not None and now - seat.seen < HERE),
            thinking=match is not None and seat.number in match.state.actors,
        )
        for seat in seats
    ]
