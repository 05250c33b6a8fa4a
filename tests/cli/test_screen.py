"""The full-screen game, driven by keys through Textual's pilot."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

import ichiba
from ichiba import bots
from ichiba.bots.characters import bot_of
from ichiba.cli.saved import Saved, saved_games
from ichiba.cli.screen.answer import Answer
from ichiba.cli.screen.app import PlayApp, ReplayApp
from ichiba.cli.screen.game import GameScreen
from ichiba.cli.screen.menu import Menu
from ichiba.cli.screen.overlays import HandOver, Overlay
from ichiba.cli.screen.replay import ReplayScreen
from ichiba.cli.session import Session
from patience import PATIENCE

SMALL, LARGE = (80, 24), (120, 40)
Script = Callable[[Pilot[None]], Awaitable[None]]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for saved games."""
    monkeypatch.setenv("ICHIBA_DATA", str(tmp_path))
    return tmp_path / "saved"


def session_of(match: ichiba.Match, file: Path | None = None) -> Session:
    kinds = {seat: bot_of(name) for seat, name in enumerate(match.record.names)}
    players = {
        seat: bots.make(kind, match.game, Random(seat)) for seat, kind in kinds.items() if kind
    }
    return Session(match, players, file)


def new(title: str = "tsukiji", *names: str, **options: object) -> Session:
    game = ichiba.load(title)
    seats = names or ("Aki", "Tama · random", "Pochi · random")
    match = ichiba.Match.new(game, players=len(seats), seed=3, names=seats, **options)
    return session_of(match)


def app_for(session: Session | None) -> PlayApp:
    def resume(saved: Saved) -> Session:
        return session_of(ichiba.Match.load(saved.file), saved.file)

    return PlayApp(session, [*ichiba.games()], new, resume, lambda _: new(), pause=0)


def play(session: Session | None, script: Script, size: tuple[int, int] = SMALL) -> PlayApp:
    """Run a script against the application."""
    app = app_for(session)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await script(pilot)

    asyncio.run(run())
    return app


async def settle(pilot: Pilot[None]) -> None:
    """Wait until a person is asked, or the game is over, or another screen is open."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        await pilot.pause()
        screen = pilot.app.screen
        if not isinstance(screen, GameScreen) or screen.choices or screen.session.is_over:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the bots do not stop")


async def answer(pilot: Pilot[None], text: str) -> None:
    """Type an answer and press Enter."""
    pilot.app.screen.query_one(Answer).value = text
    await pilot.press("enter")
    await settle(pilot)


def shown(pilot: Pilot[None], selector: str = "#canvas") -> str:
    """What a part of the screen really shows."""
    widget = pilot.app.screen.query_one(selector, Static)
    width, height = widget.size
    strips = widget.render_lines(Region(0, 0, width, height))
    return "\n".join(strip.text.rstrip() for strip in strips)


def game_screen(pilot: Pilot[None]) -> GameScreen:
    screen = pilot.app.screen
    assert isinstance(screen, GameScreen)
    return screen


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("title", ichiba.games())
def test_the_screen_shows_the_frame_line_by_line(title: str, size: tuple[int, int]) -> None:
    """What the walk checks on frames is what a terminal gets."""

    async def script(pilot: Pilot[None]) -> None:
        rng = Random(1)
        for _ in range(6):
            screen = game_screen(pilot)
            if screen.session.is_over:
                break
            assert screen.choices is not None
            lines = shown(pilot).split("\n")
            assert lines == [line.plain.rstrip() for line in screen.drawn.lines]
            assert len(lines) == size[1] - 2
            assert "F1 Help" in shown(pilot, "#footer")
            await answer(pilot, rng.choice(screen.choices.all).key)

    play(new(title, **ichiba.load(title).random_options), script, size)


def test_the_last_round_and_a_replay_after_it(data: Path) -> None:
    session, rng = new(), Random(2)
    while session.match.state.view(None)["round"] != 7:  # the pilot is slow
        seat = session.match.state.actors[0]
        session.play(seat, rng.choice(session.match.state.legal(seat)))

    async def script(pilot: Pilot[None]) -> None:
        while not session.is_over:
            choices = game_screen(pilot).choices
            assert choices is not None
            await answer(pilot, rng.choice(choices.all).notation)
        text = " ".join(shown(pilot).split())
        assert "Final scores" in text
        assert "The seed of this game was 3." in text
        (kept,) = data.iterdir()
        assert "The record is kept in" in text
        assert ichiba.Record.load(kept).result is not None
        await answer(pilot, "r")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await pilot.press("right", "right", "left")
        assert "after move 1 of" in shown(pilot)
        await pilot.press("end")
        assert "wins." in shown(pilot)
        await pilot.press("escape")
        await answer(pilot, f"save {data / 'my game.json'}")
        assert ichiba.Record.load(data / "my game.json").result is not None
        await answer(pilot, "q")

    app = play(session, script)
    assert app.session is session


def test_a_number_is_the_number_that_is_shown() -> None:
    session = new()

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("3", "enter")
        await settle(pilot)
        await pilot.press("plus", "6", "enter")
        await settle(pilot)

    play(session, script)
    own = [move for move in session.match.record.moves if move.startswith("0 ")]
    assert own == ["0 ticket 3", "0 ticket +6"]


def test_arrows_mark_a_choice_and_enter_makes_it() -> None:
    session = new()

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "enter")
        assert not [move for move in session.match.record.moves if move.startswith("0 ")], (
            "Enter alone makes no choice, because a player may press it once too often"
        )
        await pilot.press("down", "down", "up", "down")
        assert "▸ 1  Lay the 1 ticket" in shown(pilot)
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("up")
        assert "▸x2  Lay the x2 ticket" in shown(pilot)

    play(session, script)
    assert session.match.record.moves[-1] == "0 ticket 1"


def test_a_click_marks_a_choice_and_another_makes_it() -> None:
    session = new()

    async def script(pilot: Pilot[None]) -> None:
        spot = next(one for one in game_screen(pilot).drawn.spots if one.number == 4)
        place = (spot.left + 3, spot.row)
        await pilot.click("#canvas", offset=place)
        assert "▸ 4  Lay the 4 ticket" in shown(pilot)
        await pilot.click("#canvas", offset=place)
        await settle(pilot)

    play(session, script)
    assert session.match.record.moves[-1] == "0 ticket 4"


def test_completion_search_and_history() -> None:
    session = new("shinjuku", "Aki", "Tama · random")

    async def script(pilot: Pilot[None]) -> None:
        line = pilot.app.screen.query_one(Answer)
        await pilot.press("e", "x", "tab")
        assert line.value == "expand"
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press(*"shinj naka")
        (row,) = game_screen(pilot).rows
        assert row.label == "Lay track Shinjuku – Nakano"
        assert "▸" in shown(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert session.match.record.moves[-1] == "0 track shinjuku~nakano"
        await pilot.press("ctrl+p")
        assert line.value == "shinj naka"
        await pilot.press("ctrl+p")
        assert line.value == "expand"
        await pilot.press("ctrl+n", "ctrl+n")
        assert line.value == ""
        await pilot.press("e", "ctrl+p")
        assert line.value == "expand", "the history is searched for what has been typed"

    play(session, script)


def test_wrong_answers_are_explained_and_lose_nothing() -> None:
    session = new()

    async def script(pilot: Pilot[None]) -> None:
        for wrong, reason in {
            "7": "“7” is not one of the choices.",
            "fly me to the moon": "“fly me to the moon” is not one of the choices.",
            "why buy 1": "First lay a ticket on every lot.",
            "why": "Type a move after “why”",
            "rules fish": "There is no chapter “fish”",
            "save": "Type a file name after “save”",
            "save no/such/folder.json": "Cannot write no/such/folder.json",
            "x" * 300: "is not one of the choices.",
            "u": "There is nothing to undo.",
        }.items():
            await answer(pilot, wrong)
            text = shown(pilot)
            assert reason in " ".join(text.split())
            assert "Lay a ticket on lot 1." in text, "the prompt stays in sight"
            assert "x2  Lay the x2 ticket" in text, "so do the choices"
            assert all(len(line) <= 80 for line in text.split("\n"))

    play(session, script)
    assert not [move for move in session.match.record.moves if move.startswith("0 ")]


def test_undo_by_key_and_by_command(data: Path) -> None:
    session = new()

    async def script(pilot: Pilot[None]) -> None:
        await answer(pilot, "4")
        await pilot.press("ctrl+z")
        await settle(pilot)
        assert "Move undone." in shown(pilot)
        await answer(pilot, "2")
        await answer(pilot, "undo")
        await answer(pilot, "0")

    play(session, script)
    own = [move for move in session.match.record.moves if move.startswith("0 ")]
    assert own == ["0 ticket 4", "0 undo", "0 ticket 2", "0 undo", "0 ticket 0"]
    (file,) = data.iterdir()
    assert ichiba.Record.load(file).moves == session.match.record.moves


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_help_rules_log_and_history_open_over_the_game(size: tuple[int, int]) -> None:
    session = new()

    async def script(pilot: Pilot[None]) -> None:
        await answer(pilot, "4")
        before = shown(pilot)
        for key, expected in {
            "f1": "A number always means the number that you see",
            "f2": "All players lay one ticket face down on every lot",
            "f3": "You lay 4 on lot 1",
        }.items():
            await pilot.press(key)
            assert isinstance(pilot.app.screen, Overlay)
            await pilot.pause()
            assert expected in " ".join(shown(pilot, "#shown").split())
            await pilot.press("escape")
            assert shown(pilot) == before
        await pilot.press("f4", "left")
        assert isinstance(pilot.app.screen, ReplayScreen)
        assert "History: after move" in shown(pilot)
        assert "yours: 4" not in shown(pilot), "this is before the ticket was laid"
        await pilot.press("escape")
        assert shown(pilot) == before

    play(session, script, size)


@pytest.mark.parametrize("command", ["f5", "hint"])
def test_a_hint_opens_over_the_game(command: str) -> None:
    session = new()

    async def script(pilot: Pilot[None]) -> None:
        before = [*session.match.record.moves]
        if command == "f5":
            await pilot.press("f5")
        else:
            await answer(pilot, command)
        end = time.monotonic() + PATIENCE
        while not isinstance(pilot.app.screen, Overlay) and time.monotonic() < end:
            await asyncio.sleep(0.05)
        await pilot.pause()
        told = " ".join(shown(pilot, "#shown").split())
        assert told.count("wins about") == 3
        assert "Lay the" in told
        await pilot.press("escape")
        assert session.match.record.moves == before, "nothing was played"

    play(session, script)


def test_people_at_one_terminal_have_no_hints() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter")  # the screen is handed over
        await settle(pilot)
        await answer(pilot, "hint")
        assert "There are hints only when all your opponents are bots." in shown(pilot)

    play(new("tsukiji", "Aki", "Ben"), script)


def test_the_rules_can_be_searched() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("f2", *"yakuza")
        await pilot.pause()
        found = shown(pilot, "#shown")
        assert "Yakuza" in found
        assert all("yakuza" in part.casefold() for part in found.split("\n\n") if part.strip())
        await pilot.press(*"xyz")
        await pilot.pause()
        assert "Nothing matches “yakuzaxyz”." in shown(pilot, "#shown")

    play(new(), script)


def test_the_pages_of_the_board() -> None:
    async def script(pilot: Pilot[None]) -> None:
        first = shown(pilot)
        assert "Page 1 of" in first
        assert "Queue:" in first
        await pilot.press("pagedown")
        assert "Roppongi" in shown(pilot), "the second page is the map"
        await pilot.press("pageup")
        assert shown(pilot) == first
        await answer(pilot, "expand")
        assert "Page 2 of" in shown(pilot), "the map comes first when it is needed"

    play(new("shinjuku", "Aki", "Tama · random"), script)


def test_the_screen_is_hidden_when_it_changes_hands() -> None:
    session = new("tsukiji", "Aki", "Ben")

    async def script(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app.screen, HandOver)
        assert "Hand the screen to Aki." in pilot.app.screen.sentence
        await pilot.press("enter")
        await settle(pilot)
        for ticket in ("x2", "+6", "-1"):
            await answer(pilot, ticket)
        assert isinstance(pilot.app.screen, HandOver)
        assert "Hand the screen to Ben." in pilot.app.screen.sentence
        await pilot.press("enter")
        await settle(pilot)
        assert "x2  Lay the x2 ticket" in shown(pilot)
        assert "yours" not in shown(pilot)
        await pilot.press("f3")
        await pilot.pause()
        assert "x2" not in shown(pilot, "#shown"), "Ben's log tells nothing of Aki's tickets"

    play(session, script)


def test_the_menu_continues_replays_and_starts(data: Path) -> None:
    half, over = new(), new("tsukiji", "Aki", "Tama · random")
    rng = Random(4)
    for session, most in ((half, 20), (over, 10_000)):
        while session.match.state.actors and len(session.match.record.moves) < most:
            seat = session.match.state.actors[0]
            session.play(seat, rng.choice(session.match.state.legal(seat)))
    (data / "broken.json").write_text("{}", encoding="utf-8")
    assert [one.is_over for one in saved_games()] == [True, False]

    async def script(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app.screen, Menu)
        listed = pilot.app.screen.query_one(OptionList)
        labels = [str(listed.get_option_at_index(n).prompt) for n in range(listed.option_count)]
        assert labels[0].startswith("Continue Tsukiji with Tama and Pochi (20 moves, today at")
        assert labels[1].startswith("New game of Tsukiji:")
        assert labels[4].startswith("Replay Tsukiji with Tama (finished")
        await pilot.press("end", "enter")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await pilot.press("escape")
        await pilot.press("enter")
        await settle(pilot)
        assert len(game_screen(pilot).session.match.record.moves) >= 20

    app = play(None, script)
    assert app.session is not None
    assert app.session.file == half.file


def test_a_window_may_become_too_small_and_large_again() -> None:
    async def script(pilot: Pilot[None]) -> None:
        before = shown(pilot)
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        assert "This window is too small." in shown(pilot)
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert shown(pilot) == before

    play(new(), script)


def test_replay_steps_and_jumps() -> None:
    folder = Path(__file__).parent.parent / "tsukiji" / "games"
    app = ReplayApp(ichiba.Record.load(folder / "three-with-undo.json"), None, 0)

    async def run() -> None:
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("right", "right", "left")
            assert "after move 1 of 190" in shown(pilot)
            await pilot.press("1", "0", "0", "enter")
            assert "after move 100 of 190" in shown(pilot)
            await pilot.press("end")
            assert "after move 190 of 190" in shown(pilot)
            await pilot.press("home")
            assert "The game begins." in shown(pilot)
            await pilot.press("escape")

    asyncio.run(run())
    assert app.return_code == 0
