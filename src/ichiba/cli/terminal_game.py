"""A game in plain lines, for pipes and for terminals that cannot show a screen."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from ichiba.cli.choices import Choice, Choices
from ichiba.cli.console import print_board
from ichiba.cli.saved import folder, quoted
from ichiba.cli.score_table import score_table
from ichiba.cli.session import Session
from ichiba.core.errors import IchibaError

_QUOTED = 30  # how much of a wrong answer is repeated


class Quit(Exception):  # noqa: N818 - a request, not an error
    """The person asked to quit."""


class TerminalGame:
    """Runs a game until it is over or somebody quits."""

    def __init__(self, console: Console, session: Session) -> None:
        self.console = console
        self.session = session
        self.match = session.match
        self.words = session.words
        self.told = dict.fromkeys(session.people, 0)  # how many events each person has been shown

    def run(self) -> None:
        """Play until the game is over. Every move is saved, so quitting loses nothing."""
        if not self.session.people:
            self._print(self._say("no_human"))
        elif not self.match.record.moves:
            self._introduce()
        self._print(escape(self._say("players", names=self.match.record.names)) + "\n")
        try:
            while not self.session.is_over:
                self._step()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print()
            self._save()
            return
        self._show_end()

    def _introduce(self) -> None:
        """Explain the idea of the game and how to answer, for newcomers."""
        idea = self.match.game.rules(self.session.words.language)[0]
        self._print_markdown(f"# {self.match.game.title}\n\n{idea.text}")
        self._print(f"\n{escape(self._help())}\n")

    def _step(self) -> None:
        """Take one decision."""
        bot = self.session.bot_to_move()
        if bot is not None:
            self.session.play(bot, self.session.think(bot))
            return
        seat = self.session.next_person()
        if self.session.must_hand_over(seat):
            self._wipe()
            self._read(self._say("hand_over", seat=seat) + " ")
        self.session.at_screen = seat
        self._ask(seat)

    def _ask(self, seat: int) -> None:
        """Show the board and ask for a decision."""
        self._tell(seat)
        if self.session.trouble:
            self._print(f"[bold]{escape(self.session.trouble)}[/]")
        print_board(self.match.game, self.match.state.view(seat), self.session.board_words)
        self._print(f"\n[bold]{escape(self.session.prompt(seat))}[/]")
        choices = self.session.choices(seat)
        for row in choices.rows:
            self._print(f"  [bold cyan]{escape(row.key):>3}[/]  {escape(row.label)}")
        while not self._answer(seat, choices):
            pass

    def _answer(self, seat: int, choices: Choices) -> bool:
        """Carry out what was typed. Return whether the position has changed."""
        text = self._read(f"{self._say('choose')}: ").strip()
        word, _, rest = text.partition(" ")
        choice = choices.find(text)
        if choice is not None:
            self.session.play(seat, choice.action)
            return True
        if word in ("u", "undo"):
            return self._undo(seat)
        if word in ("q", "quit"):
            raise Quit
        if word in ("s", "save"):
            self._save(rest)
        elif word in ("?", "h", "help", "rules"):
            self._rules(seat, rest)
        elif word == "hint":
            self._hint(seat)
        elif word == "why":
            self._print(escape(self.session.why(seat, rest)))
        else:
            self._print(escape(not_a_choice(self.session, choices, text)))
        return False

    def _undo(self, seat: int) -> bool:
        refusal = self.session.undo(seat)
        self._print(escape(refusal or self._say("undone")))
        left = len(self.match.events)
        self.told = {person: min(told, left) for person, told in self.told.items()}
        return not refusal

    def _hint(self, seat: int) -> None:
        refusal = self.session.why_no_hint()
        for line in [refusal] if refusal else self.session.hint(seat):
            self._print(escape(line))

    def _rules(self, seat: int, name: str) -> None:
        """Show the chapter of the rules for this decision, or the one that was asked for."""
        self._print(escape(self._help()))
        names = [chapter.name for chapter in self.match.game.rules()]
        chapter = self.session.chapter(seat, name)
        if chapter is None:
            self._print(escape(self._say("rules_unknown", name=name.strip(), names=names)))
            return
        self._print_markdown(f"## {chapter.title}\n\n{chapter.text}")
        self._print(f"[dim]? {', '.join(names)}[/]")

    def _print_markdown(self, text: str) -> None:
        from rich.markdown import Markdown  # takes longer to import than all commands

        self.console.print(Markdown(text))

    def _help(self) -> str:
        return self._say("help", example=self.session.example)

    def _tell(self, seat: int) -> None:
        """Show what has happened since this person's last decision."""
        events, words = self.match.events, self.words.to(seat)
        for event in events[self.told[seat] :]:
            if event.is_for(seat):
                self._print(f"[dim]· {escape(event.say(words))}[/]")
        self.told[seat] = len(events)

    def _save(self, path: str = "") -> None:
        try:
            self.session.save(Path(path.strip()) if path.strip() else None)
        except IchibaError as error:
            self._print(escape(error.reason.say(self.session.words)))
            return
        if self.session.file is not None:
            self._print(escape("\n".join(where_saved(self.session))))

    def _show_end(self) -> None:
        if self.session.people:
            self._tell(self.session.people[0])
        print_board(self.match.game, self.match.state.view(None), self.session.board_words)
        self.console.print(score_table(self.session))
        self._print(f"[bold]{escape(self.session.prompt(self.session.at_screen))}[/]")
        self._print(escape(self._say("seed", seed=self.match.record.seed)))
        if self.session.file is not None:
            self._print(escape("\n".join(where_saved(self.session))))

    def _wipe(self) -> None:
        """Clear the screen and the scroll-back buffer."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")

    def _say(self, key: str, **arguments: object) -> str:
        return self.session.say(key, **arguments)

    def _print(self, markup: str) -> None:
        self.console.print(markup, soft_wrap=True)

    def _read(self, prompt: str) -> str:
        return self.console.input(escape(prompt))


def where_saved(session: Session) -> list[str]:
    """Where a game is kept, and how to continue or watch it. The command is a line of its own."""
    file = session.file or Path()
    # A file in the folder of saved games is found by its name alone.
    shell = quoted(file.name if file.parent == folder() else file)
    key = "kept" if session.is_over else "saved"
    return [session.say(key, path=str(file)), session.say(f"{key}_hint", shell=shell)]


def not_a_choice(session: Session, choices: Choices, text: str) -> str:
    """Why a text is no answer."""
    text = text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…"
    series = next((row for row in choices.rows if row.only is None), None)
    if series is not None and text[:1] in "0123456789¥":
        return session.say("not_an_amount", text=text, **amounts(series.choices))
    return session.say("not_a_choice", text=text)


def amounts(choices: tuple[Choice, ...]) -> dict[str, object]:
    """The ends and the step of a series."""
    first, second, last = choices[0].key, choices[1].key, choices[-1].key
    return {"first": first, "last": last, "step": int(second) - int(first)}
