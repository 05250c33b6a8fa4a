"""`ichiba replay`: step through a saved game."""

from pathlib import Path
from typing import Annotated

from rich.markup import escape
from typer import Argument, Option

from ichiba.cli.console import WrongInput, can_show_screens, console, print_board, words_for
from ichiba.cli.output import check_files, write_json
from ichiba.cli.replaying import happened
from ichiba.cli.saved import found
from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.core.registry import change
from ichiba.core.story import chapters, story_of
from ichiba.core.telling import tell


def replay(
    file: Annotated[Path, Argument(help="A game saved by `ichiba play`.")],
    seat: Annotated[
        int | None, Option(help="Show what this player sees: 1, 2, ... [default: a spectator]")
    ] = None,
    at: Annotated[int, Option(help="Start after this many moves.")] = 0,
    story: Annotated[bool, Option("--story", help="Print the story of the game and exit.")] = False,
    details: Annotated[
        bool, Option("--details", help="With --story, also print the details of each turn.")
    ] = False,
    json: Annotated[
        Path | None, Option(help="Write the log to this file as JSON and exit; - prints it.")
    ] = None,
    plain: Annotated[
        bool, Option("--plain", help="Print lines instead of showing a screen.")
    ] = False,
) -> None:
    """Step through a saved game, move by move, forward and back.

    Examples: `ichiba replay tsukiji-20261115-203000.json --seat 1`,
    `ichiba replay game.json --story`, `ichiba replay game.json --json -`
    """
    check_files(json)
    record = Record.load(found(file))
    change(record.game, record.changes or {})
    match = Match.replay(record)
    if seat is not None and not 1 <= seat <= record.players:
        raise WrongInput(f"--seat must be from 1 to {record.players}, not {seat}.")
    if not 0 <= at <= len(record.moves):
        raise WrongInput(f"--at must be from 0 to {len(record.moves)}, not {at}.")
    viewer = None if seat is None else seat - 1
    if json is not None:
        write_json(json, _described(match, viewer))
    elif story:
        for line in story_lines(match, viewer, details=details):
            console.print(line, markup=False, soft_wrap=True)
    elif can_show_screens() and not plain:
        from ichiba.cli.screen.app import ReplayApp  # takes a quarter of a second to import

        ReplayApp(record, viewer, at).run()
    else:
        _Stepper(record, viewer).run(at)


def story_lines(match: Match, viewer: int | None, *, details: bool) -> list[str]:
    """The story of a game as far as the viewer knows it: a line a turn, with its last move."""
    game, words = match.game, words_for(match.record)
    story, lines = story_of(game), []
    for chapter in chapters(story, [event for event in match.events if event.is_for(viewer)]):
        block = tell(game.name, story, chapter, words, viewer)
        lines.append(f"{block.last:>4}  {' '.join(block.headline)}")
        told = [line.text for line in block.details]
        if details and told != [*block.headline]:
            lines += [f"        {text}" for text in told]
    return lines


def _described(match: Match, viewer: int | None) -> dict[str, object]:
    """The game as plain data, with the events that the viewer may see. Seats count from 0."""
    record, words = match.record, words_for(match.record)
    return {
        "game": record.game,
        "options": record.options,
        "names": record.names,
        "moves": len(record.moves),
        "result": record.result,
        "log": [
            {
                "move": event.move,
                "key": event.key,
                "arguments": event.arguments,
                "text": event.say(words),
            }
            for event in match.events
            if event.is_for(viewer)
        ],
    }


class _Stepper:
    """Shows the position after each move, and can jump to any move."""

    def __init__(self, record: Record, viewer: int | None) -> None:
        self.record = record
        self.viewer = viewer
        self.words = words_for(record)

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
        print_board(match.game, match.state.view(self.viewer), self.words)
        console.print(self._say("at", move=at, moves=len(self.record.moves)), style="bold")
        for line in happened(match, self.record, at, self.viewer, self.words):
            console.print(f"· {escape(line)}", soft_wrap=True)
        console.print(match.state.prompt(self.viewer).say(self.words), style="dim", markup=False)

    def _say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"cli.replay.{key}", arguments)
