"""The stage of an auction: the lot, its worth, who has bid, and the revealed bids."""

from collections.abc import Sequence
from typing import Any

from ichiba.core.game import View
from ichiba.core.messages import Event
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.board.entrance import Shown
from ichiba.games.tokyo_tsukiji_market.board.scenes import scene
from ichiba.games.tokyo_tsukiji_market.board.tips import Tips
from ichiba.games.tokyo_tsukiji_market.board.worth import Worth
from ichiba.games.tokyo_tsukiji_market.data import (
    FISH,
    KINDS,
    NAME,
    RESOURCE,
    STEP,
    TOKEN_WORTH,
    TOKENS,
)
from ichiba.games.tokyo_tsukiji_market.markets.lots import LotMarket
from ichiba.games.tokyo_tsukiji_market.markets.registry import BY_NAME

_QUICK = (100, 500)  # steps of the buttons beside the bid
_SHOWN_TURNS = 1  # the result of an auction is shown for this many turns


def _token_of(fish: str) -> str:
    """The first kind of token of a fish."""
    return TOKENS[KINDS[FISH.index(fish)][0]]


class Stage:
    """The auction as it is shown during the bidding and shortly after."""

    def __init__(self, view: dict[str, Any], words: Words, *, asked: bool) -> None:
        self.view = view
        self.words = words
        self.seat: int | None = view["seat"]
        self.asked = asked

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of the board."""
        return self.words.say(f"{NAME}.web.{key}", arguments)

    def present(self) -> Shown | None:
        """The current auction, or None."""
        auction = self.view["auction"]
        if auction is None:
            return None
        resources = auction["gain"]
        waiting = [seat for seat in auction["bidders"] if not auction["has_bid"][seat]]
        return {
            "market": self.words.say(f"{NAME}.market.{auction['market']}"),
            "chapter": auction["market"],
            "picture": {"name": "auction", "scene": scene("auction")},
            "closed": auction["bids"] is None,
            "tokens": [self._token(token) for token in auction["tokens"]],
            "barrels": [self._barrel(fish) for fish in auction["barrels"]],
            "worth": self.say(
                "lot_worth", resources=resources, yen=self.words.yen(resources * RESOURCE)
            ),
            "sale": self._sale([*auction["tokens"], *map(_token_of, auction["barrels"])]),
            "fists": [self._fist(seat, auction) for seat in self._bidders(auction)],
            "waiting": self.say("waiting_for", seats=waiting) if waiting else "",
            "who_pays": self._who_pays(auction),
            "bid": self._control() if self.asked and self.view["phase"] == "bidding" else None,
            "own_bid": None if auction["own_bid"] is None else self.words.yen(auction["own_bid"]),
        }

    def _sale(self, tokens: Sequence[str]) -> str:
        """Say what the market pays for the lot, if that is more than its resources are worth."""
        worth = Worth(self.view)
        prices = [worth.price_of(token) for token in tokens]
        more = sum(prices) > sum(TOKEN_WORTH[TOKENS.index(token)] for token in tokens) * RESOURCE
        return self.say("lot_sale", yen=self.words.yen(sum(prices))) if more and all(prices) else ""

    def _token(self, name: str) -> Shown:
        tip = Tips(self.view, self.words).lot(name)
        return pictures.token(name) | {"title": self.words.say(f"{NAME}.token.{name}"), "tip": tip}

    def _barrel(self, fish: str) -> Shown:
        return {
            "symbol": pictures.FISH[fish],
            "title": self.words.say(f"{NAME}.fish.{fish}"),
            "tip": Tips(self.view, self.words).barrel(fish, dry=False),
        }

    def _bidders(self, auction: Any) -> list[int]:
        """All bidders; after the reveal, `bidders` lists only the highest ones."""
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
            "mine": seat == self.seat,
            "done": auction["has_bid"][seat],
            "bid": None if bid is None else self.words.yen(bid),
            "best": bids is not None and seat in auction["bidders"],
            "move": f"choose {seat + 1}" if awarding else "",
            "label": self.say("fist_told", seat=seat, yen=self.words.yen(bid or 0)),
        }

    def _who_pays(self, auction: Any) -> str:
        turn = self.view["turn"]
        board = BY_NAME[auction["market"]]
        if isinstance(board, LotMarket) and board.is_doubled:
            return self.say("pays_double", seat=turn)
        if turn == self.seat:
            return self.say("pays_you_alone" if board.sells_own_lot else "pays_you")
        return self.say("pays_active", seat=turn)

    def _control(self) -> Shown:
        """The control for a bid in steps of ¥100, up to all the viewer's money."""
        money = self.view["harbors"][self.seat]["money"] or 0
        limit = self.say("your_limit", yen=self.words.yen(money))
        return amount_control(0, money // STEP * STEP, 0, limit)


def amount_control(least: int, most: int, start: int, limit: str) -> Shown:
    """A control for an amount in steps of ¥100, with buttons for larger steps."""
    steps = [(f"−{step}", -step) for step in reversed(_QUICK)] + [(f"+{s}", s) for s in _QUICK]
    return {"least": least, "most": most, "start": start, "limit": limit, "steps": steps}


def last_auction(events: Sequence[Event], words: Words) -> Shown | None:
    """The bids of the last auction and who won it, if it was recent."""
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
                "bid": words.yen(int(str(event.arguments["yen"]))),
                "won": event.arguments["seat"] == won,
            }
            for event in reversed(bids)
        ],
    }


def automatic_bid(view: View, kind: str, extra: int) -> str | None:
    """An automatic bid as a move: the worth of the lot plus `extra`, or nothing.

    None if there is no auction.
    """
    seen: dict[str, Any] = dict(view)
    auction, seat = seen["auction"], seen["seat"]
    if seen["phase"] != "bidding" or auction is None or seat is None:
        return None
    wanted = 0
    if kind == "worth":
        wanted = auction["gain"] * RESOURCE + extra
    money = seen["harbors"][seat]["money"] or 0
    return f"yen {max(0, min(wanted, money)) // STEP * STEP}"
