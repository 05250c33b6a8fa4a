"""What each piece of Tsukiji's board is, and what it does for the viewer now.

`PIECES` lists the kinds of pieces by the class of their elements. A test checks that each of them
has a tip in every phase."""

from typing import Any

from ichiba.core.words import Words
from ichiba.games.tsukiji.board.worth import MAGURO, Brought, Worth, column_yen

PIECES = (
    "card", "column", "lot", "marker", "own-coins", "rung", "special", "tag", "ticket", "tile",
    "tuna", "turn",
)  # fmt: skip


class Tips:
    """Writes the tips for one viewer; for a spectator, they say only what a piece is."""

    def __init__(self, view: dict[str, Any], words: Words) -> None:
        self.view, self.words, self.yen = view, words, words.yen
        self.seat: int | None = view["seat"]

    def worth(self) -> Worth | None:
        """What cards are worth to the viewer; None for a spectator."""
        return None if self.seat is None else Worth(self.view, self.seat)

    def say(self, key: str, **arguments: object) -> str:
        """A text for tips."""
        return _say(self.words, key, **arguments)

    def title(self, card: str) -> str:
        """The name of a card."""
        return self.words.say(f"tsukiji.card.{card}")

    def card(self, card: str, brought: Brought | None) -> str:
        """A card of a lot."""
        if brought is None:
            return self.say(card if card in ("takusan", "yakuza", MAGURO) else "fish",
                            product=self.title(card), yen=self._yen(card))  # fmt: skip
        if card in ("takusan", "yakuza"):
            key = f"{card}_now" if brought.column else f"{card}_nothing"
            product = self.title(brought.column) if brought.column else ""
            return self.say(key, product=product, yen=self.yen(abs(brought.yen)))
        key = "maguro_now" if card == MAGURO else "fish_now"
        product, price = self.title(card), self.yen(brought.yen)
        return self.say(key, product=product, yen=price, number=brought.number)

    def _yen(self, card: str) -> str:
        return self.yen(self.view["market"]["yen"].get(card, 0))

    def note(self, cards: list[str], brought: list[Brought]) -> str:
        """In a few words: what is special about a lot."""
        pairs = dict(zip(cards, brought, strict=True))
        if "yakuza" in pairs:
            return self.say("note_yakuza" if pairs["yakuza"].column else "note_yakuza_nothing")
        if "takusan" in pairs:
            column = pairs["takusan"].column
            key = "note_takusan" if column else "note_takusan_nothing"
            return self.say(key, product=self.title(column) if column else "")
        last = max((one.number for card, one in zip(cards, brought, strict=True) if card == MAGURO),
                   default=0)  # fmt: skip
        return self.say("note_maguro", number=last) if last > 1 else ""

    def tile(self, tile: dict[str, Any], place: int | None = None) -> str:
        """A price tag: on its lot, or by its place in the row of tags."""
        move = tile["move"]
        key = "rises" if move > 0 else "falls" if move < 0 else "stays"
        told = self.say(key, by=abs(move))
        price = self.yen(tile["price"])
        last = len(self.view["tiles"])
        key = {None: "tile", 1: "tag_first", last: "tag_last"}.get(place, "tag")
        said = self.say(key, price=price, told=told, place=place or 0)
        is_last = self.view["round"] == self.view["rounds"]
        clock = self.say("clock_last" if is_last else "clock") if tile["clock"] else ""
        return f"{said} {clock}".strip()

    def marker(self, product: str, space: int, rank: int) -> str:
        """A product on the market, with what the viewer has of it."""
        said = self.say("marker", product=self.title(product), space=space, rank=rank,
                        yen=self._yen(product))  # fmt: skip
        worth = self.worth()
        if worth is None:
            return said
        size = worth.sizes[product]
        if not size:
            return f"{said} {self.say('have_none')}"
        return f"{said} {self.say('have', count=size, yen=self.yen(worth.of_column(product)))}"

    def tuna(self) -> str:
        """The values of sets of Maguro."""
        worth = self.worth()
        if worth is None:
            return self.say("maguro")
        size, more = worth.sizes[MAGURO], worth.gain(MAGURO)
        total = self.yen(worth.of_column(MAGURO))
        return self.say("tuna", count=size, yen=total, more=self.yen(more))

    def ticket(self, face: str) -> str:
        """A ticket in the hand."""
        return ticket_tip(self.words, face)

    def laid(self, seat: int, face: str | None, *, laid: bool) -> str:
        """A ticket on a lot, or the place for one."""
        if face is not None:
            return self.say("laid", seat=seat, ticket=f"tsukiji.ticket.{face}")
        return self.say("laid_back" if laid else "laid_none", seat=seat)


def column_tip(words: Words, name: str, size: int, yen: int, *, choice: str, mine: bool) -> str:
    """A column of a restaurant, where a card is worth so many yen; `choice` is a phase."""
    total = column_yen(name, size, yen)
    product, more = words.say(f"tsukiji.card.{name}"), column_yen(name, size + 1, yen) - total
    if not size:
        return _say(words, "column_none", product=product, yen=words.yen(more))
    said = _say(words, "column", product=product, count=size, yen=words.yen(total))
    brings = column_change(words, name, size, yen, choice)
    if mine and not brings:
        brings = _say(words, "column_more", yen=words.yen(more))
    return f"{said} {brings}".strip()


def column_change(words: Words, name: str, size: int, yen: int, choice: str) -> str:
    """What giving up a card of a column costs, or adding a Takusan brings."""
    if not choice or not size:
        return ""
    key, step = ("column_loss", -1) if choice == "yakuza" else ("column_gain", 1)
    change = column_yen(name, size + step, yen) - column_yen(name, size, yen)
    return _say(words, key, yen=words.yen(abs(change)))


def ticket_tip(words: Words, face: str, *, spent: bool = False) -> str:
    """A ticket in the hand or among the special ones."""
    key = {"cancel": "ticket_cancel", "x2": "ticket_x2"}.get(face)
    if key is None:
        key = "ticket_special" if face in ("-1", "+6") else "ticket"
    is_number = key in ("ticket_special", "ticket")
    by = words.signed(int(face)) if is_number else ""
    said = _say(words, key, face=face.replace("-", "−"), by=by)
    return f"{said} {_say(words, 'ticket_spent')}" if spent else said


def _say(words: Words, key: str, **arguments: object) -> str:
    return words.say(f"tsukiji.board.tip.{key}", arguments)
