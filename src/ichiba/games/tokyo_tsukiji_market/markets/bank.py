"""The Bank: Loans, repaid with interest at the end, and Shares, which earn that interest."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import LOAN, SHARE
from ichiba.games.tokyo_tsukiji_market.data import STEP, number
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, earn, pay
from ichiba.games.tokyo_tsukiji_market.table import LOANS, SHARES, MarketTable


class Bank(ExternalMarket):
    """A player can never have both Loans and Shares (C16)."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.loan = number(self.data.loan)
        self.interest = number(self.data.interest)
        self.share = number(self.data.share)
        self.others = ((LOANS, number(self.data.loans)), (SHARES, number(self.data.shares)))

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        """The Loan and the Share, where possible."""
        actions = []
        if table.others_left[LOANS] and not table.shares[seat]:
            actions.append(LOAN)
        if table.others_left[SHARES] and not table.loans[seat] and table.money[seat] >= self.share:
            actions.append(SHARE)
        return actions

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether a Loan is possible, or a Share that the player can pay for."""
        if table.others_left[LOANS] and not table.shares[seat]:
            return True
        return table.others_left[SHARES] > 0 and not table.loans[seat] and money >= self.share

    def interact(self, table: MarketTable, seat: int, action: int) -> None:
        """Take a Loan or buy a Share."""
        if action == LOAN:
            table.others_left[LOANS] -= 1
            table.loans[seat] += 1
            earn(table, seat, self.loan)
            self.tell(table, "loan", seat=seat, yen=self.loan)
        else:
            table.others_left[SHARES] -= 1
            table.shares[seat] += 1
            pay(table, seat, self.share)
            self.tell(table, "share", seat=seat, yen=self.share)
        check_crash(table, self.market)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """What a Loan or Share brings or costs."""
        if action == LOAN:
            return self.say("loan", yen=self.loan, back=self.loan + self.interest)
        return self.say("share", yen=self.share)

    def price_of(self, action: int) -> int:
        """The price of a Share."""
        return self.share if action == SHARE else 0

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        """What a Loan brings and costs, or what a Share costs and would earn now."""
        if not self.could_come(table, seat):
            return None
        if table.others_left[LOANS] and not table.shares[seat]:
            return self.because("loan", yen=self.loan, back=self.loan + self.interest)
        return self.because("share", yen=self.share, interest=sum(table.loans) * self.interest)

    def has_crashed(self, table: MarketTable) -> bool:
        """Whether all Loans and all Shares are taken."""
        return not self.has_others(table)

    def settle(self, table: MarketTable) -> list[int]:
        """By seat: Loans and interest paid back, and interest received, at the end (C17)."""
        yen = [-(self.loan + self.interest) * loans for loans in table.loans]
        interest = self.interest * sum(table.loans)
        owners = [seat for seat in table.setup.everyone if table.shares[seat]]
        for seat in owners:
            yen[seat] += -(-interest // (len(owners) * STEP)) * STEP
        return yen
