"""Screens that open over a game and close again: help, rules, the log, and handing over."""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from rich.markdown import Markdown
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from ichiba.cli.session import Session
from ichiba.core.rules_text import in_a_terminal
from ichiba.core.words import Words
from ichiba.games.board.terminal import Lines, lines_of, wrapped


class Paragraph(NamedTuple):
    """A piece of text that is found or hidden as a whole."""

    lines: Lines
    is_start: bool = False  # where reading begins


# A text, wrapped to a width.
TextOf = Callable[[int], Sequence[Paragraph]]


class Overlay(ModalScreen[None]):
    """A text that can be scrolled and searched."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,f2,f3,f4,f5", "dismiss", priority=True),
        Binding("up", "scroll(-1)", priority=True),
        Binding("down", "scroll(1)", priority=True),
        Binding("pageup", "turn(-1)", priority=True),
        Binding("pagedown", "turn(1)", priority=True),
    ]
    DEFAULT_CSS = """
    Overlay #title { height: 1; text-style: bold reverse; }
    Overlay #text { height: 1fr; scrollbar-size-vertical: 1; padding: 0 1; }
    Overlay Input { height: 1; border: none; padding: 0; }
    Overlay #footer { height: 1; text-style: dim; }
    """

    def __init__(self, title: str, text: TextOf, words: Words, *, at_end: bool = False) -> None:
        super().__init__()
        self.heading = title
        self.text_of = text
        self.words = words
        self.at_end = at_end

    def compose(self) -> ComposeResult:
        """The title, the text, the search and the keys."""
        yield Static(Text(f" {self.heading}"), id="title")
        with VerticalScroll(id="text", can_focus=False):
            yield Static(id="shown")
        yield Input(placeholder=self.words.say("cli.screen.search"), compact=True)
        yield Static(self.words.say("cli.screen.footer_overlay"), id="footer", markup=False)

    def on_mount(self) -> None:
        """Show the text from where reading begins."""
        self.query_one(Input).focus()
        self._show("")

    def on_resize(self) -> None:
        """Wrap the text anew."""
        self._show(self.query_one(Input).value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while typing."""
        self._show(event.value)

    def _show(self, wanted: str) -> None:
        paragraphs = self.text_of(max(20, self.app.size.width - 4))
        found = [one for one in paragraphs if _has(one, wanted)]
        lines = [line for one in found for line in one.lines]
        if not lines:
            lines = [Text(self.words.say("cli.screen.no_match", {"text": wanted}))]
        for line in lines if wanted.strip() else ():
            line.highlight_words([wanted.strip()], "reverse", case_sensitive=False)
        self.query_one("#shown", Static).update(Text("\n").join(lines))
        self.call_after_refresh(self._go_to_start, found if not wanted else [])

    def _go_to_start(self, paragraphs: Sequence[Paragraph]) -> None:
        above = 0
        for one in paragraphs:
            if one.is_start:
                break
            above += len(one.lines)
        else:
            above = 0
        scroll = self.query_one("#text", VerticalScroll)
        if self.at_end and paragraphs:
            scroll.scroll_end(animate=False)
        else:
            scroll.scroll_to(y=above, animate=False)

    def action_scroll(self, rows: int) -> None:
        """Scroll by rows."""
        self.query_one("#text", VerticalScroll).scroll_relative(y=rows, animate=False)

    def action_turn(self, pages: int) -> None:
        """Scroll by pages."""
        scroll = self.query_one("#text", VerticalScroll)
        scroll.scroll_relative(y=pages * max(1, scroll.size.height - 1), animate=False)


def _has(paragraph: Paragraph, wanted: str) -> bool:
    text = " ".join(line.plain.strip() for line in paragraph.lines).casefold()
    return " ".join(wanted.casefold().split()) in text


def help_overlay(session: Session) -> Overlay:
    """How to play in the terminal."""
    keys = ("choose", "numbers", "notation", "search", "recall", "board", "overlays", "undo",
            "why", "hint", "save", "quit")  # fmt: skip
    told = [session.words.say(f"cli.screen.keys.{k}", {"example": session.example}) for k in keys]

    def text(width: int) -> list[Paragraph]:
        return [Paragraph(wrapped(Text(f"· {one}"), width, 2)) for one in told]

    return Overlay(session.words.say("cli.screen.help"), text, session.words)


def rules_overlay(session: Session, seat: int | None, name: str = "") -> Overlay:
    """The rules, opened at a chapter: by default, at the one about the current decision."""
    wanted = session.chapter(seat, name)

    def text(width: int) -> list[Paragraph]:
        paragraphs = []
        for chapter in session.match.game.rules(session.words.language):
            heading = [Text(chapter.title, "bold underline"), Text()]
            paragraphs.append(Paragraph(heading, chapter == wanted))
            for part in in_a_terminal(chapter.markdown).split("\n\n"):
                paragraphs.append(Paragraph([*lines_of(Markdown(part), width), Text()]))
        for note in ("inferred", "reconstructed", "ruling"):
            paragraphs.append(
                Paragraph(wrapped(Text(session.words.say(f"core.rules.{note}")), width))
            )
        return paragraphs

    title = session.words.say("cli.screen.rules", {"title": session.match.game.title})
    return Overlay(title, text, session.words)


def log_overlay(session: Session, viewer: int | None) -> Overlay:
    """Everything that has happened, turn by turn, with the latest at the end."""
    blocks = session.log(viewer)

    def text(width: int) -> list[Paragraph]:
        paragraphs = []
        for block in blocks:
            heading = wrapped(Text(" ".join(block.headline), "bold"), width)
            details = [
                line for one in block.details for line in wrapped(Text(f"  · {one.text}"), width, 4)
            ]
            paragraphs.append(Paragraph([*heading, *details]))
        return paragraphs

    return Overlay(session.words.say("cli.screen.log"), text, session.words, at_end=True)


def hint_overlay(session: Session, rows: list[str]) -> Overlay:
    """What a strong player would do."""

    def text(width: int) -> list[Paragraph]:
        return [Paragraph(wrapped(Text(f"· {row}"), width, 2)) for row in rows]

    return Overlay(session.words.say("cli.screen.hint"), text, session.words)


class HandOver(Screen[None]):
    """Hides the game while the screen changes hands."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss")]
    DEFAULT_CSS = "HandOver { align: center middle; } HandOver Static { width: auto; }"

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence

    def compose(self) -> ComposeResult:
        """One sentence and nothing else."""
        yield Static(Text(self.sentence, "bold"))
