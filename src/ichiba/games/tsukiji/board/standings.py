"""What counts in Tsukiji: what each restaurant is worth today, its money and its cards."""

from typing import Any

from ichiba.core.game import View
from ichiba.core.standings import Figure, Note, Row, Standings
from ichiba.core.words import Words
from ichiba.games.tsukiji.data import PRODUCTS


def standings(view: View, words: Words) -> Standings:
    """All restaurants. Everything here is public."""
    seen: dict[str, Any] = dict(view)
    rounds, over = seen["rounds"], seen["phase"] == "over"
    done = rounds if over else seen["round"] - 1
    key = "over" if over else "last_round" if seen["round"] == rounds else "progress"
    return Standings(
        rows=tuple(_row(seen, seat, words) for seat in range(seen["players"])),
        progress=words.say(f"tsukiji.board.{key}", seen),
        part=done / rounds,
        goal=words.say("tsukiji.board.goal"),
        how=tuple(words.say(f"tsukiji.board.how_{one}", seen) for one in ("wins", "cards", "ends")),
    )


def purse(view: View, words: Words) -> tuple[Figure, ...]:
    """The viewer's money, and what the cards are worth today."""
    seen: dict[str, Any] = dict(view)
    seat = seen["seat"]
    if seat is None:
        return ()
    money, score = seen["restaurants"][seat]["money"], seen["scores"][seat]
    cards = sum(map(_size, seen["restaurants"][seat]["columns"].values()))
    text = words.say("tsukiji.board.purse_cards", {"count": cards, "yen": words.yen(score - money)})
    return (
        Figure("money", money, words.yen(money), words.say("tsukiji.score.money"), "coins"),
        Figure("cards", cards, text, words.say("tsukiji.board.cards")),
    )


def _size(column: Any) -> int:
    return int(column["products"] + column["takusan"])


def _row(view: dict[str, Any], seat: int, words: Words) -> Row:
    own, score = view["restaurants"][seat], view["scores"][seat]
    title = words.say("tsukiji.score.money")
    money = Figure("money", own["money"], words.yen(own["money"]), title, compared=False)
    cards = [
        Figure(name, size, str(size), words.say(f"tsukiji.card.{name}"), name, compared=False)
        for name in PRODUCTS
        if (size := _size(own["columns"][name]))
    ]
    return Row(
        seat,
        Figure("worth", score, words.yen(score), words.say("tsukiji.board.worth_title")),
        (money, *cards),
        _notes(view, seat, words),
        "" if seat == view["seat"] else f"restaurant-{seat}",
    )


def _notes(view: dict[str, Any], seat: int, words: Words) -> tuple[Note, ...]:
    gold = len(view["restaurants"][seat]["specials"])
    notes = [Note(str(gold), words.say("tsukiji.board.gold_left", {"count": gold}), "ticket")]
    if seat == view["first_player"]:
        notes.append(Note("", words.say("tsukiji.board.first_title"), "flag"))
    return tuple(notes)
