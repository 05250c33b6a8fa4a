"""The previous round for the board: if nobody can pay, a round ends right after the reveal."""

from collections.abc import Sequence

from ichiba.core.messages import Event
from ichiba.core.story import kind_of
from ichiba.core.words import Words

Shown = dict[str, object]
# Tickets in class names, which cannot contain + and -.
SLUGS = {"cancel": "cancel", "-1": "minus", "+6": "plus", "x2": "double"}


def last_round(events: Sequence[Event], words: Words) -> Shown | None:
    """Lots, tickets, tiles and buyers of the previous round; None in the first round."""
    begun = [place for place, event in enumerate(events) if kind_of(event) == "round"]
    if len(begun) < 2:
        return None
    past = events[begun[-2] : begun[-1]]
    by_kind = {
        kind: {event.arguments["lot"]: event for event in past if kind_of(event) == kind}
        for kind in ("lot", "valued", "bought")
    }
    highest = max(_number(event, "price") for event in by_kind["valued"].values())
    return {
        "round": past[0].arguments["round"],
        "lots": [
            _lot(by_kind["lot"][lot], event, by_kind["bought"].get(lot), highest, words)
            for lot, event in by_kind["valued"].items()
        ],
    }


def _lot(lot: Event, valued: Event, bought: Event | None, highest: int, words: Words) -> Shown:
    price = _number(valued, "price")
    buyer = None if bought is None else _number(bought, "seat")
    return {
        "number": valued.arguments["lot"],
        "cards": [
            {"name": name, "title": words.say(f"tsukiji.card.{name}")}
            for name in _names(lot, "cards")
        ],
        "tickets": [
            {
                "seat": seat,
                "name": words.name(seat),
                "face": face,
                "slug": SLUGS.get(face, face),
                "told": words.say(f"tsukiji.ticket.{face}"),
            }
            for seat, face in enumerate(_names(valued, "tickets"))
        ],
        "value": valued.arguments["value"],
        "price": price,
        "move": _number(valued, "move"),
        "clock": price == highest,
        "buyer": buyer,
        "mine": buyer is not None and buyer == words.reader,
        "buyer_name": "" if buyer is None else words.name(buyer),
    }


def _number(event: Event, name: str) -> int:
    return int(str(event.arguments[name]))


def _names(event: Event, name: str) -> list[str]:
    """The last parts of a list of message keys."""
    keys = event.arguments[name]
    return [str(key).rpartition(".")[2] for key in keys] if isinstance(keys, list) else []
