"""How a title describes the data that it gives to programs: its views and the arguments of events.

The descriptions are TypedDicts, so the data itself stays plain. mypy checks the functions that
build it against them, and the API publishes them as JSON schemas. The functions of this module add
to a field what its Python type cannot say.
"""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from msgspec import Meta


def means(text: str) -> Meta:
    """What a field means, in a sentence."""
    return Meta(description=text)


def one_of(names: Iterable[str], text: str | None = None) -> Meta:
    """Text that is one of these names."""
    return Meta(extra_json_schema={"enum": [*names]}, description=text)


def keyed_by(names: Iterable[str], text: str | None = None) -> Meta:
    """A dictionary whose keys are among these names."""
    return Meta(extra_json_schema={"propertyNames": {"enum": [*names]}}, description=text)


class Nothing(TypedDict):
    """No arguments."""


class Over(TypedDict):
    """The winners of a game and their score, and the others in order of score."""

    seats: list[int]
    count: Annotated[int, means("The number of winners.")]
    score: int
    others: list[int]
    scores: Annotated[list[int], means("The scores of the others.")]
