"""The end of the game: when it is triggered, who still has a turn, and what everything is worth."""

from ichiba.games.tokyo_tsukiji_market.data import BANK, BOX, NAME, NUM_FISH, OVERFISHING
from ichiba.games.tokyo_tsukiji_market.holding import resources
from ichiba.games.tokyo_tsukiji_market.table import BOXED, NOBODY, OVER, Table

_END = BOX.end
PARTS = ("money", "standing", "overfishing", "bank", "tokens")


def check_trigger(table: Table) -> None:
    """At the start of a turn: is the player rich or well stocked, and not last in the other?"""
    seat = table.seat
    if table.final != NOBODY:
        return
    rich = table.money[seat] >= _END.yen.value
    stocked = resources(table, seat) >= _END.resources.value
    if not rich and not stocked:
        return
    all_resources = [resources(table, one) for one in table.setup.everyone]
    if table.setup.closed_money:
        _declare(table, seat, rich=rich, stocked=stocked)
    if (rich and not _outright_lowest(all_resources, seat)) or (
        stocked and not _outright_lowest(table.money, seat)
    ):
        table.final = table.setup.players
        table.trigger = seat
        table.tell("triggered", seat=seat)


def _declare(table: Table, seat: int, *, rich: bool, stocked: bool) -> None:
    """With closed money the player says so; if it is about resources, all show their money (G8)."""
    if rich:
        table.tell("declares_yen", seat=seat, yen=_END.yen.value)
    if stocked:
        table.tell("declares_resources", seat=seat, resources=_END.resources.value)
        for one in table.setup.everyone:
            table.tell("shows_money", seat=one, yen=table.money[one])


def _outright_lowest(row: list[int], seat: int) -> bool:
    """Lower than everybody else: a tie is not (A3)."""
    return all(row[seat] < other for one, other in enumerate(row) if one != seat)


def is_last_turn(table: Table) -> bool:
    """After a turn: whether it was the last (G1), or the house rule's limit is reached (B10)."""
    if table.final != NOBODY:
        table.final -= 1
        return table.final == 0
    limit = table.setup.round_limit
    players = table.setup.players
    return bool(limit) and table.round == limit and (table.seat + 1) % players == table.start


def end_game(table: Table) -> None:
    """Everything is counted."""
    table.phase = OVER
    table.actors = ()
    table.reveals += 1  # the result is final: the last decision cannot be taken back
    if table.log is not None:
        table.tell("over", seats=[*winners(table)], count=len(winners(table)))


def standing(all_resources: list[int]) -> list[int]:
    """By seat: the reward for most resources, the fine for fewest; both if all tie (G4)."""
    yen = [0] * len(all_resources)
    for best, alone, tied in (
        (max(all_resources), _END.highest.value, _END.highest_tied.value),
        (min(all_resources), -_END.lowest.value, -_END.lowest_tied.value),
    ):
        seats = [seat for seat, one in enumerate(all_resources) if one == best]
        for seat in seats:
            yen[seat] += alone if len(seats) == 1 else tied
    return yen


def breakdown(table: Table) -> tuple[dict[str, int], ...]:
    """By seat, in the order of ruling G3. Before the end closed money counts for nothing."""
    seats = table.setup.everyone
    shown = not table.setup.closed_money or table.phase == OVER
    all_resources = [resources(table, seat) for seat in seats]
    rows = (
        table.money if shown else [0] * len(seats),
        standing(all_resources),
        _of_board(table, OVERFISHING, table.setup.overfishing.settle(table)),
        _of_board(table, BANK, table.setup.bank.settle(table)),
        [one * _END.yen_per_resource.value for one in all_resources],
    )
    return tuple(
        {f"{NAME}.score.{part}": row[seat] for part, row in zip(PARTS, rows, strict=True)}
        for seat in seats
    )


def _of_board(table: Table, market: int, yen: list[int]) -> list[int]:
    return yen if table.external[market - NUM_FISH] != BOXED else [0] * len(yen)


def scores(table: Table) -> tuple[int, ...]:
    """By seat: all yen together."""
    return tuple(sum(part.values()) for part in breakdown(table))


def winners(table: Table) -> tuple[int, ...]:
    """Most yen; equal: they share (G6)."""
    if table.phase != OVER:
        return ()
    results = scores(table)
    best = max(results)
    return tuple(seat for seat, result in enumerate(results) if result == best)
