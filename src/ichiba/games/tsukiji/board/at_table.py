"""Tsukiji at a real table: what to lay out, the deck to draw from, and the score pad."""

from typing import Final

from ichiba.core.at_table import AtTable, Choice, Entry, Line, Part, Pile, Step, Thing
from ichiba.core.words import Words
from ichiba.games.tsukiji.box import BOX, ForPlayers
from ichiba.games.tsukiji.data import CARDS, NAME, ON_MARKET, PRODUCTS, RANK_YEN, TICKETS

_PLAYERS: Final = {int(players): counts for players, counts in BOX.players.items()}
_SPECIAL: Final = "special_points"
_SPECIAL_TICKETS: Final = 4
_MOST_CARDS: Final = 40


class _Page:
    """The page in one language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of this page."""
        return self.words.say(f"{NAME}.at_table.{key}", arguments)

    def card(self, name: str) -> str:
        """The name of a card."""
        return self.words.say(f"{NAME}.card.{name}")

    def steps(self) -> list[Step]:
        """The steps of the set-up."""
        return [
            Step(self.say("markers"), [Line(self.card(p), p) for p in ON_MARKET], shuffled=True),
            Step(self.say("deck"), [*self._deck()]),
            Step(self.say("tiles"), [*self._tiles()]),
            Step(self.say("each_player"), [*self._money(), self._tickets()]),
        ]

    def _deck(self) -> list[Line]:
        lines = []
        for players, counts in _PLAYERS.items():
            told = {"product": counts.product.value, "cards": _cards(counts)}
            lines += [
                Line(self.say("products", **told), "cards", [players]),
                Line(self.say("takusan", count=counts.takusan.value), "takusan", [players]),
                Line(self.say("yakuza", count=counts.yakuza.value), "yakuza", [players]),
                Line(self.say("lots", lots=players + 1, cards=BOX.cards_in_lot.value), "bag",
                     [players]),
            ]  # fmt: skip
        return lines

    def _tiles(self) -> list[Line]:
        return [
            Line(self.say("tile", price=tile.price.value, move=tile.move.value),
                 "" if place else "clock", [players])
            for players, counts in _PLAYERS.items()
            for place, tile in enumerate(counts.tiles)
        ]  # fmt: skip

    def _money(self) -> list[Line]:
        return [
            Line(self.say("money", place=place + 1, yen=_money_of(place)), "coins",
                 [players for players in _PLAYERS if players > place])
            for place in range(max(_PLAYERS))
        ]  # fmt: skip

    def _tickets(self) -> Line:
        return Line(self.say("tickets", count=len(TICKETS)), "ticket")

    def shared(self) -> list[Entry]:
        """The rank of each product."""
        ranks = len(ON_MARKET)
        return [
            Entry(f"rank_{product}", self.say("rank", product=self.card(product)), product, ranks,
                  place + 1, least=1)
            for place, product in enumerate(ON_MARKET)
        ]  # fmt: skip

    def own(self) -> list[Entry]:
        """What each player has."""
        return [
            Entry("money", self.words.say(f"{NAME}.score.money"), "coins", 9999),
            *(Entry(one, self.card(one), one, _MOST_CARDS) for one in PRODUCTS),
            Entry("unused", self.say("unused"), "ticket", _SPECIAL_TICKETS),
            Entry("yakuza", self.say("bought_yakuza"), "yakuza", _MOST_CARDS, needs=_SPECIAL),
        ]

    def parts(self) -> list[Part]:
        """The parts of a score."""
        score = f"{NAME}.score"
        return [
            *(Part(one, self.card(one)) for one in PRODUCTS),
            Part("money", self.words.say(f"{score}.money")),
            *(
                Part(one, self.words.say(f"{score}.{one}"), _SPECIAL)
                for one in ("diverse", "specialised", "popular", "safe")
            ),
        ]

    def pile(self) -> Pile:
        """The deck."""
        things = [
            Thing(card, self.card(card), card, {p: _count(card, c) for p, c in _PLAYERS.items()})
            for card in CARDS
        ]
        return Pile("deck", self.say("pile"), things)


def _cards(counts: ForPlayers) -> int:
    return sum(_count(card, counts) for card in CARDS)


def _count(card: str, counts: ForPlayers) -> int:
    """How many of a card the deck has."""
    if card in PRODUCTS:
        return counts.product.value
    return (counts.takusan if card == "takusan" else counts.yakuza).value


def _money_of(place: int) -> int:
    return BOX.first_money.value + place * BOX.money_step.value


def at_table(words: Words) -> AtTable:
    """Everything on the page."""
    page = _Page(words)
    option = Choice(
        _SPECIAL,
        words.say(f"{NAME}.option.{_SPECIAL}"),
        words.say(f"{NAME}.option_about.{_SPECIAL}"),
    )
    points = {name: getattr(BOX.special_points, name).value for name in _BONUSES}
    numbers = {
        "products": [*PRODUCTS],
        "market": [*ON_MARKET],
        "ranks": [*RANK_YEN],
        "addend": BOX.maguro.addend.value,
        "divisor": BOX.maguro.divisor.value,
        "special": points,
    }
    return AtTable(
        [*_PLAYERS], [option], {}, page.steps(), [page.pile()], page.shared(), page.own(),
        page.parts(), is_yen=True, numbers=numbers, problem=page.say("problem"),
        draw=page.say("draw"),
    )  # fmt: skip


_BONUSES: Final = (
    "diverse", "diverse_cards", "specialised", "specialised_cards", "popular", "safe",
)  # fmt: skip
