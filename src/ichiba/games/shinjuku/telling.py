"""What the game asks for and what a choice would do: prompts and labels."""

from ichiba.core.messages import Argument, Message
from ichiba.games.shinjuku.actions import (
    AT,
    DECLINE,
    END,
    GIVE,
    INCOME,
    STOP,
    STORE,
    THREE,
    TURN_ACTIONS,
)
from ichiba.games.shinjuku.data import ACTIONS_IN_TURN, GOODS, KINDS
from ichiba.games.shinjuku.queue import kind_keys
from ichiba.games.shinjuku.scoring import winners
from ichiba.games.shinjuku.table import (
    FREE_INCOME,
    MOVE_GIVE,
    MOVE_ON,
    MOVE_START,
    NONE,
    OPEN_STATION,
    OVER,
    PAYMENT_THREE,
    PHASES,
    STORES,
    UPGRADE_STATION,
    Table,
)

# By phase: the chapter of the rules that it comes from.
CHAPTERS = (
    "turn", "turn", "open", "open", "wildcards", "wildcards", "expand", "expand", "move", "move",
    "move", "move", "upgrade", "upgrade", "income", "end",
)  # fmt: skip


def prompt(table: Table, seat: int | None) -> Message:
    """What to do now, or whom to wait for."""
    phase = PHASES[table.phase]
    chapter = CHAPTERS[table.phase]
    if table.phase == OVER:
        seats = [*winners(table)]
        return Message("shinjuku.prompt.over", {"seats": seats, "count": len(seats)}, chapter)
    if seat is None or seat not in table.actors:
        kind = "free_income" if table.phase == FREE_INCOME else "turn"
        waiting: dict[str, Argument] = {"seats": [*table.actors], "count": len(table.actors)}
        return Message(f"shinjuku.waiting.{kind}", waiting, chapter)
    return Message(f"shinjuku.prompt.{phase}", _prompt_arguments(table), chapter)


def _prompt_arguments(table: Table) -> dict[str, Argument]:
    arguments: dict[str, Argument] = {
        "left": ACTIONS_IN_TURN - table.done,
        "cards": table.three,
    }
    if table.station != NONE:
        arguments["station"] = table.station_name(table.station)
    if table.path:
        arguments["station"] = table.station_name(table.path[-1])
    if table.ward != NONE:
        arguments["ward"] = table.ward_name(table.ward)
    if table.phase == MOVE_GIVE:
        arguments["seat"] = table.stores[table.path[-1]] // STORES
    if table.phase == FREE_INCOME:
        arguments["seat"] = table.player
    return arguments


def label(table: Table, seat: int, action: int) -> Message:
    """What a legal action would do."""
    del seat  # whoever decides
    actions = table.setup.actions
    chapter = CHAPTERS[table.phase]
    if action < AT:
        return _plain_label(table, action, chapter)
    if action < actions.origin:
        return _station_label(table, action - AT, chapter)
    if action < actions.track:
        station = action - actions.origin
        good = _good(table.stores[station] % STORES)
        name = table.station_name(station)
        return _say("relocate", chapter, good=good, station=name)
    if action < actions.ward:
        a, b = table.setup.city.ends[action - actions.track]
        names = {"station": table.station_name(a), "other": table.station_name(b)}
        return _say("track", chapter, **names)
    if action < actions.pay:
        ward = action - actions.ward
        customers = kind_keys(table.wards[ward])
        return _say("ward", chapter, ward=table.ward_name(ward), customers=customers)
    return _card_label(table, action - actions.pay, chapter)


def _plain_label(table: Table, action: int, chapter: str) -> Message:
    if action == INCOME and table.phase == FREE_INCOME:
        return _say("take_income", chapter)
    if action < END:
        return _say(TURN_ACTIONS[action], chapter)
    if action == STOP and table.phase == MOVE_ON:
        return _say("stop", chapter, station=table.station_name(table.path[-1]))
    if action < STORE:
        return _say(
            {END: "end", STOP: "no_second", DECLINE: "decline", THREE: "three"}[action], chapter
        )
    if action < GIVE:
        return _say("store", chapter, good=_good(action - STORE))
    customer = f"shinjuku.customer.{KINDS[action - GIVE]}"
    if table.phase == MOVE_GIVE:
        owner = table.stores[table.path[-1]] // STORES
        return _say("give", chapter, customer=customer, seat=owner)
    return _say("spend", chapter, customer=customer)


def _station_label(table: Table, station: int, chapter: str) -> Message:
    name = table.station_name(station)
    if table.phase == OPEN_STATION:
        ward = table.ward_name(table.setup.city.ward_of[station])
        return _say("open_at", chapter, station=name, ward=ward)
    if table.phase == UPGRADE_STATION:
        return _say("upgrade_at", chapter, station=name, good=_good(table.stores[station] % STORES))
    if table.phase == MOVE_START:
        return _say("start", chapter, station=name)
    link = table.setup.city.link_between.get((table.path[-1], station))
    if link is not None and table.links[link] != table.player:
        return _say("go_by_track_of", chapter, station=name, seat=table.links[link])
    return _say("go", chapter, station=name)


def _card_label(table: Table, ward: int, chapter: str) -> Message:
    name = table.ward_name(ward)
    if table.phase == PAYMENT_THREE:
        return _say("give_card", chapter, card=name)
    if table.pay_for >> ward & 1:
        return _say("pay", chapter, card=name)
    return _say("pay_wild", chapter, card=name)


def _good(good: int) -> str:
    return f"shinjuku.good.{GOODS[good]}"


def _say(key: str, chapter: str, **arguments: Argument) -> Message:
    return Message(f"shinjuku.label.{key}", arguments, chapter)
