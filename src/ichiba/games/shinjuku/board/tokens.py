"""Data for drawing customers and stores: picture, owner and number."""

from ichiba.core.words import Words
from ichiba.games.shinjuku.customers import KINDS


def tokens(kinds: list[str], words: Words) -> list[dict[str, object]]:
    """Customers, grouped by kind and counted."""
    return [
        {
            "kind": kind,
            "good": kind.removesuffix("2"),
            "double": kind.endswith("2"),
            "count": kinds.count(kind),
            "title": words.say(f"shinjuku.customer.{kind}"),
        }
        for kind in KINDS
        if kind in kinds
    ]


def told(kinds: list[str], words: Words) -> str:
    """The same as text: "food ×2, books ②"."""
    return ", ".join(
        f"{token['title']} ×{token['count']}" if token["count"] != 1 else str(token["title"])
        for token in tokens(kinds, words)
    )


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
