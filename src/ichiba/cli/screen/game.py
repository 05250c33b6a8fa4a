"""The screen of a game: bots move, people answer, and the end offers a replay."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from ichiba.cli.choices import Choice, Choices, Row
from ichiba.cli.score_table import score_lines
from ichiba.cli.screen.answer import Answer
from ichiba.cli.screen.canvas import Canvas
from ichiba.cli.screen.frame import UNMARKED, Contents
from ichiba.cli.screen.overlays import (
    HandOver,
    help_overlay,
    hint_overlay,
    log_overlay,
    rules_overlay,
)
from ichiba.cli.screen.replay import ReplayScreen
from ichiba.cli.session import Session
from ichiba.cli.terminal_game import amounts, not_a_choice
from ichiba.core.errors import IchibaError
from ichiba.games.board.terminal import Room, Section

AGAIN, MENU, QUIT = "again", "menu", "quit"
_AT_THE_END = {"r": "over_replay", "a": "over_again", "m": "over_menu", "q": "over_quit"}


class GameScreen(Canvas[str]):
    """Plays one game. It closes with what the player wants next: AGAIN, MENU or QUIT."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", priority=True),
        Binding("f2", "rules", priority=True),
        Binding("f3", "log", priority=True),
        Binding("f4", "history", priority=True),
        Binding("f5", "hint", priority=True),
        Binding("ctrl+z", "undo", priority=True),
        Binding("ctrl+q,ctrl+c", "leave", priority=True),
    ]

    def __init__(self, session: Session, pause: float) -> None:
        super().__init__(session.words)
        self.session = session
        self.pause = pause
        self.choices: Choices | None = None  # None while others decide
        self.message = ""
        self._reserved = 4  # rows of choices, from the last decision
        self._skip = asyncio.Event()

    # --- Showing

    @property
    def seat(self) -> int | None:
        """Who is looking at the screen."""
        return None if self.session.is_over else self.session.at_screen

    @property
    def rows(self) -> list[Row]:
        """The choices that match what has been typed."""
        text = self.query_one(Answer).value
        if self.session.is_over:
            return [_end_row(key, self.say(label)) for key, label in _AT_THE_END.items()]
        if self.choices is None:
            return []
        return self.choices.matching(text) or self.choices.rows

    def contents(self) -> Contents:
        """The position as the player at the screen may see it."""
        return Contents(
            board=self._board,
            prompt=self.session.prompt(self.seat),
            news=self._news(),
            message=self._message(),
            rows=self.rows,
            cursor=self.cursor,
            page=self.board_page,
            reserved=self._reserved,
        )

    def _news(self) -> list[str]:
        if self.session.is_over:
            return [self.session.say("seed", seed=self.session.match.record.seed)]
        return self.session.news(self.seat)

    def _message(self) -> str:
        """An answer to what was typed, or else a problem, or where the game is kept."""
        if self.message or self.session.trouble:
            return self.message or self.session.trouble
        if self.session.is_over and self.session.file is not None:
            return self.say("kept", path=str(self.session.file))
        return ""

    def _board(self, room: Room) -> list[Section]:
        sections = self.session.board(self.seat, room)
        if self.session.is_over:
            return [Section("result", score_lines(self.session, room.width), focus=True), *sections]
        return sections

    def footer(self) -> str:
        """The keys: fewer while bots move and after the end."""
        if self.session.is_over:
            return self.say("footer_over")
        return self.say("footer_waiting" if self.choices is None else "footer")

    def draw(self) -> None:
        """Draw, and keep the size of the list while the player types or waits."""
        super().draw()
        self._reserved = max(self._reserved, self.drawn.listed)

    # --- Playing

    def on_mount(self) -> None:
        """Begin, or go on where the game was left."""
        game = self.session.match.game
        if not self.session.match.record.moves:
            summary = self.words.say(f"{game.name}.summary")
            self.message = self.say("hello", title=game.title, summary=summary)
        super().on_mount()
        self._go_on()

    def _go_on(self) -> None:
        self.run_worker(self._advance(), exclusive=True)

    async def _advance(self) -> None:
        """Let the bots move, then ask the next person."""
        self.choices, self.board_page, self.cursor = None, None, UNMARKED
        self.query_one(Answer).offer(None)
        while (bot := self.session.bot_to_move()) is not None:
            self.draw()
            action = await asyncio.to_thread(self.session.think, bot)
            seen = len(self.session.events(self.seat))
            self.session.play(bot, action)
            if len(self.session.events(self.seat)) != seen:
                await self._wait()
        self._skip.clear()
        if not self.session.is_over:
            await self._ask(self.session.next_person())
        self.draw()

    async def _wait(self) -> None:
        """Leave time to read what a bot did, unless the player skips that."""
        self.draw()
        if self.pause and not self._skip.is_set():
            try:
                await asyncio.wait_for(self._skip.wait(), self.pause)
            except TimeoutError:
                return

    async def _ask(self, seat: int) -> None:
        if self.session.must_hand_over(seat):
            await self.app.push_screen_wait(HandOver(self.session.say("hand_over", seat=seat)))
        self.session.at_screen = seat
        self.choices, self._reserved = self.session.choices(seat), 0
        self.query_one(Answer).offer(self.choices)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search the choices; nothing is marked if nothing matches."""
        if event.value:
            self.message = ""
        super().on_input_changed(event)
        if self.choices is not None and not self.choices.matching(event.value):
            self.cursor = UNMARKED
            self.draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry out what was typed, or the marked choice."""
        text = event.value.strip()
        self.query_one(Answer).remember(text)
        self.message = ""
        if self.session.is_over:
            self._after_the_end(text)
        elif self.choices is None:
            self._skip.set()
        elif (choice := self.choices.find(text)) is not None:
            self._play(choice)
        elif not self._command(text):
            self._pick_marked(self.choices, text)

    def _pick_marked(self, choices: Choices, text: str) -> None:
        found = choices.matching(text)
        if self.cursor != UNMARKED and self.cursor < len(found):
            self.picked(found[self.cursor])
        elif text:
            self._tell(not_a_choice(self.session, choices, text))
            self.query_one(Answer).action_select_all()  # the next key replaces the wrong answer

    def picked(self, row: Row) -> None:
        """Make the marked choice. A series of amounts needs a number."""
        if self.session.is_over:
            self._after_the_end(row.key)
        elif row.only is not None:
            self._play(row.only)
        else:
            self._tell(self.session.say("type_an_amount", **amounts(row.choices)))

    def _play(self, choice: Choice) -> None:
        self.message = ""
        self.query_one(Answer).value = ""
        self.session.play(self.session.next_person(), choice.action)
        # From now on, Enter waits: a second one must not make a choice that nobody has seen.
        self.choices = None
        self._go_on()

    def _command(self, text: str) -> bool:
        """Carry out a command. Return whether it was one."""
        word, _, rest = text.partition(" ")
        commands: dict[tuple[str, ...], Callable[[], None]] = {
            ("u", "undo"): self.action_undo,
            ("q", "quit"): self.action_leave,
            ("?", "h", "help"): self.action_help,
            ("rules",): lambda: self.action_rules(rest),
            ("log",): self.action_log,
            ("history",): self.action_history,
            ("hint",): self.action_hint,
            ("why",): lambda: self._why(rest),
            ("s", "save"): lambda: self._save(rest),
        }
        for words, do in commands.items():
            if word in words:
                self.query_one(Answer).value = ""
                do()
                return True
        return False

    def _tell(self, message: str) -> None:
        self.message = message
        self.draw()

    def _why(self, move: str) -> None:
        if self.session.at_screen is not None:
            self._tell(self.session.why(self.session.at_screen, move))

    def _save(self, path: str) -> None:
        if not path.strip():
            self._tell(self.session.say("save_where"))
            return
        try:
            self.session.save(Path(path.strip()))
        except IchibaError as error:
            self._tell(error.reason.say(self.session.words))
            return
        self._tell(self.session.say("saved_as", path=str(self.session.file)))

    # --- Keys

    def action_help(self) -> None:
        """Open the help."""
        self.app.push_screen(help_overlay(self.session))

    def action_rules(self, name: str = "") -> None:
        """Open the rules at this decision, or at a chapter."""
        if name and self.session.chapter(self.seat, name) is None:
            names = [chapter.name for chapter in self.session.match.game.rules()]
            self._tell(self.session.say("rules_unknown", name=name, names=names))
            return
        self.app.push_screen(rules_overlay(self.session, self.seat, name))

    def action_log(self) -> None:
        """Open the log."""
        self.app.push_screen(log_overlay(self.session, self.seat))

    def action_history(self) -> None:
        """Open the positions so far."""
        record = self.session.match.record
        self.app.push_screen(ReplayScreen(record, self.seat, len(record.moves), "history"))

    def action_hint(self) -> None:
        """Think about a hint, and open it. A move stops the thinking."""
        seat, refusal = self.session.at_screen, self.session.why_no_hint()
        if refusal or self.session.is_over or self.choices is None or seat is None:
            self._tell(refusal or self.say("hint_wait"))
            return
        self._tell(self.say("hint_thinking"))
        self.run_worker(self._hint(seat), exclusive=True)

    async def _hint(self, seat: int) -> None:
        rows = await asyncio.to_thread(self.session.hint, seat)
        self._tell("")
        self.app.push_screen(hint_overlay(self.session, rows))

    def action_undo(self) -> None:
        """Undo the last decision of the player at the screen."""
        seat = self.session.at_screen
        if self.session.is_over or self.choices is None or seat is None:
            self._tell(self.say("undo_wait"))
            return
        refusal = self.session.undo(seat)
        self.message = refusal or self.session.say("undone")
        self._go_on()

    def action_leave(self) -> None:
        """Quit. Everything has been saved already, unless that failed."""
        self.dismiss(QUIT)

    # --- The end

    def _after_the_end(self, text: str) -> None:
        self.query_one(Answer).value = ""
        marked = "" if self.cursor == UNMARKED else [*_AT_THE_END][self.cursor]
        key = text.casefold() or marked
        if text.startswith(("save", "s ")):
            self._save(text.partition(" ")[2])
        elif key == "r":
            record = self.session.match.record
            self.app.push_screen(ReplayScreen(record, None, 0, "replay"))
        elif key in ("a", "m", "q"):
            self.dismiss({"a": AGAIN, "m": MENU, "q": QUIT}[key])
        elif not self._command(text):
            self._tell(self.say("answer"))


def _end_row(key: str, label: str) -> Row:
    return Row(key, label, (Choice(key, label, key, 0),))
