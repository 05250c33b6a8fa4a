"""A quick player for Tokyo Tsukiji Market, which decides by estimates and rules of thumb and never
plays anything out. It can play all seats of an imagined table."""

from ichiba.bots.tokyo_tsukiji_market.estimates import (
    PORT_CAPACITY,
    Estimates,
    company,
    keeping,
    token_yen,
)
from ichiba.bots.tokyo_tsukiji_market.lots import bid_for, prize_worth
from ichiba.bots.tokyo_tsukiji_market.offers import NO_DEAL, Deal, all_deals, best_deal
from ichiba.games.tokyo_tsukiji_market.actions import (
    BOAT,
    BUY_BOAT,
    CART,
    CATCH,
    CHOOSE,
    COLUMN,
    CONVERT,
    COUNT,
    DOCK,
    DOCK_ABROAD,
    DONE,
    DRY_CATCH,
    END_TURN,
    ENTER,
    FREEZE,
    GO_FISHING,
    GO_PURCHASING,
    JACK_CATCH,
    LICENSE,
    OFFER,
    OPEN_PORT,
    PAIR_BARRELS,
    PASS,
    REPRICE_OF,
    RETURN,
    SET,
    SPACE,
    TAKE_BACK,
    TOKEN_AT,
    TRANSFER,
    UNDOCK,
    WAYS,
    bid_of,
    kind_of,
)
from ichiba.games.tokyo_tsukiji_market.activity import catches
from ichiba.games.tokyo_tsukiji_market.actions import OWN_FUGU as BUY_OWN_FUGU
from ichiba.games.tokyo_tsukiji_market.data import (
    AUCTION,
    BARTER,
    BOAT_SLOTS,
    BOAT_TYPE,
    COLUMNS,
    DEGRADED_SALMON,
    FUGU,
    HIMONO,
    INCOME,
    IS_BARGE,
    KINDS,
    LOWER,
    MACKEREL,
    NUM_FISH,
    SALMON,
    SHIPS,
    TAKOYAKI,
    TAKOYAKI_ITEM,
    TOKEN_FISH,
    TYPE_SLOTS,
    USED_SHIPS,
)
from ichiba.games.tokyo_tsukiji_market.goods import FISH_OF, ITEM_OF, PRICE_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.holding import has_space, resources
from ichiba.games.tokyo_tsukiji_market.markets.yards import Yard, docked
from ichiba.games.tokyo_tsukiji_market.purchasing import piece_of
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import (
    ACTIVITY,
    AWARDING,
    BIDDING,
    FISHING,
    FREEZER,
    NOBODY,
    OWN_FUGU,
    PRICING,
    PRICING_FREELY,
    PURCHASING,
    SEA,
    TRADING_IN,
    TURN,
    VISITING,
)

# Yen that an action must gain, and what one more turn with a goal's earnings counts.
_LEAST = 40.0
_URGENCY = 1.0
# What a license counts that is not part of the goal, relative to what it gains until the end.
_ALONE = 0.5
# The part of its value that counts for a barrel that is caught, and for unloading it.
_CATCH = 0.7
_DOCK = 0.3
_SET_SAIL = 30.0
# What the others' income counts against a visit, and what a yen costs that goes to another player.
_ENVY = 0.3
# Catches worth less are left.
_LITTLE = 30.0
# Extra yen for any token, and for a rich player who must not have the fewest resources.
_KEEN = 30
_MISSED = 400
_RICH = 4000
# Degraded barrels worth more than this in total are worth a Freezer's use.
_FROZEN = 300

_YARDS = (SHIPS, USED_SHIPS)
_MARKET_OF = {ENTER + place: way.market for place, way in enumerate(WAYS)}
_PLAIN = {ENTER + place: way for place, way in enumerate(WAYS)}
_FAR = float("-inf")


class Swift:
    """Plays all seats of an imagined table."""

    def __init__(self) -> None:
        self._books: dict[int, Estimates] = {}
        self._turn: dict[int, int] = {}

    def play_on(self, world: MarketState, turns: int) -> None:
        """Play for this many turns, counting the current one, or until the game is over."""
        end = world.turns_begun + turns
        while world.actors and world.turns_begun < end:
            seat = world.actors[0]
            legal = world.legal(seat)
            world.apply(seat, legal[0] if len(legal) == 1 else self.choose(world, seat, legal))

    def choose(self, world: MarketState, seat: int, legal: list[int]) -> int:
        """What a seat does."""
        phase = world.phase
        if phase == TURN and legal[0] == END_TURN:
            return self._end(world, seat, legal)
        books = self._books.get(seat)
        if books is None or self._turn[seat] != world.turns_begun:
            books = self._books[seat] = Estimates(world, seat)
            self._turn[seat] = world.turns_begun
        if phase == TURN:
            return _act(world, books, legal)
        rule = _RULES.get(phase)
        return rule(world, books, legal) if rule else legal[0]

    def _end(self, world: MarketState, seat: int, legal: list[int]) -> int:
        """End the turn, but open a port first if ships need it."""
        if OPEN_PORT in legal:
            books = self._books.get(seat)
            if books is not None and books.turns > _PORT_TURNS and _needs_port(world, seat):
                return OPEN_PORT
        return END_TURN


_PORT_TURNS = 3.0


def _needs_port(world: MarketState, seat: int) -> bool:
    return len(company(world, seat)[0]) > PORT_CAPACITY[world.ports[seat]]


# The menu of the turn.


def _act(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """The action that gains most."""
    books.find_goal(world)
    best, most = PASS, _LEAST
    fishing = False
    for action in legal:
        if action == GO_FISHING:
            fishing = True
            gain = _fishing_gain(world, books)
        elif action == GO_PURCHASING:
            gain = _purchase_gain(world, books)
        elif action in _MARKET_OF:
            gain = _visit_gain(world, books, action)
        else:
            continue
        if gain > most:
            best, most = action, gain
    if best == PASS and fishing and _has_work(world, books):
        return GO_FISHING
    return best


def _has_work(world: MarketState, books: Estimates) -> bool:
    return any(_is_useful(world, books, boat, begun=False) for boat in world.fleet[books.seat])


def _fishing_gain(world: MarketState, books: Estimates) -> float:
    """About what a Fishing action gains."""
    seat, total, landed = books.seat, 0.0, 0
    own, promise = world.licenses[seat], books.promise
    used = [0] * NUM_FISH
    for boat in world.fleet[seat]:
        cargo = world.cargo[boat]
        if world.place[boat] != SEA:
            if _is_useful(world, books, boat, begun=False):
                total += _SET_SAIL + 0.15 * books.rate
            continue
        if not IS_BARGE[boat] and len(cargo) < BOAT_SLOTS[boat] and books.turns > 0.5:
            best, what = _LITTLE, -1
            for fish in (FISH_OF[cargo[0]],) if cargo else books.fishes:
                if own[fish] > used[fish] and world.barrels[fish]:
                    value = on_board(world, books, boat, fish)
                    if value > best:
                        best, what = value, fish
            if what >= 0:
                used[what] += 1
                total += _CATCH * best
                continue
        if cargo and books.buyers_follow:
            landed += len(cargo)
            for barrel in cargo:
                total += _DOCK * promise[FISH_OF[barrel]]
        elif cargo:
            landed += len(cargo)
    return total + 100 * (landed // 2)


def on_board(world: MarketState, books: Estimates, boat: int, fish: int) -> float:
    """What a barrel on a boat will bring. A small boat never carries enough for an auction."""
    group = world.setup.fish[fish].group
    return books.promise[fish] if BOAT_SLOTS[boat] >= group else 20.0


def _purchase_gain(world: MarketState, books: Estimates) -> float:
    """About what a Purchasing action gains."""
    money, total = world.money[books.seat], 0.0
    keen = _keenness(world, books)
    for other in books.others:
        for code in world.harbor[other]:
            price = PRICE_OF[code]
            if price > money:
                break
            gain = _gain(world, books, code) - price
            if gain + keen > 0:
                total += gain - _ENVY * price / len(books.others) + (keen if keen > _KEEN else 0)
                money -= price
    return total


def _gain(world: MarketState, books: Estimates, code: int) -> int:
    """Yen that an item for sale is worth to the buyer."""
    item, seat = ITEM_OF[code], books.seat
    if item == TAKOYAKI_ITEM:
        return token_yen(world, seat, TAKOYAKI)
    market = world.setup.fish[item]
    if not market.tokens_left(world):
        return 0
    kinds = market.sustaining
    if item == SALMON and ROW_OF[code] == LOWER:
        kinds = (DEGRADED_SALMON,)
    total = 0
    for kind in kinds:
        total += token_yen(world, seat, kind)
    return total // len(kinds)


def _keenness(world: MarketState, books: Estimates) -> int:
    """Extra yen that any token is worth: a rich player must not have the fewest resources."""
    if world.money[books.seat] < _RICH:
        return _KEEN
    mine = resources(world, books.seat)
    return _MISSED if all(mine < resources(world, other) for other in books.others) else _KEEN


def _visit_gain(world: MarketState, books: Estimates, action: int) -> float:
    """About what a visit to a market gains."""
    way = _PLAIN[action]
    market, seat = way.market, books.seat
    gain = max(_goal_gain(world, books, market), all_deals(world, books, market))
    if market in books.alone and _can_license(world, books, market):
        gain = max(gain, _ALONE * books.alone[market])
    if market in _YARDS and books.last_turn:
        gain = max(gain, _boats_gain(world, books, market))
    gain -= way.yen + 60 * way.carts
    if way.takoyaki or way.barrel >= 0:
        gain -= 150
    if way.points == 0 and not way.carts:
        gain += _LEAST
    if market < NUM_FISH and world.setup.boards[market].pays_income:
        own = world.licenses[seat][market]
        theirs = 0
        for other in books.others:
            theirs += world.licenses[other][market]
        income = INCOME * (own - _ENVY * theirs / len(books.others))
        if gain > 0 or _is_cheap(world, market, seat):
            gain = max(gain, 0.0) + income
    return gain


def _can_license(world: MarketState, books: Estimates, fish: int) -> bool:
    """Whether a license can be taken at once."""
    price = world.setup.fish[fish].license_price(world)
    return world.money[books.seat] >= price and has_space(world, books.seat)


def _boats_gain(world: MarketState, books: Estimates, market: int) -> float:
    """What a yard pays for all boats in port, which nobody needs at the end."""
    board = world.setup.boards[market]
    if not isinstance(board, Yard):
        return 0.0
    return float(sum([board.resale(BOAT_TYPE[boat]) for boat in docked(world, books.seat)]))


def _is_cheap(world: MarketState, fish: int, seat: int) -> bool:
    """Whether a license pays for itself with the income of the visit."""
    market = world.setup.fish[fish]
    return (
        market.license_price(world) < INCOME * world.licenses[seat][fish]
        and world.licenses_left[fish] > 0
        and has_space(world, seat)
    )


def _goal_gain(world: MarketState, books: Estimates, market: int) -> float:
    """What it is worth to take the next step to the goal now."""
    goal = books.goal
    if goal is None:
        return 0.0
    money, seat = world.money[books.seat], books.seat
    if market == goal.fish:
        board = world.setup.fish[market]
        if world.licenses[seat][market] >= goal.licenses or money < board.license_price(world):
            return 0.0
        return _URGENCY * goal.gain + _LEAST
    if market in _YARDS and goal.slots:
        price = books.ship_prices.get(goal.slots, 1 << 30)
        if not _has_port(world, seat):
            price += 500
        if money < price or not _sells_ship(world, market, goal.slots, money):
            return 0.0
        return _URGENCY * goal.gain + _LEAST
    return 0.0


def _has_port(world: MarketState, seat: int) -> bool:
    """Whether a port has room for one more ship."""
    there = sum([world.place[boat] < SEA for boat in world.fleet[seat]])
    return there < PORT_CAPACITY[world.ports[seat]]


def _sells_ship(world: MarketState, market: int, slots: int, money: int) -> bool:
    """Whether a yard has a ship of this size at a price that can be paid."""
    board = world.setup.boards[market]
    return any(
        TYPE_SLOTS[action - BUY_BOAT] == slots
        for action in board.purchases(world, world.seat, money, 2)  # type: ignore[attr-defined]
        if kind_of(action) == BUY_BOAT
    )


# Small decisions, each with a rule of its own.


def _fish(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """Full boats first, then other boats at sea, then boats in port; prices last."""
    best, rank = -1, (9, 0)
    for action in legal:
        kind = kind_of(action)
        if kind == TRANSFER:
            return action
        if kind != BOAT:
            continue
        boat = action - BOAT
        if _is_useful(world, books, boat, begun=True):
            cargo = len(world.cargo[boat])
            full = cargo >= BOAT_SLOTS[boat]
            order = (0 if full else 1 if world.place[boat] == SEA else 2, -cargo)
            if order < rank:
                best, rank = action, order
    if best >= 0:
        return best
    if books.buyers_follow and world.repricings:
        for code in world.harbor[books.seat]:
            item, price = ITEM_OF[code], PRICE_OF[code]
            hopeless = books.slow or price > max(100, books.demand[item])
            if hopeless and books.price[item] < price:
                return REPRICE_OF[code]
    return DONE


def _is_useful(world: MarketState, books: Estimates, boat: int, *, begun: bool) -> bool:
    """Whether a boat in port has something to catch, or a boat at sea something to do."""
    if not books.buyers_follow:
        return bool(world.cargo[boat])
    if world.place[boat] == SEA:
        if world.cargo[boat]:
            return True
        if IS_BARGE[boat]:
            return False
        if begun:
            return bool(catches(world, boat))
        own = world.licenses[books.seat]
        return any([own[fish] and world.barrels[fish] for fish in books.fishes])
    if IS_BARGE[boat] or books.turns <= 0.5:
        return False
    own, useful, out = world.licenses[books.seat], 0, 0
    for fish in books.fishes:
        if own[fish] and on_board(world, books, boat, fish) > 60:
            useful += own[fish]
    for one in world.fleet[books.seat]:
        out += world.place[one] == SEA and not IS_BARGE[one]
    return max(useful, 1) > out and any(own)


def _activity(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """Catch the best fish while there is time for it, otherwise dock."""
    if legal[0] == UNDOCK:
        return UNDOCK
    if books.turns > 0.5:
        best, most = -1, _LITTLE
        for action in legal:
            kind = kind_of(action)
            if kind == CATCH:
                value = on_board(world, books, world.boat, action - CATCH)
            elif kind == JACK_CATCH:
                value = books.promise[MACKEREL] * (action - JACK_CATCH + 1)
            elif kind == DRY_CATCH:
                value = books.promise[HIMONO]
            else:
                continue
            if value > most:
                best, most = action, value
        if best >= 0:
            return best
    if DOCK in legal:
        return DOCK
    return DOCK_ABROAD if DOCK_ABROAD in legal and world.cargo[world.boat] else legal[0]


def _price(world: MarketState, books: Estimates, legal: list[int]) -> int:
    price = books.price[ITEM_OF[world.to_price[0]]]
    return COLUMN + (COLUMNS.index(price) if price in COLUMNS else len(COLUMNS))


def _price_freely(world: MarketState, books: Estimates, legal: list[int]) -> int:
    return max(legal[0], bid_of(books.price[ITEM_OF[world.to_price[0]]]))


def _purchase(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """The piece with the largest gain, if any has one."""
    best, most, keen = DONE, 0, _keenness(world, books)
    for action in legal:
        if action == DONE:
            continue
        _, code = piece_of(world, action)
        if code is not None:
            gain = _gain(world, books, code) - PRICE_OF[code] + keen
            if gain > most:
                best, most = action, gain
    return best


def _buy_own_fugu(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """Buy it if it is worth more than its price."""
    code = world.setup.sold_to_owner.cheapest_degraded(world, books.seat)
    gains = code is not None and token_yen(world, books.seat, KINDS[FUGU][0]) > PRICE_OF[code]
    return BUY_OWN_FUGU if gains and BUY_OWN_FUGU in legal else DONE


def _freeze(world: MarketState, books: Estimates, legal: list[int]) -> int:
    stakes = 0
    for code in world.harbor[books.seat]:
        if ROW_OF[code] == LOWER:
            stakes += PRICE_OF[code]
    return FREEZE if stakes > _FROZEN else legal[-1]


def _trade_in(world: MarketState, books: Estimates, legal: list[int]) -> int:
    return min(legal, key=lambda action: BOAT_SLOTS[action - BOAT])


def _bid(world: MarketState, books: Estimates, legal: list[int]) -> int:
    return bid_of(bid_for(world, books.seat, max(0.1, 1 - books.turns / 9)))


def _award(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """The best offer; in a tie its own bid if the prize is worth more, otherwise another's."""
    seat, bids = books.seat, world.bids
    if DONE in legal:
        kept = 0
        for kind in world.prize:
            kept += keeping(world, seat, kind, last=books.last_turn)
        best, most = DONE, kept
        for action in legal:
            if action != DONE and bids[action - CHOOSE] > most:
                best, most = action, bids[action - CHOOSE]
        return best
    if CHOOSE + seat in legal and prize_worth(world, seat, 0.5) > bids[seat]:
        return CHOOSE + seat
    return next((action for action in legal if action != CHOOSE + seat), legal[0])


# In a market.


def _visit(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """The next step to the goal, else the best sale, else leave."""
    market = world.visit
    if market in (AUCTION, BARTER):
        return _offer(world, books, legal)
    if market in _YARDS and books.last_turn:
        return next((action for action in legal if kind_of(action) in (BOAT, DONE)), legal[0])
    if world.lot or world.space >= 0:
        return OFFER if OFFER in legal else _cheapest(world, books, legal)
    step = _step_to_goal(world, books, legal)
    if step >= 0:
        return step
    step = _sale(world, legal, market, best_deal(world, books, market))
    if step >= 0:
        return step
    if LICENSE in legal and _wants_license(world, books, market):
        return LICENSE
    if DONE in legal:
        return DONE
    return _least_bad(legal)


def _wants_license(world: MarketState, books: Estimates, fish: int) -> bool:
    """Whether a license is cheap enough to be taken for its income, once a visit."""
    if books.turns <= 0 or world.interacted:
        return False
    price = world.setup.fish[fish].license_price(world)
    return price <= INCOME or books.alone.get(fish, 0.0) > 0


def _step_to_goal(world: MarketState, books: Estimates, legal: list[int]) -> int:
    goal, market, seat = books.goal, world.visit, books.seat
    if goal is None:
        return -1
    if market == goal.fish and world.licenses[seat][market] < goal.licenses:
        if LICENSE in legal:
            return LICENSE
        if not has_space(world, seat):
            worst = books.least_useful(world.licenses[seat], market)
            if worst >= 0 and RETURN + worst in legal:
                return RETURN + worst
    if market in _YARDS and goal.slots and len(world.fleet[seat]) > 0:
        owned = sum([one >= goal.slots for one in company(world, seat)[0]])
        if owned < goal.ships:
            for action in legal:
                if kind_of(action) == BUY_BOAT and TYPE_SLOTS[action - BUY_BOAT] == goal.slots:
                    return action
            if OPEN_PORT in legal and not _has_port(world, seat):
                return OPEN_PORT
    return -1


def _sale(world: MarketState, legal: list[int], market: int, deal: Deal) -> int:
    """The action for a sale that gains something, or -1."""
    gain, what, count = deal
    if gain <= 0 or what < 0:
        return -1
    choices = [TOKEN_AT + what, SPACE + what, CONVERT, SET, COUNT + count - 1]
    if market == MACKEREL:
        choices = [PAIR_BARRELS]
    for action in choices:
        if action in legal:
            return action
    return -1


def _least_bad(legal: list[int]) -> int:
    """A step that costs little, because something has to be done."""
    if LICENSE in legal:
        return LICENSE
    for action in legal:
        if kind_of(action) not in (RETURN, BOAT, OPEN_PORT, CART):
            return action
    return legal[0]


def _offer(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """Lay all tokens of the best kind, then offer them."""
    lot = world.lot
    if lot:
        if TOKEN_AT + lot[0] in legal:
            return TOKEN_AT + lot[0]
        return OFFER if OFFER in legal else _cheapest(world, books, legal)
    gain, kind, _ = best_deal(world, books, world.visit)
    if gain > 0 and TOKEN_AT + kind in legal:
        return TOKEN_AT + kind
    return DONE if DONE in legal else _cheapest(world, books, legal)


def _cheapest(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """Lay the token that is missed least."""
    best, least = -1, 1 << 30
    for action in legal:
        if kind_of(action) == TOKEN_AT:
            yen = keeping(world, books.seat, action - TOKEN_AT, last=books.last_turn)
            if yen < least:
                best, least = action, yen
    if best >= 0:
        return best
    return TAKE_BACK if TAKE_BACK in legal else legal[-1]


_RULES = {
    FISHING: _fish,
    ACTIVITY: _activity,
    PRICING: _price,
    PRICING_FREELY: _price_freely,
    PURCHASING: _purchase,
    OWN_FUGU: _buy_own_fugu,
    FREEZER: _freeze,
    TRADING_IN: _trade_in,
    BIDDING: _bid,
    AWARDING: _award,
    VISITING: _visit,
}
