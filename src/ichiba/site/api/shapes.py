"""The schemas of API requests and responses."""

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Path, Schema
from pydantic import ConfigDict, Field, StrictBool, StrictInt, StrictStr

from ichiba.site.models import NAME_LENGTH
from ichiba.site.tables.automatic_bids import MOST_EXTRA, STEP
from ichiba.site.tables.time_limits import LEAST, MOST

Slug = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,24}$", description="The slug of a table.")]
Name = Annotated[str, Path(pattern="^[a-z-]{1,40}$", description="The name of a title.")]
TempoName = Literal["live", "days"]
TokenId = Annotated[int, Path(ge=1, le=2**62)]
PaceName = Literal[
    "none", "turn2", "live", "turn15", "bank15", "bank30", "day", "week", "days3", "days7", "own"
]
Value = StrictBool | StrictInt | StrictStr | Annotated[list[StrictStr], Field(max_length=60)]
Notation = Annotated[str, Field(max_length=100, description="A move in notation, such as `buy 3`.")]
BidKind = Annotated[
    Literal["", "worth", "never"],
    Field(
        description="Empty: off. `worth`: bid what the lot is worth to me. `never`: always bid ¥0."
    ),
]
Page = Annotated[
    str,
    Field(max_length=40, description="The `page` of the position that you decided on."),
]


class Sent(Schema):
    """A request body. Unknown fields are errors."""

    model_config = ConfigDict(extra="forbid")


class OptionShape(Schema):
    """An option of a title."""

    name: str
    title: str
    about: str = Field(description="A sentence that explains the option.")
    kind: Literal["bool", "int", "str", "list"] = Field(
        description="The value of a `list` is a list of any of the allowed strings."
    )
    default: Value
    allowed: list[Value] = Field(description="Empty if any number in a range is allowed.")
    least: int | None = Field(description="The lower end of that range.")
    most: int | None


class LevelShape(Schema):
    """A level of bots that people choose from."""

    bot: str = Field(description="What to send as a place.")
    level: str
    about: str = Field(description="What bots of this level are like, in a few words.")
    style: str = Field(description="What they like in this game, as a sentence. Can be empty.")
    name: str = Field(description="The character that usually plays it.")
    portrait: str
    usual: bool = Field(description="Whether people meet it unless they choose another.")


class TitleShape(Schema):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    least_players: int
    most_players: int
    options: list[OptionShape]
    bots: list[str] = Field(description="From weakest to strongest.")
    levels: list[LevelShape] = Field(description="The bots for people, from weakest to strongest.")


class NewToken(Sent):
    """A token to create."""

    name: str = Field(
        "", max_length=NAME_LENGTH, description="A name for the new guest, or your new name."
    )
    label: str = Field("", max_length=NAME_LENGTH, description="A label, to recognise the token.")
    table: str | None = Field(
        None,
        pattern="^[A-Za-z0-9_-]{1,24}$",
        description="Restrict the token to your seat at this table.",
    )
    seat: int | None = Field(
        None, ge=0, le=99, description="Which seat, if you have several (pass and play)."
    )


class TokenShape(Schema):
    """A token, without its secret."""

    id: int
    label: str
    person: str
    table: str | None
    seat: int | None
    created: datetime


class FreshToken(TokenShape):
    """A new token with its secret, which is shown only once."""

    token: str


class NewClock(Sent):
    """A time limit of one's own, in seconds. From a day on, it is a game over days."""

    bank: int = Field(ge=LEAST, le=MOST, description="What each player starts with.")
    gain: int = Field(ge=0, le=MOST, description="What is added for each turn.")
    most: int = Field(ge=LEAST, le=MOST, description="How much a player can save at most.")


class NewTable(Sent):
    """A table to create."""

    title: str = Field(max_length=40)
    places: list[Annotated[str, Field(max_length=40)]] = Field(
        max_length=12, description="For each seat `me`, `friend` or a bot; exactly one is `me`."
    )
    options: dict[Annotated[str, Field(max_length=60)], Value] = Field({}, max_length=30)
    listed: bool = Field(
        False, description="Whether to list it on the home page, so that anyone can join or watch."
    )
    watchable: bool = Field(False, description="Whether anyone with the link can watch it.")
    rated: bool = Field(
        False,
        description="Whether the result changes the players' ratings. Needs a time limit, and at "
        "least two people with accounts.",
    )
    pace: PaceName = Field("none", description="The time limit; `live` means 5 minutes per turn.")
    clock: NewClock | None = Field(None, description="The numbers of the time limit `own`.")
    weekends_off: bool = Field(
        False, description="Whether clocks rest on weekends, in games over days."
    )
    at_zero: str = Field(
        "",
        max_length=20,
        description="The level of the bot that plays for someone whose time is up. "
        "Empty: the other players can vote for a bot.",
    )


class NewMove(Sent):
    """A move to make."""

    notation: Notation
    page: Page


class NewUndo(Sent):
    """A request to undo."""

    page: Page
    whole_turn: bool = Field(False, description="Undo the whole turn, as far as possible.")


class NewStandIn(Sent):
    """A vote to let a bot play for a player."""

    seat: int = Field(ge=0, le=99)


class NewAutomaticBids(Sent):
    """Settings for automatic bids in blind auctions."""

    kind: BidKind
    extra: int = Field(
        0,
        ge=-MOST_EXTRA,
        le=MOST_EXTRA,
        multiple_of=STEP,
        description="Yen to add to the worth, or to subtract; only with `worth`.",
    )


class NewLine(Sent):
    """A chat message to send."""

    text: str = Field(max_length=400)


class PlayerShape(Schema):
    """A player at a table, or a free seat."""

    seat: int
    name: str = Field(description="For a bot, the name of its character.")
    bot: str = Field(description="The bot, as used in `places`; empty for a person.")
    free: bool
    yours: bool
    here: bool
    to_act: bool
    stand_in: bool = Field(description="Whether a bot is playing for this player.")
    left: bool = Field(description="Whether this player has left the game.")
    program: bool = Field(description="Whether this person's last move came with a token.")
    level: str = Field(
        description="The level of the bot that plays here, also for a person; else empty."
    )
    portrait: str = Field(description="The bot's character; empty for a person.")


class ClockShape(Schema):
    """A time limit. Times are in seconds."""

    bank: int = Field(description="What each player starts with.")
    gain: int = Field(description="What is added for each turn.")
    most: int = Field(description="How much a player can save at most.")
    weekends_off: bool
    at_zero: str = Field(
        description="The bot that plays for someone whose time is up; empty: the others vote."
    )


class TableLine(Schema):
    """A table in a list."""

    slug: str
    title: str
    status: Literal["open", "running", "finished", "ended"]
    version: int
    players: list[PlayerShape]
    options: dict[str, Value]
    listed: bool
    watchable: bool = Field(description="Whether anyone with the link can watch it.")
    rated: bool = Field(description="Whether the result changes the players' ratings.")
    pace: PaceName = Field(description="The time limit.")
    clock: ClockShape | None = Field(description="Its numbers; null without a time limit.")
    your_turn: bool


class EventShape(Schema):
    """An event of the log."""

    move: int = Field(description="The number of the move; 0 is the set-up.")
    key: str
    arguments: dict[str, Any]
    text: str


class WaitingShape(Schema):
    """A player who has to move, at a table with a time limit."""

    seat: int
    until: datetime = Field(
        description="The deadline. In games over days, that of others is rounded up to half a day."
    )
    over: bool = Field(description="Whether the time is up, so that others can vote for a bot.")
    may_ask: bool = Field(description="Whether you can vote now.")
    votes: int
    needed: int


class ChatShape(Schema):
    """A chat message."""

    name: str
    text: str
    when: datetime
    watching: bool = Field(description="Whether it was written by a spectator.")


class ActionShape(Schema):
    """A move that you can make now."""

    notation: str
    label: str


class AmountShape(Schema):
    """A number to choose, such as a bid."""

    notation: str = Field(description="Replace “#” with the number, as in `yen 600`.")
    least: int
    most: int
    step: int


class PositionShape(Schema):
    """The position as you may see it, and your possible moves."""

    view: dict[str, Any] = Field(
        description="Everything you may know. There is a schema for each title."
    )
    known: dict[str, Any] = Field(
        description="The same for programs that look ahead: the fields of the engine, with null "
        "where you may not look. `from_known` of a game makes a position from it."
    )
    prompt: str
    rule: str = Field(description="The chapter of the rules that applies now.")
    actions: list[ActionShape] = Field(description="Empty unless it is your turn.")
    amount: AmountShape | None = Field(description="Set if you can choose a number.")
    page: str = Field(description="Send it with a move or an undo. Empty for spectators.")
    can_undo: bool


class AutomaticBidsShape(Schema):
    """Your automatic bids. Nobody else can see them."""

    kind: BidKind
    extra: int


class ResultShape(Schema):
    """The result of a game."""

    scores: list[int]
    winners: list[int]
    breakdown: list[dict[str, int]]
    why: str
    seed: str = Field(
        description="The seed of the shuffle. Empty for a market of the day until its day is over."
    )


class TableShape(TableLine):
    """A table as you may see it."""

    seat: int | None = Field(description="Your seat; null for spectators.")
    seed_hash: str
    position: PositionShape | None = Field(description="Null until the game starts.")
    automatic_bids: AutomaticBidsShape | None = Field(
        description="Null if the title has no blind auctions."
    )
    waiting: list[WaitingShape] = Field(
        description="The players who have to move, if there is a time limit."
    )
    log: list[EventShape] = Field(description="The last events, or all events after “since”.")
    chat: list[ChatShape]
    result: ResultShape | None
    rematch: str | None


class WhyShape(Schema):
    """Whether you can make a move now."""

    allowed: bool
    reason: str


class LeaderShape(Schema):
    """A line of a leaderboard."""

    rank: int = Field(description="0 for bots and for provisional ratings.")
    name: str
    bot: str = Field(description="The level of a bot, whose rating is fixed; empty for a person.")
    rating: int
    low: int = Field(description="The lower end of the 95 % interval.")
    high: int
    games: int
    provisional: bool


class NewHint(Sent):
    """A request for a hint."""

    page: Page


class AdviceShape(Schema):
    """A way to go on."""

    notation: str
    label: str = Field(description="What it does. It may also tell the step after it.")
    chance: float = Field(description="About how likely you win after it, from 0 to 1.")
    reason: str
    then: list[str] = Field(description="The moves that follow, if the label tells of them.")


class HintShape(Schema):
    """What a strong player would do."""

    page: str = Field(description="The `page` of the position that it is about.")
    ways: list[AdviceShape] = Field(description="At most three, the best chance first.")
