"""Shinjuku at a real table: what to lay out, bag and deck to draw from, and the score pad."""

from typing import Final

from ichiba.core.at_table import AtTable, Entry, Line, Part, Pile, Step, Thing
from ichiba.core.words import Words
from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.data import NAME
from ichiba.games.shinjuku.scoring import SETS

_PLAYERS: Final = range(BOX.players.least.value, BOX.players.most.value + 1)
_GOODS: Final = tuple(BOX.customers)
# Kinds of customers that exist: the good, what is added to its name, and how many there are.
_CUSTOMERS: Final = tuple(
    (good, double, count)
    for good, customers in BOX.customers.items()
    for double, count in ((False, customers.single.value), (True, customers.double.value))
    if count
)


def _key(good: str, double: bool) -> str:
    return f"{good}2" if double else good


class _Page:
    """The page in one language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of this page."""
        return self.words.say(f"{NAME}.at_table.{key}", arguments)

    def customer(self, good: str, double: bool) -> str:
        """The name of a kind of customers."""
        return self.words.say(f"{NAME}.customer.{_key(good, double)}")

    def steps(self) -> list[Step]:
        """The steps of the set-up."""
        own = BOX.players
        stacks = ", ".join(map(str, BOX.bonus_stacks.value))
        return [
            Step(
                self.say("each_player"),
                [
                    Line(self.say("stores", count=own.stores_of_a_good.value), "store"),
                    Line(self.say("departments", count=own.departments.value), "department-store"),
                    Line(self.say("track", count=own.track.value), "rails"),
                    Line(self.say("hand", count=BOX.hand.value), "cards"),
                ],
            ),
            Step(
                self.say("bag"),
                [
                    Line(f"{count} × {self.customer(good, double)}", good)
                    for good, double, count in _CUSTOMERS
                ],
            ),
            Step(
                self.say("board"),
                [
                    Line(self.say("queue", count=BOX.queue_slots.value), "cards"),
                    Line(self.say("first_queue", count=BOX.first_queue.value), "person"),
                    Line(self.say("stacks", stacks=stacks), "sakura"),
                ],
            ),
        ]

    def piles(self) -> list[Pile]:
        """The bag of customers and the deck of ward cards."""
        customers = [
            Thing(_key(good, double), self.customer(good, double), good, _for_all(count))
            for good, double, count in _CUSTOMERS
        ]
        wards = [
            Thing(ward.id, ward.name, "cards", _for_all(ward.cards)) for ward in CITY.map.wards
        ]
        return [Pile("bag", self.say("bag"), customers), Pile("deck", self.say("deck"), wards)]

    def own(self) -> list[Entry]:
        """What each player has."""
        return [
            *(
                Entry(_key(good, double), self.customer(good, double), good, count)
                for good, double, count in _CUSTOMERS
            ),
            Entry("bonus", self.say("bonus"), "sakura", sum(BOX.bonus_stacks.value)),
            Entry("claimed", self.say("claimed"), "department-store", len(BOX.bonus_stacks.value)),
        ]

    def parts(self) -> list[Part]:
        """The parts of a score, the largest sets first."""
        return [Part(name, self.words.say(f"{NAME}.score.{name}")) for name in SETS[::-1]]


def _for_all(count: int) -> dict[int, int]:
    return dict.fromkeys(_PLAYERS, count)


def at_table(words: Words) -> AtTable:
    """Everything on the page."""
    page = _Page(words)
    numbers = {
        "goods": [*_GOODS],
        "sets": [*SETS],
        "points": BOX.set_points.value,
    }
    return AtTable(
        [*_PLAYERS], [], {}, page.steps(), page.piles(), [], page.own(), page.parts(),
        is_yen=False, numbers=numbers,
    )  # fmt: skip
