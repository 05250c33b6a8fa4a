"""The application: it goes from the menu to a game or a replay, and back."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from ichiba.cli.language import speaking
from ichiba.cli.saved import Saved, saved_games
from ichiba.cli.screen.game import AGAIN, QUIT, GameScreen
from ichiba.cli.screen.menu import Menu
from ichiba.cli.screen.replay import ReplayScreen
from ichiba.cli.session import Session
from ichiba.core.errors import IchibaError
from ichiba.core.match import Match
from ichiba.core.record import Record

Start = Callable[[str], Session]  # starts a new game by its name
Resume = Callable[[Saved], Session]
Again = Callable[[Session], Session]


class IchibaApp(App[None]):
    """The full-screen interface. It uses the colours of the terminal."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "ichiba"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", priority=False, show=False)
    ]
    CSS = """
    Screen, ModalScreen, Static, Input, OptionList {
        background: ansi_default;
        color: ansi_default;
    }
    OptionList > .option-list--option-highlighted {
        background: ansi_default;
        color: ansi_default;
        text-style: bold reverse;
    }
    Input > .input--placeholder, Input > .input--suggestion {
        color: ansi_default;
        text-style: dim;
    }
    Input > .input--cursor { text-style: reverse; color: ansi_default; background: ansi_default; }
    """

    def __init__(self, *, pause: float = 0.0) -> None:
        super().__init__(ansi_color=True)
        self.pause = pause
        self.session: Session | None = None  # the last game that was played

    async def play(self, session: Session) -> str:
        """Play a game; return what the player wants next."""
        self.session = session
        return await self.push_screen_wait(GameScreen(session, self.pause))


class PlayApp(IchibaApp):
    """`ichiba play`."""

    def __init__(
        self,
        session: Session | None,
        games: list[str],
        start: Start,
        resume: Resume,
        again: Again,
        *,
        pause: float,
        only: str | None = None,
    ) -> None:
        super().__init__(pause=pause)
        self.first = session
        self.games = games
        self.only = only  # the title whose saved games are offered; None is all
        self.start, self.resume, self.again = start, resume, again

    def on_mount(self) -> None:
        """Begin."""
        self.run_worker(self._run())

    async def _run(self) -> None:
        session = self.first or await self._chosen()
        while session is not None:
            wish = await self.play(session)
            if wish == QUIT:
                break
            session = self.again(session) if wish == AGAIN else await self._chosen()
        self.exit()

    async def _chosen(self) -> Session | None:
        """The game that is chosen in the menu. Replays and unreadable games come back to it."""
        trouble = ""
        while True:
            saved = [one for one in saved_games() if self.only in (None, one.record.game)]
            chosen = await self.push_screen_wait(Menu(self.games, saved, trouble))
            trouble = ""
            try:
                if chosen is None:
                    return None
                if isinstance(chosen, str):
                    return self.start(chosen)
                if not chosen.is_over:
                    return self.resume(chosen)
                Match.replay(chosen.record)
            except IchibaError as error:
                trouble = error.reason.say(speaking())
            else:
                await self.push_screen_wait(ReplayScreen(chosen.record, None, 0, "replay"))


class ReplayApp(IchibaApp):
    """`ichiba replay`."""

    def __init__(self, record: Record, viewer: int | None, at: int) -> None:
        super().__init__()
        self.record, self.viewer, self.at = record, viewer, at

    def on_mount(self) -> None:
        """Begin."""
        self.run_worker(self._run())

    async def _run(self) -> None:
        await self.push_screen_wait(ReplayScreen(self.record, self.viewer, self.at, "replay"))
        self.exit()
