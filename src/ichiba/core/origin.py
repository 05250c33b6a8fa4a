"""Checks that a dump comes from the right game and revision, with the errors if it does not."""

from collections.abc import Mapping
from typing import NamedTuple

from ichiba.core.changing import in_force
from ichiba.core.errors import PositionError


class Origin(NamedTuple):
    """The game and revision that a dump must come from."""

    name: str
    title: str
    revision: int

    def check(self, plain: object) -> None:
        """Raise PositionError unless the dump was made by this game in this revision."""
        if not isinstance(plain, Mapping):
            raise self.error(PositionError.of("core.error.position_none"))
        game, revision = plain.get("game"), plain.get("revision")
        if game != self.name:
            raise self.error(PositionError.of("core.error.position_game", game=str(game)))
        if revision != self.revision:
            told = {"revision": str(revision), "current": str(self.revision)}
            raise self.error(PositionError.of("core.error.position_revision", **told))
        if plain.get("changes", {}) != in_force(self.name):
            raise self.error(PositionError.of("core.error.position_changes"))

    def wrong_pieces(self) -> PositionError:
        """The error for a dump with missing or extra pieces."""
        return self.error(PositionError.of("core.error.position_pieces"))

    def wrong_field(self, field: str) -> PositionError:
        """The error for a field that is out of range or contradicts the others."""
        return self.error(PositionError.of("core.error.position_field", field=field))

    def error(self, problem: Exception) -> PositionError:
        """The error for any other problem."""
        return PositionError.of("core.error.position", title=self.title, problem=str(problem))
