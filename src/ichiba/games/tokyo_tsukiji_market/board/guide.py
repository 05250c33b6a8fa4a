"""What the guide of a first game says about a position, from the player's view alone."""

from typing import Any

from ichiba.core.guide import Facts, Find, Position
from ichiba.core.messages import Arguments
from ichiba.games.tokyo_tsukiji_market.board.worth import TAKOYAKI, Worth, spaces_left
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    INCOME,
    NAME,
    PORT_PRICE,
    RESOURCE,
    number,
)
from ichiba.games.tokyo_tsukiji_market.markets.registry import FISH_BY_NAME

_START, _END = BOX.start, BOX.end


def _own(position: Position) -> Any:
    return position.view["harbors"][position.seat]


def _market(position: Position, name: str) -> Any:
    view = position.view
    return next(m for m in (*view["fish_markets"], *view["external_markets"]) if m["name"] == name)


def _fish(name: str) -> str:
    return f"{NAME}.fish.{name}"


def _winning(_position: Position) -> Facts:
    return Facts({"resource": RESOURCE, "fewest": _END.lowest.value})


def _ending(position: Position) -> Facts | None:
    """Someone has come more than half of the way to the end, counted from the start."""
    if position.view["final"] is not None:
        return None
    named: Arguments = {
        "yen": _END.yen.value,
        "resources": _END.resources.value,
        "most": _END.highest.value,
        "fewest": _END.lowest.value,
    }
    halfway = (_START.yen.value + _END.yen.value) // 2
    for seat, harbor in enumerate(position.view["harbors"]):
        who = "own" if seat == position.seat else "other"
        if harbor["resources"] * 2 > _END.resources.value:
            told: Arguments = {"seat": seat, "has": harbor["resources"]}
            return Facts(named | told, text=f"ending_{who}_resources")
        if (harbor["money"] or 0) > halfway:
            return Facts(named | {"seat": seat, "has": harbor["money"]}, text=f"ending_{who}")
    return None


def _welcome(_position: Position) -> Facts:
    return Facts({"points": _START.action_points.value})


def _catching(position: Position) -> Facts | None:
    """The fish that the boat can catch, or that it is full."""
    name = position.view["action"]["boat"]
    boat = next((one for one in _own(position)["boats"] if one["name"] == name), None)
    if boat is None or boat["place"] != "sea":
        return None
    if len(boat["cargo"]) == boat["slots"]:
        return Facts(text="catching_full", point="tray-ways")
    markets = [market["name"] for market in position.view["fish_markets"]]
    caught = [name for name in markets if f"barrel {name}" in position.choices]
    if not caught:
        return None
    return Facts({"fish": [_fish(name) for name in caught]}, point=f"catch-{caught[0]}")


def _pricing(position: Position) -> Facts | None:
    """What the item is worth to the other player to whom it is worth most."""
    item = position.view["action"]["queue"][0]
    named: Arguments = {"item": position.prompt.arguments["item"]}
    if item == TAKOYAKI:
        worth = Worth(dict(position.view)).to_buyer(item) or 0
    else:
        market = FISH_BY_NAME[item]
        if market.premium:
            return Facts(named | {"yen": market.premium}, text="pricing_cash")
        if len(market.sustaining) > 1:
            return Facts(named, text="pricing_drawn")
        others = [h for seat, h in enumerate(position.view["harbors"]) if seat != position.seat]
        worth = max(harbor["next"].get(item, 0) for harbor in others)
    return Facts(named | {"resources": worth, "yen": worth * RESOURCE})


def _pricing_freely(position: Position) -> Facts:
    return Facts({"item": position.prompt.arguments["item"]})


def _turn_end(position: Position) -> Facts:
    if any(choice.startswith("port") for choice in position.choices):
        return Facts({"yen": PORT_PRICE})
    return Facts(text="turn_end_plain")


def _markets(position: Position) -> Facts | None:
    """The largest ship that the player can buy and moor."""
    why = _market(position, "ships")["why"]
    if why is None or why["reason"] != "buy_boat" or "enter ships" not in position.choices:
        return None
    return Facts(why["arguments"])


def _licenses(position: Position) -> Facts | None:
    """The license for the most valuable fish that the player can afford and has none of."""
    own = _own(position)
    offers = [
        (market["value"] or 0, market)
        for market in position.view["fish_markets"]
        if f"enter {market['name']}" in position.choices
        and market["licenses"]
        and not market["group"]
        and not own["licenses"].get(market["name"])
        and 0 < market["license_price"] <= (own["money"] or 0)
    ]
    if not offers or not spaces_left(own):
        return None
    _, best = max(offers, key=lambda offer: offer[0])
    named: Arguments = {
        "fish": _fish(best["name"]),
        "yen": best["license_price"],
        "income": INCOME,
        "spaces": spaces_left(own),
    }
    return Facts(named, point=f"market-{best['name']}")


def _for_sale(position: Position) -> Facts | None:
    own = _own(position)
    return Facts({"count": len(own["upper"] + own["lower"])}) if own["upper"] else None


def _tokens(position: Position) -> Facts | None:
    own = _own(position)
    if not own["tokens"]:
        return None
    return Facts({"resources": own["resources"], "resource": RESOURCE, "most": _END.highest.value})


def _ships(position: Position) -> Facts:
    """What boats cost and bring, or how to get out if there is nothing to do but sell one."""
    sales = {move for move in position.choices if move.startswith("boat ")}
    others = [move for move in position.choices if move not in sales]
    slot = number(BOX.external["ships"].slot)
    if sales and not any(move.startswith(("take ", "port", "done")) for move in others):
        return Facts({"yen": slot}, text="ships_stuck", point="undo", agrees=())
    return Facts({"yen": slot, "bonus": _START.unloading_bonus.value}, agrees=others)


def _eel(position: Position) -> Facts | None:
    market = _market(position, "eel")
    if market["state"] != "open":
        return None
    return Facts({"resources": market["worth"], "fall": number(BOX.fish["eel"].fall)})


def _red_snapper(position: Position) -> Facts | None:
    market = _market(position, "red_snapper")
    if market["state"] != "open":
        return None
    column = number(BOX.fish["red_snapper"].column)
    return Facts({"resources": market["value"], "column": column})


def _squid(position: Position) -> Facts | None:
    if _market(position, "squid")["state"] != "open":
        return None
    return Facts({"yen": number(BOX.fish["squid"].sale)})


def _government(position: Position) -> Facts | None:
    """The best price that the Government still pays, and for how many tokens."""
    market = _market(position, "government")
    for place, (price, demand) in enumerate(market["spaces"]):
        left = demand - len(market["tokens"][place])
        if left:
            return Facts({"yen": price, "count": left})
    return None


def _trading(position: Position) -> Facts:
    """The best empty space that the player's tokens are worth."""
    market = _market(position, "trading")
    most = _own(position)["resources"]
    spaces = [
        (yen, need)
        for place, (need, yen) in enumerate(market["spaces"])
        if need <= most and not market["tokens"][place]
    ]
    if not spaces:
        return Facts(text="trading_short")
    yen, need = max(spaces)
    return Facts({"yen": yen, "resources": need})


def _purchasing(position: Position) -> Facts:
    """The barrel for which the player gets most beyond its price."""
    view = position.view
    worth, money = Worth(dict(view)), _own(position)["money"] or 0
    offers = [
        (value * RESOURCE - one["price"], one, value)
        for seat, harbor in enumerate(view["harbors"])
        if seat != position.seat
        for row in ("upper", "lower")
        for one in harbor[row]
        if one["price"] <= money
        and (value := worth.to_buyer(one["item"], degraded=row == "lower")) is not None
    ]
    if not offers:
        return Facts(text="purchasing_none")
    gain, best, value = max(offers, key=lambda offer: offer[0])
    kind = "item" if best["item"] == "takoyaki" else "fish"
    named: Arguments = {"item": f"{NAME}.{kind}.{best['item']}", "yen": best["price"]}
    return Facts(named | {"resources": value}, text="" if gain > 0 else "purchasing_dear")


def _overfished(position: Position) -> Facts:
    return Facts({"fish": position.last("overfished")["fish"]})


def _last_turns(position: Position) -> Facts | None:
    """Once the end has been triggered, every turn is a player's last one."""
    return None if position.view["final"] is None else Facts()


FINDERS: dict[str, Find] = {
    "winning": _winning,
    "welcome": _welcome,
    "catching": _catching,
    "pricing": _pricing,
    "pricing_freely": _pricing_freely,
    "turn_end": _turn_end,
    "markets": _markets,
    "licenses": _licenses,
    "for_sale": _for_sale,
    "tokens": _tokens,
    "ships": _ships,
    "eel": _eel,
    "red_snapper": _red_snapper,
    "squid": _squid,
    "government": _government,
    "trading": _trading,
    "purchasing": _purchasing,
    "overfished": _overfished,
    "ending": _ending,
    "last_turns": _last_turns,
}
