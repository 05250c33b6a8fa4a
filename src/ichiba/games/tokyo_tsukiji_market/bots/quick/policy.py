"""The quick player of Tokyo Tsukiji Market, which decides by estimates and rules of thumb and never
plays anything out. It can play all seats of an imagined table."""

from random import Random
from typing import Final, cast

from ichiba.core.observer import Observer
from ichiba.games.tokyo_tsukiji_market.actions import (
    BOAT,
    BUY_OWN_FUGU,
    CHOOSE,
    DONE,
    END_TURN,
    ENTER,
    FREEZE,
    GO_FISHING,
    GO_PURCHASING,
    OPEN_PORT,
    PASS,
    bid_of,
    kind_of,
)
from ichiba.games.tokyo_tsukiji_market.bots.fleet import needs_port
from ichiba.games.tokyo_tsukiji_market.bots.lots import bid_for, prize_worth
from ichiba.games.tokyo_tsukiji_market.bots.quick.evaluate import Estimates
from ichiba.games.tokyo_tsukiji_market.bots.quick.visits import ENVY, LEAST, visit, visit_gain
from ichiba.games.tokyo_tsukiji_market.bots.quick.voyages import (
    choose_boat,
    fishing_gain,
    has_work,
    set_any_price,
    set_price,
    use_boat,
)
from ichiba.games.tokyo_tsukiji_market.bots.steps import pick
from ichiba.games.tokyo_tsukiji_market.bots.tokens import keeping, own_yen, resources_of, token_yen
from ichiba.games.tokyo_tsukiji_market.data import BOAT_SLOTS, LOWER, TAKOYAKI, TAKOYAKI_ITEM
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF, PRICE_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.holding import resources
from ichiba.games.tokyo_tsukiji_market.purchasing import piece_of
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import (
    ACTIVITY,
    AWARDING,
    BIDDING,
    FISHING,
    FREEZER,
    OWN_FUGU,
    PICKING,
    PRICING,
    PRICING_FREELY,
    PURCHASING,
    TRADING_IN,
    TURN,
    VISITING,
)

# Extra yen for any token, and for a rich player who must not have the fewest resources.
_KEEN: Final = 30
_MISSED: Final = 400
_RICH: Final = 4000
# Degraded barrels that cost more than this are worth the use of a Freezer.
_FROZEN: Final = 300
# With so many turns left, a port for a ship without one pays.
_PORT_TURNS: Final = 3.0


class Policy:
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
        return _decide(world, books, legal)

    def _end(self, world: MarketState, seat: int, legal: list[int]) -> int:
        """End the turn, but open a port first if ships need it."""
        if OPEN_PORT in legal:
            books = self._books.get(seat)
            if books is not None and books.turns > _PORT_TURNS and needs_port(world, seat):
                return OPEN_PORT
        return END_TURN


def _act(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """The action that gains most."""
    books.find_goal(world)
    best, most = PASS, LEAST
    fishing = False
    for action in legal:
        if action == GO_FISHING:
            fishing = True
            gain = fishing_gain(world, books)
        elif action == GO_PURCHASING:
            gain = _purchase_gain(world, books)
        elif kind_of(action) == ENTER:
            gain = visit_gain(world, books, action)
        else:
            continue
        if gain > most:
            best, most = action, gain
    if best == PASS and fishing and has_work(world, books):
        return GO_FISHING
    return best


def _decide(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """A small decision: each has a rule of its own."""
    phase = world.phase
    if phase == FISHING:
        return choose_boat(world, books, legal)
    if phase == ACTIVITY:
        return use_boat(world, books, legal)
    if phase == PRICING:
        return set_price(world, books)
    if phase == PRICING_FREELY:
        return set_any_price(world, books, legal)
    if phase == VISITING:
        return visit(world, books, legal)
    if phase == PURCHASING:
        return _purchase(world, books, legal)
    if phase == BIDDING:
        return _bid(world, books)
    if phase == AWARDING:
        return _award(world, books, legal)
    if phase == PICKING:
        return pick(world, books.seat)
    if phase == OWN_FUGU:
        return _buy_own_fugu(world, books, legal)
    if phase == FREEZER:
        return _freeze(world, books, legal)
    return _trade_in(legal) if phase == TRADING_IN else legal[0]


def _purchase_gain(world: MarketState, books: Estimates) -> float:
    """About what a Purchasing action gains."""
    seat = books.seat
    money, total = world.money[seat], 0.0
    mine = resources(world, seat)
    keen, rank = _keenness(world, books, mine), books.rank_yen(mine)
    for other in books.others:
        for code in world.harbor[other]:
            price = PRICE_OF[code]
            if price > money:
                break
            yen, more = _piece(world, books, code)
            after = books.rank_yen(mine + more)
            gain = yen - price + after - rank
            if gain + keen > 0:
                total += gain - ENVY * price / len(books.others) + (keen if keen > _KEEN else 0)
                money -= price
                mine, rank = mine + more, after
    return total


def _piece(world: MarketState, books: Estimates, code: int) -> tuple[int, int]:
    """Yen that an item for sale is worth to the buyer, and its resources."""
    item, seat = ITEM_OF[code], books.seat
    if item == TAKOYAKI_ITEM:
        return token_yen(world, seat, TAKOYAKI), resources_of(world, TAKOYAKI)
    market = world.setup.fish[item]
    if not market.tokens_left(world):
        return 0, 0
    kinds = market.kinds_bought(ROW_OF[code])
    total = more = 0
    for kind in kinds:
        if books.last_turn:  # there is no time to sell it to its market
            total += own_yen(world, seat, kind)
        else:
            total += token_yen(world, seat, kind)
        more += resources_of(world, kind)
    return total // len(kinds), more // len(kinds)


def _keenness(world: MarketState, books: Estimates, mine: int) -> int:
    """Extra yen that any token is worth: a rich player must not have the fewest resources."""
    return _MISSED if world.money[books.seat] >= _RICH and mine < books.fewest else _KEEN


def _purchase(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """The piece with the largest gain, if any has one."""
    mine = resources(world, books.seat)
    keen, rank = _keenness(world, books, mine), books.rank_yen(mine)
    best, most = DONE, 0.0
    for action in legal:
        if action == DONE:
            continue
        _, code = piece_of(world, action)
        if code is not None:
            yen, more = _piece(world, books, code)
            gain = yen - PRICE_OF[code] + keen + books.rank_yen(mine + more) - rank
            if gain > most:
                best, most = action, gain
    return best


def _buy_own_fugu(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """Buy it if it is worth more than its price."""
    market = world.setup.sold_to_owner
    code = market.cheapest_degraded(world, books.seat)
    gains = code is not None and token_yen(world, books.seat, market.kinds[0]) > PRICE_OF[code]
    return BUY_OWN_FUGU if gains and BUY_OWN_FUGU in legal else DONE


def _freeze(world: MarketState, books: Estimates, legal: list[int]) -> int:
    stakes = 0
    for code in world.harbor[books.seat]:
        if ROW_OF[code] == LOWER:
            stakes += PRICE_OF[code]
    return FREEZE if stakes > _FROZEN else legal[-1]


def _trade_in(legal: list[int]) -> int:
    return min(legal, key=lambda action: BOAT_SLOTS[action - BOAT])


def _bid(world: MarketState, books: Estimates) -> int:
    return bid_of(bid_for(world, books.seat, books.near))


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


class Quick:
    """Plays like the quick player. It keeps its estimates for a turn."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._policy = Policy()

    def choose(self, observer: Observer) -> int:
        """Choose what looks good."""
        legal = observer.legal()
        if len(legal) == 1:
            return legal[0]
        world = cast(MarketState, observer.determinize(self._rng))
        return self._policy.choose(world, observer.seat, legal)
