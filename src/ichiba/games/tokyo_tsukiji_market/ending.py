"""The end of the game: the trigger, the last turns and final scoring."""

from collections.abc import Sequence
from typing import Final

from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import NAME
from ichiba.games.tokyo_tsukiji_market.holding import all_resources, resources
from ichiba.games.tokyo_tsukiji_market.table import NO_END, OVER, MarketTable

_END: Final = BOX.end
# Rounds without anything but passes: if nobody could do more, and with closed money (B10).
_STANDSTILL: Final = 2
_ONLY_PASSED: Final = 3
_YEN: Final = _END.yen_per_resource.value
# For the most resources, and for the fewest.
_HIGHEST: Final = _END.highest.value
_HIGHEST_TIED: Final = _END.highest_tied.value
_LOWEST: Final = _END.lowest.value
_LOWEST_TIED: Final = _END.lowest_tied.value
PARTS: Final = ("money", "standing", "overfishing", "bank", "tokens")
_KEYS: Final = tuple(f"{NAME}.score.{part}" for part in PARTS)


def check_trigger(table: MarketTable) -> None:
    """Check at the start of a turn whether the player triggers the end.

    The player needs enough yen or resources, without having the least of the other of the two.
    """
    seat = table.seat
    if table.turns_left != NO_END:
        return
    rich = table.money[seat] >= _END.yen.value
    stocked = resources(table, seat) >= _END.resources.value
    if not rich and not stocked:
        return
    stocks = all_resources(table)
    if table.setup.closed_money:
        _declare(table, seat, rich=rich, stocked=stocked)
    if (rich and not _outright_lowest(stocks, seat)) or (
        stocked and not _outright_lowest(table.money, seat)
    ):
        table.turns_left = table.setup.players
        table.trigger = seat
        table.tell("triggered", seat=seat)


def _declare(table: MarketTable, seat: int, *, rich: bool, stocked: bool) -> None:
    """With closed money, log the declaration; for resources, all players show their money (G8)."""
    if rich:
        table.tell("declares_yen", seat=seat, yen=_END.yen.value)
    if stocked:
        table.tell("declares_resources", seat=seat, resources=_END.resources.value)
        for one in table.setup.everyone:
            table.tell("shows_money", seat=one, yen=table.money[one])


def _outright_lowest(row: list[int], seat: int) -> bool:
    """Whether a seat has less than everyone else; a tie does not count (A3)."""
    return all(row[seat] < other for one, other in enumerate(row) if one != seat)


def is_last_turn(table: MarketTable) -> bool:
    """Whether this turn was the last (G1) or reached the round limit (house rule, B10)."""
    if table.turns_left != NO_END:
        table.turns_left -= 1
        return table.turns_left == 0
    limit = table.setup.round_limit
    players = table.setup.players
    return bool(limit) and table.round == limit and (table.seat + 1) % players == table.start


def is_standstill(table: MarketTable) -> bool:
    """Whether nobody could do anything but pass for two rounds (house rule, B10).

    With closed money nobody can see who could act: then it takes three rounds in which everybody
    only passed.
    """
    if not table.idle or not _stands_still(table):
        return False
    key = "only_passed" if table.setup.closed_money else "standstill"
    table.tell(key, count=_rounds(table))
    return True


def _rounds(table: MarketTable) -> int:
    """How many rounds make a standstill."""
    return _ONLY_PASSED if table.setup.closed_money else _STANDSTILL


def _stands_still(table: MarketTable) -> bool:
    return table.idle >= _rounds(table) * table.setup.players


def way(table: MarketTable) -> str:
    """How the game ended: a player triggered the end, or one of the house rules (B10)."""
    if table.phase != OVER:
        return ""
    if table.turns_left == 0:
        return "triggered"
    return "standstill" if _stands_still(table) else "round_limit"


def end_game(table: MarketTable) -> None:
    """End the game and log the winners."""
    table.phase = OVER
    table.actors = ()
    table.reveals += 1  # the result is final, so the last decision cannot be undone
    table.tell_over()


def standing(stocks: list[int]) -> list[int]:
    """By seat: the bonus for the most resources, the fine for the fewest; both if all tie (G4)."""
    most, fewest = max(stocks), min(stocks)
    bonus = _HIGHEST if stocks.count(most) == 1 else _HIGHEST_TIED
    fine = _LOWEST if stocks.count(fewest) == 1 else _LOWEST_TIED
    yen = [0] * len(stocks)
    for seat, one in enumerate(stocks):
        if one == most:
            yen[seat] = bonus
        if one == fewest:
            yen[seat] -= fine
    return yen


def _parts(table: MarketTable) -> list[Sequence[int]]:
    """By part, in the order of ruling G3, and by seat: yen; hidden money counts as 0."""
    setup = table.setup
    stocks = all_resources(table)
    none = (0,) * setup.players
    is_shown = not setup.closed_money or table.phase == OVER
    return [
        table.money if is_shown else none,
        standing(stocks),
        setup.overfishing.settle(table) if setup.overfishing.is_in_play(table) else none,
        setup.bank.settle(table) if setup.bank.is_in_play(table) else none,
        [one * _YEN for one in stocks],
    ]


def breakdown(table: MarketTable) -> tuple[dict[str, int], ...]:
    """The parts of each score."""
    parts = _parts(table)
    return tuple(
        {key: row[seat] for key, row in zip(_KEYS, parts, strict=True)}
        for seat in table.setup.everyone
    )


def scores(table: MarketTable) -> tuple[int, ...]:
    """The total yen of each seat."""
    return tuple(map(sum, zip(*_parts(table), strict=True)))


def winners(table: MarketTable) -> tuple[int, ...]:
    """The seats with the most yen; tied players share the victory (G6)."""
    if table.phase != OVER:
        return ()
    results = scores(table)
    best = max(results)
    return tuple(seat for seat, result in enumerate(results) if result == best)
