"""What the API returns. Fields that a newer server adds are ignored."""

from datetime import datetime
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


class WithNotation:
    """What an amount can do besides."""

    notation: str

    def of(self, number: int) -> str:
        """The notation of a number: `yen #` becomes `yen 600`."""
        return self.notation.replace("#", str(number))


class WithStatus:
    """What a table can say besides."""

    status: str

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, with or without a result."""
        return self.status in ("finished", "ended")


# Written by scripts/write_client.py from `site/api/shapes.py`: edit that instead.


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a title."""

    name: str
    title: str
    # A sentence that explains the option.
    about: str
    # The value of a `list` is a list of any of the allowed strings.
    kind: str
    default: Any
    # Empty if any number in a range is allowed.
    allowed: list[Any]
    # The lower end of that range.
    least: int | None
    most: int | None


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """A level of bots that people choose from."""

    # What to send as a place.
    bot: str
    level: str
    # What bots of this level are like, in a few words.
    about: str
    # What they like in this game, as a sentence. Can be empty.
    style: str
    # The character that usually plays it.
    name: str
    portrait: str
    # Whether people meet it unless they choose another.
    usual: bool


class Title(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    least_players: int
    most_players: int
    options: list[Option]
    # From weakest to strongest.
    bots: list[str]
    # The bots for people, from weakest to strongest.
    levels: list[Level]


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A new token with its secret, which is shown only once."""

    id: int
    label: str
    person: str
    table: str | None
    seat: int | None
    created: datetime
    token: str


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player at a table, or a free seat."""

    seat: int
    # For a bot, the name of its character.
    name: str
    # The bot, as used in `places`; empty for a person.
    bot: str
    free: bool
    yours: bool
    here: bool
    to_act: bool
    # Whether a bot is playing for this player.
    stand_in: bool
    # Whether this player has left the game.
    left: bool
    # Whether this person's last move came with a token.
    program: bool
    # The level of the bot that plays here, also for a person; else empty.
    level: str
    # The bot's character; empty for a person.
    portrait: str


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """A time limit. Times are in seconds."""

    # What each player starts with.
    bank: int
    # What is added for each turn.
    gain: int
    # How much a player can save at most.
    most: int
    weekends_off: bool
    # The bot that plays for someone whose time is up; empty: the others vote.
    at_zero: str


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    slug: str
    title: str
    status: str
    version: int
    players: list[Player]
    options: dict[str, Any]
    listed: bool
    # Whether anyone with the link can watch it.
    watchable: bool
    # Whether the result changes the players' ratings.
    rated: bool
    # The time limit.
    pace: str
    # Its numbers; null without a time limit.
    clock: Clock | None
    your_turn: bool


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """An event of the log."""

    # The number of the move; 0 is the set-up.
    move: int
    key: str
    arguments: dict[str, Any]
    text: str


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A player who has to move, at a table with a time limit."""

    seat: int
    # The deadline. In games over days, that of others is rounded up to half a day.
    until: datetime
    # Whether the time is up, so that others can vote for a bot.
    over: bool
    # Whether you can vote now.
    may_ask: bool
    votes: int
    needed: int


class Chat(msgspec.Struct, frozen=True, kw_only=True):
    """A chat message."""

    name: str
    text: str
    when: datetime
    # Whether it was written by a spectator.
    watching: bool


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """A move that you can make now."""

    notation: str
    label: str


class Amount(WithNotation, msgspec.Struct, frozen=True, kw_only=True):
    """A number to choose, such as a bid."""

    # Replace “#” with the number, as in `yen 600`.
    notation: str
    least: int
    most: int
    step: int


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """The position as you may see it, and your possible moves."""

    # Everything you may know. There is a schema for each title.
    view: View
    # The same for programs that look ahead: the fields of the engine, with null where you may not
    # look. `from_known` of a game makes a position from it.
    known: dict[str, object]
    prompt: str
    # The chapter of the rules that applies now.
    rule: str
    # Empty unless it is your turn.
    actions: list[Action]
    # Set if you can choose a number.
    amount: Amount | None
    # Send it with a move or an undo. Empty for spectators.
    page: str
    can_undo: bool


class AutomaticBids(msgspec.Struct, frozen=True, kw_only=True):
    """Your automatic bids. Nobody else can see them."""

    kind: str
    extra: int


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a game."""

    scores: list[int]
    winners: list[int]
    breakdown: list[dict[str, int]]
    why: str
    # The seed of the shuffle. Empty for a market of the day until its day is over.
    seed: str


class Table(WithStatus, TableLine, frozen=True, kw_only=True):
    """A table as you may see it."""

    # Your seat; null for spectators.
    seat: int | None
    seed_hash: str
    # Null until the game starts.
    position: Position | None
    # Null if the title has no blind auctions.
    automatic_bids: AutomaticBids | None
    # The players who have to move, if there is a time limit.
    waiting: list[Waiting]
    # The last events, or all events after “since”.
    log: list[Event]
    chat: list[Chat]
    result: Result | None
    rematch: str | None


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """Whether you can make a move now."""

    allowed: bool
    reason: str


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """A way to go on."""

    notation: str
    # What it does. It may also tell the step after it.
    label: str
    # About how likely you win after it, from 0 to 1.
    chance: float
    reason: str
    # The moves that follow, if the label tells of them.
    then: list[str]


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What a strong player would do."""

    # The `page` of the position that it is about.
    page: str
    # At most three, the best chance first.
    ways: list[Advice]


# End of what is written.


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
