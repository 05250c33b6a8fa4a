"""Data for drawing customers and stores: picture, owner and number."""

from ichiba.core.words import Words
from ichiba.games.shinjuku.customers import KINDS


def tokens(kinds: list[str], words: Words) -> list[dict[str, object]]:
    """Customers, grouped by kind and counted."""
    return [_token(kind, kinds.count(kind), words) for kind in KINDS if kind in kinds]


def each(kinds: list[str], words: Words, most: int) -> list[dict[str, object]]:
    """Customers one by one, in the order of their kinds; if there are too many, grouped by kind."""
    if len(kinds) > most:
        return tokens(kinds, words)
    return [_token(kind, 1, words) for kind in sorted(kinds, key=KINDS.index)]


def _token(kind: str, count: int, words: Words) -> dict[str, object]:
    key = f"shinjuku.customer.{kind}"
    return {
        "kind": kind,
        "good": kind.removesuffix("2"),
        "double": kind.endswith("2"),
        "count": count,
        "title": words.say(key),
        "label": words.say("shinjuku.web.customers", {"count": count, "customer": key}),
    }


def store(good: str, owner: int, words: Words) -> dict[str, object]:
    """A store and its owner."""
    department = good == "department"
    key = "department_of" if department else "store_of"
    named = {"seat": owner, "good": f"shinjuku.store.{good}"}
    return {
        "owner": owner,
        "good": good,
        "picture": "department-store" if department else good,
        "department": department,
        "title": words.say(f"shinjuku.web.{key}", named),
    }
