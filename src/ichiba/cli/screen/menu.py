"""The first screen of `ichiba play`: continue a saved game, replay one, or start a new one."""

from datetime import datetime
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ichiba.bots.characters import bot_of, without_level
from ichiba.cli.language import speaking
from ichiba.cli.saved import Saved
from ichiba.core.registry import load

# What was chosen: a saved game, or the name of a game to start.
Chosen = Saved | str


class Menu(Screen[Chosen | None]):
    """Lists saved games, the latest first, and the games that can be started."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,ctrl+q,ctrl+c", "leave")]
    DEFAULT_CSS = """
    Menu #title { height: 1; text-style: bold reverse; }
    Menu OptionList { height: 1fr; border: none; padding: 0; scrollbar-size-vertical: 1; }
    Menu #trouble { height: auto; text-style: bold; }
    Menu #footer { height: 1; text-style: dim; }
    """

    def __init__(self, games: list[str], saved: list[Saved], trouble: str = "") -> None:
        super().__init__()
        self.trouble = trouble  # why the last choice was not possible
        going = [one for one in saved if not one.is_over]
        over = [one for one in saved if one.is_over]
        self.offers: list[Chosen] = [*going, *games, *over]
        for name in games:
            load(name)  # adds the words of the game
        self.words = speaking()

    def compose(self) -> ComposeResult:
        """The list."""
        yield Static(Text(f" {self._say('welcome')}"), id="title")
        yield OptionList(*(Option(Text(self._label(one))) for one in self.offers), compact=True)
        yield Static(self.trouble, id="trouble", markup=False)
        yield Static(self._say("footer_menu"), id="footer", markup=False)

    def _label(self, offer: Chosen) -> str:
        if isinstance(offer, str):
            summary = self.words.say(f"{offer}.summary")
            return self._say("new", title=load(offer).title, summary=summary)
        record = offer.record
        people = [without_level(name) for name in record.names if not bot_of(name)]
        others = [without_level(name) for name in record.names if bot_of(name)]
        names = [*people[1:], *others] if people else others
        return self._say(
            "watch" if offer.is_over else "continue",
            title=load(record.game).title,
            names=names or self._say("alone"),
            moves=len(record.moves),
            when=self._when(offer.when),
        )

    def _when(self, when: datetime) -> str:
        time, date = when.strftime("%H:%M"), when.strftime("%Y-%m-%d")
        if when.date() == datetime.now().date():
            return self._say("today", time=time)
        return self._say("on_day", date=date, time=time)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close with what was chosen."""
        self.dismiss(self.offers[event.option_index])

    def action_leave(self) -> None:
        """Close without a choice."""
        self.dismiss(None)

    def _say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"cli.screen.{key}", arguments)
