"""Why a decision is not allowed: for every action of the table, at every moment, to every seat."""

from collections.abc import Callable

from ichiba.core.messages import Argument, Reason
from ichiba.games.tokyo_tsukiji_market import purchasing, visiting
from ichiba.games.tokyo_tsukiji_market.actions import (
    AMOUNT,
    ASSIGN,
    BOAT,
    BUY,
    CATCH,
    CHOOSE,
    COLUMN,
    DISCARD,
    DOCK,
    DOCK_ABROAD,
    DONE,
    DRY_BARREL,
    DRY_CATCH,
    END_TURN,
    ENTER,
    GO_FISHING,
    GO_PURCHASING,
    JACK_CATCH,
    LICENSE,
    MOST_YEN,
    OPEN_PORT,
    PASS,
    REPRICE,
    RETURN,
    TOKEN_AT,
    TRANSFER,
    UNDOCK,
    WAYS,
)
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_SLOTS,
    HIMONO,
    IS_BARGE,
    JACK_MACKEREL,
    MACKEREL,
    MARKETS,
    NAME,
    NUM_FISH,
    NUM_TOKENS,
    PORT_PRICE,
    SPACES,
    STEP,
    TAKOYAKI_ITEM,
)
from ichiba.games.tokyo_tsukiji_market.holding import has_space
from ichiba.games.tokyo_tsukiji_market.keys import (
    BOAT_KEY,
    FISH_KEY,
    ITEM_KEY,
    MARKET_KEY,
    TOKEN_KEY,
)
from ichiba.games.tokyo_tsukiji_market.table import (
    ACTIVITY,
    BIDDING,
    BOXED,
    FISHING,
    ITEM_BITS,
    OVER,
    PHASES,
    PORTS,
    PRICE_SHIFT,
    PURCHASING,
    SEA,
    TURN,
    VISITING,
    Table,
)
from ichiba.games.tokyo_tsukiji_market.wording import chapter

_MENUS = (TURN, FISHING, PURCHASING, VISITING)


def _no(key: str, rule: str, **arguments: Argument) -> Reason:
    return Reason(f"{NAME}.reason.{key}", arguments, rule)


def explain(table: Table, seat: int, action: int) -> Reason | None:
    """The reason, or None if the action is legal. It tells nothing that the seat may not know."""
    phase = table.phase
    if phase == OVER:
        return Reason("core.reason.game_over", rule="end")
    if seat not in table.actors:
        arguments: dict[str, Argument] = {"seats": [*table.actors], "count": len(table.actors)}
        return Reason("core.reason.not_your_turn", arguments, chapter(table))
    if phase == BIDDING:
        return _bid(table, seat, action)
    if action in table.choices:
        return None
    if phase == ACTIVITY:
        return _activity(table, action)
    if phase not in _MENUS:
        return _no(f"first_{PHASES[phase]}", chapter(table))
    if phase == PURCHASING and not BUY <= action < REPRICE:
        return _no("first_purchasing", "purchasing")
    return _in_menu(table, seat, action)


def _bid(table: Table, seat: int, action: int) -> Reason | None:
    if action < AMOUNT:
        return _no("first_bidding", "bids")
    yen, money = (action - AMOUNT) * STEP, min(table.money[seat], MOST_YEN)
    return None if yen <= money else _no("bid_too_high", "bids", yen=yen, money=money)


def _in_menu(table: Table, seat: int, action: int) -> Reason:
    for first, reason in _KINDS:
        if action >= first:
            return reason(table, seat, action)
    return _word(table, seat, action)


def _word(table: Table, seat: int, action: int) -> Reason:
    """One of the words at the beginning of the table of actions."""
    if action == OPEN_PORT:
        if table.ports[seat] == PORTS:
            return _no("all_ports_open", "free_steps")
        if table.money[seat] < PORT_PRICE:
            return _no("too_dear", "free_steps", yen=PORT_PRICE, money=table.money[seat])
        return _not_now(table)
    if table.phase == VISITING:
        if action == LICENSE and table.visit < NUM_FISH:
            return _license(table, seat)
        if action == DONE:
            return _no("must_interact", "markets", market=MARKET_KEY[table.visit])
        return _not_here(table)
    if action in (GO_FISHING, GO_PURCHASING, PASS, END_TURN, DISCARD, DONE):
        return _turn_word(table, action)
    if action in (UNDOCK, DOCK, DOCK_ABROAD):
        return _no("choose_boat", "fishing")
    return _no("enter_first", "markets")


def _turn_word(table: Table, action: int) -> Reason:
    if table.phase != TURN:
        return _not_now(table)
    if action == END_TURN:
        return _no("points_left", "turn", points=table.points)
    if action == DISCARD:
        return _no("discard_early" if table.acted else "nothing_at_sea", "catching")
    if action == DONE:
        return _no("nothing_to_finish", "turn")
    if not table.points:
        return _no("no_points", "turn")
    return _no("nothing_to_fish" if action == GO_FISHING else "nothing_for_sale", "turn")


def _license(table: Table, seat: int) -> Reason:
    market = table.setup.fish[table.visit]
    fish, price = FISH_KEY[table.visit], market.license_price(table)
    if not table.licenses_left[table.visit]:
        return _no("no_license_left", "licenses", fish=fish)
    if market.licenses_a_visit and table.uses >= market.licenses_a_visit:
        return _no("license_once", market.name, fish=fish)
    if table.money[seat] < price:
        return _no("too_dear", market.name, yen=price, money=table.money[seat])
    if not has_space(table, seat):
        return _no("no_space", "licenses", spaces=SPACES)
    return _no("license_owned", market.name, fish=fish)


def _activity(table: Table, action: int) -> Reason:
    """Why the boat at hand cannot do this."""
    boat = BOAT_KEY[table.boat]
    at_sea = table.place[table.boat] == SEA
    if action == UNDOCK:
        return _no("at_sea" if at_sea else "second_catch", "fishing", boat=boat)
    if action in (DOCK, DOCK_ABROAD):
        if not at_sea:
            return _no("not_at_sea", "fishing", boat=boat)
        if action == DOCK:
            return _no("no_port", "docking", boat=boat)
        if table.external[table.setup.abroad.shelf] == BOXED:
            return _no("not_in_play", "foreign_market", market=table.setup.abroad.key)
        fee, money = table.setup.abroad.fee, table.money[table.seat]
        return _no("too_dear", "foreign_market", yen=fee, money=money)
    if CATCH <= action < BUY:
        return _catch(table, action)
    return _no("first_activity", "fishing", boat=boat)


def _catch(table: Table, action: int) -> Reason:
    boat, seat = table.boat, table.seat
    if IS_BARGE[boat] or table.place[boat] != SEA:
        return _no("cannot_catch", "catching", boat=BOAT_KEY[boat])
    if len(table.cargo[boat]) >= BOAT_SLOTS[boat]:
        return _no("boat_full", "catching", boat=BOAT_KEY[boat])
    fish, license_of = action - CATCH, action - CATCH
    if action >= JACK_CATCH:
        fish, license_of = MACKEREL, JACK_MACKEREL
    elif action >= DRY_CATCH:
        fish, license_of = action - DRY_CATCH, HIMONO
    if not table.barrels[fish]:
        return _no("no_barrel", "catching", fish=FISH_KEY[fish])
    if not table.licenses[seat][license_of]:
        return _no("no_license", "licenses", fish=FISH_KEY[license_of])
    if table.used[license_of] >= table.licenses[seat][license_of]:
        return _no("license_used", "licenses", fish=FISH_KEY[license_of])
    return _no("does_not_fit", "catching", fish=FISH_KEY[fish], boat=BOAT_KEY[boat])


def _boat(table: Table, seat: int, action: int) -> Reason:
    boat = (action - BOAT) if action < TRANSFER else action - TRANSFER
    if table.owner[boat] != seat:
        return _no("not_your_boat", "fishing", boat=BOAT_KEY[boat])
    if action >= TRANSFER:
        return _no("no_transfer", "catching", boat=BOAT_KEY[boat])
    if table.phase == FISHING:
        key = "boat_used" if table.activated >> boat & 1 else "boat_idle"
        return _no(key, "fishing", boat=BOAT_KEY[boat])
    return _not_now(table)


def _fish(table: Table, seat: int, action: int) -> Reason:
    return _no("choose_boat", "fishing")


def _buy(table: Table, seat: int, action: int) -> Reason:
    seller, code = purchasing.piece_of(table, action)
    if table.phase != PURCHASING:
        return _no("purchase_first", "purchasing")
    if seller >= table.setup.players:
        return _no("no_such_harbor", "purchasing", number=seller + 1)
    if seller == seat:
        return _no("own_harbor", "purchasing")
    if code is None:
        return _no("not_for_sale", "purchasing", seat=seller)
    price, item = (code >> PRICE_SHIFT) * 100, code & ITEM_BITS
    if price > table.money[seat]:
        return _no("too_dear", "purchasing", yen=price, money=table.money[seat])
    if item != TAKOYAKI_ITEM:
        return _no("no_token", "purchasing", fish=ITEM_KEY[item])
    return _not_now(table)


def _reprice(table: Table, seat: int, action: int) -> Reason:
    if table.phase != FISHING:
        return _no("reprice_when_fishing", "harbor")
    return _no("nothing_to_reprice", "harbor")


def _return(table: Table, seat: int, action: int) -> Reason:
    if not table.licenses[seat][action - RETURN]:
        return _no("no_license", "licenses", fish=FISH_KEY[action - RETURN])
    return _not_now(table)


def _dry(table: Table, seat: int, action: int) -> Reason:
    return _no("no_drying", "himono")


def _assign(table: Table, seat: int, action: int) -> Reason:
    if not table.buyers[seat]:
        return _no("no_buyer", "influence")
    return _no("no_such_target", "influence")


def _price(table: Table, seat: int, action: int) -> Reason:
    return _no("nothing_to_price", "harbor")


def _enter(table: Table, seat: int, action: int) -> Reason:
    way = WAYS[action - ENTER]
    market, rule, name = way.market, MARKETS[way.market], MARKET_KEY[way.market]
    if table.phase != TURN:
        return _not_now(table)
    if not visiting.is_open(table, market):
        in_play = market in table.in_play
        return _no("market_closed" if in_play else "not_in_play", "markets", market=name)
    if not visiting.market_of(table, market).may_enter(table, seat):
        return _no("not_admitted", rule, market=name)
    if not visiting.may_enter(table, seat, market):
        return _no("once_a_turn", rule, market=name)
    if not visiting.can_pay(table, seat, way):
        key = "no_points" if not table.points and not way.carts else "cannot_pay_entry"
        return _no(key, "markets", market=name)
    return _no("nothing_to_do", rule, market=name)


def _token(table: Table, seat: int, action: int) -> Reason:
    kind = (action - TOKEN_AT) % NUM_TOKENS
    if table.phase != VISITING:
        return _no("enter_first", "markets")
    if not table.tokens[seat][kind]:
        return _no("no_such_token", MARKETS[table.visit], token=TOKEN_KEY[kind])
    return _not_here(table)


def _interaction(table: Table, seat: int, action: int) -> Reason:
    return _not_here(table) if table.phase == VISITING else _no("enter_first", "markets")


def _choose(table: Table, seat: int, action: int) -> Reason:
    return _no("no_bids", "bids")


def _amount(table: Table, seat: int, action: int) -> Reason:
    return _no("no_amount", "bids")


def _not_here(table: Table) -> Reason:
    return _no("not_here", MARKETS[table.visit], market=MARKET_KEY[table.visit])


def _not_now(table: Table) -> Reason:
    return _no(f"first_{PHASES[table.phase]}", chapter(table))


_Why = Callable[[Table, int, int], Reason]
# The kinds of actions, the last of the table first.
_KINDS: tuple[tuple[int, _Why], ...] = (
    (AMOUNT, _amount),
    (CHOOSE, _choose),
    (TOKEN_AT + 2 * NUM_TOKENS, _interaction),
    (TOKEN_AT, _token),
    (ENTER, _enter),
    (COLUMN, _price),
    (ASSIGN, _assign),
    (DRY_BARREL, _dry),
    (RETURN, _return),
    (REPRICE, _reprice),
    (BUY, _buy),
    (CATCH, _fish),
    (BOAT, _boat),
)
