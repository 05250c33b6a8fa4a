"""What a move in a record did, for both ways to replay a game in the terminal."""

from ichiba.core.match import Match
from ichiba.core.record import UNDO, Record
from ichiba.core.words import Words


def happened(match: Match, record: Record, at: int, viewer: int | None, words: Words) -> list[str]:
    """What the last of `at` moves did, as far as the viewer may know."""
    if at == 0:
        return [words.say("cli.replay.start")]
    seat, _, move = record.moves[at - 1].partition(" ")
    words = words.to(viewer)
    if move == UNDO:
        return [words.say("cli.replay.undo", {"seat": int(seat)})]
    return [event.say(words) for event in match.events if event.move == at and event.is_for(viewer)]
