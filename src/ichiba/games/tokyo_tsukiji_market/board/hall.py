"""The market hall: every market in play as a small board with its current state."""

from typing import Any

from ichiba.core.rules_text import Chapter, chapters
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.board.entrance import Entrance, Shown
from ichiba.games.tokyo_tsukiji_market.board.scenes import scene
from ichiba.games.tokyo_tsukiji_market.board.tips import Tips
from ichiba.games.tokyo_tsukiji_market.board.why import why_come
from ichiba.games.tokyo_tsukiji_market.board.worth import yard
from ichiba.games.tokyo_tsukiji_market.data import (
    BLUE,
    NAME,
    TOKEN_WORTH,
    TOKENS,
    TYPE_SLOTS,
)
from ichiba.games.tokyo_tsukiji_market.markets.base import ShelfMarket
from ichiba.games.tokyo_tsukiji_market.markets.registry import (
    ABROAD_MARKET,
    CANNERY,
    EXTERNAL_BY_NAME,
    FISH_BY_NAME,
    FISH_MARKETS,
)
from ichiba.games.tokyo_tsukiji_market.markets.tracks import TrackMarket

_WORTH = dict(zip(TOKENS, TOKEN_WORTH, strict=True))
_PACKAGE = "ichiba.games.tokyo_tsukiji_market"
# Up to so many players with so many additional markets need no more than twelve pitches.
_FEW, _MORE = 4, 3
_PITCHES, _PITCHES_WIDE = 12, 15
_BEST = ("trades", "plate")  # reasons that name a space
# The backs of other tokens, which are not tokens of their own.
_TURNED = [TOKENS[back] for market in FISH_MARKETS for back, _ in market.turned]


class Hall:
    """All markets, as one viewer sees them."""

    def __init__(self, view: dict[str, Any], words: Words, *, entering: bool) -> None:
        self.view = view
        self.words = words
        self.entrance = Entrance(view, words, entering=entering)
        self.visit: str | None = view["action"]["visit"]
        self.catching = _is_catching(view)
        self.titles: dict[str, str] = {}
        self.tips = Tips(view, words)
        self.rules = {one.name: " ".join(one.text.split()) for one in _chapters(words)}

    def present(self) -> Shown:
        """All stalls, each in its pitch, and markets that may still come into play."""
        box = self.view["box"]
        fish = {market["name"]: self.fish(market) for market in self.view["fish_markets"]}
        others = {one["name"]: self.external(one) for one in self.view["external_markets"]}
        stalls = fish | others
        options = self.view["options"]
        more = sum(options.get(name) or 0 for name in ("extra_fish", "extra_external"))
        wide = self.view["players"] > _FEW or more > _MORE
        return {
            # In the order in which they came into play: nothing ever changes its pitch.
            "stalls": [stalls[name] for name in self.view["in_play"]],
            "wide": wide,
            "long": len(stalls) > (_PITCHES_WIDE if wide else _PITCHES),
            "shutters": range(max((_PITCHES_WIDE if wide else _PITCHES) - len(stalls), 0)),
            "ordered": box["ordered"],
            "box": [
                {"title": self.title(name), "symbol": pictures.MARKETS[name]}
                for name in (*box["fish"], *box["external"])
            ],
        }

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of the board."""
        return self.words.say(f"{NAME}.web.{key}", arguments)

    def title(self, name: str) -> str:
        """The name of a market."""
        if name not in self.titles:
            self.titles[name] = self.words.say(f"{NAME}.market.{name}")
        return self.titles[name]

    def _board(self, market: Any, why: Shown | None) -> Shown:
        """What fish markets and external markets have in common."""
        name = market["name"]
        payees = self.entrance.payees(name)
        paid = self.entrance.paid_told(payees)
        return {
            "name": name,
            "key": f"market-{name}",
            "title": self.title(name),
            "about": self.words.say(f"{NAME}.about.{name}"),
            "rules": self.rules[name],
            "symbol": pictures.MARKETS[name],
            "scene": scene(name),
            "state": market["state"],
            "stamp": "" if market["state"] == "open" else self.say(market["state"]),
            "entered": name == self.visit,
            "fees": self.entrance.fees(market),
            "said": self.say("market_said", market=f"{NAME}.market.{name}"),
            "to_enter": self.entrance.told_fees(market),
            "payees": payees,
            "paid": paid,
            "told": self.entrance.told(market, paid),
            "visitor": self._visitor(name),
            "why": "" if why is None else why["line"],
            "gain": "" if why is None else why["gain"],
            "only_sell": bool(why and why["only_sell"]),
            "note": self._note(name, why),
        }

    def _visitor(self, name: str) -> int | None:
        """Who is in this market, if it is another player."""
        turn: int = self.view["turn"]
        return turn if name == self.visit and turn != self.view["seat"] else None

    def _note(self, name: str, why: Any) -> str:
        """What the stall offers the viewer now, or what it is for."""
        if why is None:
            return self.words.say(f"{NAME}.about.{name}")
        return str(why["line"])

    # --- Fish

    def fish(self, market: Any) -> Shown:
        """A fish market: its stock, prices and what its fish is worth now."""
        name = market["name"]
        price, tip = market["license_price"], self.tips.stock
        face = self._board(market, why_come(market, self.words)) | {
            "kind": "fish",
            "worth": self._worth(market),
            "sells": self._sells(market),
            "barrels": market["barrels"],
            "barrels_tip": tip("barrels", name, market["barrels"]),
            "tokens": [
                pictures.token(token)
                | {"name": token, "count": count, "tip": self.tips.stocked(token, count)}
                for token, count in market["tokens"].items()
                if token not in _TURNED
            ],
            "licenses": market["licenses"],
            "licenses_tip": tip("licenses", name, market["licenses"]),
            "price": self.words.yen(price) if price else self.say("free"),
            "track": self._track(market),
            "iwashi": market["iwashi"],
            "iwashi_tip": self.tips.say("iwashi", yen=self.words.yen(CANNERY.can_price)),
        }
        return self._stall(face, catch=self._catch(market))

    def _catch(self, market: Any) -> str:
        """The decision to catch this fish with the chosen boat, or ""."""
        return f"barrel {market['name']}" if self.catching and market["barrels"] else ""

    def _caught(self, fish: str) -> str:
        """Say what a barrel of this fish is worth, for those who may catch it."""
        told = self.tips.caught(fish)
        return self.say("note_catch", fish=f"{NAME}.fish.{fish}", told=told)

    def _stall(self, face: Shown, catch: str = "") -> Shown:
        """A market: its face, redrawn only when it changes, and the ways to enter."""
        return {
            "face": face,
            "name": face["name"],
            "entered": face["entered"],
            "title": face["title"],
            "symbol": face["symbol"],
            "about": face["about"],
            "ways": self.entrance.ways(face["name"]),
            "paid": face["paid"],
            "catch": catch,
            "caught": self._caught(face["name"]) if catch else "",
        }

    def _worth(self, market: Any) -> Shown:
        """What one more token is worth to the viewer; several values if it is drawn."""
        board, value = FISH_BY_NAME[market["name"]], market["value"]
        note = self.say(board.worth_note) if board.worth_note else ""
        if board.changing or board.personal:
            return self._resources(str(value), note, watch=value)
        worths = [_WORTH[token] for token in market["tokens"] if _WORTH[token]]
        return self._resources("·".join(map(str, worths)) or "0", note)

    def _resources(self, shown: str, note: str, watch: int | None = None) -> Shown:
        unit = self.say("unit_one" if shown == "1" else "unit")
        tip = self.tips.say("worth", resources=shown, unit=unit, note=note)
        return {"number": shown, "unit": unit, "note": note, "watch": watch, "tip": tip}

    def _sells(self, market: Any) -> str:
        """What the market pays for its fish in a few words; "" if it buys none."""
        amount = FISH_BY_NAME[market["name"]].quoted(market["worth"])
        if not amount:
            return ""
        return self.say(f"sells_{market['name']}", yen=self.words.yen(amount), count=amount)

    def _track(self, market: Any) -> list[Shown]:
        board = FISH_BY_NAME[market["name"]]
        if not isinstance(board, TrackMarket):
            return []
        return [
            {"number": space, "at": space == market["track"], "passed": space < market["track"]}
            for space in range(board.least, board.most + 1)
        ]

    # --- External markets

    def external(self, market: Any) -> Shown:
        """An external market: its spaces with their tokens, or its stock."""
        name, why = market["name"], why_come(market, self.words)
        fee = self.words.yen(ABROAD_MARKET.fee)
        face = self._board(market, why) | {
            "kind": "external",
            "line": self.say(f"line_{name}", yen=fee),
            "short": self.say(f"short_{name}", yen=fee),
            "spaces": self._spaces(market, why),
            **self._yard(market),
            "stock": [
                {
                    "symbol": pictures.THINGS[thing],
                    "title": self.say(f"left_{thing}", count=count),
                    "tip": self.tips.thing(thing),
                    "count": count,
                }
                for thing, count in market["stock"].items()
            ],
        }
        return self._stall(face)

    def _spaces(self, market: Any, why: Any) -> list[Shown]:
        """The spaces for tokens, or for the fees of an auction."""
        board, lying = EXTERNAL_BY_NAME[market["name"]], market["tokens"]
        best = (why["count"], why["yen"]) if why and why["kind"] in _BEST else None
        shelf = board if isinstance(board, ShelfMarket) else None
        spaces = []
        for place, (first, second) in enumerate(market["spaces"]):
            tokens = lying[place] if place < len(lying) else []
            space: Shown = {
                "symbol": "",
                "needs": f"{first}×" if shelf and shelf.counts_shapes else f"{first}+",
                "pays": self.words.yen(second),
                "room": None,
                "tokens": [pictures.token(token) for token in tokens],
                "title": "",
                "number": place + 1 if shelf and shelf.trades_again else 0,
                "best": (first, second) == best and not tokens,
                "tip": "",
            }
            if shelf and shelf.takes_singles:
                space |= {"needs": "", "pays": self.words.yen(first), "room": second - len(tokens)}
            if market["shapes"]:
                fish = market["shapes"][place][0]
                symbol, title = pictures.FISH[fish], self.words.say(f"{NAME}.fish.{fish}")
                space |= {"symbol": symbol, "title": title}
            # Tokens that can be traded again never fill a space.
            trades_again = bool(shelf and shelf.trades_again)
            space["full"] = bool(tokens) and not space["room"] and not trades_again
            words = (shelf and shelf.space_words) or board.name
            if trades_again and tokens:
                words += "_goods"
            space["tip"] = self._space_tip(words, space, tokens)
            spaces.append(space)
        return spaces

    def _space_tip(self, key: str, space: Shown, tokens: list[str]) -> str:
        """Say what a space of a market takes and gives."""
        if space["full"]:
            return self.tips.say("space_full")
        lying = [f"{NAME}.token.{token}" for token in tokens]
        return self.tips.say(
            f"space_{key}", needs=space["needs"].strip("+×"), yen=space["pays"],
            count=space["room"] or 0, fish=space["title"], tokens=lying,
        )  # fmt: skip

    def _yard(self, market: Any) -> Shown:
        """The boats of a yard, how many they are and what the cheapest costs."""
        boats = self._boats(market)
        if not boats:
            return {"boats": []}
        cheapest = min(boats, key=lambda boat: boat["yen"])["price"]
        return {
            "boats": boats,
            "boats_left": sum(boat["count"] for boat in boats),
            "boats_tip": " ".join(boat["tip"] for boat in boats),
            "from_price": self.say("from_price", yen=cheapest),
        }

    def _boats(self, market: Any) -> list[Shown]:
        sold_in = yard(market["name"])
        if sold_in is None:
            return []
        boats = []
        for boat_type, (name, count) in enumerate(market["boats"].items()):
            if count:
                price = sold_in.price(boat_type)
                boats.append(
                    {
                        "symbol": pictures.BOATS[name],
                        "blue": boat_type == BLUE,
                        "title": self.words.say(f"{NAME}.boat.{name}"),
                        "count": count,
                        "slots": TYPE_SLOTS[boat_type],
                        "yen": price,
                        "price": self.words.yen(price),
                        "tip": self.tips.yard(name, count, price),
                    }
                )
        return boats


def _is_catching(view: dict[str, Any]) -> bool:
    """Whether the viewer has chosen a ship at sea, which could catch something."""
    seat, chosen = view["seat"], view["action"]["boat"]
    if view["phase"] != "activity" or seat is None or seat not in view["actors"]:
        return False
    boats = view["harbors"][seat]["boats"]
    return any(b["name"] == chosen and b["place"] == "sea" and not b["barge"] for b in boats)


def _chapters(words: Words) -> tuple[Chapter, ...]:
    """The rules in the viewer's language."""
    return chapters(_PACKAGE, words.language)
