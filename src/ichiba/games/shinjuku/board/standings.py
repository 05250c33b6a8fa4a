"""What counts in Shinjuku: points as far as they are public, customers, cards and track."""

from collections import Counter
from typing import Any, Final

from ichiba.core.game import View
from ichiba.core.standings import Figure, Note, Row, Standings
from ichiba.core.words import Words
from ichiba.games.shinjuku.customers import KIND_COUNT, KIND_GOOD, KIND_SIZE, KINDS
from ichiba.games.shinjuku.data import GOODS

CUSTOMERS: Final = sum(KIND_COUNT)
_SIZE: Final = dict(zip(KINDS, KIND_SIZE, strict=True))
_GOOD: Final = {kind: GOODS[good] for kind, good in zip(KINDS, KIND_GOOD, strict=True)}


def standings(view: View, words: Words) -> Standings:
    """All companies. The customers of the others are counted, but not shown, unless they are
    public."""
    seen: dict[str, Any] = dict(view)
    left = seen["bag"] + sum(len(slot["customers"]) for slot in seen["queue"])
    return Standings(
        rows=tuple(_row(seen, seat, words) for seat in range(seen["players"])),
        progress=_progress(seen, left, words),
        part=1.0 if seen["phase"] == "over" else 1 - left / CUSTOMERS,
        goal=words.say("shinjuku.standings.goal"),
        how=tuple(words.say(f"shinjuku.standings.how_{one}") for one in ("wins", "sets", "ends")),
    )


def purse(view: View, words: Words) -> tuple[Figure, ...]:
    """The viewer's cards and points."""
    seen: dict[str, Any] = dict(view)
    if seen["seat"] is None:
        return ()
    own = seen["companies"][seen["seat"]]
    told = words.say("shinjuku.standings.cards", {"count": own["cards"]})
    title = words.say("shinjuku.standings.cards_title")
    return Figure("cards", own["cards"], told, title, "cards"), _points(own, words)


def _progress(view: dict[str, Any], left: int, words: Words) -> str:
    turns = view["last_turns"]
    if view["phase"] == "over":
        return words.say("shinjuku.standings.over")
    if turns is None:
        return words.say("shinjuku.standings.left", {"count": left})
    key = "turns_left" if turns else "last_turn"
    return words.say(f"shinjuku.standings.{key}", {"count": turns})


def _points(company: Any, words: Words) -> Figure:
    points = company["score"]
    told = words.say("shinjuku.standings.points", {"count": points})
    return Figure("points", points, told, words.say("shinjuku.standings.points_title"))


def _row(view: dict[str, Any], seat: int, words: Words) -> Row:
    company = view["companies"][seat]
    cards = Figure(
        "cards",
        company["cards"],
        str(company["cards"]),
        words.say("shinjuku.standings.cards_title"),
        "cards",
    )
    return Row(
        seat,
        _customers(company, words) if company["score"] is None else _points(company, words),
        (cards, *_goods(view, seat, words), _track(company, words)),
        _notes(view, seat, words),
        "" if view["seat"] in (None, seat) else f"company-{seat}",
    )


def _customers(company: Any, words: Words) -> Figure:
    """How many customers a company has earned, if nothing more is known."""
    count = company["customer_count"]
    told = words.say("shinjuku.standings.customers", {"count": count})
    title = words.say("shinjuku.standings.customers_title")
    return Figure("customers", count, told, title, "person", short=str(count))


def _goods(view: dict[str, Any], seat: int, words: Words) -> list[Figure]:
    """The customers by good; for companies whose customers are hidden, their stores on the map."""
    customers = view["companies"][seat]["customers"]
    if customers is None:
        stores = Counter(one["good"] for one in view["stores"].values() if one["owner"] == seat)
        return [_stores(good, count, words) for good, count in sorted(stores.items())]
    counts = Counter(dict.fromkeys(GOODS, 0))
    for kind in customers:
        counts[_GOOD[kind]] += _SIZE[kind]
    return [
        Figure(
            good,
            counts[good],
            str(counts[good]),
            words.say("shinjuku.standings.good_title", {"good": f"shinjuku.good.{good}"}),
            good,
            compared=False,
        )
        for good in GOODS
    ]


def _stores(good: str, count: int, words: Words) -> Figure:
    named = {"good": f"shinjuku.store.{good}", "count": count}
    title = words.say("shinjuku.standings.store_title", named)
    picture = "department-store" if good == "department" else good
    return Figure(f"store-{good}", count, str(count), title, picture, compared=False)


def _track(company: Any, words: Words) -> Figure:
    left = company["track"]
    title = words.say("shinjuku.standings.track_title")
    return Figure("track", left, str(left), title, "rails", compared=False)


def _notes(view: dict[str, Any], seat: int, words: Words) -> tuple[Note, ...]:
    bonus = view["companies"][seat]["bonus"]
    if not bonus:
        return ()
    return (Note(f"★{bonus}", words.say("shinjuku.tip.bonus", {"count": bonus})),)
