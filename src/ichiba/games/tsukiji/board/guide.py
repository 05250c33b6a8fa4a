"""What the guide of a first game says about a position, from the player's view alone."""

from typing import Any

from ichiba.core.guide import Facts, Find, Position
from ichiba.games.tsukiji.board.worth import MAGURO, Worth
from ichiba.games.tsukiji.data import NAME, RANK_YEN, REFUSAL


def _own(position: Position) -> Any:
    return position.view["restaurants"][position.seat]


def _worth(position: Position) -> Worth:
    return Worth(dict(position.view), position.seat)


def _card(name: str) -> str:
    return f"{NAME}.card.{name}"


def _is_last(position: Position) -> bool:
    return bool(position.view["round"] == position.view["rounds"])


def _next_lot(position: Position) -> tuple[int, list[str]]:
    """The number and the cards of the lot for the next ticket."""
    placed = _own(position)["placed"]
    return placed + 1, position.view["lots"][placed]["cards"]


def _winning(position: Position) -> Facts:
    rounds = position.view["rounds"]
    return Facts({"rounds": rounds, "first": RANK_YEN[0], "last": RANK_YEN[-1]})


def _valuation(position: Position) -> Facts:
    """The lot for the next ticket, and what it is worth to the player today."""
    number, cards = _next_lot(position)
    yen = _worth(position).of_lot(cards)
    return Facts({"lot": number, "yen": max(yen, 0)}, point=f"stall-{number}")


def _with(card: str) -> Find:
    """Explains a special card before a ticket is laid on a lot that has it."""

    def find(position: Position) -> Facts | None:
        number, cards = _next_lot(position)
        if card not in cards:
            return None
        return Facts({"lot": number}, point=f"stall-{number}")

    return find


def _last_round(position: Position) -> Facts | None:
    return Facts() if _is_last(position) else None


def _purchase(position: Position) -> Facts:
    """What the best lot that the player can pay for is worth beyond its price today."""
    money, worth = _own(position)["money"], _worth(position)
    gains = {
        f"buy {number}": worth.of_lot(lot["cards"]) - lot["tile"]["price"]
        for number, lot in enumerate(position.view["lots"], 1)
        if lot["buyer"] is None and lot["tile"]["price"] <= money
    }
    best = max(gains.values(), default=0)
    agrees = [move for move, gain in gains.items() if gain == best]
    text = "purchase"
    if best <= REFUSAL:
        text, agrees = "purchase_dear", ["refuse"]
    if _is_last(position):
        text += "_last"
    left = position.view["rounds"] - position.view["round"]
    return Facts({"yen": REFUSAL, "gain": best, "left": left}, text=text, agrees=agrees)


def _market(position: Position) -> Facts:
    ranking = position.view["market"]["ranking"]
    named = {"fish": _card(ranking[0]), "other": _card(ranking[-1])}
    return Facts({**named, "yen": RANK_YEN[0], "least": RANK_YEN[-1]})


def _restaurant(position: Position) -> Facts | None:
    """The column that is worth most today, unless there is no fish with a marker to push."""
    worth = _worth(position)
    markers = [one for one in position.view["market"]["yen"] if worth.sizes[one]]
    if not markers or _is_last(position):
        return None
    best = max(markers, key=worth.of_column)
    if worth.of_column(MAGURO) > worth.of_column(best):
        return Facts({"yen": worth.of_column(MAGURO)}, text="restaurant_maguro")
    return Facts({"fish": _card(best)})


def _takusan(position: Position) -> Facts | None:
    worth = _worth(position)
    best = worth.best_column()
    if best is None:
        return None
    text = "takusan_last" if _is_last(position) else ""
    return Facts({"fish": _card(best), "yen": worth.gain(best)}, text=text)


def _yakuza(position: Position) -> Facts | None:
    worth = _worth(position)
    least = worth.least_card()
    if least is None:
        return None
    text = "yakuza_last" if _is_last(position) else ""
    return Facts({"fish": _card(least), "yen": worth.loss(least)}, text=text)


def _tags(position: Position) -> Facts | None:
    """There is no clock to be had in the last round."""
    return None if _is_last(position) else Facts()


def _specials(position: Position) -> Facts | None:
    """The gold tickets, while there are any."""
    return Facts() if _own(position)["specials"] else None


FINDERS: dict[str, Find] = {
    "winning": _winning,
    "valuation": _valuation,
    "takusan_lot": _with("takusan"),
    "yakuza_lot": _with("yakuza"),
    "last_round": _last_round,
    "tags": _tags,
    "specials": _specials,
    "purchase": _purchase,
    "market": _market,
    "restaurant": _restaurant,
    "takusan": _takusan,
    "yakuza": _yakuza,
}
