"""What the API returns. Fields that a newer server adds are ignored."""

from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

# What you see of a position. Type checkers know which it is after `view["game"] == "tsukiji"`.
if TYPE_CHECKING:
    from ichiba.games.shinjuku.view_types import ShinjukuView
    from ichiba.games.tokyo_tsukiji_market.view_types import MarketView
    from ichiba.games.tsukiji.view_types import TsukijiView

    View: TypeAlias = TsukijiView | ShinjukuView | MarketView
else:  # msgspec can't tell them apart, and a newer server may have other fields and titles
    View = dict[str, Any]


class Option(msgspec.Struct, frozen=True):
    """An option of a title; a number has a least and a most instead of allowed values."""

    name: str
    title: str
    about: str
    kind: str
    default: Any
    allowed: list[Any]
    least: int | None
    most: int | None


class Level(msgspec.Struct, frozen=True):
    """A level of bots that people choose from, and the character that usually plays it."""

    bot: str
    level: str
    about: str
    name: str
    portrait: str
    usual: bool
    style: str = ""


class Title(msgspec.Struct, frozen=True):
    """A game that can be played on the site."""

    name: str
    title: str
    summary: str
    least_players: int
    most_players: int
    options: list[Option]
    bots: list[str]  # from the weakest to the strongest
    levels: list[Level]  # the same without the bot that moves at random


class Token(msgspec.Struct, frozen=True):
    """A new token with its secret."""

    id: int
    person: str
    token: str


class Player(msgspec.Struct, frozen=True):
    """A player at a table, or a free seat."""

    seat: int
    name: str
    bot: str  # empty for a person
    free: bool
    yours: bool
    to_act: bool
    stand_in: bool
    left: bool
    program: bool = False  # whether a person's last move came with a token


class Clock(msgspec.Struct, frozen=True):
    """A time limit. Times are in seconds."""

    bank: int  # what each player starts with
    gain: int  # what is added for each turn
    most: int  # how much a player can save
    weekends_off: bool
    at_zero: str  # the bot that plays when somebody's time is up; empty if the others vote


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    slug: str
    title: str
    status: str  # open, running, finished or ended
    version: int
    players: list[Player]
    options: dict[str, Any]
    listed: bool
    watchable: bool
    pace: str
    clock: Clock | None = None
    your_turn: bool


class Action(msgspec.Struct, frozen=True):
    """A move that you can make now."""

    notation: str
    label: str


class Amount(msgspec.Struct, frozen=True):
    """A number to choose, such as a bid."""

    notation: str
    least: int
    most: int
    step: int

    def of(self, number: int) -> str:
        """The notation of a number: `yen #` becomes `yen 600`."""
        return self.notation.replace("#", str(number))


class Position(msgspec.Struct, frozen=True):
    """The position as you may see it, and your possible moves."""

    view: View
    known: dict[str, object]  # for `from_known` of a game
    prompt: str
    rule: str
    actions: list[Action]
    amount: Amount | None
    page: str
    can_undo: bool


class Result(msgspec.Struct, frozen=True):
    """The result of a game."""

    scores: list[int]
    winners: list[int]
    breakdown: list[dict[str, int]]
    why: str
    seed: str


class Event(msgspec.Struct, frozen=True):
    """An event of the log."""

    move: int
    key: str
    arguments: dict[str, Any]
    text: str


class Table(TableLine, frozen=True, kw_only=True):
    """A table as you may see it."""

    seat: int | None
    position: Position | None
    result: Result | None
    log: list[Event]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, with or without a result."""
        return self.status in ("finished", "ended")


class Change(msgspec.Struct, frozen=True):
    """A table has changed."""

    version: int
    status: str
    your_turn: bool


class TableChange(msgspec.Struct, frozen=True):
    """One of your tables has changed."""

    table: str  # its slug
    title: str
    version: int
    status: str
    your_turn: bool


class Advice(msgspec.Struct, frozen=True):
    """A way to go on."""

    notation: str
    label: str
    chance: float  # about how likely you win after it, from 0 to 1
    reason: str
    then: list[str]  # the moves that follow, if the label tells of them


class Hint(msgspec.Struct, frozen=True):
    """What a strong player would do in a position, the best chance first."""

    page: str
    ways: list[Advice]


class Why(msgspec.Struct, frozen=True):
    """Whether a move is possible, and if not, why."""

    allowed: bool
    reason: str
