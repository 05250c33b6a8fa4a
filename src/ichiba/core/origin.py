"""Where a dump comes from, and what is said when it is no position of its title."""

from collections.abc import Mapping
from typing import NamedTuple

from ichiba.core.errors import PositionError


class Origin(NamedTuple):
    """The title whose positions are dumped and restored."""

    name: str
    title: str
    revision: int

    def check(self, plain: Mapping[str, object]) -> None:
        """PositionError unless this title, in this revision, has made the dump."""
        game, revision = plain.get("game"), plain.get("revision")
        if game != self.name:
            raise self.error(PositionError.of("core.error.position_game", game=str(game)))
        if revision != self.revision:
            told = {"revision": str(revision), "current": str(self.revision)}
            raise self.error(PositionError.of("core.error.position_revision", **told))

    def wrong_pieces(self) -> PositionError:
        """What is on the table does not add up."""
        return self.error(PositionError.of("core.error.position_pieces"))

    def error(self, problem: Exception) -> PositionError:
        """What is wrong, with the title in front."""
        return PositionError.of("core.error.position", title=self.title, problem=str(problem))
