"""The Markets action: entering a market, its cost, license income and interactions."""

from typing import Final

from ichiba.core.decision import Menu
from ichiba.core.flowing import RESUMING
from ichiba.core.messages import Message, Reason
from ichiba.games.tokyo_tsukiji_market import free_steps
from ichiba.games.tokyo_tsukiji_market.actions import (
    ASSIGN,
    BOAT,
    DONE,
    ELSEWHERE,
    ENTER,
    INTERACTIONS,
    MOST_CARTS,
    NO_BARREL,
    RETURN,
    TRANSFER,
    WAYS,
    WAYS_WITH_CARTS,
    WHICH,
    Way,
)
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    INCOME,
    MARKETS,
    NAME,
    NUM_FISH,
    SPACES,
    TAKOYAKI,
    TAKOYAKI_ITEM,
)
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF
from ichiba.games.tokyo_tsukiji_market.holding import spaces_used
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY, FISH_KEY, ITEM_KEY, MARKET_KEY
from ichiba.games.tokyo_tsukiji_market.picking import pick
from ichiba.games.tokyo_tsukiji_market.pieces import earn, give_token, pay, spend
from ichiba.games.tokyo_tsukiji_market.table import (
    BOXED,
    CARTS,
    CLOSED,
    NO_MARKET,
    NO_SPACE,
    PICKING,
    TURN,
    VISITING,
    AnyBoat,
    Choice,
    MarketTable,
    Step,
)

# Markets that can be entered only once a turn, as bits (B8).
ONCE_A_TURN: Final = sum(
    1 << market
    for market, name in enumerate(MARKETS)
    if (BOX.fish[name] if market < NUM_FISH else BOX.external[name]).once_a_turn
)


def _is_open(table: MarketTable, market: int) -> bool:
    """Whether the market is in play and not closed; an overfished market stays open."""
    if market < NUM_FISH:
        return table.status[market] != BOXED
    return table.external[market - NUM_FISH] not in (BOXED, CLOSED)


def _can_pay(table: MarketTable, seat: int, way: Way) -> bool:
    """Whether the seat can pay this way; after the last action point, with a Cart."""
    if way.points > table.points or way.yen > table.money[seat]:
        return False
    if carts_needed(table, way) > sum(table.carts[seat]):
        return False
    if way.takoyaki:
        if way.own:
            return any(ITEM_OF[code] == TAKOYAKI_ITEM for code in table.harbor[seat])
        return table.tokens[seat][TAKOYAKI] > 0
    if way.barrel != NO_BARREL:
        return any(ITEM_OF[code] == way.barrel for code in table.harbor[seat])
    return True


def carts_needed(table: MarketTable, way: Way) -> int:
    """How many uses of Carts an entry takes.

    After the last action point no further action is possible, unless a Cart gives one more (B3).
    Whoever then enters a market that costs no points keeps the Cart's point for another one (B5).
    """
    return way.carts or not table.points


def _carts_used_up(carts: tuple[int, ...], uses: int) -> int:
    """How many license spaces become free after this many uses of Carts."""
    freed = 0
    for left in carts:
        if left > uses:
            break
        freed += 1
        uses -= left
    return freed


def entrances(table: MarketTable, seat: int) -> list[int]:
    """Every way in which the seat can enter a market now."""
    points, carts = table.points, table.carts[seat]
    if not points and not carts:
        return []
    money, own = table.money[seat], table.licenses[seat]
    room = SPACES - spaces_used(table, seat)
    can_sell = bool(table.harbor[seat]) or any(table.tokens[seat])
    blocked = table.entered & ONCE_A_TURN
    doors, crashing = table.setup.doors, table.setup.crashing
    actions: list[int] = []
    for market in table.in_play:
        board, least_money, pays_income, plain = doors[market]
        purse = money
        if pays_income and own[market]:
            purse += INCOME * own[market]
        if (
            (purse < least_money and not can_sell)
            or (blocked and blocked >> market & 1)
            or (board.restricted and not board.may_enter(table, seat))
            or (crashing and not _is_open(table, market))
        ):
            continue
        if plain is None or carts:
            _add_ways(table, seat, market, purse, room, actions)
            continue
        action, cost, yen = plain
        if cost <= points and yen <= money and board.could_interact(table, seat, purse - yen, room):
            actions.append(action)
    return actions


def _add_ways(
    table: MarketTable, seat: int, market: int, purse: int, room: int, actions: list[int]
) -> None:
    """Add each possible way to enter a market that has several."""
    carts, board = table.carts[seat], table.setup.boards[market]
    # More money and more room never make less possible, so this is the best case.
    if not board.takes_payment and not board.could_interact(table, seat, purse, room + len(carts)):
        return
    for action, way in WAYS_WITH_CARTS[min(sum(carts), MOST_CARTS)][market]:
        if _can_pay(table, seat, way) and _has_purpose(table, seat, way, purse, room):
            actions.append(action)


def _has_purpose(table: MarketTable, seat: int, way: Way, purse: int, room: int) -> bool:
    """Whether an interaction would be possible after paying this way (C2)."""
    board, carts = table.setup.boards[way.market], carts_needed(table, way)
    money, space = purse - way.yen, room + _carts_used_up(table.carts[seat], carts)
    if board.could_interact(table, seat, money, space):
        return True
    if not board.takes_payment:
        return False
    trial = table.copy()
    trial.stock[TAKOYAKI] += way.takoyaki
    _use_carts(trial, seat, carts)
    return board.could_interact(trial, seat, money, space)


class Enter(Choice):
    """Entering a market, in the menu of the turn."""

    chapter = "markets"
    kinds = (ENTER,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Pay and enter; before anything else, license holders of a fish market get income."""
        way = WAYS[action - ENTER]
        market = way.market
        given: tuple[int, ...] = ()
        if way.own or way.barrel != NO_BARREL:
            given = pick(table, seat, action)
            if not given:
                return
        table.tell("entered", seat=seat, market=MARKET_KEY[market], yen=way.yen)
        _pay(table, seat, way, given)
        table.acted = True
        table.entered |= 1 << market
        table.main_phase = table.phase = VISITING
        table.visit = market
        table.interacted = table.sold = False
        table.uses = 0
        table.space = NO_SPACE
        board = table.setup.boards[market]
        if board.pays_income:
            for owner in table.setup.everyone:
                yen = board.income(table, owner)
                if yen:
                    earn(table, owner, yen)
                    table.tell("income", seat=owner, yen=yen, market=MARKET_KEY[market])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """The market and what it costs to enter."""
        way = WAYS[action - ENTER]
        market, rule = MARKET_KEY[way.market], MARKETS[way.market]
        late = "" if table.points or way.carts else "_late"
        if way.takoyaki:
            key = "enter_own_takoyaki" if way.own else "enter_takoyaki"
            return self.say(key + late, rule, market=market)
        if way.barrel != NO_BARREL:
            fish = FISH_KEY[way.barrel]
            return self.say(f"enter_barrel{late}", rule, market=market, fish=fish)
        if late:
            key = "enter_yen_late" if way.yen else "enter_free_late"
            return self.say(key, rule, market=market, yen=way.yen)
        if way.carts:
            more = "_yen" if way.yen else "_points" if way.points else ""
            key = f"enter_carts{more}"
        elif way.points:
            key = "enter_points_yen" if way.yen else "enter_points"
        else:
            key = "enter_yen" if way.yen else "enter_free"
        return self.say(key, rule, market=market, carts=way.carts, points=way.points, yen=way.yen)

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """The market is closed, the seat may not enter or cannot pay, or would have no use."""
        way = WAYS[action - ENTER]
        market, board = way.market, table.setup.boards[way.market]
        if not _is_open(table, market):
            key = "market_closed" if market in table.in_play else "not_in_play"
            return self.no(key, market=board.key)
        if not board.may_enter(table, seat):
            return self.no("not_admitted", board.name, market=board.key)
        if table.entered & ONCE_A_TURN & 1 << market:
            return self.no("once_a_turn", board.name, market=board.key)
        if not _can_pay(table, seat, way):
            has_points = table.points or way.carts or table.carts[seat]
            key = "cannot_pay_entry" if has_points else "no_points"
            return self.no(key, market=board.key)
        return board.why_useless(table, seat)


def _pay(table: MarketTable, seat: int, way: Way, given: tuple[int, ...]) -> None:
    """Pay for entering, with these items from the player's own harbor."""
    carts = carts_needed(table, way)
    table.points += carts - way.carts - way.points
    table.cart_point = table.points > 0 and (table.cart_point or carts > way.carts)
    if carts:
        _use_carts(table, seat, carts)
    if way.yen:
        pay(table, seat, way.yen)
    for code in given:
        spend(table, seat, code)
        table.tell("paid", seat=seat, item=ITEM_KEY[ITEM_OF[code]])
    if way.takoyaki and not way.own:
        give_token(table, seat, TAKOYAKI)
        table.tell("paid", seat=seat, item=ITEM_KEY[TAKOYAKI_ITEM])


def _use_carts(table: MarketTable, seat: int, uses: int) -> None:
    for _ in range(uses):
        table.carts[seat] = table.setup.rentals.after_use(table, table.carts[seat], CARTS)
        table.tell("cart_used", seat=seat)


class Leave(Choice):
    """Leaving the market."""

    chapter = "markets"
    kinds = (DONE,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Go back to the menu of the turn."""
        table.tell("left", seat=seat, market=MARKET_KEY[table.visit])
        table.main_phase = table.phase = TURN
        table.visit = NO_MARKET

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("leave", market=MARKET_KEY[table.visit])

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """A visit needs an interaction (C2)."""
        return self.no("must_interact", market=MARKET_KEY[table.visit])


_ANY_BOAT: Final = AnyBoat()


class Visit(Menu[MarketTable]):
    """What does the player do in the market? Its board says what is possible there."""

    game = NAME
    name = "visiting"
    chapter = "markets"
    parts = (Leave(), *free_steps.FREE_STEPS)
    kinds = (BOAT, *INTERACTIONS, *ELSEWHERE)

    def rule(self, table: MarketTable) -> str:
        """The chapter of the market."""
        return MARKETS[table.visit]

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """Interactions, free steps, and leaving after the first interaction.

        Before that, a free step is offered only if an interaction remains possible after it (C2).
        """
        actions = table.setup.boards[table.visit].interactions(table, seat)
        if table.lot or table.space != NO_SPACE:
            return actions
        if table.interacted:
            actions.append(DONE)
            free_steps.add_choices(table, seat, actions, returns=True)
            return actions
        steps: list[int] = []
        free_steps.add_choices(table, seat, steps, returns=True)
        if steps:
            self._add_with_purpose(table, seat, steps, actions)
        return actions or [DONE]

    def _add_with_purpose(
        self, table: MarketTable, seat: int, steps: list[int], actions: list[int]
    ) -> None:
        """Add the free steps after which an interaction with the market remains possible."""
        fish, board = table.setup.fish, table.setup.boards[table.visit]
        room_helps: bool | None = None  # whether room for one more piece is enough
        for step in steps:
            kind, license_of = self.kind_of[step], step - RETURN
            if kind in (TRANSFER, ASSIGN):
                is_possible = True  # markets never need barrels at sea; assigned Buyers make room
            elif (
                kind == RETURN and license_of != table.visit and not fish[license_of].stores_pieces
            ):
                if room_helps is None:  # the same for all of these: nothing else changes
                    room = SPACES - spaces_used(table, seat) + 1
                    room_helps = board.could_interact(table, seat, table.money[seat], room)
                is_possible = room_helps
            else:
                is_possible = self._leaves_a_purpose(table, seat, step)
            if is_possible:
                actions.append(step)

    def _leaves_a_purpose(self, table: MarketTable, seat: int, step: int) -> bool:
        """Whether an interaction remains possible after a free step, which is tried out."""
        trial = table.copy()
        super().take(trial, seat, step)
        if trial.phase == PICKING:
            trial.decisions[PICKING].take(trial, seat, WHICH)  # whichever it is
        room, board = SPACES - spaces_used(trial, seat), table.setup.boards[table.visit]
        return board.could_interact(trial, seat, trial.money[seat], room)

    def is_asked(self, table: MarketTable, seat: int, action: int) -> bool:
        """Unless the seat can only leave; with closed money always, so that nobody sees that."""
        return action != DONE or table.setup.closed_money

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Leave, take a free step, or interact with the market."""
        if self.kind_of[action] in self.part_of:
            super().take(table, seat, action)
            return
        board = table.setup.boards[table.visit]
        table.phase = RESUMING
        if not board.in_steps:
            table.interacted = True
        board.interact(table, seat, action)

    def prompt(self, table: MarketTable, seat: int) -> Message:
        filling = bool(table.lot) or table.space != NO_SPACE
        return self.question(table, "filling" if filling else "", market=MARKET_KEY[table.visit])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """The label of the choice, or of the interaction."""
        if self.kind_of[action] in self.part_of:
            return super().label(table, seat, action)
        return table.setup.boards[table.visit].label(table, seat, action)

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """The reason of the choice, or of the market."""
        kind = self.kind_of[action]
        if kind == BOAT:
            return _ANY_BOAT.why_not(table, seat, action)
        if kind in self.part_of:
            return super().why_not(table, seat, action)
        return table.setup.boards[table.visit].why_not(table, seat, action)


class TradeIn(Step):
    """Which ship is traded in for the Blue Ship?"""

    name = "trading_in"
    chapter = "ships"
    kinds = (BOAT,)

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """The ships that the market takes."""
        board = table.setup.boards[table.visit]
        return [BOAT + boat for boat in board.for_trade_in(table, seat)]

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Trade in the ship."""
        table.phase = RESUMING
        table.setup.boards[table.visit].trade_in(table, seat, action - BOAT)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("trade_in", boat=BOAT_KEY[action - BOAT])
