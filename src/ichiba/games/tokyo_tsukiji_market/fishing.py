"""The Fishing action: each boat can be activated once, and each item repriced once."""

from ichiba.core.decision import Menu
from ichiba.core.messages import Message, Reason
from ichiba.games.tokyo_tsukiji_market import activity, auctions, free_steps, pricing
from ichiba.games.tokyo_tsukiji_market.actions import BOAT, DONE, GO_FISHING
from ichiba.games.tokyo_tsukiji_market.data import BLUE_SHIP, NAME, NUM_FISH
from ichiba.games.tokyo_tsukiji_market.goods import FISH_OF
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY, FISH_KEY, fish_told, tokens_told
from ichiba.games.tokyo_tsukiji_market.pieces import return_barrel
from ichiba.games.tokyo_tsukiji_market.table import (
    ACTIVITY,
    FISHING,
    FOREIGN,
    NO_BOAT,
    SEA,
    TURN,
    Choice,
    MarketTable,
)


def can_fish(table: MarketTable, seat: int) -> bool:
    """Whether a Fishing action could do more than passing."""
    return bool(table.harbor[seat]) or activity.could_act(table, seat)


class StartFishing(Choice):
    """The Fishing action, in the menu of the turn."""

    chapter = "turn"
    kinds = (GO_FISHING,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Start the action: no license and no boat has been used."""
        table.points -= 1
        table.acted = True
        table.main_phase = table.phase = FISHING
        table.used = [0] * NUM_FISH
        table.dried = table.activated = table.unloaded = 0
        table.second_catch = False
        table.repricings = len(table.harbor[seat])
        table.tell("fishing", seat=seat)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """The name of the action."""
        return self.say("fish")

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """No points are left, only a Cart's point, or no boat has anything to do."""
        if table.cart_point:
            return self.no("only_markets")
        return self.no("nothing_to_fish" if table.points else "no_points")


class ChooseBoat(Choice):
    """A boat that does something in the Fishing action."""

    chapter = "fishing"
    kinds = (BOAT,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Choose a boat. Choosing another boat ends the Blue Ship's chance of a second catch."""
        boat = action - BOAT
        if table.second_catch and boat != BLUE_SHIP:
            table.second_catch = False
            table.activated |= 1 << BLUE_SHIP
        table.boat = boat
        table.phase = ACTIVITY

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """The boat with its cargo, or where it is."""
        boat = action - BOAT
        if table.cargo[boat]:
            fishes = fish_told(FISH_OF[barrel] for barrel in table.cargo[boat])
            return self.say("boat_loaded", boat=BOAT_KEY[boat], fishes=fishes)
        place = table.place[boat]
        where = "at_sea" if place == SEA else "abroad" if place == FOREIGN else "in_port"
        return self.say(f"boat_{where}", boat=BOAT_KEY[boat])

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """The boat belongs to somebody else, has been used, or has nothing to do."""
        boat = action - BOAT
        if table.owner[boat] != seat:
            return self.no("not_your_boat", boat=BOAT_KEY[boat])
        key = "boat_used" if table.activated >> boat & 1 else "boat_idle"
        return self.no(key, boat=BOAT_KEY[boat])


class FinishFishing(Choice):
    """The end of the Fishing action, which is always possible."""

    chapter = "fishing"
    kinds = (DONE,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """End the action. Barrels too few for an auction go back without compensation (D9)."""
        left = [fish for fish, count in enumerate(table.landed) for _ in range(count)]
        if left and table.log is not None:
            table.tell("left_over", seat=seat, fishes=fish_told(left))
        for fish in left:
            return_barrel(table, fish)
        table.landed = [0] * NUM_FISH
        table.second_catch = False
        table.boat = NO_BOAT
        table.main_phase = table.phase = TURN

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """The end of the action."""
        return self.say("done_fishing")


class Fishing(Menu[MarketTable]):
    """Which boat is next, which item gets a new price?"""

    game = NAME
    name = "fishing"
    chapter = "fishing"
    parts = (ChooseBoat(), pricing.Reprice(), FinishFishing(), *free_steps.FREE_STEPS)

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """The boats that can do something, prices that can be changed, the end, and free steps."""
        activated = table.activated
        actions = [
            BOAT + boat
            for boat in table.fleet[seat]
            if not activated >> boat & 1 and activity.can_act(table, boat)
        ]
        pricing.add_repricings(table, seat, actions)
        actions.append(DONE)
        free_steps.add_choices(table, seat, actions, returns=False)
        return actions

    def prompt(self, table: MarketTable, seat: int) -> Message:
        """Names a boat only if one can do something, or if a price can be changed."""
        is_done = self.choices(table, seat)[0] == DONE
        return self.question(table, "fishing_done" if is_done else "")

    def is_asked(self, table: MarketTable, seat: int, action: int) -> bool:
        """With closed money always: nobody may see what the seat could not pay for."""
        return table.setup.closed_money


def hold_auction(table: MarketTable) -> None:
    """Hold the next auction that unloaded barrels have triggered."""
    fish, table.auctions = table.auctions[0], table.auctions[1:]
    market = table.setup.fish[fish]
    table.landed[fish] -= market.group
    for _ in range(market.group):
        return_barrel(table, fish)
    if not market.tokens_left(table):
        table.tell("no_auction", fish=FISH_KEY[fish])  # D4
        return
    table.prize = (market.draw_prize(table),)
    if table.log is not None:
        table.tell("auction", token=tokens_told(table.prize)[0])
    auctions.open_bids(table, fish, table.setup.everyone)
