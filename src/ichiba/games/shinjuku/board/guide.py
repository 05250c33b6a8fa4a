"""What the guide of a first game says about a position, from the player's view alone."""

from collections import Counter
from typing import Any

from ichiba.core.guide import Facts, Find, Position
from ichiba.core.messages import Arguments
from ichiba.games.shinjuku.board.atlas import atlas_of
from ichiba.games.shinjuku.board.prospects import CARD, WILD, Prospects
from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.data import GOODS, NAME

_HAND = BOX.hand.value
_WARD = {ward.id: ward.name for ward in CITY.map.wards}


def _own(position: Position) -> Any:
    return position.view["companies"][position.seat]


def _good(customer: str) -> str:
    return customer.removesuffix("2")


def _winning(_position: Position) -> Facts:
    points = BOX.set_points.value
    return Facts({f"set{size}": worth for size, worth in enumerate(points, 1)})


def _prospects(position: Position) -> Prospects:
    return Prospects(dict(position.view), atlas_of(position.view["city"]))


def _action(position: Position) -> Facts:
    """Suggests a Move only if it brings points."""
    idle = [] if any(_gains(position).values()) else ["move"]
    agrees = [choice for choice in position.choices if choice not in idle]
    return Facts({"count": BOX.actions.value}, agrees=agrees)


def _gains(position: Position) -> dict[str, int]:
    """By ward: the most points that moving its customers can bring the player."""
    prospects = _prospects(position)
    return {
        ward: prospects.best_move(ward, kinds) for ward, kinds in position.view["wards"].items()
    }


def _move_ward(position: Position) -> Facts:
    """The wards from which a Move brings points, if there are any that can be paid for."""
    found = [f"ward {ward}" for ward, points in _gains(position).items() if points]
    agrees = [move for move in found if move in position.choices]
    return Facts(text="" if agrees else "move_ward_idle", agrees=agrees)


def _open_station(position: Position) -> Facts:
    """Suggests only stations that cost one card."""
    prospects = _prospects(position)
    stations = prospects.atlas.stations.items()
    cheap = [name for name, one in stations if prospects.price([one.ward]) in (CARD, WILD)]
    return Facts(agrees=[f"at {name}" for name in cheap])


def _expand(position: Position) -> Facts:
    """Suggests only track at a station that is connected with a store of the player's."""
    prospects = _prospects(position)
    own = [name for name, one in prospects.stores.items() if one["owner"] == position.seat]
    links = prospects.atlas.links.items()
    return Facts(
        {"count": len(own)},
        text="" if own else "expand_early",
        agrees=[
            f"track {link}"
            for link, ends in links
            if any(prospects.is_connected(station, end) for station in own for end in ends)
        ],
    )


def _queue(position: Position) -> Facts | None:
    """The customers who come next, and where they go."""
    slot = position.view["queue"][0]
    if slot["ward"] is None or not slot["customers"]:
        return None
    count = len(slot["customers"])
    return Facts({"ward": _WARD[slot["ward"]], "count": count})


def _open_store(position: Position) -> Facts | None:
    """The goods that most customers on the map and in the queue want, among the player's stores."""
    view = position.view
    supply = _own(position)["supply"]
    waiting = [customer for group in view["wards"].values() for customer in group]
    waiting += [customer for slot in view["queue"] for customer in slot["customers"]]
    wanted = Counter(_good(customer) for customer in waiting)
    offers = [(wanted[good], good) for good in GOODS if supply.get(good)]
    if not offers:
        return None
    count = max(number for number, _ in offers)
    best = [good for number, good in offers if number == count]
    named: Arguments = {"goods": [f"{NAME}.good.{good}" for good in best], "count": count}
    text = "open_store" if len(best) == 1 else "open_store_any"
    return Facts(named, text=text, agrees=[f"store {good}" for good in best]) if count else None


def _pay(position: Position) -> Facts:
    """Whether the player has a card that pays alone."""
    wards = position.view["choice"]["pay_for"]
    alone = any(choice.startswith("pay ") for choice in position.choices)
    named: Arguments = {"wards": [_WARD[ward] for ward in wards], "three": BOX.wild_cards.value}
    return Facts(named, text="" if alone else "pay_any")


def _income(position: Position) -> Facts | None:
    """Few cards are left, and Income is still possible."""
    held = _own(position)["cards"]
    if held > 1 or "income" not in position.choices:
        return None
    return Facts({"hand": _HAND}, text="income_one" if held else "income")


def _upgrade(position: Position) -> Facts:
    """The bonus of the next department store."""
    free = [stack for stack in position.view["bonus"] if stack["owner"] is None]
    if not free:
        return Facts(text="upgrade_late")
    return Facts({"count": free[0]["tokens"]})


def _free_income(position: Position) -> Facts:
    held = _own(position)["cards"]
    return Facts({"count": max(_HAND - held, 1), "seat": position.prompt.arguments["seat"]})


def _ending(position: Position) -> Facts | None:
    left = position.view["last_turns"]
    if left is not None:
        return Facts(text="last_turns")
    return None if position.view["bag"] else Facts()


FINDERS: dict[str, Find] = {
    "winning": _winning,
    "action": _action,
    "queue": _queue,
    "open_station": _open_station,
    "expand": _expand,
    "move_ward": _move_ward,
    "open_store": _open_store,
    "pay": _pay,
    "income": _income,
    "upgrade": _upgrade,
    "free_income": _free_income,
    "ending": _ending,
}
