"""The template context of a table's page, computed for one viewer."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from ichiba.core.game import View
from ichiba.core.guide import Position
from ichiba.core.match import Match
from ichiba.core.messages import Message
from ichiba.core.registry import load
from ichiba.core.words import Words
from ichiba.site.access import Viewer, check_may_look, viewer_of
from ichiba.site.models import Person, Seat, Table
from ichiba.site.pages import results
from ichiba.site.pages.guide_cards import Card, cards_for, what_an_expert_does
from ichiba.site.pages.ladder import suggestion_at
from ichiba.site.pages.log import NOTHING, chapters_for, log_for
from ichiba.site.pages.moves import Moves, Watching
from ichiba.site.pages.players import AtScreen, players_at, turn_at_screen
from ichiba.site.pages.since import before_turn, since_for
from ichiba.site.pages.standings import standings_context
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import automatic_bids, days, hints, leaving, play, stand_ins
from ichiba.site.titles import boards
from ichiba.site.titles.descriptions import card_of
from ichiba.site.titles.words import words_for


def table_context(snapshot: Snapshot, person: Person | None) -> dict[str, Any]:
    """Return the whole template context of a table's page."""
    table = snapshot.table
    viewer = viewer_of(snapshot, person)
    check_may_look(table, viewer)
    context: dict[str, Any] = {
        "table": table,
        "game": load(table.title),
        "seats": snapshot.seats,
        "viewer": viewer,
        "chat": snapshot.chat,
        "person": person,
        "gets_notices": any(snapshot.seats[number].calls for number in viewer.seats),
    }
    if snapshot.match_or_none is None:
        return context | {
            "players": players_at(snapshot, viewer),
            "choices": _choices(table),
            "card": card_of(table.title),
            "missing": sum(seat.free for seat in snapshot.seats),
            "log": NOTHING,
        }
    return context | _match_context(snapshot, viewer)


def _choices(table: Table) -> list[dict[str, str]]:
    """Return the options of a table that were chosen, with a sentence about each."""
    words, game = words_for([]), load(table.title)
    told = []
    for option in game.options:
        value = table.options.get(option.name, option.default)
        if not value or value == option.default:
            continue
        chosen = value if isinstance(value, list) else [value]
        names = [boards.choice_words(game, option.name, one, words)[0] for one in chosen]
        told.append(
            {
                "title": words.say(option.title),
                "value": "" if option.type is bool else ", ".join(names),
                "about": words.say(option.about),
            }
        )
    return told


def _match_context(snapshot: Snapshot, viewer: Viewer) -> dict[str, Any]:
    table, seats, match = snapshot.table, snapshot.seats, snapshot.match
    state, words = match.state, words_for(match.record.names)
    if table.hotseat and viewer.eyes is None and table.status == Table.Status.RUNNING:
        due = [n for n in state.actors if n in viewer.seats and not seats[n].stand_in]
        viewer = msgspec.structs.replace(viewer, curtain=due[0] if due else None)
    eyes = viewer.eyes
    to_viewer = words.to(eyes)
    context = position_context(match, eyes, words)
    prompt = state.prompt(eyes)
    ended, shared = table.status == Table.Status.ENDED, turn_at_screen(snapshot)
    deciding = eyes is not None and may_decide(table, seats[eyes])
    if not deciding:
        context["moves"] = Watching()
    context |= {
        "viewer": viewer,
        "board_shown": viewer.curtain is None,
        "prompt": prompt_for(match, seats, eyes, to_viewer),
        "rule": prompt.rule,
        "your_turn": deciding and eyes in state.actors,
        "bots_move": viewer.plays
        and not any(n in viewer.seats for n in state.actors)
        and any(seats[n].played_by for n in state.actors),
        "replaced": any(seats[n].stand_in and not seats[n].left for n in viewer.seats),
        "leaving_ends": not _others(seats, viewer),
        "may_leave": any(not seats[n].left for n in viewer.seats),
        "why_ended": leaving.why_ended(snapshot, [seats[n] for n in viewer.seats]) if ended else "",
        "turn_title": _turn_title(match, shared),
        "waiting": stand_ins.waiting_for(snapshot, viewer.seats),
        "token": "" if eyes is None else play.position_token(snapshot, eyes),
        "can_undo": deciding and eyes is not None and play.why_no_undo(match, eyes) is None,
        "log": log_for(snapshot, eyes, words),
        "players": players_at(snapshot, viewer, shared),
        "number": len(match.record.moves),
        "step": next((e.move for e in reversed(match.events) if e.is_for(eyes)), 0),
        "hints": eyes is not None and hints.are_offered(snapshot),
        "automatic_bids": automatic_bids.shown_to(snapshot, eyes),
        "notices": _notices(snapshot, viewer),
        "guide": _guide(snapshot, eyes, prompt, context, to_viewer),
    }
    context |= _what_counts(snapshot, context["view"], eyes, words, deciding=deciding)
    if not state.actors:
        context |= end_context(match, words, viewer.own)
        context["seed"] = "" if days.is_secret(table) else table.seed
        context["ladder"] = None if table.day else suggestion_at(snapshot, viewer)
    return context


def _notices(snapshot: Snapshot, viewer: Viewer) -> str:
    """Return whether the viewer gets notices about this game: "on", "silent", or "" if none."""
    own = [seat for seat in snapshot.seats if seat.number in viewer.seats and seat.person_plays]
    if not any(seat.calls for seat in own):
        return ""
    return "silent" if all(seat.silent for seat in own) else "on"


def _what_counts(
    snapshot: Snapshot, view: View, eyes: int | None, words: Words, *, deciding: bool
) -> dict[str, Any]:
    """Return the standings, and what happened since the viewer's last turn."""
    if eyes is None:
        return standings_context(snapshot, view, None, 0, words) | {"since": None}
    match, told = snapshot.match, chapters_for(snapshot, eyes)
    decided = before_turn(match, told, eyes)
    shown = deciding and match.state.actors
    return standings_context(snapshot, view, eyes, decided, words) | {
        "since": since_for(match, told, eyes, decided, words) if shown else None,
        "is_first_turn": not decided,
    }


def _guide(
    snapshot: Snapshot,
    eyes: int | None,
    prompt: Message,
    context: Mapping[str, Any],
    words: Words,
) -> list[Card] | None:
    """Return the cards of the guide. A guided game against bots alone suggests moves, too."""
    table, match = snapshot.table, snapshot.match
    if eyes is None:
        return None
    known = [event for event in match.events if event.is_for(eyes)]
    position = Position(context["view"], eyes, prompt, known, context["moves"].labels)
    advise = None
    if table.guided and hints.are_offered(snapshot):
        seed = f"{table.seed_hash} {play.match_token(match, eyes)}"
        advise = partial(what_an_expert_does, match, eyes, seed)
    return cards_for(match.game, position, context["moves"], words, advise)


def may_decide(table: Table, seat: Seat) -> bool:
    """Return whether the seat's person makes its moves: no bot does, and the game wasn't ended."""
    return not seat.stand_in and table.status != Table.Status.ENDED


def prompt_for(match: Match, seats: list[Seat], eyes: int | None, words: Words) -> str:
    """Return the prompt."""
    if eyes is not None and seats[eyes].stand_in and match.state.actors:
        left = seats[eyes].left
        return _("You left this game. A bot took over.") if left else _("A bot is playing for you.")
    return match.state.prompt(eyes).say(words)


def _others(seats: list[Seat], viewer: Viewer) -> bool:
    """Return whether other people would keep playing if the viewer left."""
    return any(
        seat.person_id is not None and not seat.left and seat.number not in viewer.seats
        for seat in seats
    )


def _turn_title(match: Match, shared: AtScreen | None) -> str:
    """Return the title of the browser tab when it is the viewer's turn."""
    if shared is None or shared.turn is None:
        return _("Your turn")
    return _("%s's turn") % match.record.names[shared.turn]


def position_context(match: Match, eyes: int | None, words: Words) -> dict[str, Any]:
    """Return the context of the board for one viewer.

    Boards and messages address the viewer as "you".
    """
    view = match.state.view(eyes)
    board = boards.web_of(match.game).present(view, words.to(eyes))
    board |= boards.past_of(match, words.to(eyes))
    return {
        "game": match.game,
        "view": view,
        "board": board,
        "board_template": boards.template_of(match.game),
        "tray_template": boards.tray_of(match.game),
        "now_template": boards.now_of(match.game),
        "places_since": boards.places_since(match.game),
        "moves": Moves(match, eyes, words.to(eyes)),
    }


def end_context(match: Match, words: Words, own: int | None = None) -> dict[str, Any]:
    """Return the context of the result, for a player or a spectator."""
    standings = results.standings(match, words, own)
    seats = [one.seat for one in standings]
    charts = boards.web_of(match.game).charts(match, words)
    return {
        "place": results.place_sentence(match, words, own),
        "result": results.place_sentence(match, words, None),
        "loser": None if own in match.state.winners else own,
        "tie": results.tie(match, words),
        "decided": results.decisive(match, charts, words, own),
        "standings": standings,
        "score_parts": results.parts_of(match, words),
        "score_rows": results.table_of(match, words, seats),
        "reckoning": results.reckoning(match, words),
        "festive": boards.festive_of(match.game),
        "charts": [one for one in charts if one.tells],
    }
