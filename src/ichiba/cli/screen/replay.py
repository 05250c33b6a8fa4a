"""Steps through a recorded game, or through the game so far."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from ichiba.cli.console import words_for
from ichiba.cli.replaying import happened
from ichiba.cli.screen.answer import Answer
from ichiba.cli.screen.canvas import Canvas
from ichiba.cli.screen.frame import Contents
from ichiba.cli.screen.overlays import log_overlay
from ichiba.cli.session import Session
from ichiba.core.match import Match
from ichiba.core.record import Record


class ReplayScreen(Canvas[None]):
    """Shows the position after any move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,enter", "step(1)", priority=True),
        Binding("left", "step(-1)", priority=True),
        Binding("home", "jump(0)", priority=True),
        Binding("end", "jump(-1)", priority=True),
        Binding("f3", "log", priority=True),
        Binding("escape,f4,ctrl+q,ctrl+c", "close", priority=True),
    ]

    def __init__(self, record: Record, viewer: int | None, at: int, kind: str) -> None:
        super().__init__(words_for(record))
        self.record = record
        self.viewer = viewer
        self.kind = kind  # "replay" or "history"
        self._go_to(at)

    def _go_to(self, at: int) -> None:
        self.at = min(max(at, 0), len(self.record.moves))
        self.session = Session(Match.resume(self.record.until(self.at)), {}, None)

    def on_mount(self) -> None:
        """The line below takes numbers of moves here."""
        super().on_mount()
        self.query_one(Answer).placeholder = self.say("jump", moves=len(self.record.moves))

    def contents(self) -> Contents:
        """The position, and what the last move did."""
        title = self.say(self.kind, move=self.at, moves=len(self.record.moves))
        events = happened(self.session.match, self.record, self.at, self.viewer, self.words)
        waiting = self.session.prompt(self.viewer)
        return Contents(
            board=lambda room: self.session.board(self.viewer, room),
            prompt=f"{title}. {waiting}",
            news=events,
            page=self.board_page,
        )

    def footer(self) -> str:
        return self.say("footer_replay")

    def action_step(self, moves: int) -> None:
        """Go forward or back, or to the move whose number was typed."""
        answer = self.query_one(Answer)
        text = answer.value.strip()
        if text:
            answer.value = ""
            if text == "q":
                self.action_close()
                return
            wanted = int(text) if text.isascii() and text.isdigit() else self.at
        else:
            wanted = self.at + moves
        self._go_to(wanted)
        self.draw()

    def action_jump(self, at: int) -> None:
        """Go to the beginning or the end."""
        self._go_to(len(self.record.moves) if at < 0 else at)
        self.draw()

    def action_log(self) -> None:
        """Open the log up to here."""
        self.app.push_screen(log_overlay(self.session, self.viewer))

    def action_close(self) -> None:
        """Go back to where this was opened."""
        self.dismiss()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter is handled as a key."""
        event.stop()
