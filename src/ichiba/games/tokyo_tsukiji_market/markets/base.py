"""What all market boards have in common: set-up, entry, interactions, values, overfishing, crash.

A market keeps nothing in itself: what lies on it is on the table.
"""

from ichiba.core.messages import Argument, Event, Message
from ichiba.games.tokyo_tsukiji_market.actions import CATCH, LICENSE, TOKEN_AT
from ichiba.games.tokyo_tsukiji_market.data import (
    BLUE_SHIP,
    BOAT_SLOTS,
    BOX,
    IS_BARGE,
    KINDS,
    MARKETS,
    NAME,
    NUM_FISH,
    TOKEN_WORTH,
)
from ichiba.games.tokyo_tsukiji_market.holding import has_space
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY, MARKET_KEY, TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.pieces import (
    check_overfishing,
    earn,
    give_token,
    hand_over,
    pay,
    take_barrel,
    take_token,
)
from ichiba.games.tokyo_tsukiji_market.table import CAUGHT_BY, SEA, Table


class Market:
    """A board that can be visited."""

    pays_income = False
    restricted = False  # whether `may_enter` ever says no
    in_steps = False  # whether an interaction is more than one decision

    def __init__(self, market: int) -> None:
        self.market = market
        self.name = MARKETS[market]
        self.key = MARKET_KEY[market]

    def set_up(self, table: Table) -> None:
        """Put on the board what belongs there."""

    def may_enter(self, table: Table, seat: int) -> bool:
        """Whether this seat is admitted at all, whatever it pays."""
        return True

    def interactions(self, table: Table, seat: int) -> list[int]:
        """What the visitor may do here now."""
        raise NotImplementedError

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """Whether a visit would have a purpose, with this money and this many free license spaces.

        It is asked before the cost is paid, of what there will be after it (C2).
        """
        raise NotImplementedError

    def interact(self, table: Table, seat: int, action: int) -> None:
        """Do it."""
        raise NotImplementedError

    def label(self, table: Table, seat: int, action: int) -> Message:
        """What an interaction would do."""
        raise NotImplementedError

    def say(self, key: str, **arguments: Argument) -> Message:
        """A label of this market."""
        return Message(f"{NAME}.label.{key}", arguments, self.name)

    def award(self, table: Table, winner: int, bid: int) -> None:
        """Give the prize of this market's auction to the winner, who pays the one whose turn it is.

        The active player's own winning bid goes to the supply (A1).
        """
        if winner == table.seat:
            pay(table, winner, bid)
        else:
            hand_over(table, winner, table.seat, bid)
        for kind in table.prize:
            table.tokens[winner][kind] += 1
        table.prize = ()

    def for_trade_in(self, table: Table, seat: int) -> list[int]:
        """Ships that this market would take for the Blue Ship."""
        return []

    def trade_in(self, table: Table, seat: int, boat: int) -> None:
        """Give a ship for the Blue Ship."""
        raise NotImplementedError

    def tell(self, table: Table, key: str, **arguments: Argument) -> None:
        """Put what happened here into the log, if somebody listens."""
        if table.log is not None:
            table.log.append(Event(f"{NAME}.event.{key}", arguments))


class ExternalMarket(Market):
    """A board that is not about one fish."""

    closes = True  # when it crashes

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.data = BOX.external[self.name]
        self.shelf = market - NUM_FISH

    def has_crashed(self, table: Table) -> bool:
        """Whether the board is in the state in which it crashes."""
        return False

    def clear_shelf(self, table: Table, spaces: int) -> None:
        """Empty spaces for tokens."""
        table.shelves[self.shelf] = ((),) * spaces

    def put_on_shelf(self, table: Table, space: int, kinds: tuple[int, ...]) -> None:
        """Lay tokens on a space; they stay there."""
        spaces = list(table.shelves[self.shelf])
        spaces[space] += kinds
        table.shelves[self.shelf] = tuple(spaces)


class FishMarket(Market):
    """A board with licenses, barrels and tokens of one fish."""

    pays_income = True
    pays_when_overfished = False
    licenses_a_visit = 0  # 0: as many as there are
    licenses_a_player = 0
    sells = False  # whether there are other interactions than taking a license
    one_on_a_boat = False
    group = 0  # barrels for an auction, 0: they are put up for sale
    changing: tuple[int, ...] = ()  # kinds of tokens whose worth changes

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.fish = market
        self.data = BOX.fish[self.name]
        self.kinds = KINDS[market]
        self.sustaining = self.kinds  # tokens whose lack is overfishing
        self.prices = tuple(self.data.price.value)
        self.least_price = min(self.prices)
        # Whose licenses can catch this fish.
        self.catchers: tuple[int, ...] = (market,)

    # Set-up and stock.

    def set_up(self, table: Table) -> None:
        """Barrels, licenses and tokens as the board shows, from the box."""
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

    def tokens_left(self, table: Table) -> int:
        """Tokens that can still be had (D3)."""
        stock = table.stock
        if len(self.sustaining) == 1:
            return stock[self.sustaining[0]]
        return sum([stock[kind] for kind in self.sustaining])

    # Licenses.

    def license_price(self, table: Table) -> int:
        """What a license costs now."""
        return self.prices[0]

    def can_buy_license(self, table: Table, seat: int) -> bool:
        """Whether the visitor can take a license at once."""
        return (
            table.licenses_left[self.fish] > 0
            and table.money[seat] >= self.license_price(table)
            and not (self.licenses_a_visit and table.uses >= self.licenses_a_visit)
            and not (
                self.licenses_a_player and table.licenses[seat][self.fish] >= self.licenses_a_player
            )
            and has_space(table, seat)
        )

    def license_returned(self, table: Table, seat: int) -> None:
        """A license of this fish has left a harbor."""

    def buy_license(self, table: Table, seat: int) -> None:
        """Pay it and put it on the harbor."""
        price = self.license_price(table)
        pay(table, seat, price)
        table.licenses_left[self.fish] -= 1
        table.licenses[seat][self.fish] += 1
        table.uses += 1
        self.tell(table, "license", seat=seat, fish=FISH_KEY[self.fish], yen=price)

    # A visit.

    def interactions(self, table: Table, seat: int) -> list[int]:
        """A license, and what this fish has besides."""
        actions = [LICENSE] if self.can_buy_license(table, seat) else []
        self.add_sales(table, seat, actions)
        return actions

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """A license, or what this fish has besides.

        To return a license first and then take one, even of this fish, is legal and an interaction
        (C5).
        """
        if money >= self.least_price:
            own = table.licenses[seat]
            if (
                own[self.fish] or (table.licenses_left[self.fish] and (room > 0 or any(own)))
            ) and money >= self.license_price(table):
                return True
        return self.sells and self.could_sell(table, seat, money)

    def could_sell(self, table: Table, seat: int, money: int) -> bool:
        """Whether there would be an interaction that is not about licenses."""
        return False

    def add_sales(self, table: Table, seat: int, actions: list[int]) -> None:
        """Add the interactions that are not about licenses."""

    def interact(self, table: Table, seat: int, action: int) -> None:
        """Buy a license, or what this fish has besides."""
        if action == LICENSE:
            self.buy_license(table, seat)
        else:
            self.sell(table, seat, action)

    def sell(self, table: Table, seat: int, action: int) -> None:
        """Do an interaction that is not about licenses."""
        raise NotImplementedError

    def label(self, table: Table, seat: int, action: int) -> Message:
        """A license, or what this fish has besides."""
        if action == LICENSE:
            price = self.license_price(table)
            return self.say(
                "license" if price else "license_free", fish=FISH_KEY[self.fish], yen=price
            )
        return self.sale_label(table, seat, action)

    def sale_label(self, table: Table, seat: int, action: int) -> Message:
        """What an interaction that is not about licenses would do."""
        raise NotImplementedError

    # Values.

    def worth(self, table: Table, count: int) -> int:
        """The resources of so many tokens of a changing kind together."""
        raise NotImplementedError

    # Catching and unloading.

    def catches(self, table: Table, seat: int, boat: int) -> list[int]:
        """What this fish's license lets a boat at sea catch now."""
        fish = self.fish
        if (
            table.barrels[fish]
            and table.licenses[seat][fish] > table.used[fish]
            and len(table.cargo[boat]) < BOAT_SLOTS[boat]
            and self.fits(table, seat, boat)
        ):
            return [CATCH + fish]
        return []

    def fits(self, table: Table, seat: int, boat: int) -> bool:
        """Whether a barrel of this fish may join what a ship at sea carries (D10)."""
        cargo = table.cargo[boat]
        fishes = {barrel % CAUGHT_BY for barrel in cargo}
        if self.fish in fishes:
            return not self.one_on_a_boat
        if not cargo:
            return self.licenses_free(table, seat)
        return (
            boat == BLUE_SHIP
            and len(fishes) == 1
            and all(barrel < CAUGHT_BY for barrel in cargo)
            and self.mixes_with(next(iter(fishes)))
            and self.licenses_free(table, seat)
        )

    def mixes_with(self, fish: int) -> bool:
        """Whether the Blue Ship may carry both this fish and another."""
        return True

    def licenses_free(self, table: Table, seat: int) -> bool:
        """Whether the seat holds more licenses for this fish than its ships at sea carry it."""
        own = table.licenses[seat]
        licenses = own[self.fish]
        if len(self.catchers) > 1:
            licenses = sum([own[fish] for fish in self.catchers])
        place, cargo = table.place, table.cargo
        for boat in table.fleet[seat]:
            if place[boat] == SEA and cargo[boat] and not IS_BARGE[boat]:
                for barrel in cargo[boat]:
                    if barrel % CAUGHT_BY == self.fish:
                        licenses -= 1
                        break
        return licenses > 0

    def catch(self, table: Table, seat: int, boat: int, action: int) -> None:
        """Use a license: one barrel goes on board."""
        table.used[self.fish] += 1
        self.load(table, seat, boat, 1)

    def load(self, table: Table, seat: int, boat: int, count: int, tag: int = 0) -> None:
        """Barrels of this fish go on board."""
        table.cargo[boat] += (self.fish + tag * CAUGHT_BY,) * count
        self.tell(table, "caught", seat=seat, fish=FISH_KEY[self.fish], count=count)
        for _ in range(count):
            take_barrel(table, self.fish)

    def unload(self, table: Table, seat: int) -> None:
        """A barrel has come to a port: it is put up for sale, or waits for an auction."""
        if self.group:
            table.landed[self.fish] += 1
            if table.landed[self.fish] % self.group == 0:
                table.auctions += (self.fish,)
        else:
            table.queue += (self.fish,)

    def unloaded(self, table: Table, seat: int) -> None:
        """What else happens when a barrel of this fish comes to a port."""

    # Purchases and auctions.

    def bought(self, table: Table, seat: int, row: int) -> None:
        """A barrel of this fish was bought and returned: the buyer takes a token."""
        take_token(table, seat, self.kinds[0], self.fish)

    def draw_prize(self, table: Table) -> int:
        """The token that is auctioned, off the board or out of the bag."""
        kind = draw_from_bag(table, self.sustaining)
        table.stock[kind] -= 1
        check_overfishing(table, self.fish)
        return kind

    def shipped_abroad(self, table: Table) -> None:
        """A barrel of this fish has come to the Foreign Market."""

    def follow_bid(self, table: Table, bid: int) -> None:
        """A token of this fish was auctioned, alone or in a lot, for this winning bid."""

    # Overfishing.

    def overfished(self, table: Table) -> None:
        """What else happens when this fish is overfished, before a new market comes."""

    def pay_when_overfished(self, table: Table) -> None:
        """What everybody takes or pays when this fish is overfished."""


def draw_from_bag(table: Table, kinds: tuple[int, ...]) -> int:
    """A random token of these kinds, each token equally likely."""
    if len(kinds) == 1:
        return kinds[0]
    table.reveals += 1
    place = table.rng.below(sum(table.stock[kind] for kind in kinds))
    for kind in kinds:
        place -= table.stock[kind]
        if place < 0:
            return kind
    raise AssertionError("the bag was empty")


class PrintedValueMarket(FishMarket):
    """Fish whose tokens show their resources and are sold one by one for them."""

    sells = True
    premium = 0

    def add_sales(self, table: Table, seat: int, actions: list[int]) -> None:
        """Any token of this fish."""
        own = table.tokens[seat]
        actions += [TOKEN_AT + kind for kind in self.kinds if own[kind]]

    def could_sell(self, table: Table, seat: int, money: int) -> bool:
        """Any token of this fish."""
        own = table.tokens[seat]
        return any(own[kind] for kind in self.kinds)

    def sale_price(self, kind: int) -> int:
        """Yen for one token."""
        return TOKEN_WORTH[kind] * BOX.end.yen_per_resource.value + self.premium

    def sell(self, table: Table, seat: int, action: int) -> None:
        """A token back into the bag."""
        kind = action - TOKEN_AT
        give_token(table, seat, kind)
        earn(table, seat, self.sale_price(kind))
        self.tell(table, "sold", seat=seat, token=TOKEN_KEY[kind], yen=self.sale_price(kind))

    def sale_label(self, table: Table, seat: int, action: int) -> Message:
        """The token and its price."""
        kind = action - TOKEN_AT
        return self.say("sell", token=TOKEN_KEY[kind], yen=self.sale_price(kind))
