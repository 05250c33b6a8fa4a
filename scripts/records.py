"""Writes docs/records.md: the format of records, and the events of each title with their arguments.

Run it after a change to a title's `event_types`; a test checks that it was run.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import ichiba
from ichiba.core.game import Game

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/records.md"
NAMES = {int: "number", str: "text", bool: "true or false"}
SEVERAL = {"number": "numbers", "text": "texts"}

# What the fields of a record mean.
FIELDS = {
    "`format`, `version`": "Always these.",
    "`game`, `revision`": "The title, and the revision of its rules. A record of rules that this "
    "version cannot replay is refused with a message.",
    "`changes`": "Numbers that differed from the printed ones, by path (see [the lab](lab.md)). "
    "Missing if there were none.",
    "`players`, `options`": "The number of players, and the value of each option.",
    "`seed`": "The seed of the deal, as text, because it may have more digits than a JSON number "
    "should.",
    "`names`": "The players' names, by seat.",
    "`moves`": "One text for each move: the seat, a space, and the notation of the action, or "
    "`undo`, for taking a move back.",
    "`result`": "`scores` by seat and the seats of the `winners`; `null` before the end. It must "
    "be what the moves lead to.",
    "`checks`": "Digests after every tenth move, by the number of moves. They show that a file was "
    "changed, and where. A record may leave them out.",
}

INTRODUCTION = """\
# Records and events

<!-- Written by scripts/records.py from the engine; do not edit. -->

## The format of a record

A record is a JSON file with everything needed to replay a match. `match.save(path)` writes it,
`ichiba.Match.load(path)` and `ichiba replay` read it, and the site offers it after a game.

```json
@@RECORD@@```

@@FIELDS@@

Seats count from 0. The same record gives the same game on every machine.

## Events

`match.events` tells what happened. An event has a `key` such as `tsukiji.event.bought`,
`arguments`, an `audience` (the seats that may know of it, or `None` for everybody) and the number
of its `move`. `str(event)` says it in English. Texts in arguments are keys of names, such as
`tsukiji.card.ebi`. The [JSON API](api.md) sends the same keys and arguments.
"""


def page() -> str:
    """The whole page."""
    introduction = INTRODUCTION.replace("@@RECORD@@", _example())
    fields = [f"| {field} | {meaning} |" for field, meaning in FIELDS.items()]
    table = ["| field | meaning |", "|---|---|", *fields]
    introduction = introduction.replace("@@FIELDS@@", "\n".join(table))
    return "\n".join([introduction, *(_chapter(ichiba.load(name)) for name in ichiba.games())])


def _example() -> str:
    """A record that has just begun."""
    match = ichiba.Match.new(ichiba.load("tsukiji"), players=2, seed=7, names=["Aki", "Ben"])
    for seat, notation in ((0, "ticket 3"), (1, "ticket 0")):
        match.play(seat, match.game.parse(notation))
    match.undo(0)
    return match.record.encode().decode()


def _chapter(game: Game) -> str:
    rows = [
        f"| `{kind}` | {'; '.join(_arguments(form))} |"
        for kind, form in sorted(game.event_types.items())
    ]
    return "\n".join([
        f"### {game.title}", "", f"The keys begin with `{game.name}.event.`", "",
        "| event | arguments |", "|---|---|", *rows, "",
    ])  # fmt: skip


def _arguments(form: Any) -> Iterator[str]:
    """The arguments of an event with their types. Some events have one of several forms."""
    for one in get_args(form) or (form,):
        hints = get_type_hints(one, include_extras=True)
        told = [f"`{name}`: {_told(hint)}" for name, hint in hints.items()]
        yield ", ".join(told) or "none"


def _told(hint: Any) -> str:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        meanings = [one.description for one in parts[1:] if getattr(one, "description", None)]
        return " ".join([_told(parts[0]), *(f"({meaning.rstrip('.')})" for meaning in meanings)])
    if origin is list:
        inside = _told(parts[0])
        return f"list of {SEVERAL.get(inside, inside)}"
    if origin is Literal:
        return " or ".join(f"`{part}`" for part in parts)
    if origin in (Union, UnionType):
        return " or ".join(_told(part) for part in parts)
    return NAMES.get(hint) or " and ".join(_arguments(hint))


def main() -> None:
    """Write the page."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    (ROOT / PAGE).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
