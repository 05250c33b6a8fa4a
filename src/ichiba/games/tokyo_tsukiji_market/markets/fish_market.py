"""What all fish markets have in common: licenses, catching and unloading, tokens, overfishing."""

from typing import ClassVar

from ichiba.core.messages import Message, Reason
from ichiba.games.tokyo_tsukiji_market.actions import CATCH, LICENSE
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    BLUE_SHIP,
    BOAT_SLOTS,
    INCOME,
    IS_BARGE,
    KINDS,
    SPACES,
    TOKEN_WORTH,
)
from ichiba.games.tokyo_tsukiji_market.goods import CAUGHT_WITH, FISH_OF, barrel_of
from ichiba.games.tokyo_tsukiji_market.holding import has_space
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY
from ichiba.games.tokyo_tsukiji_market.markets.base import Market
from ichiba.games.tokyo_tsukiji_market.pieces import check_overfishing, pay, take_barrel, take_token
from ichiba.games.tokyo_tsukiji_market.table import OPEN, SEA, MarketTable


class FishMarket(Market):
    """A market with licenses, barrels and tokens of one fish."""

    pays_income = True
    pays_when_overfished = False
    licenses_a_visit = 0  # 0: no limit
    licenses_a_player = 0
    deals = False  # whether there are interactions other than taking a license
    can_retake = False  # whether a license can be returned and taken again in the same turn (C5)
    one_on_a_boat = False
    stores_pieces = False  # whether pieces on a license go back to other markets with it
    group = 0  # barrels for an auction; 0 if barrels are put up for sale
    # The kind of action that uses its license for another fish.
    special_catch: ClassVar[int] = CATCH
    changing: tuple[int, ...] = ()  # kinds of tokens without a fixed worth
    turned: tuple[tuple[int, int], ...] = ()  # kinds that are the back of another kind: both kinds
    grows = False  # whether its tokens usually gain value as more of them are bought
    personal = False  # whether the worth of a token depends on what else its owner has
    gives_token = False  # whether unloading a barrel earns a token at once
    # What it pays: yen in addition to the resources of each token, for the first sale of a visit,
    # for two barrels or tokens, for a set of kinds; Takoyaki for a token.
    premium = 0
    visit_premium = 0
    pair_price = 0
    set_kinds: tuple[int, ...] = ()
    set_price = 0
    portion = 0
    # What the board says: beside the worth of its fish, and of what the visitor could sell.
    worth_note = ""
    sale_words = "sell"

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.fish = market
        self.data = BOX.fish[self.name]
        self.kinds = KINDS[market]
        self.sustaining = self.kinds  # the market is overfished when these run out
        self.prices = tuple(self.data.price.value)
        self.least_price = self.least_money = min(self.prices)
        self.least_entry = min(cost.yen for cost in self.data.entry)
        # The fish whose licenses can catch this fish.
        self.catchers: tuple[int, ...] = (market,)

    # Set-up and stock.

    def set_up(self, table: MarketTable) -> None:
        """Move barrels, licenses and tokens from the box to the board, as printed on it."""
        fish, players = self.fish, table.setup.players
        barrels = self.data.barrels.on_board(players)
        licenses = min(self.data.licenses.on_board(players), table.box_licenses[fish])
        table.box_barrels[fish] -= barrels
        table.barrels[fish] += barrels
        table.box_licenses[fish] -= licenses
        table.licenses_left[fish] += licenses
        for kind in self.kinds:
            table.stock[kind] += table.box_tokens[kind]
            table.box_tokens[kind] = 0

    def tokens_left(self, table: MarketTable) -> int:
        """How many tokens are left for buyers (D3)."""
        stock = table.stock
        if len(self.sustaining) == 1:
            return stock[self.sustaining[0]]
        return sum([stock[kind] for kind in self.sustaining])

    def set_aside(self, table: MarketTable) -> int | None:
        """How many tokens of its first kind lie apart; None if it has no place for them."""
        return None

    # Licenses.

    def license_price(self, table: MarketTable) -> int:
        """The current price of a license."""
        return self.prices[0]

    def can_buy_license(self, table: MarketTable, seat: int) -> bool:
        """Whether the visitor can take a license now.

        Not if the player has returned a license of this fish this turn (C5).
        """
        return (
            table.licenses_left[self.fish] > 0
            and not table.returned >> self.fish & 1
            and table.money[seat] >= self.license_price(table)
            and not (self.licenses_a_visit and table.uses >= self.licenses_a_visit)
            and not (
                self.licenses_a_player and table.licenses[seat][self.fish] >= self.licenses_a_player
            )
            and has_space(table, seat)
        )

    def is_full(self, table: MarketTable, seat: int) -> bool:
        """Whether a player who has a license can never take another."""
        own = table.licenses[seat][self.fish]
        return 0 < self.licenses_a_player <= own or not self.may_enter(table, seat)

    def offers_license(self, table: MarketTable, seat: int) -> bool:
        """Whether there is a license for this player, whatever it costs."""
        return (
            table.status[self.fish] == OPEN
            and table.licenses_left[self.fish] > 0
            and not self.is_full(table, seat)
        )

    def _why_no_license(self, table: MarketTable, seat: int) -> Reason:
        """Why the visitor cannot take a license now."""
        fish, price = FISH_KEY[self.fish], self.license_price(table)
        if table.returned >> self.fish & 1:
            return self.no("license_returned", "licenses", fish=fish)
        if not table.licenses_left[self.fish]:
            return self.no("no_license_left", "licenses", fish=fish)
        if self.licenses_a_visit and table.uses >= self.licenses_a_visit:
            return self.no("license_once", fish=fish)
        if table.money[seat] < price:
            return self.no("too_dear", yen=price, money=table.money[seat])
        if not has_space(table, seat):
            return self.no("no_space", "licenses", spaces=SPACES)
        return self.no("license_owned", fish=fish)

    def income(self, table: MarketTable, seat: int) -> int:
        """A fixed sum for each license, unless the market pays none."""
        return INCOME * table.licenses[seat][self.fish] if self.pays_income else 0

    def license_returned(self, table: MarketTable, seat: int) -> None:
        """React to a license of this fish being returned from a harbor."""

    def buy_license(self, table: MarketTable, seat: int) -> None:
        """Pay for a license and put it on the harbor."""
        price = self.license_price(table)
        pay(table, seat, price)
        table.licenses_left[self.fish] -= 1
        table.licenses[seat][self.fish] += 1
        table.uses += 1
        self.tell(table, self._license_key(price), seat=seat, fish=FISH_KEY[self.fish], yen=price)

    def _license_key(self, price: int) -> str:
        """The wording for a license: with a price, free, or the only free one."""
        if price:
            return "license"
        return "license_free" if self.data.licenses.value > 1 else "license_only"

    # A visit.

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        """The license and this market's other interactions."""
        actions = [LICENSE] if self.can_buy_license(table, seat) else []
        self.add_deals(table, seat, actions)
        return actions

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether a license or another interaction would be possible.

        Returning a license of another fish can make room. A returned license of this fish could
        not be taken again in the same turn (C5).
        """
        fish = self.fish
        if (
            money >= self.least_price
            and table.licenses_left[fish]
            and not table.returned >> fish & 1
        ):
            own = table.licenses[seat]
            if (
                (room > 0 or sum(own) > own[fish])
                and not (self.licenses_a_player and own[fish] >= self.licenses_a_player)
                and money >= self.license_price(table)
            ):
                return True
        return self.deals and self.could_deal(table, seat, money)

    def could_deal(self, table: MarketTable, seat: int, money: int) -> bool:
        """Whether an interaction other than taking a license would be possible."""
        return False

    def add_deals(self, table: MarketTable, seat: int, actions: list[int]) -> None:
        """Add the interactions other than taking a license."""

    def interact(self, table: MarketTable, seat: int, action: int) -> None:
        """Buy a license, or perform another interaction."""
        if action == LICENSE:
            self.buy_license(table, seat)
        else:
            self.deal(table, seat, action)

    def deal(self, table: MarketTable, seat: int, action: int) -> None:
        """Perform an interaction other than taking a license."""
        raise NotImplementedError

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label a license or another interaction."""
        if action == LICENSE:
            price = self.license_price(table)
            return self.say(self._license_key(price), fish=FISH_KEY[self.fish], yen=price)
        return self.deal_label(table, seat, action)

    def deal_label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label an interaction other than taking a license."""
        raise NotImplementedError

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """Why the visitor cannot take a license or do something else."""
        if action == LICENSE:
            return self._why_no_license(table, seat)
        return super().why_not(table, seat, action)

    def why_useless(self, table: MarketTable, seat: int) -> Reason:
        """Why there is nothing to do; retaking a returned license does not count (C5)."""
        fish = FISH_KEY[self.fish]
        if table.returned >> self.fish & 1:
            return self.no("license_returned", "licenses", fish=fish)
        money = table.money[seat] + self.income(table, seat)
        if table.licenses[seat][self.fish] and money >= self.license_price(table):
            return self.no("license_again", "licenses", fish=fish)
        return super().why_useless(table, seat)

    # What it offers.

    def sale(self, table: MarketTable, seat: int) -> tuple[int, int]:
        """How many pieces a player could sell here in one visit, and the total yen."""
        return 0, 0

    def quoted(self, worth: int | None) -> int:
        """The number in what the board says of its deals; 0 if it has none.

        `worth` is the resources of one token now, if they are the same for everyone.
        """
        return 0

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        """What the player could sell here, or what a license costs and brings."""
        return self.why_deal(table, seat) or self.why_license(table, seat)

    def why_deal(self, table: MarketTable, seat: int) -> Message | None:
        """What the player could sell here, or None."""
        count, yen = self.sale(table, seat)
        if not count:
            return None
        return self.because(self.sale_words, count=count, yen=yen, fish=FISH_KEY[self.fish])

    def why_license(self, table: MarketTable, seat: int) -> Message | None:
        """The price and use of a license, why there is none, or the income of owned ones."""
        price, income, fits = self.license_price(table), self.income(table, seat), False
        short = price + self.least_entry - income - table.money[seat]
        offered = self.offers_license(table, seat)
        if offered:
            fits = short <= 0 and has_space(table, seat)
        if income and not fits:
            return self.because("income", income=income)
        if not offered:
            gone = not table.licenses_left[self.fish] and not self.is_full(table, seat)
            return self.because("none_left") if gone else None
        if short > 0:
            return self.because("short", yen=price, short=short)
        if not fits:
            return self.because("full")
        if income:
            count = table.licenses[seat][self.fish]
            return self.because("income_license", income=income, yen=price, count=count)
        return self.why_first_license(table, seat, price)

    def why_first_license(self, table: MarketTable, seat: int, price: int) -> Message:
        """What a first license brings: what a barrel of the fish is worth."""
        if not price:
            return self.because("license_free")
        if self.group:
            return self.because("license_group", yen=price, count=self.group)
        resources = self.next_worth(table, seat)
        if resources is None:
            return self.because("license_only", yen=price)
        return self.because("license", yen=price, resources=resources, fish=FISH_KEY[self.fish])

    def only_buys(self, table: MarketTable, seat: int) -> bool:
        """Whether the visitor could sell, but has no money or room for a license."""
        count, takings = self.sale(table, seat)
        if not count:
            return False
        money = table.money[seat] + self.income(table, seat) + takings - self.least_entry
        return not (
            self.offers_license(table, seat)
            and money >= self.license_price(table)
            and has_space(table, seat)
        )

    # Values.

    def worth(self, table: MarketTable, count: int) -> int:
        """The total resources of this many tokens of a kind without a fixed worth."""
        return 0

    def each_worth(self, table: MarketTable) -> int | None:
        """The resources of one owned token, if they are the same for everyone."""
        if self.personal or len(self.sustaining) > 1:
            return None
        return self.worth(table, 1) if self.changing else TOKEN_WORTH[self.sustaining[0]]

    def added_worth(self, table: MarketTable, seat: int) -> int:
        """The resources that one more token without a fixed worth adds to the owner's."""
        return self.worth(table, 1)

    def lost_worth(self, table: MarketTable, seat: int) -> int:
        """The resources that an owner loses with one token without a fixed worth."""
        return self.worth(table, 1)

    def kinds_bought(self, row: int) -> tuple[int, ...]:
        """The kinds of tokens that the buyer of a barrel in this row can get."""
        return self.sustaining

    def next_worth(self, table: MarketTable, seat: int | None) -> int | None:
        """What one more token is worth to a buyer; None if it depends on a draw."""
        if len(self.sustaining) > 1:
            return None
        return self.worth(table, 1) if self.changing else TOKEN_WORTH[self.sustaining[0]]

    def worth_of_more(self, table: MarketTable, seat: int | None, count: int) -> int:
        """What a buyer's resources grow by with this many tokens; 0 if it depends on a draw.

        Not for tokens whose worth depends on what else their owner has.
        """
        return count * (self.next_worth(table, seat) or 0)

    # Catching and unloading.

    def catches(
        self, table: MarketTable, seat: int, boat: int, used: list[int], dried: int
    ) -> list[int]:
        """What a boat at sea can catch with a license of this fish.

        `used` has the licenses already used in the Fishing action by fish, `dried` the Himono
        licenses as bits.
        """
        fish = self.fish
        if (
            table.barrels[fish]
            and table.licenses[seat][fish] > used[fish]
            and len(table.cargo[boat]) < BOAT_SLOTS[boat]
            and self.fits(table, seat, boat)
        ):
            return [CATCH + fish]
        return []

    def caught(self, action: int) -> tuple[int, int]:
        """The fish that an action catches with a license of this fish, and how many."""
        return action - CATCH, 1

    def catch_label(self, action: int) -> Message:
        """Label a catch with a license of this fish."""
        return self.say("catch", "catching", fish=FISH_KEY[action - CATCH])

    def fits(self, table: MarketTable, seat: int, boat: int) -> bool:
        """Whether a ship at sea may load a barrel of this fish with its cargo (D10)."""
        cargo = table.cargo[boat]
        fishes = {FISH_OF[barrel] for barrel in cargo}
        if self.fish in fishes:
            return not self.one_on_a_boat
        if not cargo:
            return self.licenses_free(table, seat)
        return (
            boat == BLUE_SHIP
            and len(fishes) == 1
            and all(not CAUGHT_WITH[barrel] for barrel in cargo)
            and self.mixes_with(next(iter(fishes)))
            and self.licenses_free(table, seat)
        )

    def mixes_with(self, fish: int) -> bool:
        """Whether the Blue Ship may carry this fish together with another."""
        return True

    def licenses_free(self, table: MarketTable, seat: int) -> bool:
        """Whether the seat has more licenses for this fish than ships at sea carrying it."""
        own = table.licenses[seat]
        licenses = own[self.fish]
        if len(self.catchers) > 1:
            licenses = sum([own[fish] for fish in self.catchers])
        place, cargo = table.place, table.cargo
        for boat in table.fleet[seat]:
            if place[boat] == SEA and cargo[boat] and not IS_BARGE[boat]:
                for barrel in cargo[boat]:
                    if FISH_OF[barrel] == self.fish:
                        licenses -= 1
                        break
        return licenses > 0

    def catch(self, table: MarketTable, seat: int, boat: int, action: int) -> None:
        """Use a license and load one barrel."""
        table.used[self.fish] += 1
        self.load(table, seat, boat, 1)

    def load(self, table: MarketTable, seat: int, boat: int, count: int, tag: int = 0) -> None:
        """Load barrels of this fish onto a boat."""
        table.cargo[boat] += (barrel_of(self.fish, tag),) * count
        self.tell(table, "caught", seat=seat, fish=FISH_KEY[self.fish], count=count)
        for _ in range(count):
            take_barrel(table, self.fish)

    def unload(self, table: MarketTable, seat: int) -> None:
        """Unload a barrel at a port: queue it for pricing, or keep it for an auction."""
        if self.group:
            table.landed[self.fish] += 1
            if table.landed[self.fish] % self.group == 0:
                table.auctions += (self.fish,)
        else:
            table.to_price += (self.fish,)

    def unloaded(self, table: MarketTable, seat: int) -> None:
        """React to a barrel of this fish being unloaded at a port."""

    def unloading_commits(self, table: MarketTable, seat: int, barrels: int) -> bool:
        """Whether unloading this many has consequences beyond prices, such as an auction."""
        return self.group > 0 and table.landed[self.fish] + barrels >= self.group

    # Purchases and auctions.

    def bought(self, table: MarketTable, seat: int, row: int) -> None:
        """Give the buyer of a barrel a token; the barrel has already been returned."""
        take_token(table, seat, self.kinds[0], self.fish)

    def draw_prize(self, table: MarketTable) -> int:
        """Take the token to be auctioned from the board or the bag."""
        kind = draw_from_bag(table, self.sustaining)
        table.stock[kind] -= 1
        check_overfishing(table, self.fish)
        return kind

    def shipped_abroad(self, table: MarketTable) -> None:
        """React to a barrel of this fish being brought to the Foreign Market."""

    def follow_bid(self, table: MarketTable, bid: int) -> None:
        """React to the winning bid of an auction that included a token of this fish."""

    # Overfishing.

    def overfished(self, table: MarketTable) -> None:
        """React to this fish being overfished, before a new market comes into play."""

    def pay_when_overfished(self, table: MarketTable) -> None:
        """Pay or charge every player when this fish is overfished."""


def draw_from_bag(table: MarketTable, kinds: tuple[int, ...]) -> int:
    """Draw a random token of these kinds; each token is equally likely."""
    if len(kinds) == 1:
        return kinds[0]
    table.reveals += 1
    place = table.rng.below(sum(table.stock[kind] for kind in kinds))
    for kind in kinds:
        place -= table.stock[kind]
        if place < 0:
            return kind
    raise AssertionError("the bag was empty")
