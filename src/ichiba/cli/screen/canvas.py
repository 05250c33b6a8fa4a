"""A screen with a board, news, a prompt, choices, and a line to type in."""

from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.screen import Screen
from textual.widgets import Input, Static

from ichiba.cli.choices import Row
from ichiba.cli.screen.answer import Answer
from ichiba.cli.screen.frame import (
    LEAST_HEIGHT,
    LEAST_WIDTH,
    UNMARKED,
    Contents,
    Frame,
    Size,
    compose,
)
from ichiba.core.words import Words

_BELOW = 2  # rows for the answer and the keys

ResultT = TypeVar("ResultT")


class Canvas(Screen[ResultT]):
    """Draws a frame again whenever something has changed. Subclasses say what is in it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "choose(-1)", priority=True),
        Binding("down", "choose(1)", priority=True),
        Binding("pageup", "turn(-1)", priority=True),
        Binding("pagedown", "turn(1)", priority=True),
    ]
    DEFAULT_CSS = """
    Canvas #canvas { height: 1fr; }
    Canvas #footer { height: 1; text-style: dim; }
    """
    AUTO_FOCUS = "Answer"

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words
        self.cursor = UNMARKED
        self.board_page: int | None = None
        self.drawn = Frame([], 0, 1, [], 0)

    def compose(self) -> ComposeResult:
        """The drawing, the answer and the keys."""
        yield Static(id="canvas")
        yield Answer(self.say("answer"))
        yield Static(id="footer", markup=False)

    def contents(self) -> Contents:
        """What to draw."""
        raise NotImplementedError

    def footer(self) -> str:
        """The keys that are shown below."""
        raise NotImplementedError

    @property
    def rows(self) -> list[Row]:
        """The choices that are listed now."""
        return []

    def draw(self) -> None:
        """Draw everything again."""
        if not self.is_mounted:
            return
        size = Size(self.app.size.width, self.app.size.height - _BELOW)
        if size.width < LEAST_WIDTH or size.height + _BELOW < LEAST_HEIGHT:
            told = {"width": LEAST_WIDTH, "height": LEAST_HEIGHT}
            self.query_one("#canvas", Static).update(self.say("too_small", **told))
            return
        self.drawn = compose(self.contents(), size, self.words)
        text = Text("\n", no_wrap=True, overflow="crop").join(self.drawn.lines)
        self.query_one("#canvas", Static).update(text)
        self.query_one("#footer", Static).update(self.footer())

    def on_mount(self) -> None:
        """Draw for the first time."""
        self.query_one(Answer).focus()
        self.draw()

    def on_resize(self) -> None:
        """Fit the drawing to the window."""
        self.draw()

    def on_screen_resume(self) -> None:
        """Draw again after an overlay: the window may have changed."""
        self.draw()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search the choices while typing, and mark the best match."""
        self.cursor = 0 if event.value.strip() else UNMARKED
        self.draw()

    def action_choose(self, step: int) -> None:
        """Move the mark to another choice."""
        if self.rows:
            before = len(self.rows) if self.cursor == UNMARKED and step < 0 else self.cursor
            self.cursor = (before + step) % len(self.rows)
            self.draw()

    def action_turn(self, step: int) -> None:
        """Show another page of the board."""
        self.board_page = (self.drawn.page + step) % self.drawn.pages
        self.draw()

    def on_click(self, event: Click) -> None:
        """Mark a choice; a click on the marked one makes it."""
        for spot in self.drawn.spots:
            if spot.row == event.screen_y and spot.left <= event.screen_x < spot.right:
                if spot.number == self.cursor:
                    self.picked(self.rows[spot.number])
                else:
                    self.cursor = spot.number
                    self.draw()
                return

    def picked(self, row: Row) -> None:
        """Make a choice."""
        raise NotImplementedError

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of the screen."""
        return self.words.say(f"cli.screen.{key}", arguments)
