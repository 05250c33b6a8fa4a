"""A game at one terminal, without its screen: who decides next, saving, undo and explanations."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

from ichiba.arena.playing import derive
from ichiba.bots import adviser, advises
from ichiba.bots.advice import percent
from ichiba.bots.player import Bot
from ichiba.cli.choices import Choices
from ichiba.cli.console import board_of, words_for
from ichiba.cli.saved import new_file
from ichiba.core.errors import IchibaError
from ichiba.core.match import Match
from ichiba.core.messages import Event
from ichiba.core.observer import Observer
from ichiba.core.rules_text import Chapter as RulesChapter
from ichiba.core.story import Chapter, chapters, news, story_of
from ichiba.core.telling import Block, tell
from ichiba.games.board.terminal import Room, Section

LONGEST_NAME = 12  # on boards; sentences use whole names


class Session:
    """A match with its players. Every move is saved at once."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], file: Path | None) -> None:
        self.match = match
        self.bots = bots
        self.people = [seat for seat in range(match.record.players) if seat not in bots]
        self.words = words_for(match.record)
        self.board_words = words_for(match.record, LONGEST_NAME)
        self.story = story_of(match.game)
        self.file = file
        self.trouble = ""  # why the last move could not be saved
        # Who is looking at the screen; None if it may be anybody.
        self.at_screen = self.people[0] if len(self.people) == 1 else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.match.state.actors

    # --- Deciding

    def bot_to_move(self) -> int | None:
        """The next bot to decide. Bots go first, so that people only wait for people."""
        return next((seat for seat in self.match.state.actors if seat in self.bots), None)

    def think(self, seat: int) -> int:
        """A bot's decision. It changes nothing, so that it can run in another thread."""
        return self.bots[seat].choose(Observer(self.match.game, self.match.state, seat))

    def next_person(self) -> int:
        """Prefer the person at the screen, so that it changes hands as rarely as possible."""
        actors = self.match.state.actors
        return self.at_screen if self.at_screen in actors else actors[0]

    def must_hand_over(self, seat: int) -> bool:
        """Whether somebody else may be looking at the screen."""
        return len(self.people) > 1 and seat != self.at_screen

    def choices(self, seat: int) -> Choices:
        """What a seat can do."""
        return Choices(self.match.game, self.match.state, seat, self.words.to(seat))

    def play(self, seat: int, action: int) -> None:
        """Make a move and save it."""
        self.match.play(seat, action)
        self._save_move()

    def undo(self, seat: int) -> str:
        """Undo a seat's last decision; return why it cannot be undone, or ""."""
        reason = self.match.why_no_undo(seat)
        if reason is not None:
            return reason.say(self.words.to(seat))
        self.match.undo(seat)
        self._save_move()
        return ""

    # --- Saving

    def save(self, file: Path | None = None) -> None:
        """Write the record to its file, or to another one from now on.

        Games of bots alone are kept only if a file was given. Raises RecordError if the file cannot
        be written.
        """
        target = file or self.file
        if target is None and self.people:
            target = new_file(self.match.game.name)
        if target is not None:
            self.match.save(target)
        self.file, self.trouble = target, ""

    def _save_move(self) -> None:
        """Save, or keep what went wrong for the player to read: the game can still go on."""
        try:
            self.save()
        except IchibaError as error:
            self.trouble = error.reason.say(self.words)

    # --- Showing

    def board(self, viewer: int | None, room: Room) -> list[Section]:
        """The board as a viewer may see it."""
        draw = board_of(self.match.game)
        return draw(self.match.state.view(viewer), self.board_words, room)

    def prompt(self, viewer: int | None) -> str:
        """What the viewer has to do, or whom they wait for."""
        return self.match.state.prompt(viewer).say(self.words.to(viewer))

    def events(self, viewer: int | None) -> list[Event]:
        """What has happened, as far as the viewer may know."""
        return [event for event in self.match.events if event.is_for(viewer)]

    def log(self, viewer: int | None) -> list[Block]:
        """The story of the game so far."""
        told = chapters(self.story, self.events(viewer))
        return [self._block(chapter, viewer) for chapter in told]

    def news(self, viewer: int | None) -> list[str]:
        """What has happened since the viewer's last decision, in a sentence or two for each turn.

        A viewer without a seat gets the latest turn.
        """
        told = chapters(self.story, self.events(viewer))
        if viewer is None:
            return [" ".join(self._block(one, None).headline) for one in told[-1:]]
        return [
            " ".join(self._block(Chapter(one.seat, events), viewer).headline)
            for one, events in news(self.story, told, viewer, self.match.last_decision(viewer))
        ]

    def _block(self, chapter: Chapter, viewer: int | None) -> Block:
        return tell(self.match.game.name, self.story, chapter, self.words, viewer)

    # --- Hints

    def why_no_hint(self) -> str:
        """Why nobody can get a hint in this game, or ""."""
        if not advises(self.match.game):
            return self.say("hint_none")
        return "" if len(self.people) == 1 else self.say("hint_alone")

    def hint(self, seat: int) -> list[str]:
        """What a strong player would do, a sentence for each way. It takes some seconds.

        It works on a copy of the game, so that it can run in another thread.
        """
        match = self.match.copy()
        rng = Random(derive(0, "hint", seat, len(match.record.moves)))
        found = adviser(match.game, rng).advise(Observer(match.game, match.state, seat))
        return [
            self.say(
                "hint_row",
                label=one.label.say(self.words.to(seat)),
                percent=percent(one.chance),
                reason=one.reason.say(self.words.to(seat)),
            )
            for one in found
        ]

    # --- Explaining

    def chapter(self, seat: int | None, name: str = "") -> RulesChapter | None:
        """The chapter of the rules with this name, or the one about the current decision."""
        wanted = name.strip() or self.match.state.prompt(seat).rule
        chapters = self.match.game.rules(self.words.language)
        return next((one for one in chapters if one.name == wanted), None)

    def why(self, seat: int, move: str) -> str:
        """Why a move is not possible now."""
        game = self.match.game
        if not move.strip():
            return self.say("why_what", example=self.example)
        try:
            reason = self.match.state.explain(seat, game.parse(move.strip()))
        except IchibaError as error:
            return error.reason.say(self.words.to(seat))
        return reason.say(self.words.to(seat)) if reason else self.say("allowed")

    @property
    def example(self) -> str:
        """A move of this game in notation."""
        game = self.match.game
        return game.notation(game.num_actions - 1)

    def in_units(self, what: str, count: int) -> str:
        """A score, or a part of one, in the game's own unit, such as yen or points."""
        return self.words.say(f"{self.match.game.name}.result.{what}", {"count": count})

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of `ichiba play`."""
        return self.words.say(f"cli.play.{key}", arguments)
