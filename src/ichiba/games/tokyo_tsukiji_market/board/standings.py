"""What counts in Tokyo Tsukiji Market: what each player would end with today, yen and resources."""

from typing import Any

from ichiba.core.game import View
from ichiba.core.standings import Figure, Note, Row, Standings
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import NAME

_END = BOX.end


def standings(view: View, words: Words) -> Standings:
    """All players, as far as the viewer may know: other players' closed money is left out."""
    seen: dict[str, Any] = dict(view)
    limit = seen["options"].get("round_limit") or 0
    facts = {
        "yen": words.yen(_END.yen.value), "resources": _END.resources.value, "limit": limit,
        "each": words.yen(_END.yen_per_resource.value), "most": words.yen(_END.highest.value),
        "fewest": words.yen(_END.lowest.value), "round": seen["round"], "count": seen["final"],
    }  # fmt: skip
    return Standings(
        rows=tuple(_row(seen, seat, words) for seat in range(seen["players"])),
        progress=_say(words, _progress(seen), **facts),
        part=_part(seen, limit),
        goal=_say(words, "goal"),
        how=(
            _say(words, "how_wins", **facts),
            _say(words, "how_resources", **facts),
            _say(words, "how_ends_limit" if limit else "how_ends", **facts),
        ),
    )


def purse(view: View, words: Words) -> tuple[Figure, ...]:
    """The viewer's yen and resources."""
    seen: dict[str, Any] = dict(view)
    seat = seen["seat"]
    if seat is None:
        return ()
    money, resources = (seen["harbors"][seat][name] for name in ("money", "resources"))
    told = _say(words, "purse_resources", count=resources)
    return (
        Figure("money", money, words.yen(money), _say(words, "money"), "coins"),
        Figure("resources", resources, told, _say(words, "resources"), "resource"),
    )


def _say(words: Words, key: str, **arguments: object) -> str:
    return words.say(f"{NAME}.board.{key}", arguments)


def _progress(view: dict[str, Any]) -> str:
    if view["phase"] == "over":
        return "progress"
    return "progress" if view["final"] is None else "progress_final"


def _part(view: dict[str, Any], limit: int) -> float:
    """How far the game is: the player who is closest to ¥5,000 or 50 resources."""
    if view["phase"] == "over" or view["final"] is not None:
        return 1.0
    parts = [(view["round"] - 1) / limit if limit else 0.0]
    for harbor in view["harbors"]:
        parts.append(harbor["resources"] / _END.resources.value)
        parts.append((harbor["money"] or 0) / _END.yen.value)
    return min(max(parts), 1.0)


def _row(view: dict[str, Any], seat: int, words: Words) -> Row:
    harbor = view["harbors"][seat]
    resources = Figure(
        "resources", harbor["resources"], str(harbor["resources"]), _say(words, "resources"),
        "resource", _END.resources.value,
    )  # fmt: skip
    notes = _notes(view, seat, words)
    if harbor["money"] is None:
        return Row(seat, None, (resources,), (Note("", _say(words, "hidden"), "lock"), *notes))
    total = today(view, seat)
    money = Figure(
        "money", harbor["money"], words.yen(harbor["money"]), _say(words, "money"),
        "coins", _END.yen.value,
    )  # fmt: skip
    score = Figure("today", total, words.yen(total), _say(words, "today"))
    return Row(seat, score, (money, resources), notes)


def today(view: dict[str, Any], seat: int) -> int:
    """The yen that a player would end with today; the view counts closed money as 0."""
    total: int = view["scores"][seat]
    closed = view["options"].get("closed_money") and view["phase"] != "over"
    return total + view["harbors"][seat]["money"] if closed else total


def _notes(view: dict[str, Any], seat: int, words: Words) -> tuple[Note, ...]:
    """Whether a player has the most or the fewest resources, which counts at the end."""
    stocks = [harbor["resources"] for harbor in view["harbors"]]
    notes = []
    if max(stocks) > min(stocks):
        for key, best, alone, tied in (
            ("most", max(stocks), _END.highest, _END.highest_tied),
            ("fewest", min(stocks), _END.lowest, _END.lowest_tied),
        ):
            if stocks[seat] == best:
                share = alone if stocks.count(best) == 1 else tied
                title = _say(words, f"{key}_title", yen=words.yen(share.value))
                notes.append(Note(_say(words, key), title))
    return tuple(notes)
