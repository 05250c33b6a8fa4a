"""Tokyo Tsukiji Market's greedy player: tries every action of its turn in its head, each to its end
in the plainest way, and takes the one after which it stands best."""

from random import Random

from ichiba.bots.greedy.harbor import RICH, Worth, marginal, premium
from ichiba.core.observer import Observer
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
    FREEZE,
    GO_FISHING,
    JACK_CATCH,
    LICENSE,
    OFFER,
    PASS,
    REPRICE,
    RETURN,
    SPACE,
    TAKE_BACK,
    TOKEN_AT,
    TRANSFER,
    UNDOCK,
    WAYS_OF,
)
from ichiba.games.tokyo_tsukiji_market.data import (
    AUCTION,
    BARTER,
    BOAT_SLOTS,
    BOX,
    COLUMNS,
    DEGRADED_SALMON,
    HIMONO,
    IS_BARGE,
    MACKEREL,
    NUM_TOKENS,
    SALMON,
    STEP,
    TAKOYAKI,
    TAKOYAKI_ITEM,
)
from ichiba.games.tokyo_tsukiji_market.fishing import catches, item_row
from ichiba.games.tokyo_tsukiji_market.holding import counted, resources, worth
from ichiba.games.tokyo_tsukiji_market.purchasing import piece_of
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import (
    ACTIVITY,
    AWARDING,
    BIDDING,
    DISCARDING,
    FISHING,
    FREEZER,
    ITEM_BITS,
    PRICE_SHIFT,
    PRICING,
    PRICING_FREELY,
    PURCHASING,
    ROW_BIT,
    SEA,
    TRADING_IN,
    TURN,
    VISITING,
)

# Longer thoughts than this are not worth it.
_LONGEST_THOUGHT = 60
# What a bidder offers of what the prize is worth to him, and a seller who bids along.
_BID = 0.7
_OWN_BID = 0.5
# Yen by which doing nothing has to be better than doing something.
_IDLE = 80


# What it does not plan: a lot for the others' bids leaves them a part of its worth.
_NEVER = frozenset(
    [DISCARD, *(action for market in (AUCTION, BARTER) for action, _ in WAYS_OF[market])]
)


class Greedy:
    """Looks to the end of the action at hand."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, observer: Observer) -> int:
        """The best action it sees."""
        legal = observer.legal()
        if len(legal) == 1:
            return legal[0]
        world = observer.determinize(self._rng)
        if not isinstance(world, MarketState):
            return legal[0]
        mind = _Mind(world, observer.seat)
        return mind.best(world, legal)


class _Mind:
    """One decision's thoughts."""

    def __init__(self, world: MarketState, seat: int) -> None:
        self.seat = seat
        self.worth = Worth(world, seat)

    def best(self, world: MarketState, legal: list[int]) -> int:
        """The decision at hand."""
        if world.phase == TURN:
            return self._plan(world, legal)
        return self.plain(world, legal)

    # The turn: every action is thought through.

    def _plan(self, world: MarketState, legal: list[int]) -> int:
        best, best_value = legal[0], float("-inf")
        nothing = self._outcome(world, PASS) if PASS in legal else float("-inf")
        for action in legal:
            if action in _NEVER or RETURN <= action < DRY_BARREL:
                continue
            value = nothing if action == PASS else self._outcome(world, action)
            if value <= nothing and action != GO_FISHING:
                value -= _IDLE
            if value > best_value:
                best, best_value = action, value
        if best == PASS and GO_FISHING in legal and self._has_work(world):
            return GO_FISHING  # boats that wait bring nothing
        return best

    def _has_work(self, world: MarketState) -> bool:
        """Whether a boat could do some good in a Fishing action."""
        thought = world.copy()
        thought.apply(self.seat, GO_FISHING)
        return thought.phase == FISHING and any(
            BOAT <= action < TRANSFER and self._is_useful(thought, action - BOAT)
            for action in thought.choices
        )

    def _outcome(self, world: MarketState, action: int) -> float:
        """What the position is worth when the action is over."""
        thought = world.copy()
        if action == END_TURN:
            return self.worth.evaluate(thought)
        thought.apply(self.seat, action)
        for _ in range(_LONGEST_THOUGHT):
            if thought.phase == BIDDING:
                bidder = thought.actors[0]
                thought.apply(bidder, self._bid(thought, bidder))
            elif thought.actors == (self.seat,) and thought.phase != TURN:
                step = self.plain(thought, thought.choices)
                if thought.phase == VISITING and self._is_shunned(thought, step):
                    return float("-inf")
                thought.apply(self.seat, step)
            else:
                break
        return self.worth.evaluate(thought)

    def _is_shunned(self, world: MarketState, step: int) -> bool:
        """To return a license and buy it back is a last resort, to sell the last boat is none."""
        if step == RETURN + world.visit:
            return not self.worth.long_game
        sells = BOAT <= step < TRANSFER
        return sells and self.worth.turns > 0 and len(world.fleet[self.seat]) == 1

    # Small decisions, each by its own rule.

    def plain(self, world: MarketState, legal: list[int]) -> int:
        """A small decision."""
        phase = world.phase
        if phase == BIDDING:
            return self._bid(world, self.seat)
        if phase == PRICING:
            return self._column(world)
        if phase == PRICING_FREELY:
            wanted = AMOUNT + self.worth.price(world.queue[0] & ITEM_BITS) // STEP
            return max(legal[0], wanted)  # what is cheaper belongs into a printed column
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
        if phase == FREEZER:
            stakes = sum(code >> PRICE_SHIFT for code in world.harbor[self.seat] if code & ROW_BIT)
            return FREEZE if stakes > 3 else legal[-1]
        if phase == TRADING_IN:
            return min(legal, key=lambda action: BOAT_SLOTS[action - BOAT])
        if phase == DISCARDING:
            return legal[0]
        return self._by_outcome(world, legal)

    def _by_outcome(self, world: MarketState, legal: list[int]) -> int:
        """The decision after which the position is worth most."""
        return max(legal, key=lambda action: self._step_value(world, action))

    def _step_value(self, world: MarketState, action: int) -> float:
        """What the position is worth after one decision."""
        thought = world.copy()
        thought.apply(self.seat, action)
        return self.worth.evaluate(thought)

    def _column(self, world: MarketState) -> int:
        price = self.worth.price(world.queue[0] & ITEM_BITS)
        if price in COLUMNS:
            return COLUMN + COLUMNS.index(price)
        return COLUMN + len(COLUMNS)

    def _fish(self, world: MarketState, legal: list[int]) -> int:
        """Loaded boats dock first, then boats at sea catch, then boats in port put to sea."""
        boats = [action - BOAT for action in legal if BOAT <= action < TRANSFER]
        transfers = [action for action in legal if TRANSFER <= action < CATCH]
        if transfers:
            return transfers[0]
        useful = [boat for boat in boats if self._is_useful(world, boat)]
        if useful:
            return BOAT + min(useful, key=lambda boat: self._order(world, boat))
        if self.worth.buyers_follow:
            for code in world.harbor[self.seat]:
                if self._is_overpriced(code) and world.repricings:
                    return self._reprice(code)
        return DONE

    def _is_useful(self, world: MarketState, boat: int) -> bool:
        """In port: whether there is something to catch; at sea: whether it can do some good."""
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
        """Beyond what anybody would gain; in a long game beyond what would be asked today."""
        item, price = code & ITEM_BITS, (code >> PRICE_SHIFT) * 100
        hopeless = self.worth.long_game or price > max(100, self.worth.demand[item])
        return hopeless and self.worth.price(item) < price

    def _reprice(self, code: int) -> int:
        price = (code >> PRICE_SHIFT) * 100
        column = COLUMNS.index(price) if price in COLUMNS else len(COLUMNS)
        return REPRICE + item_row(code) * (len(COLUMNS) + 1) + column

    def _activity(self, world: MarketState, legal: list[int]) -> int:
        """Catch the best, while there is time; else dock."""
        if UNDOCK in legal:
            return UNDOCK
        there = [action for action in legal if CATCH <= action < BUY]
        if there and self.worth.turns > 0.5:
            best = max(there, key=lambda action: self._catch_worth(world.boat, action))
            if self._catch_worth(world.boat, best) > 30:
                return best
        if DOCK in legal:
            return DOCK
        if DOCK_ABROAD in legal and world.cargo[world.boat]:
            return DOCK_ABROAD
        return legal[0]

    def _catch_worth(self, boat: int, action: int) -> float:
        value = self.worth.promise
        if action >= JACK_CATCH:
            return value[MACKEREL] * (action - JACK_CATCH + 1)
        if action >= DRY_CATCH:
            return value[HIMONO]  # it will dry, whatever it is
        return self.worth.on_board(boat, action - CATCH)

    def _purchase(self, world: MarketState, legal: list[int]) -> int:
        """The piece with the largest gain, as long as there is one."""
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
        price, item = (code >> PRICE_SHIFT) * 100, code & ITEM_BITS
        if item == TAKOYAKI_ITEM:
            gain = marginal(world, self.seat, TAKOYAKI)
        else:
            kinds = world.setup.fish[item].sustaining
            if code & ROW_BIT and item == SALMON:
                kinds = (DEGRADED_SALMON,)
            gain = sum(marginal(world, self.seat, kind) for kind in kinds) // len(kinds)
        return gain - price + self._keenness(world)

    def _keenness(self, world: MarketState) -> int:
        """Yen that a token is worth above its own: who is rich must not be last in resources."""
        mine = resources(world, self.seat)
        rich = world.money[self.seat] >= RICH
        last = all(mine < resources(world, other) for other in self.worth.others)
        return 400 if rich and last else 30

    def _visit(self, world: MarketState, legal: list[int]) -> int:
        """In a market: fill a lot plainly, else what brings most."""
        if world.lot or world.space >= 0:
            return self._fill(world, legal)
        spaces = [action for action in legal if SPACE <= action < SPACE + 5]
        if spaces:
            return self._space(world, legal, spaces)
        tokens = [action for action in legal if TOKEN_AT <= action < TOKEN_AT + NUM_TOKENS]
        if world.visit in (AUCTION, BARTER):
            return self._cheapest(world, tokens) if tokens else DONE
        steps = [action for action in legal if not RETURN <= action < COLUMN or action >= ASSIGN]
        if len(world.fleet[self.seat]) == 1 and self.worth.turns:
            steps = [action for action in steps if not BOAT <= action < TRANSFER]
        if self._buys_back(world, legal, steps):
            return RETURN + world.visit
        return self._by_outcome(world, steps or legal)

    def _buys_back(self, world: MarketState, legal: list[int], steps: list[int]) -> bool:
        """Whether to return a license and buy it back, only to have interacted for the income."""
        give_back = RETURN + world.visit
        if not self.worth.long_game or world.interacted or give_back not in legal:
            return False
        thought = world.copy()
        thought.apply(self.seat, give_back)
        if LICENSE not in thought.choices:
            return False
        thought.apply(self.seat, LICENSE)
        value = self.worth.evaluate(thought)
        return all(value > self._step_value(world, step) for step in steps)

    def _fill(self, world: MarketState, legal: list[int]) -> int:
        """Lay the tokens that are least missed until the lot can be offered."""
        if OFFER in legal:
            return OFFER
        tokens = [action for action in legal if TOKEN_AT <= action < TOKEN_AT + NUM_TOKENS]
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
        """The space whose trade brings most, or leaving if none brings anything."""
        best, best_value = spaces[0], float("-inf")
        if DONE in legal:
            best, best_value = DONE, self.worth.evaluate(world)
        for action in spaces:
            thought = world.copy()
            thought.apply(self.seat, action)
            for _ in range(_LONGEST_THOUGHT):
                if thought.phase != VISITING or not (thought.lot or thought.space >= 0):
                    break
                thought.apply(self.seat, self._fill(thought, thought.choices))
            value = self.worth.evaluate(thought)
            if value > best_value:
                best, best_value = action, value
        return best

    # Bids.

    def _bid(self, world: MarketState, bidder: int) -> int:
        """Up to a part of what the prize is worth, never more than the money."""
        value = self._prize_worth(world, bidder)
        share = _OWN_BID if bidder == world.seat else _BID
        yen = min(int(value * share) // STEP * STEP, world.money[bidder])
        return AMOUNT + max(0, yen) // STEP

    def _prize_worth(self, world: MarketState, bidder: int) -> float:
        own = world.tokens[bidder]
        before = worth(world, bidder, own)
        gained = counted(world.prize)
        extra = 0.0
        for fish in world.crate:
            kinds = world.setup.fish[fish].sustaining
            extra += sum(marginal(world, bidder, kind) for kind in kinds) / len(kinds)
        more = [have + new for have, new in zip(own, gained, strict=True)]
        extra += sum(premium(world, kind) for kind in world.prize) * 0.7
        return (worth(world, bidder, more) - before) * BOX.end.yen_per_resource.value + extra

    def _award(self, world: MarketState, legal: list[int]) -> int:
        """Of equal bids another's, unless the prize is worth more; of offers the best fair one."""
        bids = {action - CHOOSE: world.bids[action - CHOOSE] for action in legal if action != DONE}
        best = max(bids, key=lambda seat: bids[seat])
        value = self._prize_worth(world, self.seat)
        if DONE in legal:
            return CHOOSE + best if bids[best] >= value else DONE
        if self.seat in bids and value > bids[self.seat]:
            return CHOOSE + self.seat
        others = [seat for seat in bids if seat != self.seat]
        return CHOOSE + (others[0] if others else self.seat)
