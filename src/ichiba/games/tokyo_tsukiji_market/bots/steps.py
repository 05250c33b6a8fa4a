"""The small decisions within an action of Tokyo Tsukiji Market, each with a rule of its own."""

from typing import Final

from ichiba.games.tokyo_tsukiji_market.actions import (
    BOAT,
    BUY_BOAT,
    CATCH,
    CHOOSE,
    COLUMN,
    DOCK,
    DOCK_ABROAD,
    DONE,
    DRY_BARREL,
    DRY_CATCH,
    DRY_TOKEN,
    FREEZE,
    JACK_CATCH,
    LICENSE,
    OFFER,
    OPEN_PORT,
    REPRICE,
    REPRICE_OF,
    RETURN,
    SPACE,
    TAKE_BACK,
    TOKEN_AT,
    TRANSFER,
    UNDOCK,
    USED_BOAT,
    WHICH,
    bid_of,
    kind_of,
)
from ichiba.games.tokyo_tsukiji_market.activity import catches
from ichiba.games.tokyo_tsukiji_market.bots.evaluate import GREEDY, RICH, Manner, Worth, marginal
from ichiba.games.tokyo_tsukiji_market.bots.fleet import least_useful, needs_port
from ichiba.games.tokyo_tsukiji_market.bots.lots import best_lot, bid_for, prize_worth
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_SLOTS,
    COLUMNS,
    IS_BARGE,
    LOWER,
    TAKOYAKI,
    TAKOYAKI_ITEM,
)
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF, PRICE_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.holding import has_space, resources
from ichiba.games.tokyo_tsukiji_market.markets.registry import LOT_MARKETS, YARDS
from ichiba.games.tokyo_tsukiji_market.picking import candidates, picks_barrels
from ichiba.games.tokyo_tsukiji_market.purchasing import piece_of
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import (
    ACTIVITY,
    AWARDING,
    BIDDING,
    DISCARDING,
    FISHING,
    FREEZER,
    PICKING,
    PRICING,
    PRICING_FREELY,
    PURCHASING,
    SEA,
    TRADING_IN,
    VISITING,
)

# The most decisions that are played out for one action.
LONGEST_THOUGHT: Final = 60
# Free steps that a visit is not for.
_GIVES_AWAY: Final = (RETURN, DRY_BARREL, DRY_TOKEN)


def pick(world: MarketState, seat: int) -> int:
    """The piece that sells worst: degraded before fresh, then the most expensive.

    The most expensive one gets a new price. At sea, a barrel to sell goes before one to dry.
    """
    if picks_barrels(world):
        return WHICH
    pieces = candidates(world, seat)
    if kind_of(world.pending) == REPRICE:
        return WHICH + len(pieces) - 1
    return WHICH + max(
        range(len(pieces)), key=lambda place: (ROW_OF[pieces[place]], PRICE_OF[pieces[place]])
    )


def of_kind(actions: list[int], *kinds: int) -> list[int]:
    """The actions of these kinds."""
    return [action for action in actions if kind_of(action) in kinds]


class Steps:
    """What a seat chooses within an action, by what it computes once for a decision."""

    def __init__(self, world: MarketState, seat: int, manner: Manner = GREEDY) -> None:
        self.seat = seat
        self.worth = Worth(world, seat, manner)

    def plain(self, world: MarketState, legal: list[int]) -> int:
        """The choice for a decision within an action."""
        phase = world.phase
        if phase == BIDDING:
            return self._bid(world, self.seat)
        if phase == PRICING:
            return self._column(world)
        if phase == PRICING_FREELY:
            wanted = bid_of(self.worth.price(ITEM_OF[world.to_price[0]]))
            return max(legal[0], wanted)  # a lower price would be one of the printed columns
        if phase == FISHING:
            return self._fish(world, legal)
        if phase == ACTIVITY:
            return self._activity(world, legal)
        if phase == PURCHASING:
            return self._purchase(world, legal)
        if phase == VISITING:
            return self._visit(world, legal)
        if phase == AWARDING:
            return self._award(world, legal)
        if phase == PICKING:
            return pick(world, self.seat)
        if phase == FREEZER:
            stakes = sum(
                PRICE_OF[code] for code in world.harbor[self.seat] if ROW_OF[code] == LOWER
            )
            return FREEZE if stakes > 300 else legal[-1]
        if phase == TRADING_IN:
            return min(legal, key=lambda action: BOAT_SLOTS[action - BOAT])
        if phase == DISCARDING:
            return legal[0]
        return self._by_outcome(world, legal)

    def _by_outcome(self, world: MarketState, legal: list[int]) -> int:
        """The choice after which the position is worth most."""
        if len(legal) == 1:
            return legal[0]
        return max(legal, key=lambda action: self._step_value(world, action))

    def _step_value(self, world: MarketState, action: int) -> float:
        """What the position is worth after one choice."""
        thought = world.copy()
        thought.apply(self.seat, action)
        return self.worth.evaluate(thought)

    def _column(self, world: MarketState) -> int:
        price = self.worth.price(ITEM_OF[world.to_price[0]])
        if price in COLUMNS:
            return COLUMN + COLUMNS.index(price)
        return COLUMN + len(COLUMNS)

    def _fish(self, world: MarketState, legal: list[int]) -> int:
        """Full boats first, then other boats at sea, then boats in port; prices last."""
        boats = [action - BOAT for action in of_kind(legal, BOAT)]
        transfers = of_kind(legal, TRANSFER)
        if transfers:
            return transfers[0]
        useful = [boat for boat in boats if self._is_useful(world, boat)]
        if useful:
            return BOAT + min(useful, key=lambda boat: self._order(world, boat))
        if self.worth.buyers_follow:
            for code in world.harbor[self.seat]:
                if self._is_overpriced(code) and world.repricings:
                    return REPRICE_OF[code]
        return DONE

    def _is_useful(self, world: MarketState, boat: int) -> bool:
        """Whether a boat in port has something to catch, or a boat at sea something to do."""
        if not self.worth.buyers_follow:
            return bool(world.cargo[boat])
        if world.place[boat] == SEA:
            if IS_BARGE[boat]:
                return bool(world.cargo[boat])
            return bool(world.cargo[boat]) or bool(catches(world, boat))
        if IS_BARGE[boat]:
            return False
        own = world.licenses[self.seat]
        licenses = sum(own[fish] for fish in range(len(own)) if self.worth.catch[fish] > 60)
        out = sum(world.place[one] == SEA and not IS_BARGE[one] for one in world.fleet[self.seat])
        return self.worth.turns > 0.5 and max(licenses, 1) > out and any(own)

    def _order(self, world: MarketState, boat: int) -> tuple[int, int]:
        full = len(world.cargo[boat]) >= BOAT_SLOTS[boat]
        at_sea = world.place[boat] == SEA
        return (0 if full else 1 if at_sea else 2, -len(world.cargo[boat]))

    def _is_overpriced(self, code: int) -> bool:
        """Whether nobody would gain by buying at this price. In a slow game: whether the price is
        above what the bot would ask today."""
        item, price = ITEM_OF[code], PRICE_OF[code]
        hopeless = self.worth.slow or price > max(100, self.worth.demand[item])
        return hopeless and self.worth.price(item) < price

    def _activity(self, world: MarketState, legal: list[int]) -> int:
        """Catch the best fish while there is time for it, otherwise dock."""
        if UNDOCK in legal:
            return UNDOCK
        there = of_kind(legal, CATCH, DRY_CATCH, JACK_CATCH)
        if there and self.worth.turns > 0.5:
            best = max(there, key=lambda action: self._catch_worth(world, action))
            if self._catch_worth(world, best) > 30:
                return best
        if DOCK in legal:
            return DOCK
        if DOCK_ABROAD in legal and world.cargo[world.boat]:
            return DOCK_ABROAD
        return legal[0]

    def _catch_worth(self, world: MarketState, action: int) -> float:
        market = world.setup.catchers.get(kind_of(action))
        if market is None:
            return self.worth.on_board(world.boat, action - CATCH)
        if market.stores_pieces:
            return self.worth.promise[market.fish]  # whatever it is, it will be dried
        fish, count = market.caught(action)
        return self.worth.promise[fish] * count

    def _purchase(self, world: MarketState, legal: list[int]) -> int:
        """The piece with the largest gain, if any has one."""
        best, best_gain = DONE, 0.0
        for action in legal:
            if action == DONE:
                continue
            gain = self._gain(world, action)
            if gain > best_gain:
                best, best_gain = action, gain
        return best

    def _gain(self, world: MarketState, action: int) -> float:
        _, code = piece_of(world, action)
        if code is None:
            return 0.0
        price, item = PRICE_OF[code], ITEM_OF[code]
        if item == TAKOYAKI_ITEM:
            gain = marginal(world, self.seat, TAKOYAKI)
        else:
            kinds = world.setup.fish[item].kinds_bought(ROW_OF[code])
            gain = sum(marginal(world, self.seat, kind) for kind in kinds) // len(kinds)
        return gain - price * self.worth.manner.paying + self._keenness(world)

    def _keenness(self, world: MarketState) -> int:
        """Extra yen that any token is worth: a rich player must not have the fewest resources."""
        mine = resources(world, self.seat)
        rich = world.money[self.seat] >= RICH
        last = all(mine < resources(world, other) for other in self.worth.others)
        return 400 if rich and last else 30

    def _visit(self, world: MarketState, legal: list[int]) -> int:
        """In a market: continue a lot, otherwise take the best step."""
        if world.visit in LOT_MARKETS:
            return self._offer(world, legal)
        if world.lot or world.space >= 0:
            return self._fill(world, legal)
        spaces = of_kind(legal, SPACE)
        if spaces:
            return self._space(world, legal, spaces)
        steps = [action for action in legal if kind_of(action) not in _GIVES_AWAY]
        buys = bool(of_kind(steps, BUY_BOAT, USED_BOAT))
        if buys or (world.visit not in YARDS and not needs_port(world, self.seat)):
            steps = [action for action in steps if action != OPEN_PORT]
        if len(world.fleet[self.seat]) == 1 and self.worth.turns:
            steps = [action for action in steps if kind_of(action) != BOAT]
        worst = self._makes_room(world, legal)
        if worst is not None:
            return RETURN + worst
        return self._by_outcome(world, steps or legal)

    def _makes_room(self, world: MarketState, legal: list[int]) -> int | None:
        """The license to return if there is no room for the one that this visit is for."""
        goal = self.worth.fleet.goal
        own = world.licenses[self.seat]
        if (
            goal is None
            or goal.fish != world.visit
            or own[goal.fish] >= goal.licenses
            or LICENSE in legal
            or has_space(world, self.seat)
        ):
            return None
        worst = least_useful(own, self.worth.promise, goal.fish)
        return worst if worst >= 0 and RETURN + worst in legal else None

    def _offer(self, world: MarketState, legal: list[int]) -> int:
        """Lay the best lot token by token, then offer it. If none pays, lay the cheapest token."""
        tokens = of_kind(legal, TOKEN_AT)
        rest = list(self._lot(world, world.visit))
        for kind in world.lot:
            if kind in rest:
                rest.remove(kind)
        for action in tokens:
            if action - TOKEN_AT in rest:
                return action
        if OFFER in legal:
            return OFFER
        if DONE in legal:
            return DONE
        return self._cheapest(world, tokens) if tokens else legal[-1]

    def _fill(self, world: MarketState, legal: list[int]) -> int:
        """Lay the tokens that are missed least until the lot can be offered."""
        if OFFER in legal:
            return OFFER
        tokens = of_kind(legal, TOKEN_AT)
        return self._cheapest(world, tokens) if tokens else TAKE_BACK

    def _cheapest(self, world: MarketState, tokens: list[int]) -> int:
        own = world.tokens[self.seat]

        def missed(action: int) -> float:
            kind = action - TOKEN_AT
            own[kind] -= 1
            loss = marginal(world, self.seat, kind)
            own[kind] += 1
            return loss

        return min(tokens, key=missed)

    def _space(self, world: MarketState, legal: list[int], spaces: list[int]) -> int:
        """The space with the best trade, or leaving if no trade gains anything."""
        best, best_value = spaces[0], float("-inf")
        if DONE in legal:
            best, best_value = DONE, self.worth.evaluate(world)
        for action in spaces:
            thought = world.copy()
            thought.apply(self.seat, action)
            for _ in range(LONGEST_THOUGHT):
                if thought.phase != VISITING or not (thought.lot or thought.space >= 0):
                    break
                thought.apply(self.seat, self._fill(thought, thought.legal(self.seat)))
            value = self.worth.evaluate(thought)
            if value > best_value:
                best, best_value = action, value
        return best

    # Lots and bids.

    def _lot(self, world: MarketState, market: int) -> tuple[int, ...]:
        """The best lot to offer in the Auction or in Barter; none if it doesn't pay."""
        return best_lot(world, self.seat, market, self.worth.evaluate)

    def _bid(self, world: MarketState, bidder: int) -> int:
        """Its own bid, or the bid that it expects from another seat."""
        return bid_of(bid_for(world, bidder, self.worth.near))

    def _award(self, world: MarketState, legal: list[int]) -> int:
        """In Barter the best offer, or none if keeping the tokens is better. In a tie its own bid
        if the prize is worth more, otherwise another player's."""
        if DONE in legal:
            return self._by_outcome(world, legal)
        bids = {action - CHOOSE: world.bids[action - CHOOSE] for action in legal}
        value = prize_worth(world, self.seat, self.worth.near)
        if self.seat in bids and value > bids[self.seat]:
            return CHOOSE + self.seat
        others = [seat for seat in bids if seat != self.seat]
        return CHOOSE + (others[0] if others else self.seat)
