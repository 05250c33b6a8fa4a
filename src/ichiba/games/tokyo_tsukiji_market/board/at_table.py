"""Tokyo Tsukiji Market at a real table: the draw of markets and what to lay out.

The score pad is in `score_pad.py`.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from ichiba.core.at_table import AtTable, Choice, Line, Pile, Step, Thing
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import pictures, score_pad
from ichiba.games.tokyo_tsukiji_market.box import BOX, ExternalData, FishData
from ichiba.games.tokyo_tsukiji_market.data import NAME
from ichiba.games.tokyo_tsukiji_market.markets.registry import FISH_MARKETS

_PLAYERS: Final = tuple(row.players for row in BOX.start.markets)
# Markets whose tokens are drawn from a bag.
_BAGS: Final = tuple(board.name for board in FISH_MARKETS if len(board.sustaining) > 1)
# Options that change what is laid out, and whether they belong to the expansion.
_OPTIONS: Final = {
    "beginner": "-expansion",
    "expansion": "-beginner",
    "jack_staple": "expansion",
    "blue_ship": "expansion",
    "four_slot_barges": "expansion",
    "crashing": "",
    "open_knowledge": "",
}
_SHIPS: Final = ("one_slot", "two_slot", "three_slot", "four_slot")


class _Page:
    """The page in one language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of this page."""
        return self.words.say(f"{NAME}.at_table.{key}", arguments)

    def market(self, name: str) -> str:
        """The name of a market."""
        return self.words.say(f"{NAME}.market.{name}")

    def choices(self) -> Iterator[Choice]:
        """Yield the options, and all markets to draw from."""
        for name, needs in _OPTIONS.items():
            yield Choice(name, self.say(f"option.{name}"), needs=needs)
        for group, boards in (("fish", BOX.fish), ("external", BOX.external)):
            for name, data in boards.items():
                needs = "expansion" if data.expansion else ""
                symbol = pictures.MARKETS[name]
                yield Choice(name, self.market(name), "", symbol, group, needs=needs)

    def steps(self) -> list[Step]:
        """The steps of the set-up."""
        fish = [line for name, data in BOX.fish.items() for line in self._fish(name, data)]
        return [
            Step(self.say("fish_markets"), fish, card=True),
            Step(self.say("external_markets"), [*self._external()], card=True),
            Step(self.say("each_player"), [*self._player()]),
            Step(self.say("beside"), [Line(self.say("crash_tokens"), "fishbone", (), "crashing")]),
            Step(self.say("order_fish"), [*self._order(BOX.fish)], shuffled=True),
            Step(self.say("order_external"), [*self._order(BOX.external)], shuffled=True),
        ]

    def _order(self, boards: Mapping[str, FishData | ExternalData]) -> Iterator[Line]:
        """Yield the markets that are not in play, which open knowledge lays out in order."""
        for name, data in boards.items():
            needs = f"open_knowledge -{name}{' expansion' if data.expansion else ''}"
            players = [count for count, used in _counts(name).items() if used]
            yield Line(self.market(name), pictures.MARKETS[name], players, needs)

    def _fish(self, name: str, data: FishData) -> Iterator[Line]:
        """Yield a card for each number of players for which the stock of a fish market differs."""
        dealt = ((0, f"{name} jack_mackerel"), (1, f"{name} -jack_mackerel"))
        for share, needs in dealt if name == "mackerel" else ((0, name),):
            by_text: dict[str, list[int]] = {}
            for players in _PLAYERS:
                text = self._stock(name, data, players, share * players)
                by_text.setdefault(text, []).append(players)
            for text, players_with in by_text.items():
                yield Line(text, pictures.FISH[name], players_with, needs)

    def _stock(self, name: str, data: FishData, players: int, dealt: int) -> str:
        licenses = min(data.licenses.on_board(players), data.licenses.value - dealt)
        told = self.say(
            "stock",
            market=self.market(name),
            barrels=data.barrels.on_board(players),
            tokens=self._tokens(name, data),
            licenses=licenses,
        )
        if data.track is not None:
            told += " " + self.say("marker", space=data.track.value[2])
        return told

    def _tokens(self, name: str, data: FishData) -> str:
        kinds = [kind for kind in data.tokens if kind.value]
        count = sum(kind.value for kind in kinds)
        told = self.say("in_bag" if name in _BAGS else "tokens", count=count)
        if len(kinds) == 1:
            return told
        named = [
            self.say("of", count=kind.value, thing=f"{NAME}.token.{kind.name}") for kind in kinds
        ]
        return self.say("kinds", tokens=told, kinds=named)

    def _external(self) -> Iterator[Line]:
        """Yield a card for each external market."""
        external = BOX.external
        for name in external:
            if name == "ships":
                yield from self._ships()
                continue
            told = {
                key: one.value
                for key in (
                    "loans",
                    "shares",
                    "freezers",
                    "carts",
                    "buyers",
                    "expansions",
                    "tokens",
                )
                if (one := getattr(external[name], key)) is not None
            }
            text = self.say("market", market=self.market(name))
            if told:
                text += " " + self.say(f"stock_{name}", **told)
            yield Line(text, pictures.EXTERNAL[name], (), name)

    def _ships(self) -> Iterator[Line]:
        symbol = pictures.EXTERNAL["ships"]
        for row in BOX.external["ships"].stock:
            ships = [
                self.say("of", count=count, thing=f"{NAME}.boat.{boat}")
                for boat, count in zip(_SHIPS, row.ships, strict=True)
                if count
            ]
            told = self.say("ships", market=self.market("ships"), boats=ships)
            yield Line(told, symbol, [row.players], "ships")
        for boat, needs in (
            ("six_slot_barge", "ships -four_slot_barges"),
            ("four_slot_barge", "ships four_slot_barges"),
            ("blue", "ships blue_ship"),
        ):
            count = next(one.count.value for one in BOX.boats if one.name == boat)
            told = self.say("of", count=count, thing=f"{NAME}.boat.{boat}")
            yield Line(self.say("also", boats=told), pictures.BOATS[boat], (), needs)

    def _player(self) -> Iterator[Line]:
        yield Line(self.say("money", yen=BOX.start.yen.value), "coins")
        yield Line(self.say("ship"), "boat-1")
        yield Line(self.say("covers", yen=BOX.harbor.port.value), "home")
        yield Line(self.say("license"), "license", (), "mackerel -jack_mackerel")
        yield Line(self.say("no_license"), "license", (), "jack_mackerel")

    def piles(self) -> Iterator[Pile]:
        """Yield the markets that are not in play, and the bags of tokens."""
        for group, boards in (("fish", BOX.fish), ("external", BOX.external)):
            things = {
                name: Thing(name, self.market(name), pictures.MARKETS[name], _counts(name))
                for name in boards
            }
            base = [one for name, one in things.items() if not boards[name].expansion]
            title = self.say(f"next_{group}")
            yield Pile(f"next_{group}", title, base, "-expansion", unless_on=True)
            yield Pile(f"next_{group}_expansion", title, [*things.values()], "expansion",
                       unless_on=True)  # fmt: skip
        for name in _BAGS:
            bag = [
                Thing(kind.name, self.words.say(f"{NAME}.token.{kind.name}"), pictures.FISH[name],
                      dict.fromkeys(_PLAYERS, kind.value))
                for kind in BOX.fish[name].tokens
            ]  # fmt: skip
            yield Pile(f"bag_{name}", self.say("bag", market=self.market(name)), bag, name)


def _counts(name: str) -> dict[int, int]:
    """One for each number of players with whom a market can be used."""
    least = 0 if name in BOX.fish else BOX.external[name].least_players
    return {players: int(players >= least) for players in _PLAYERS}


def at_table(words: Words) -> AtTable:
    """Everything on the page."""
    page = _Page(words)
    numbers = {
        "counts": {row.players: [row.fish, row.external] for row in BOX.start.markets},
        "fish": {name: data.expansion for name, data in BOX.fish.items()},
        "external": {name: data.expansion for name, data in BOX.external.items()},
        "least": {name: data.least_players for name, data in BOX.external.items()},
        "recommended": BOX.start.recommended,
        "shunned": BOX.start.not_recommended,
        **score_pad.numbers(),
    }
    groups = {group: page.say(f"{group}_in_play") for group in ("fish", "external")}
    return AtTable(
        _PLAYERS, [*page.choices()], groups, page.steps(), [*page.piles()],
        score_pad.shared(words), score_pad.own(words), score_pad.parts(words),
        is_yen=True, numbers=numbers, draw=page.say("draw"),
    )  # fmt: skip
