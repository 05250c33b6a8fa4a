"""The line where players type: completion, and a history that can be searched."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.suggester import Suggester
from textual.widgets import Input

from ichiba.cli.choices import Choices


class _Notations(Suggester):
    """Suggests the first notation that begins with what has been typed."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=False)
        self.choices: Choices | None = None

    async def get_suggestion(self, value: str) -> str | None:
        """The suggestion, shown dimmed after the text."""
        found = self.choices.completions(value) if self.choices and value.strip() else []
        return found[0] if found else None


class Answer(Input):
    """The input line of a game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", priority=True),
        Binding("ctrl+p", "recall(-1)"),
        Binding("ctrl+n", "recall(1)"),
    ]
    DEFAULT_CSS = "Answer { height: 1; border: none; padding: 0; }"

    def __init__(self, placeholder: str) -> None:
        self._notations = _Notations()
        super().__init__(
            placeholder=placeholder, suggester=self._notations, compact=True, select_on_focus=False
        )
        self._typed: list[str] = []
        self._at = 0  # the place in the history
        self._begun = ""  # what had been typed when the search through the history began

    def offer(self, choices: Choices | None) -> None:
        """Complete the notations of other choices. What has been typed ahead stays."""
        self._notations.choices = choices

    def remember(self, text: str) -> None:
        """Add a text to the history."""
        if text and text not in self._typed[-1:]:
            self._typed.append(text)
        self._at, self._begun = len(self._typed), ""

    def action_complete(self) -> None:
        """Complete a notation as far as it is clear."""
        if self._notations.choices is not None and self.value.strip():
            self.value = self._notations.choices.completed(self.value)
            self.cursor_position = len(self.value)

    def action_recall(self, step: int) -> None:
        """Go back or forward to a text that begins with what has been typed."""
        if self._at == len(self._typed) and step < 0:
            self._begun = self.value
        at = self._at + step
        while 0 <= at < len(self._typed) and not self._typed[at].startswith(self._begun):
            at += step
        if at < 0:
            return
        self._at = min(at, len(self._typed))
        self.value = self._typed[at] if at < len(self._typed) else self._begun
        self.cursor_position = len(self.value)
