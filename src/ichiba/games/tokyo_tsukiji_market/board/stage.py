"""The stage of an auction: the lot, what it is worth now, who has bid, the open fists."""

from collections.abc import Sequence
from typing import Any

from ichiba.core.messages import Event
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.board.hall import Shown, yen
from ichiba.games.tokyo_tsukiji_market.data import (
    BOX,
    FISH,
    KINDS,
    NAME,
    STEP,
    TOKEN_FISH,
    TOKEN_WORTH,
    TOKENS,
)

_RESOURCE = BOX.end.yen_per_resource.value
_QUICK = (100, 500)  # steps of the buttons beside the bid
_SHOWN_TURNS = 1  # turns after which an auction's result is left to the log


def gain(view: dict[str, Any], tokens: Sequence[str], barrels: Sequence[str]) -> int:
    """How many resources more the viewer would have with this lot, as things are now."""
    seat = view["seat"]
    own: Any = (
        {"tokens": {}, "resources": 0, "worth": {}} if seat is None else view["harbors"][seat]
    )
    values = {market["name"]: market["value"] for market in view["fish_markets"]}
    names = [*tokens, *(TOKENS[KINDS[FISH.index(fish)][0]] for fish in barrels)]
    fugu, total = own["tokens"].get("fugu", 0), 0
    for name in names:
        kind = TOKENS.index(name)
        fish = FISH[TOKEN_FISH[kind]]
        if name == "fugu":
            fugu += 1
            total += 2 * fugu - 1
        elif name == "nori":
            total += (own["resources"] - own["worth"].get("nori", 0)) // 10
        else:
            total += TOKEN_WORTH[kind] or values.get(fish) or 0
    return total


class Stage:
    """What stands in the middle while bids are made, and a little after."""

    def __init__(self, view: dict[str, Any], words: Words, *, asked: bool) -> None:
        self.view = view
        self.words = words
        self.seat: int | None = view["seat"]
        self.asked = asked

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of the board."""
        return self.words.say(f"{NAME}.web.{key}", arguments)

    def present(self) -> Shown | None:
        """The auction at hand."""
        auction = self.view["auction"]
        if auction is None:
            return None
        resources = gain(self.view, auction["tokens"], auction["barrels"])
        waiting = [seat for seat in auction["bidders"] if not auction["has_bid"][seat]]
        return {
            "market": self.words.say(f"{NAME}.market.{auction['market']}"),
            "chapter": auction["market"],
            "closed": auction["bids"] is None,
            "tokens": [self._token(token) for token in auction["tokens"]],
            "barrels": [self._barrel(fish) for fish in auction["barrels"]],
            "worth": self.say("lot_worth", resources=resources, yen=yen(resources * _RESOURCE)),
            "worth_yen": resources * _RESOURCE,
            "fists": [self._fist(seat, auction) for seat in self._bidders(auction)],
            "waiting": self.say("waiting_for", seats=waiting) if waiting else "",
            "who_pays": self._who_pays(auction),
            "bid": self._control() if self.asked and self.view["phase"] == "bidding" else None,
            "own_bid": None if auction["own_bid"] is None else yen(auction["own_bid"]),
        }

    def _token(self, name: str) -> Shown:
        return pictures.token(name) | {"title": self.words.say(f"{NAME}.token.{name}")}

    def _barrel(self, fish: str) -> Shown:
        return {"symbol": pictures.FISH[fish], "title": self.words.say(f"{NAME}.fish.{fish}")}

    def _bidders(self, auction: Any) -> list[int]:
        """All who bid; once fists are open, `bidders` names the best alone."""
        if auction["bids"] is None:
            return list(auction["bidders"])
        return [seat for seat, bid in enumerate(auction["bids"]) if bid is not None]

    def _fist(self, seat: int, auction: Any) -> Shown:
        bids = auction["bids"]
        bid = bids[seat] if bids is not None else auction["own_bid"] if seat == self.seat else None
        awarding = self.asked and self.view["phase"] == "awarding" and seat in auction["bidders"]
        return {
            "seat": seat,
            "key": f"fist-{seat}",
            "name": self.words.name(seat),
            "done": auction["has_bid"][seat],
            "bid": None if bid is None else yen(bid),
            "best": bids is not None and seat in auction["bidders"],
            "move": f"choose {seat + 1}" if awarding else "",
            "label": self.say("fist_told", seat=seat, yen=yen(bid or 0)),
        }

    def _who_pays(self, auction: Any) -> str:
        turn = self.view["turn"]
        if auction["market"] == "auction":
            return self.say("pays_double", seat=turn)
        if turn == self.seat:
            return self.say("pays_you")
        return self.say("pays_active", seat=turn)

    def _control(self) -> Shown:
        """The bid in steps of ¥100, from nothing to all one has."""
        money = self.view["harbors"][self.seat]["money"] or 0
        return amount_control(0, money // 100 * 100, 0, self.say("your_limit", yen=yen(money)))


def amount_control(least: int, most: int, start: int, limit: str) -> Shown:
    """A number in steps of ¥100, with buttons for larger steps."""
    steps = [(f"−{step}", -step) for step in reversed(_QUICK)] + [(f"+{s}", s) for s in _QUICK]
    return {"least": least, "most": most, "start": start, "limit": limit, "steps": steps}


def last_auction(events: Sequence[Event], words: Words) -> Shown | None:
    """The fists of the auction that has just been decided, and who won."""
    turns, bids = 0, []
    end: Event | None = None
    for event in reversed(events):
        kind = event.key.rpartition(".")[2]
        if end is None:
            if kind == "turn":
                turns += 1
                if turns > _SHOWN_TURNS:
                    return None
            elif kind in ("awarded", "declined"):
                end = event
        elif kind == "bid":
            bids.append(event)
        elif bids:
            break
    if end is None or not bids:
        return None
    won = end.arguments["seat"] if end.key.endswith("awarded") else None
    return {
        "line": end.say(words),
        "move": end.move,
        "fists": [
            {
                "seat": event.arguments["seat"],
                "name": words.name(int(str(event.arguments["seat"]))),
                "bid": yen(int(str(event.arguments["yen"]))),
                "won": event.arguments["seat"] == won,
            }
            for event in reversed(bids)
        ],
    }


def standing_bid(view: dict[str, Any], kind: str, extra: int) -> str | None:
    """What a standing order bids for the lot on the stage: its worth and so much more, or nothing.

    None if nothing is being bid for.
    """
    auction, seat = view["auction"], view["seat"]
    if view["phase"] != "bidding" or auction is None or seat is None:
        return None
    wanted = 0
    if kind == "worth":
        wanted = gain(view, auction["tokens"], auction["barrels"]) * _RESOURCE + extra
    money = view["harbors"][seat]["money"] or 0
    return f"yen {max(0, min(wanted, money)) // STEP * STEP}"
