"""A game's action table: each kind of action is declared once, with its notation."""

from collections.abc import Iterable

from ichiba.core.errors import SetupError
from ichiba.core.messages import Reason


class ActionTable:
    """All actions of a game, numbered in the order in which their kinds are added.

    A kind is a range of numbers, such as "buy 1" to "buy 5"; its first number stands for the kind.
    Records store notations, so the numbers may change from one version to the next.
    """

    def __init__(self, name: str, title: str) -> None:
        self.name = name  # of the game: the first part of its message keys
        self.title = title
        self.notations: list[str] = []  # by action
        self.kind_of: list[int] = []  # by action
        self.numbers: dict[str, int] = {}  # actions by notation
        self._not_asked: dict[int, tuple[str, str]] = {}

    def __len__(self) -> int:
        return len(self.notations)

    def add(
        self, word: str, names: Iterable[object] = ("",), *, not_asked: str = "", rule: str = ""
    ) -> int:
        """Add a kind with an action for each name: "buy 1", "buy 2". Returns its first number.

        `not_asked` is the key of the reason if no decision asks for this kind now. `rule` is its
        chapter of the rules; without it, the chapter of the open decision is given.
        """
        kind = len(self.notations)
        for name in names:
            notation = f"{word} {name}".strip()
            self.numbers[notation] = len(self.notations)
            self.notations.append(notation)
            self.kind_of.append(kind)
        if not_asked:
            self._not_asked[kind] = not_asked, rule
        return kind

    def parse(self, text: str) -> int:
        """The action with this notation. Raises SetupError if there is none."""
        action = self.numbers.get(text)
        if action is None:
            raise SetupError.of("core.error.notation", text=text[:60], title=self.title)
        return action

    def why_not_asked(self, kind: int, rule: str) -> Reason | None:
        """Why this kind is not possible now if no decision asks for it, where the kind says so."""
        if kind not in self._not_asked:
            return None
        key, own_rule = self._not_asked[kind]
        return Reason(f"{self.name}.reason.{key}", rule=own_rule or rule)
