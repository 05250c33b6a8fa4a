"""The shapes of what the API takes and gives."""

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Path, Schema
from pydantic import ConfigDict, Field, StrictBool, StrictInt, StrictStr

from ichiba.site.models import NAME_LENGTH
from ichiba.site.standing import MOST_EXTRA, STEP

Slug = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,24}$", description="A table's name.")]
Name = Annotated[str, Path(pattern="^[a-z-]{1,40}$", description="A title's name.")]
TokenId = Annotated[int, Path(ge=1, le=2**62)]
PaceName = Literal["none", "live", "day", "week"]
Value = StrictBool | StrictInt | StrictStr | Annotated[list[StrictStr], Field(max_length=60)]
Notation = Annotated[str, Field(max_length=100, description="A move as it is written: `buy 3`.")]
OrderKind = Annotated[
    Literal["", "worth", "never"],
    Field(description="Empty: ask me. `worth`: bid what it is worth to me. `never`: bid nothing."),
]
Page = Annotated[
    str,
    Field(max_length=40, description="The `page` of the position that the decision is based on."),
]


class Sent(Schema):
    """What a program sends; a field that we do not know is an error, not ignored."""

    model_config = ConfigDict(extra="forbid")


class OptionShape(Schema):
    """A choice that a table makes before the game."""

    name: str
    title: str
    kind: Literal["bool", "int", "str", "list"] = Field(
        description="The value of a `list` is a list of any of the allowed words."
    )
    default: Value
    allowed: list[Value] = Field(description="Empty where any number is allowed in a range.")
    least: int | None = Field(description="Of such a range.")
    most: int | None


class TitleShape(Schema):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    least_players: int
    most_players: int
    options: list[OptionShape]
    bots: list[str] = Field(description="The weakest first.")


class NewToken(Sent):
    """For whom a token is made."""

    name: str = Field(
        "", max_length=NAME_LENGTH, description="What a new guest is called, or you from now on."
    )
    label: str = Field("", max_length=NAME_LENGTH, description="What the token is for.")
    table: str | None = Field(
        None,
        pattern="^[A-Za-z0-9_-]{1,24}$",
        description="Bind the token to your place at this table.",
    )
    seat: int | None = Field(
        None, ge=0, le=99, description="Which place, where you hold several (pass and play)."
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
    """A token with its secret, which is shown this once."""

    token: str


class NewTable(Sent):
    """A table to be set up."""

    title: str = Field(max_length=40)
    places: list[Annotated[str, Field(max_length=40)]] = Field(
        max_length=12, description="For each place `me`, `friend` or a bot; exactly one is `me`."
    )
    options: dict[Annotated[str, Field(max_length=60)], Value] = Field({}, max_length=30)
    listed: bool = Field(False, description="Whether everybody may find and watch it.")
    pace: PaceName = Field("none", description="How long a move may take: `live` is five minutes.")


class NewMove(Sent):
    """A decision."""

    notation: Notation
    page: Page


class NewUndo(Sent):
    """A decision to be taken back."""

    page: Page
    whole_turn: bool = Field(False, description="All that can be taken back, not the last alone.")


class NewStandIn(Sent):
    """For whom a bot shall play."""

    seat: int = Field(ge=0, le=99)


class NewOrder(Sent):
    """How your place bids in blind auctions while you are away."""

    kind: OrderKind
    extra: int = Field(
        0,
        ge=-MOST_EXTRA,
        le=MOST_EXTRA,
        multiple_of=STEP,
        description="Yen more or less than it is worth to you; with `worth` alone.",
    )


class NewLine(Sent):
    """Something to say."""

    text: str = Field(max_length=400)


class PlayerShape(Schema):
    """Somebody at a table, or a free place."""

    seat: int
    name: str
    bot: str
    free: bool
    yours: bool
    here: bool
    to_act: bool
    stand_in: bool = Field(description="Whether a bot plays for whoever has this place.")


class TableLine(Schema):
    """A table in a list."""

    slug: str
    title: str
    status: Literal["open", "running", "finished", "ended"]
    version: int
    players: list[PlayerShape]
    options: dict[str, Value]
    listed: bool
    pace: PaceName = Field(description="How long a move may take.")
    your_turn: bool


class EventShape(Schema):
    """Something that happened."""

    move: int = Field(description="After so many moves; 0 is the set-up.")
    key: str
    arguments: dict[str, Any]
    text: str


class WaitingShape(Schema):
    """Somebody who is due at a table with a pace."""

    seat: int
    until: datetime
    over: bool = Field(description="The time is over: the others may ask for a bot.")
    may_ask: bool = Field(description="Whether you may ask now.")
    votes: int
    needed: int


class ChatShape(Schema):
    """Something that was said."""

    name: str
    text: str
    when: datetime


class ActionShape(Schema):
    """Something that you may do now."""

    notation: str
    label: str


class AmountShape(Schema):
    """A number that you are asked for, such as a bid."""

    notation: str = Field(description="Write the number in place of the “#”: `yen 600`.")
    least: int
    most: int
    step: int


class PositionShape(Schema):
    """The game as you may see it, and what you may do."""

    view: dict[str, Any] = Field(description="All that you may know, in the title's own terms.")
    prompt: str
    rule: str = Field(description="The chapter of the rules at hand.")
    actions: list[ActionShape] = Field(description="Empty unless it is your turn.")
    amount: AmountShape | None = Field(description="You may also choose a number; else null.")
    page: str = Field(description="Send it with a move or an undo; empty if you only watch.")
    can_undo: bool


class OrderShape(Schema):
    """Your standing order, which nobody else sees."""

    kind: OrderKind
    extra: int


class ResultShape(Schema):
    """How it ended."""

    scores: list[int]
    winners: list[int]
    breakdown: list[dict[str, int]]
    why: str
    seed: str


class TableShape(TableLine):
    """A table as you may see it."""

    seat: int | None = Field(description="Yours; null if you only watch.")
    seed_hash: str
    position: PositionShape | None = Field(description="Null until the game begins.")
    order: OrderShape | None = Field(description="Null where there are no blind auctions.")
    waiting: list[WaitingShape] = Field(description="Who is due, where there is a pace.")
    log: list[EventShape] = Field(description="Its end; with “since” all that came after.")
    chat: list[ChatShape]
    result: ResultShape | None
    rematch: str | None


class WhyShape(Schema):
    """Whether you may do something now."""

    allowed: bool
    reason: str
