"""`ichiba replay`: step through a record."""

from pathlib import Path
from typing import Annotated

from rich.markup import escape
from typer import Argument, Option

from ichiba.cli.talk import WrongInput, board_of, console
from ichiba.core.match import Match
from ichiba.core.record import UNDO, Record
from ichiba.core.words import Words


def replay(
    file: Annotated[Path, Argument(help="A record that `ichiba play` saved.")],
    seat: Annotated[
        int | None, Option(help="Look with the eyes of player 1, 2, ... [default: a spectator]")
    ] = None,
    at: Annotated[int, Option(help="Begin after so many moves.")] = 0,
    story: Annotated[bool, Option("--story", help="Print all that happened, and stop.")] = False,
) -> None:
    """Step through a saved game, move by move, forward and back.

    Example: `ichiba replay tsukiji-20261115-203000.json --seat 1`
    """
    record = Record.load(file)
    match = Match.replay(record)
    if seat is not None and not 1 <= seat <= record.players:
        raise WrongInput(f"--seat goes from 1 to {record.players}, not {seat}")
    if not 0 <= at <= len(record.moves):
        raise WrongInput(f"--at goes from 0 to {len(record.moves)}, not {at}")
    eyes = None if seat is None else seat - 1
    if story:
        _tell_story(match, eyes)
    else:
        _Stepper(record, eyes).run(at)


def _tell_story(match: Match, eyes: int | None) -> None:
    words = Words(match.record.names)
    for event in match.events:
        if event.is_for(eyes):
            console.print(f"{event.move:>4}  {event.say(words)}", markup=False, soft_wrap=True)


class _Stepper:
    """Shows the position after each move; any move can be jumped to."""

    def __init__(self, record: Record, eyes: int | None) -> None:
        self.record = record
        self.eyes = eyes
        self.words = Words(record.names)

    def run(self, at: int) -> None:
        console.print(self._say("keys"), markup=False)
        self._show(at)
        while True:
            try:
                text = console.input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                console.print()
                return
            if text == "q":
                return
            step = self._step(text, at)
            if step is None:
                wrong = self._say("not_a_step", text=text, moves=len(self.record.moves))
                console.print(wrong, markup=False)
                continue
            at = min(max(step, 0), len(self.record.moves))
            self._show(at)

    def _step(self, text: str, at: int) -> int | None:
        if text == "":
            return at + 1
        if text == "b":
            return at - 1
        if text.isascii() and text.isdigit() and int(text) <= len(self.record.moves):
            return int(text)
        return None

    def _show(self, at: int) -> None:
        match = Match.replay(self.record.until(at))
        console.print(board_of(match.game)(match.state.view(self.eyes), self.words))
        console.print(self._say("at", move=at, moves=len(self.record.moves)), style="bold")
        for line in self._happened(match, at):
            console.print(f"· {escape(line)}", soft_wrap=True)
        console.print(match.state.prompt(self.eyes).say(self.words), style="dim", markup=False)

    def _happened(self, match: Match, at: int) -> list[str]:
        if at == 0:
            return [self._say("start")]
        seat, _, move = self.record.moves[at - 1].partition(" ")
        if move == UNDO:
            return [self._say("undo", seat=int(seat))]
        return [
            event.say(self.words)
            for event in match.events
            if event.move == at and event.is_for(self.eyes)
        ]

    def _say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"cli.replay.{key}", arguments)
