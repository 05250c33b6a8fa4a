"""A game at one terminal: shows each person what that person may see, and asks for decisions."""

from collections.abc import Mapping
from datetime import datetime
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

from ichiba.bots.player import Bot
from ichiba.cli.talk import board_of
from ichiba.core.errors import IchibaError
from ichiba.core.match import Match
from ichiba.core.messages import Message
from ichiba.core.observer import Observer
from ichiba.core.words import Words

LONG_ROW = 12


class Quit(Exception):  # noqa: N818 - a wish, not an error
    """The person wants to stop."""


class TerminalGame:
    """Runs a match until it is over or somebody quits."""

    def __init__(
        self, console: Console, match: Match, bots: Mapping[int, Bot], save: Path | None
    ) -> None:
        self.console = console
        self.match = match
        self.bots = bots
        self.people = [seat for seat in range(match.record.players) if seat not in bots]
        self.words = Words(match.record.names)
        self.draw = board_of(match.game)
        self.save_path = save
        self.told = dict.fromkeys(self.people, 0)  # events that each person has been told
        self.at_screen = self.people[0] if len(self.people) == 1 else None

    def run(self) -> None:
        """Play; when it ends early, the game is saved."""
        if not self.people:
            self._print(self._say("no_human"))
        elif not self.match.record.moves:
            self._introduce()
        try:
            while self.match.state.actors:
                self._step()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print()
            self._save()
            return
        self._show_end()

    def _introduce(self) -> None:
        """The idea of the game and how to answer, for somebody who has never seen it."""
        idea = self.match.game.rules()[0]
        self.console.print(Markdown(f"# {self.match.game.title}\n\n{idea.text}"))
        self._print(f"\n{escape(self._help())}\n")

    def _step(self) -> None:
        """One decision: of a bot if one is due, so that people wait for people only."""
        state = self.match.state
        for seat in state.actors:
            if seat in self.bots:
                observer = Observer(self.match.game, state, seat)
                self.match.play(seat, self.bots[seat].choose(observer))
                return
        self._ask(self._who_is_asked())

    def _who_is_asked(self) -> int:
        """Whoever sits at the screen, if due, so that it changes hands as seldom as possible."""
        actors = self.match.state.actors
        if self.at_screen in actors:
            return self.at_screen
        if len(self.people) > 1:
            self._wipe()
            self._read(self._say("hand_over", seat=actors[0]) + " ")
        self.at_screen = actors[0]
        return actors[0]

    def _ask(self, seat: int) -> None:
        """Show the board and take one answer."""
        self._tell(seat)
        state = self.match.state
        self.console.print(self.draw(state.view(seat), self.words))
        choices = state.legal(seat)
        self._print(f"\n[bold]{escape(state.prompt(seat).say(self.words))}[/]")
        self._list_choices([state.label(seat, action) for action in choices])
        while not self._answer(seat, choices):
            pass

    def _list_choices(self, labels: list[Message]) -> None:
        """One a line; of a long row of the same kind, such as bids, the first and the last."""
        for _, row in groupby(enumerate(labels, start=1), key=lambda one: one[1].key):
            lines = [(number, label.say(self.words)) for number, label in row]
            if len(lines) > LONG_ROW:
                (first, one), (last, other) = lines[0], lines[-1]
                text = self._say("row", first=one, last=other)
                self._print(f"  [bold cyan]{first} … {last}[/] {escape(text)}")
                continue
            for number, text in lines:
                self._print(f"  [bold cyan]{number:>2}[/] {escape(text)}")

    def _answer(self, seat: int, choices: list[int]) -> bool:
        """Do what was typed; whether the position has changed."""
        text = self._read(f"{self._say('choose')}: ").strip()
        word, _, rest = text.partition(" ")
        moves = [self.match.game.notation(action) for action in choices]
        numbers = [str(number) for number in range(1, len(choices) + 1)]
        for names in (numbers, moves):
            if text in names:
                self.match.play(seat, choices[names.index(text)])
                return True
        if word == "u":
            return self._undo(seat)
        if word == "q":
            raise Quit
        if word == "s":
            self._save(rest)
        elif word in ("?", "h", "help"):
            self._rules(seat, rest)
        elif word == "why":
            self._why(seat, rest)
        else:
            self._print(escape(self._say("not_a_choice", text=text, last=len(choices))))
        return False

    def _undo(self, seat: int) -> bool:
        reason = self.match.why_no_undo(seat)
        if reason is not None:
            self._print(escape(reason.say(self.words)))
            return False
        self.match.undo(seat)
        left = len(self.match.events)
        self.told = {person: min(told, left) for person, told in self.told.items()}
        self._print(self._say("undone"))
        return True

    def _rules(self, seat: int, name: str) -> None:
        """The chapter at hand, or the one that was asked for."""
        self._print(escape(self._help()))
        chapters = {chapter.name: chapter for chapter in self.match.game.rules()}
        wanted = name.strip() or self.match.state.prompt(seat).rule
        if wanted not in chapters:
            self._print(escape(self._say("rules_unknown", name=wanted, names=list(chapters))))
            return
        chapter = chapters[wanted]
        self.console.print(Markdown(f"## {chapter.title}\n\n{chapter.text}"))
        self._print(f"[dim]? {', '.join(chapters)}[/]")

    def _help(self) -> str:
        return self._say("help", example=self._example())

    def _example(self) -> str:
        """A move of this title as it is written."""
        game = self.match.game
        return game.notation(game.num_actions - 1)

    def _why(self, seat: int, move: str) -> None:
        """Why a move is not possible now."""
        game = self.match.game
        if not move.strip():
            self._print(escape(self._say("why_what", example=self._example())))
            return
        try:
            reason = self.match.state.explain(seat, game.parse(move.strip()))
        except IchibaError as error:
            self._print(escape(str(error)))
            return
        self._print(escape(reason.say(self.words) if reason else self._say("allowed")))

    def _tell(self, seat: int) -> None:
        """What has happened since this person last looked."""
        events = self.match.events
        for event in events[self.told[seat] :]:
            if event.is_for(seat):
                self._print(f"[dim]· {escape(event.say(self.words))}[/]")
        self.told[seat] = len(events)

    def _save(self, path: str = "") -> None:
        if path.strip():
            self.save_path = Path(path.strip())
        if self.save_path is None:
            stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
            self.save_path = Path(f"{self.match.game.name}-{stamp}.json")
        try:
            self.match.save(self.save_path)
        except IchibaError as error:
            self._print(escape(str(error)))
            return
        self._print(escape(self._say("saved", path=str(self.save_path))))

    def _show_end(self) -> None:
        watcher = self.people[0] if self.people else None
        if watcher is not None:
            self._tell(watcher)
        state = self.match.state
        self.console.print(self.draw(state.view(None), self.words))
        self.console.print(self._score_table())
        self._print(f"[bold]{escape(state.prompt(None).say(self.words))}[/]")
        self._print(escape(self._say("seed", seed=self.match.record.seed)))
        if self.save_path is not None:
            self._save()

    def _score_table(self) -> Table:
        """What each score is made of."""
        state = self.match.state
        table = Table(title=self._say("result"), title_justify="left")
        table.add_column()
        for name in self.match.record.names:
            table.add_column(escape(name), justify="right")
        for key in state.breakdown[0]:
            table.add_row(self.words.say(key), *(str(part[key]) for part in state.breakdown))
        table.add_section()
        table.add_row(self._say("total"), *(str(score) for score in state.scores), style="bold")
        return table

    def _wipe(self) -> None:
        """Clear the screen and what could be scrolled back to."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")

    def _say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"cli.play.{key}", arguments)

    def _print(self, markup: str) -> None:
        self.console.print(markup, soft_wrap=True)

    def _read(self, prompt: str) -> str:
        return self.console.input(escape(prompt))
