"""What somebody sees of a table: all that a page shows is gathered here, for one pair of eyes."""

from datetime import timedelta

import msgspec
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ichiba.core.game import Game
from ichiba.core.guide import guide_of
from ichiba.core.match import Match
from ichiba.core.messages import Message
from ichiba.core.registry import load
from ichiba.core.words import Words
from ichiba.site import absent, boards, standing, tables
from ichiba.site.log import NOTHING, log_for
from ichiba.site.matches import hold, names_of
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


class Amount(msgspec.Struct, frozen=True):
    """A number that is asked for, such as a bid: it takes the place of `#` in the notation."""

    notation: str
    least: int
    most: int
    step: int


def _amount_of(game: Game, asked: list[int]) -> Amount | None:
    """What the legal actions among a title's amounts ask for."""
    if not asked:
        return None
    words, numbers = zip(
        *(game.notation(action).rsplit(" ", 1) for action in (*game.amounts[:2], *asked)),
        strict=True,
    )
    first, second, *legal = map(int, numbers)
    return Amount(f"{words[0]} #", least=legal[0], most=legal[-1], step=second - first)


class Moves:
    """What the viewer may do, and why not the rest."""

    def __init__(self, match: Match, seat: int | None, words: Words) -> None:
        self._match, self._seat, self._words = match, seat, words
        game = match.game
        legal = [] if seat is None else match.state.legal(seat)
        # Hundreds of bids would be hundreds of sentences that nobody reads.
        self.amount = _amount_of(game, [one for one in legal if one in game.amounts])
        self.labels: dict[str, str] = {}
        if seat is not None:
            for action in legal:
                if action not in game.amounts:
                    label = match.state.label(seat, action).say(words)
                    self.labels[game.notation(action)] = label

    @property
    def watching(self) -> bool:
        """Whether there is nothing to decide for these eyes at all."""
        return self._seat is None

    @property
    def due(self) -> bool:
        """Whether a decision is owed."""
        return bool(self.labels) or self.amount is not None

    def why(self, notation: str) -> str:
        """Why a move is not possible now."""
        if self._seat is None:
            return ""
        action = self._match.game.parse(notation)
        reason = self._match.state.explain(self._seat, action)
        return reason.say(self._words) if reason is not None else ""


class Watching:
    """Nothing can be done: a replay, a game that was ended, a place that a bot plays for."""

    watching = True
    due = False
    amount = None
    labels: dict[str, str] = {}  # noqa: RUF012 - empty for good


class Player(msgspec.Struct, frozen=True):
    """What is shown of somebody at the table."""

    seat: int
    name: str
    bot: str
    free: bool
    mine: bool
    here: bool
    thinking: bool
    stand_in: bool  # a bot plays for whoever sits here


def viewer_of(table: Table, person: Person | None, seats: list[Seat]) -> Viewer:
    """With whose eyes a person looks at a table."""
    own = [seat.number for seat in seats if person is not None and seat.person_id == person.pk]
    if not own:
        return Viewer([], None)
    hidden = table.status in (Table.Status.RUNNING, Table.Status.ENDED)
    if table.hotseat and len(own) > 1 and hidden:
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
        "chat": table.last_chat,
        "person": person,
    }
    if table.started is None:
        return context | {
            "players": players_at(seats, None, viewer),
            "choices": _choices(table),
            "log": NOTHING,
        }
    with hold(table) as match:
        match.record.names = names_of(seats)
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
    if table.hotseat and viewer.eyes is None and table.status == Table.Status.RUNNING:
        due = [n for n in state.actors if n in viewer.seats and not seats[n].stand_in]
        viewer = msgspec.structs.replace(viewer, curtain=due[0] if due else None)
    eyes = viewer.eyes
    context = position_context(match, eyes, words)
    prompt = state.prompt(eyes)
    ended = table.status == Table.Status.ENDED
    deciding = eyes is not None and may_decide(table, seats[eyes])
    if not deciding:
        context["moves"] = Watching()
    context |= {
        "viewer": viewer,
        "board_shown": viewer.curtain is None,
        "prompt": prompt_for(match, seats, eyes, words),
        "rule": prompt.rule,
        "your_turn": deciding and eyes in state.actors,
        "replaced": any(seats[number].stand_in for number in viewer.seats),
        "waiting": absent.waiting_for(table, seats, match.record.names, viewer.seats),
        "token": "" if eyes is None else tables.token(match, eyes),
        "can_undo": deciding and match.why_no_undo(eyes) is None,
        "log": log_for(table, match, eyes, words),
        "players": players_at(seats, match, viewer, ended=ended),
        "number": len(match.record.moves),
        "standing": standing.shown_to(table, eyes),
        "guide": _guide(match, prompt, eyes, words),
    }
    if not state.actors:
        context |= end_context(match, words) | {"seed": table.seed}
    return context


def may_decide(table: Table, seat: Seat) -> bool:
    """Whether moves of this place are its person's: no bot plays for it, nobody ended the game."""
    return not seat.stand_in and table.status != Table.Status.ENDED


def prompt_for(match: Match, seats: list[Seat], eyes: int | None, words: Words) -> str:
    """What to do now."""
    if eyes is not None and seats[eyes].stand_in and match.state.actors:
        return _("A bot plays for you.")
    return match.state.prompt(eyes).say(words)


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
        "why_won": why_won(match, words),
    }


def _in_units(match: Match, count: int, words: Words) -> str:
    """A score as the title counts it: in yen, in points."""
    return words.say(f"{match.game.name}.result.score", {"count": count})


def why_won(match: Match, words: Words) -> str:
    """By how much, or by which tie-break; the title knows its own."""
    state = match.state
    if len(state.winners) > 1:
        return words.say(f"{match.game.name}.result.shared")
    best, *others = sorted(state.scores, reverse=True)
    if others and best == others[0]:
        return words.say(f"{match.game.name}.result.tie")
    margin = best - others[0] if others else best
    return words.say("core.result.ahead", {"score": _in_units(match, margin, words)})


def here(seat: Seat) -> bool:
    """Whether whoever sits there has the page open."""
    return bool(seat.bot) or (seat.seen is not None and timezone.now() - seat.seen < HERE)


def players_at(
    seats: list[Seat], match: Match | None, viewer: Viewer, *, ended: bool = False
) -> list[Player]:
    """Everybody at the table, and the free places."""
    names = [seat.shown for seat in seats] if match is None else match.record.names
    actors = () if match is None or ended else match.state.actors
    return [
        Player(
            seat=seat.number,
            name=names[seat.number],
            bot=seat.bot,
            free=seat.free,
            mine=seat.number in viewer.seats,
            here=here(seat),
            thinking=seat.number in actors,
            stand_in=bool(seat.stand_in),
        )
        for seat in seats
    ]
