"""The Bank: Loans to be repaid at the end with interest, or Shares that take the interest."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import LOAN, SHARE
from ichiba.games.tokyo_tsukiji_market.data import STEP, number
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, earn, pay
from ichiba.games.tokyo_tsukiji_market.table import LOANS, SHARES, Table


class Bank(ExternalMarket):
    """Nobody ever has both (C16)."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.loan = number(self.data.loan)
        self.interest = number(self.data.interest)
        self.share = number(self.data.share)

    def set_up(self, table: Table) -> None:
        """Loans and Shares on the board."""
        for row in (LOANS, SHARES):
            table.chest[row], table.boxed[row] = table.boxed[row], 0

    def interactions(self, table: Table, seat: int) -> list[int]:
        """A Loan or a Share."""
        actions = []
        if table.chest[LOANS] and not table.shares[seat]:
            actions.append(LOAN)
        if table.chest[SHARES] and not table.loans[seat] and table.money[seat] >= self.share:
            actions.append(SHARE)
        return actions

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """A Loan, or a Share that can be paid."""
        if table.chest[LOANS] and not table.shares[seat]:
            return True
        return table.chest[SHARES] > 0 and not table.loans[seat] and money >= self.share

    def interact(self, table: Table, seat: int, action: int) -> None:
        """Take it."""
        if action == LOAN:
            table.chest[LOANS] -= 1
            table.loans[seat] += 1
            earn(table, seat, self.loan)
            self.tell(table, "loan", seat=seat, yen=self.loan)
        else:
            table.chest[SHARES] -= 1
            table.shares[seat] += 1
            pay(table, seat, self.share)
            self.tell(table, "share", seat=seat, yen=self.share)
        check_crash(table, self.market)

    def label(self, table: Table, seat: int, action: int) -> Message:
        """What it brings or costs."""
        if action == LOAN:
            return self.say("loan", yen=self.loan, back=self.loan + self.interest)
        return self.say("share", yen=self.share)

    def has_crashed(self, table: Table) -> bool:
        """All Loans and all Shares are taken."""
        return not table.chest[LOANS] and not table.chest[SHARES]

    def settle(self, table: Table) -> list[int]:
        """By seat: what the end brings, Loans and interest paid, interest received (C17)."""
        yen = [-(self.loan + self.interest) * loans for loans in table.loans]
        interest = self.interest * sum(table.loans)
        owners = [seat for seat in table.setup.everyone if table.shares[seat]]
        for seat in owners:
            yen[seat] += -(-interest // (len(owners) * STEP)) * STEP
        return yen
