"""The end of the game: the values of products, the scores and the winners."""

from operator import add
from typing import Final

from ichiba.games.tsukiji.box import BOX
from ichiba.games.tsukiji.data import MAGURO, PRODUCTS, RANK_YEN, SPECIAL_TICKETS
from ichiba.games.tsukiji.setup import SETUPS
from ichiba.games.tsukiji.table import OVER, TsukijiTable

COLUMNS: Final = len(PRODUCTS)
_ON_MARKET: Final = range(MAGURO)
_SPECIAL: Final = BOX.special_points
# By number of tuna cards, for as many as there are cards at all.
_MAGURO_YEN: Final = tuple(
    cards * (cards + BOX.maguro.addend.value) // BOX.maguro.divisor.value
    for cards in range(max(len(setup.deck) for setup in SETUPS.values()) + 1)
)


def ranking(table: TsukijiTable) -> list[int]:
    """The products on the market by value: by space, then from the top of a stack down."""
    places = [*zip(table.spaces, table.arrivals)]  # noqa: B905 - hot
    return sorted(_ON_MARKET, key=places.__getitem__, reverse=True)


def product_yen(table: TsukijiTable) -> list[int]:
    """By product on the market: the value of one card."""
    yen = [0] * MAGURO
    for rank, product in enumerate(ranking(table)):
        yen[product] = RANK_YEN[rank]
    return yen


def maguro_yen(cards: int) -> int:
    """The value of a set of tuna."""
    return _MAGURO_YEN[cards]


def column_sizes(table: TsukijiTable, seat: int) -> list[int]:
    """By product: the number of cards in the column, Takusan included."""
    at = seat * COLUMNS
    return [
        table.products[at + product] + table.takusan[at + product] for product in range(COLUMNS)
    ]


def breakdown(table: TsukijiTable) -> tuple[dict[str, int], ...]:
    """By seat: yen for products, tuna, money and, in the variant, special points."""
    yen = product_yen(table)
    parts = []
    for seat in table.setup.everyone:
        sizes = column_sizes(table, seat)
        part = {
            f"tsukiji.card.{PRODUCTS[product]}": sizes[product] * yen[product]
            for product in range(MAGURO)
        }
        part["tsukiji.card.maguro"] = maguro_yen(sizes[MAGURO])
        part["tsukiji.score.money"] = table.money[seat]
        parts.append(part)
    if table.setup.special_points:
        for part, points in zip(parts, special_points(table), strict=True):
            part.update(points)
    return tuple(parts)


def special_points(table: TsukijiTable) -> list[dict[str, int]]:
    """By seat: the bonuses of the variant."""
    seats = table.setup.everyone
    sizes = [column_sizes(table, seat) for seat in seats]
    last = ranking(table)[-1]
    most_of_last = max(size[last] for size in sizes)
    most_yakuza = max(table.yakuza)
    points = []
    for seat in seats:
        diverse = min(sizes[seat]) >= _SPECIAL.diverse_cards.value
        specialised = max(sizes[seat]) >= _SPECIAL.specialised_cards.value
        popular = 0 < sizes[seat][last] == most_of_last
        safe = 0 < table.yakuza[seat] == most_yakuza
        points.append(
            {
                "tsukiji.score.diverse": diverse * _SPECIAL.diverse.value,
                "tsukiji.score.specialised": specialised * _SPECIAL.specialised.value,
                "tsukiji.score.popular": popular * _SPECIAL.popular.value,
                "tsukiji.score.safe": safe * _SPECIAL.safe.value,
            }
        )
    return points


def scores(table: TsukijiTable) -> tuple[int, ...]:
    """By seat: the total yen. The same as the sum of `breakdown`, but much faster."""
    ebi, hotategai, fugu, tako, sake = product_yen(table)
    sizes = [*map(add, table.products, table.takusan)]
    totals = []
    at = 0
    for money in table.money:
        totals.append(
            money
            + sizes[at] * ebi
            + sizes[at + 1] * hotategai
            + sizes[at + 2] * fugu
            + sizes[at + 3] * tako
            + sizes[at + 4] * sake
            + _MAGURO_YEN[sizes[at + MAGURO]]
        )
        at += COLUMNS
    if table.setup.special_points:
        for seat, points in enumerate(special_points(table)):
            totals[seat] += sum(points.values())
    return tuple(totals)


def winners(table: TsukijiTable) -> tuple[int, ...]:
    """The players with the most yen; if tied, with the most unused special tickets."""
    if table.phase != OVER:
        return ()
    results = [
        (score, (table.hands[seat] & SPECIAL_TICKETS).bit_count())
        for seat, score in enumerate(scores(table))
    ]
    best = max(results)
    return tuple(seat for seat, result in enumerate(results) if result == best)
