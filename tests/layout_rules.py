"""Checks pages in a browser against the layout rules, and lists the window sizes to check."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

SETTLED = 4.0  # seconds a page on a busy machine has to scroll to what a decision is about
# A function. As an expression it has no semicolon behind it, which Prettier wants in a file.
SCRIPT = (Path(__file__).parent / "layout_rules.js").read_text(encoding="utf-8").strip().rstrip(";")


@dataclass(frozen=True)
class Size:
    """A window size, and whether it is a touch screen."""

    width: int
    height: int
    touch: bool = False

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    def context(self, scheme: str = "light") -> dict[str, object]:
        """The arguments for a Playwright context with such a window."""
        return {
            "viewport": {"width": self.width, "height": self.height},
            "has_touch": self.touch,
            "is_mobile": self.touch,
            "color_scheme": scheme,
        }


SIZES = (
    Size(1920, 1080),
    Size(1440, 900),
    Size(1366, 768),
    Size(1024, 768),
    Size(768, 1024),
    Size(390, 844, touch=True),
    Size(360, 640, touch=True),
)


@dataclass(frozen=True)
class Breach:
    """One broken rule, with the element that breaks it."""

    rule: str
    what: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.what}"

    @property
    def kind(self) -> str:
        """Identifies the same problem at another moment: the text without quotes and numbers."""
        return f"{self.rule}: {re.sub(r'“.*?”|[0-9]+', '', self.what)}"


def breaches(ask: Callable[[str, object], object], size: Size) -> list[Breach]:
    """The problems of a page as it is now; `ask` calls a function in its browser."""
    found = ask(SCRIPT, {"width": size.width, "touch": size.touch})
    assert isinstance(found, list)
    return [Breach(one["rule"], one["what"]) for one in found]


@dataclass
class Reader:
    """Checks a page repeatedly and keeps each problem once, with a screenshot."""

    ask: Callable[[str, object], object]
    take_picture: Callable[[Path], object]
    size: Size
    pictures: Path
    name: str
    found: dict[str, str] = field(default_factory=dict)

    def look(self, moment: str) -> None:
        """Record what is wrong now, after giving the page time to scroll."""
        end = time.monotonic() + SETTLED
        new = self.new()
        while new and time.monotonic() < end:
            time.sleep(0.2)
            new = self.new()
        if not new:
            return
        picture = self.pictures / f"{self.name}-{len(self.found):02}.png"
        self.take_picture(picture)
        for one in new:
            self.found[one.kind] = f"{self.name}, {moment}: {one} ({picture})"

    def new(self) -> list[Breach]:
        wrong = breaches(self.ask, self.size)
        return [one for one in wrong if one.kind not in self.found]

    def told(self) -> str:
        """All problems, for the failure message."""
        return "\n".join(["", *self.found.values()])
