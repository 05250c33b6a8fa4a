"""Free steps, which are not actions and stay possible until the turn ends (B4)."""

from functools import lru_cache
from typing import Final

from ichiba.core.messages import Message, Reason
from ichiba.games.tokyo_tsukiji_market.actions import (
    ASSIGN,
    DRY_BARREL,
    DRY_TOKEN,
    OPEN_PORT,
    RETURN,
)
from ichiba.games.tokyo_tsukiji_market.data import DRYING, DRYING_TOKENS, PORT_PRICE
from ichiba.games.tokyo_tsukiji_market.goods import dried_token
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY, TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.picking import pick
from ichiba.games.tokyo_tsukiji_market.pieces import pay, return_license, take_from_sale
from ichiba.games.tokyo_tsukiji_market.table import PORTS, Choice, MarketTable
from ichiba.games.tokyo_tsukiji_market.transferring import Transfer, add_transfers


@lru_cache(maxsize=1 << 12)
def _returns(licenses: bytes) -> list[int]:
    """The actions that return one of these licenses, which are counted by fish."""
    return [RETURN + fish for fish, count in enumerate(licenses) if count]


def add_choices(table: MarketTable, seat: int, actions: list[int], *, returns: bool) -> None:
    """Add all free steps; licenses cannot be returned during a Fishing action."""
    if table.ports[seat] < PORTS and table.money[seat] >= PORT_PRICE:
        actions.append(OPEN_PORT)
    if len(table.fleet[seat]) > 1:
        add_transfers(table, seat, actions)
    if returns:
        actions += _returns(bytes(table.licenses[seat]))
    if seat in table.himono_owner:
        table.setup.drying.add_drying(table, seat, actions)
    if table.buyers[seat]:
        actions += [ASSIGN + other for other in table.setup.everyone if other != seat]


class OpenPort(Choice):
    """Opening a port."""

    chapter = "free_steps"
    kinds = (OPEN_PORT,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Pay, and open the next port."""
        pay(table, seat, PORT_PRICE)
        table.ports[seat] += 1
        table.tell("port", seat=seat, yen=PORT_PRICE)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("port", yen=PORT_PRICE)

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """All ports are open, or money is short."""
        if table.ports[seat] == PORTS:
            return self.no("all_ports_open")
        if table.money[seat] < PORT_PRICE:
            return self.no("too_dear", yen=PORT_PRICE, money=table.money[seat])
        return self.not_now(table, seat)


class ReturnLicense(Choice):
    """Returning a license to its market."""

    chapter = "licenses"
    kinds = (RETURN,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Return it; of most fish, none can be taken again in this turn (C5)."""
        fish = action - RETURN
        table.tell("returned", seat=seat, fish=FISH_KEY[fish])
        return_license(table, seat, fish)
        if not table.setup.fish[fish].can_retake:
            table.returned |= 1 << fish

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("return", fish=FISH_KEY[action - RETURN])

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """The seat has no such license."""
        if not table.licenses[seat][action - RETURN]:
            return self.no("no_license", fish=FISH_KEY[action - RETURN])
        return self.not_now(table, seat)


class DryBarrel(Choice):
    """Hanging a barrel from the player's own harbor on a Himono license."""

    chapter = "himono"
    kinds = (DRY_BARREL,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Hang up a barrel."""
        fish = DRYING[action - DRY_BARREL]
        codes = pick(table, seat, action)
        if codes:
            take_from_sale(table, seat, codes[0])
            table.setup.drying.hang(table, seat, fish)
            table.tell("dried", seat=seat, fish=FISH_KEY[fish])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("dry_barrel", fish=FISH_KEY[DRYING[action - DRY_BARREL]])

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """There is nothing to dry, or no room for it."""
        return self.no("no_drying")


class DryToken(Choice):
    """Hanging a token on a Himono license."""

    chapter = "himono"
    kinds = (DRY_TOKEN,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Hang up a token."""
        kind = DRYING_TOKENS[action - DRY_TOKEN]
        table.tokens[seat][kind] -= 1
        table.setup.drying.hang(table, seat, dried_token(kind))
        table.tell("dried_token", seat=seat, token=TOKEN_KEY[kind])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("dry_token", token=TOKEN_KEY[DRYING_TOKENS[action - DRY_TOKEN]])

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """There is nothing to dry, or no room for it."""
        return self.no("no_drying")


class AssignBuyer(Choice):
    """Sending a Buyer, who purchases after another player's turn."""

    chapter = "influence"
    kinds = (ASSIGN,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Remember the owner and the other player, in the order of assignment."""
        table.buyers[seat] -= 1
        table.assigned += ((seat, action - ASSIGN),)
        table.tell("assigned", seat=seat, seats=[action - ASSIGN])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("assign", seat=action - ASSIGN)

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """The seat has no Buyer, or cannot send it there."""
        return self.no("no_such_target" if table.buyers[seat] else "no_buyer")


FREE_STEPS: Final[tuple[Choice, ...]] = (
    OpenPort(),
    Transfer(),
    ReturnLicense(),
    DryBarrel(),
    DryToken(),
    AssignBuyer(),
)
