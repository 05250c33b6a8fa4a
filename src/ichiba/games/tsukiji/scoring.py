"""The end of the game: what products are worth, who scores what, who wins."""

from ichiba.games.tsukiji.data import BOX, MAGURO, PRODUCTS, RANK_YEN, SPECIAL_TICKETS
from ichiba.games.tsukiji.table import OVER, Table

COLUMNS = len(PRODUCTS)
_SPECIAL = BOX.special_points


def ranking(table: Table) -> list[int]:
    """The products on the market, the dearest first: by space, on one space from the top."""
    places = list(zip(table.spaces, table.arrivals, strict=True))
    return sorted(range(len(places)), key=places.__getitem__, reverse=True)


def product_yen(table: Table) -> list[int]:
    """By product on the market: what one card is worth."""
    yen = [0] * len(RANK_YEN)
    for rank, product in enumerate(ranking(table)):
        yen[product] = RANK_YEN[rank]
    return yen


def maguro_yen(cards: int) -> int:
    """What a set of tuna is worth."""
    return cards * (cards + BOX.maguro.addend.value) // BOX.maguro.divisor.value


def column_sizes(table: Table, seat: int) -> list[int]:
    """By product: how many cards the column counts, Takusan included."""
    at = seat * COLUMNS
    return [
        table.products[at + product] + table.takusan[at + product] for product in range(COLUMNS)
    ]


def breakdown(table: Table) -> tuple[dict[str, int], ...]:
    """By seat: yen by product, tuna, money and, in the variant, special points."""
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


def special_points(table: Table) -> list[dict[str, int]]:
    """By seat: what the variant of special points gives."""
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


def scores(table: Table) -> tuple[int, ...]:
    """By seat: all yen together."""
    return tuple(sum(part.values()) for part in breakdown(table))


def winners(table: Table) -> tuple[int, ...]:
    """Most yen; of these, most special tickets unused; still equal: they share."""
    if table.phase != OVER:
        return ()
    results = [
        (score, (table.hands[seat] & SPECIAL_TICKETS).bit_count())
        for seat, score in enumerate(scores(table))
    ]
    best = max(results)
    return tuple(seat for seat, result in enumerate(results) if result == best)
