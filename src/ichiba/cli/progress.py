"""What long commands tell people while they run: a progress bar, and messages."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

# The exit code after Ctrl-C.
INTERRUPTED = 130


@contextmanager
def progress(games: int, done: int = 0) -> Iterator[Callable[[], None]]:
    """Show a progress bar while games are played, if a person is looking."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        "Playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=screen,
        transient=True,
    ) as bar:  # fmt: skip
        task = bar.add_task("", total=games, completed=done)
        yield lambda: bar.advance(task)


def tell(text: str) -> None:
    """Print a message where it can't get into results."""
    Console(stderr=True, highlight=False).print(text, markup=False)
