"""Pages and streams of one table, asked for by many while it is played: each shows one position."""

import json
import re
import sqlite3
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from random import Random
from threading import Event, Thread

import httpx
import pytest

import ichiba
from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.core.words import Words
from ichiba.site.pages import moments
from ichiba.site.tables import play
from patience import PATIENCE
from sampling import first_is_enough
from server_process import Server
from site_tools import Person

GAMES = ("tsukiji", "shinjuku", "tokyo-tsukiji-market")
NAMES = ["Aki", "Ben"]
MOVES = 40  # that are made while others look


class Truth:
    """What every page should have shown: the record, replayed to the move that the page names."""

    def __init__(self, data: Path, slug: str) -> None:
        with sqlite3.connect(data / "ichiba.sqlite3") as file:
            game, revision, options, seed, pk = file.execute(
                "SELECT game, revision, options, seed, id FROM site_table WHERE slug = ?", [slug]
            ).fetchone()
            rows = file.execute(
                "SELECT text FROM site_move WHERE table_id = ? ORDER BY number", [pk]
            ).fetchall()
        self.record = Record(
            game=game, revision=revision, players=2, options=json.loads(options),
            seed=seed, names=NAMES, moves=[text for (text,) in rows],
        )  # fmt: skip
        self.words = Words(NAMES)
        self.reasons = cache(self._reasons)
        self.match = cache(lambda number: moments.match_at(self.record, number))

    def _reasons(self, number: int, seat: int) -> set[str]:
        match: Match = self.match(number)
        found = (match.state.explain(seat, one) for one in range(match.game.num_actions))
        return {reason.say(self.words) for reason in found if reason is not None} | {""}

    def problems(self, text: str, seat: int | None) -> Iterator[str]:
        """What a page says that is not so at the position of its own number."""
        number = int(_one(r'data-number="(\d+)"', text))
        match: Match = self.match(number)
        state, game = match.state, match.game
        status = "running" if state.actors else "finished"
        if f'data-status="{status}"' not in text:
            yield f"{number}: not {status}"
        if state.actors and _one(r'id="prompt"[^>]*>(.*?)</p>', text) != state.prompt(seat).say(
            self.words
        ):
            yield f"{number}: another prompt"
        if _one(r'name="page" value="([^"]*)"', text) != (
            "" if seat is None else play.match_token(match, seat)
        ):
            yield f"{number}: another token"
        legal = [] if seat is None else state.legal(seat)
        wanted = {game.notation(one) for one in legal if one not in game.amounts}
        shown = {move for move in _all(r'name="move" value="([^"]*)"', text) if "#" not in move}
        if shown != wanted:
            yield f"{number}: other moves, {sorted(shown ^ wanted)[:4]}"
        if seat is not None:
            yield from self._about_seat(text, number, seat)

    def _about_seat(self, text: str, number: int, seat: int) -> Iterator[str]:
        why = {*_all(r'data-why="([^"]*)"', text)} - self.reasons(number, seat)
        if why:
            yield f"{number}: a reason of another position, {sorted(why)[:2]}"
        may_undo = self.match(number).why_no_undo(seat) is None
        if may_undo == (re.search(r'id="undo"[^>]* disabled', text) is not None):
            yield f"{number}: undo is wrong"


def _all(pattern: str, text: str) -> list[str]:
    return [unescape(found) for found in re.findall(pattern, text)]


def _one(pattern: str, text: str) -> str:
    found = _all(pattern, text)
    assert found, f"{pattern} is not in {text[:300]}"
    return found[0]


class Scene:
    """One table, two who play as fast as they can, and many who look."""

    def __init__(self, server: Server, game: str) -> None:
        self.people = [Person(server.url) for _ in range(3)]  # the last one only watches
        options = {f"option-{k}": v for k, v in ichiba.load(game).random_options.items()}
        self.table = self.people[0].new(
            ["me", "friend"], game, name="Aki", watchable="yes", **options
        )
        self.people[1].post(f"{self.table}join/", name="Ben")
        self.over = Event()
        self.pages: list[tuple[int | None, str]] = []
        self.problems: list[str] = []
        self.made = 0

    def play(self) -> None:
        """Make moves, and take some of them back."""
        rng = Random(5)
        while self.made < MOVES:
            for number in (0, 1):
                text = self._look(self.people[number])
                ways = [
                    move for move in _all(r'name="move" value="([^"]*)"', text) if "#" not in move
                ]
                what, form = "move", {"page": _one(r'name="page" value="([^"]*)"', text)}
                if "yen #" in ways:
                    form |= {"move": "yen #", "amount": "0"}
                elif rng.random() < 0.3 and not re.search(r'id="undo"[^>]* disabled', text):
                    what = "undo"
                elif ways:
                    form |= {"move": rng.choice(ways)}
                else:
                    continue
                answer = self.people[number].post(f"{self.table}{what}/", **form)
                self.made += answer.status_code == 200
                if 'data-status="finished"' in answer.text:
                    self.made = MOVES
        self.over.set()

    def look(self, number: int, *, whole: bool) -> None:
        """Ask for the page again and again."""
        visitor = self.people[number].at(str(self.people[number].client.base_url))
        while not self.over.is_set():
            try:
                text = visitor.get(self.table).text if whole else self._look(visitor)
            except (httpx.HTTPError, AssertionError) as error:
                self.problems.append(repr(error))
                return
            self._note(number, text)

    def hear(self, number: int) -> None:
        """Listen to the stream."""
        visitor = self.people[number].at(str(self.people[number].client.base_url))
        with visitor.client.stream("GET", f"{self.table}stream/", timeout=PATIENCE) as stream:
            for line in stream.iter_lines():
                if line.startswith("data: ") and "data-number" in line:
                    self._note(number, line)
                if self.over.is_set():
                    return

    def _look(self, visitor: Person) -> str:
        answer = visitor.client.get(self.table, headers={"HX-Request": "true"})
        assert answer.status_code == 200, answer.text[:300]
        return answer.text

    def _note(self, number: int, text: str) -> None:
        self.pages.append((number if number < 2 else None, text))


@pytest.mark.parametrize("game", first_is_enough(GAMES))
@pytest.mark.long
def test_no_page_contradicts_itself(game: str, tmp_path: Path) -> None:
    threads = {"ICHIBA_REQUEST_THREADS": "6", "ICHIBA_STREAM_THREADS": "6"}
    server = Server(tmp_path, ICHIBA_BOT_WORKERS="0", **threads)
    scene = Scene(server, game)
    looking = [(scene.look, {"number": n, "whole": whole}) for n in (0, 1, 2) for whole in (0, 1)]
    hearing = [(scene.hear, {"number": n}) for n in (0, 1, 2)]
    readers = [Thread(target=do, kwargs=how, daemon=True) for do, how in [*looking, *hearing]]
    for thread in readers:
        thread.start()
    scene.play()
    # Streams end with their next event.
    scene.people[0].post(f"{scene.table}chat/", text="Good game")
    for thread in readers:
        thread.join(PATIENCE)
    server.stop()
    assert not server.errors(), server.log()
    assert scene.problems == []
    truth = Truth(tmp_path, scene.table.split("/")[2])
    assert len({_one(r'data-number="(\d+)"', text) for _, text in scene.pages}) > MOVES // 3
    wrong = [problem for seat, text in scene.pages for problem in truth.problems(text, seat)]
    assert wrong == [], f"{len(wrong)} contradictions in {len(scene.pages)} pages"
    versions = {(_one(r'data-version="(\d+)"', text), _one(r'data-number="(\d+)"', text))
                for _, text in scene.pages}  # fmt: skip
    assert len(versions) == len({version for version, _ in versions}), "a version is one position"
