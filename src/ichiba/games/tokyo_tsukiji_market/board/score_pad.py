"""The score pad of Tokyo Tsukiji Market for the real table: what to enter, and its numbers."""

from ichiba.core.at_table import Entry, Part
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    FISH,
    NAME,
    STEP,
    TOKEN_COUNT,
    TOKEN_FISH,
    TOKEN_WORTH,
    TOKENS,
    number,
)
from ichiba.games.tokyo_tsukiji_market.ending import PARTS

_TRACKS = tuple(name for name, data in BOX.fish.items() if data.track is not None)
_MOST_YEN = 99_900


def numbers() -> dict[str, object]:
    """What the script needs for scoring."""
    end, bank, snapper = BOX.end, BOX.external["bank"], BOX.fish["red_snapper"]
    return {
        "tokens": [
            {"name": name, "fish": FISH[fish], "worth": worth}
            for name, fish, worth in zip(TOKENS, TOKEN_FISH, TOKEN_WORTH, strict=True)
        ],
        "column": number(snapper.column),
        "snapper_overfished": number(snapper.overfished),
        "nori": number(BOX.fish["nori"].divisor),
        "resource": end.yen_per_resource.value,
        "highest": [end.highest.value, end.highest_tied.value],
        "lowest": [-end.lowest.value, -end.lowest_tied.value],
        "overfishing": number(BOX.external["overfishing"].token),
        "loan": number(bank.loan),
        "interest": number(bank.interest),
        "step": STEP,
    }


def shared(words: Words) -> list[Entry]:
    """What is entered once: value markers, Red Snapper left, and what is overfished."""

    def say(key: str, fish: str) -> str:
        return words.say(f"{NAME}.at_table.{key}", {"fish": words.say(f"{NAME}.market.{fish}")})

    entries = []
    for fish in _TRACKS:
        track = BOX.fish[fish].track
        low, most, start = track.value if track else (1, 1, 1)
        entries.append(Entry(f"value_{fish}", say("value", fish), pictures.FISH[fish], most, start,
                             least=low, needs=fish))  # fmt: skip
    snapper = BOX.fish["red_snapper"].tokens[0].value
    symbol = pictures.FISH["red_snapper"]
    left = say("left", "red_snapper")
    entries.append(Entry("left_red_snapper", left, symbol, snapper, snapper, needs="red_snapper"))
    entries += [
        Entry(f"overfished_{fish}", say("overfished", fish), pictures.FISH[fish], 1,
              is_flag=True, needs=fish)
        for fish in FISH
    ]  # fmt: skip
    return entries


def own(words: Words) -> list[Entry]:
    """What each player has: yen, tokens, Loans and Shares."""
    bank = BOX.external["bank"]
    score, told = f"{NAME}.score", f"{NAME}.at_table"
    entries = [Entry("money", words.say(f"{score}.money"), "coins", _MOST_YEN, step=STEP)]
    for name, fish, count in zip(TOKENS, TOKEN_FISH, TOKEN_COUNT, strict=True):
        symbol = pictures.token(name)["symbol"]
        # Degraded Salmon are the same tokens, turned over.
        most = count or max(TOKEN_COUNT[k] for k in range(len(TOKENS)) if TOKEN_FISH[k] == fish)
        label = words.say(f"{NAME}.token.{name}")
        entries.append(Entry(name, label, symbol, most, needs=FISH[fish]))
    return [
        *entries,
        Entry("loans", words.say(f"{told}.loans"), "coins", number(bank.loans), needs="bank"),
        Entry("shares", words.say(f"{told}.shares"), "ticket", number(bank.shares), needs="bank"),
    ]


def parts(words: Words) -> list[Part]:
    """The parts of a score in the order of the final scoring (G3)."""
    needs = {"overfishing": "overfishing", "bank": "bank"}
    return [Part(name, words.say(f"{NAME}.score.{name}"), needs.get(name, "")) for name in PARTS]
