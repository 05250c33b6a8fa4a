"""Pictures of positions in links, and animations: who may see what, and nothing that is hidden."""

import re
import struct
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

import ichiba
from configuring import configure
from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.core.state import State
from ichiba.games.board.drawing import PALETTES
from ichiba.site.models import Upload
from ichiba.site.pictures import links, painter
from ichiba.site.pictures.card import position_card
from ichiba.site.pictures.film import MOST, moments_of, stills
from ichiba.site.server.request_threads import threads_for
from ichiba.site.tables import play
from ichiba.site.tables.bot_driver import simple_move
from site_scene import finish, hold, new_table, seated

database = pytest.mark.django_db(transaction=True)
SITE = Path(links.__file__).parents[1]
PNG = b"\x89PNG\r\n\x1a\n"


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def played(name: str, seed: int, part: float) -> Match:
    """A random game of a title, so far as the part says."""
    game, rng = ichiba.load(name), Random(seed)
    match = Match.new(game, players=game.max_players, seed=seed)
    count = int(part * 300)
    while match.state.actors and len(match.record.moves) < count:
        seat = match.state.actors[0]
        match.play(seat, rng.choice(match.state.legal(seat)))
    return match


def drawn(state: State, game: Any) -> str:
    names = [f"Player {seat}" for seat in range(state.players)]
    return position_card(game, state, names, "en")


@pytest.mark.parametrize("name", ichiba.games())
def test_a_picture_shows_nothing_that_a_spectator_cannot_know(name: str) -> None:
    differed = 0
    for seed in range(6):
        match = played(name, seed, 0.1 + seed / 6)
        if not match.state.actors:
            continue
        other = match.state.determinize(None, Random(seed))
        differed += other.dump() != match.state.dump()
        assert drawn(other, match.game) == drawn(match.state, match.game)
    assert differed, "nothing was hidden in any of these positions"


@pytest.mark.parametrize("name", ichiba.games())
def test_a_picture_is_drawn_at_every_stage(name: str) -> None:
    game = ichiba.load(name)
    seen = {drawn(played(name, 3, part).state, game) for part in (0, 0.4, 9)}
    assert len(seen) == 3
    for svg in seen:
        assert set(re.findall(r'href="#([\w-]+)"', svg)) <= set(re.findall(r'id="([\w-]+)"', svg))
        assert "var(" not in svg
        assert "Player 0" in svg


def test_a_name_cannot_break_out_of_a_picture() -> None:
    match = played("tsukiji", 1, 0.1)
    svg = position_card(match.game, match.state, ['<script>"&', "x" * 40, "市場"], "en")
    assert "<script>" not in svg
    assert "&lt;script&gt;" in svg
    assert "x" * 40 not in svg, "a long name is shortened"
    assert size_of(painter.png(svg)) == (1200, 630)


def test_pictures_have_the_colours_of_the_site() -> None:
    css = (SITE / "static" / "site" / "site.css").read_text(encoding="utf-8")
    for name, light in PALETTES["light"].items():
        assert f"--{name}: light-dark({light}, {PALETTES['dark'][name]})" in css, name


@database
def test_a_shared_table_has_a_picture_of_its_position() -> None:
    host = Client()
    table = new_table(["me", "greedy", "greedy"], host, listed="yes")
    page = Client().get(f"/t/{table.slug}/").content.decode()
    address = re.search(r'property="og:image" content="http://testserver([^"]+)"', page)
    assert address is not None
    assert 'og:title" content="Tsukiji: ' in page
    response = Client().get(address[1])
    assert response.headers["Content-Type"] == "image/png"
    assert "public" in response.headers["Cache-Control"]
    assert size_of(response.content) == (1200, 630)
    again = Client().get(address[1], headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304
    assert not again.content


@database
def test_a_private_game_has_only_the_picture_of_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painter, "picture", lambda svg: svg.encode())
    links.forget_all()
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    assert Client().get(f"/t/{table.slug}/").status_code == 403
    general = Client().get("/pictures/tsukiji/picture.png").content
    for who in (Client(), aki):
        shown = who.get(f"/t/{table.slug}/picture.png").content
        assert shown == general, "the same for everybody, also for the players"
        assert b"Aki" not in shown
    finish(table)
    shown = Client().get(f"/t/{table.slug}/picture.png").content
    assert b"Aki" in shown
    assert b"The game is over" in shown


@database
def test_an_open_table_shows_who_has_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painter, "picture", lambda svg: svg.encode())
    links.forget_all()
    table = new_table(["me", "friend", "friend"], Client(), name="Aki")
    shown = Client().get(f"/t/{table.slug}/picture.png").content.decode()
    assert "Aki" in shown
    assert "2 free places" in shown


@database
def test_a_picture_is_made_once_for_each_version(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(painter, "picture", lambda svg: made.append(svg) or b"png")
    links.forget_all()
    table = seated([Client(), Client()], listed="yes")
    address = f"/t/{table.slug}/picture.png"
    first = Client().get(address)
    assert Client().get(address).headers["ETag"] == first.headers["ETag"]
    assert len(made) == 1
    with hold(table) as match:
        move = simple_move(match, 0)
    play.play(table, 0, move)
    assert Client().get(address).headers["ETag"] != first.headers["ETag"]
    assert len(made) == 2


@database
def test_without_the_package_there_are_no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painter, "is_installed", lambda: False)
    links.forget_all()
    page = Client().get("/").content.decode()
    assert "og:title" in page
    assert "og:image" not in page
    assert Client().get("/pictures/ichiba.png").status_code == 404


@database
@pytest.mark.parametrize("path", ["/pictures/ichiba.png", "/pictures/shinjuku/picture.png"])
def test_the_site_and_each_title_have_a_picture(path: str) -> None:
    assert size_of(Client().get(path).content) == (1200, 630)


@database
def test_unknown_pictures_are_not_found() -> None:
    for path in ("/pictures/chess/picture.png", "/t/nowhere/picture.png", "/t/nowhere/film.webp",
                 "/replay/nowhere/picture.png"):  # fmt: skip
        assert Client().get(path).status_code == 404, path


@database
def test_pictures_have_a_limit_and_threads_of_their_own(settings: Any) -> None:
    configure(settings, limits={"picture": (2, 60)})
    guest = Client(REMOTE_ADDR="192.0.2.77")
    statuses = [guest.get("/pictures/tsukiji/picture.png").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    places = [threads_for(f"/t/x/{name}") for name in ("", "picture.png", "film.webp", "replay/")]
    assert len({id(one) for one in places}) == 4


def golden(title: str) -> Record:
    folder = Path(__file__).parents[1] / title.replace("-", "_") / "games"
    return Record.load(min(folder.glob("*.json")))


@pytest.mark.parametrize("name", ichiba.games())
def test_an_animation_shows_a_game_from_its_start_to_its_end(name: str) -> None:
    record = golden(name)
    shown = moments_of(record)
    assert list(shown) == sorted(set(shown))
    assert 10 < len(shown) <= MOST
    assert shown[-1] == len(record.moves)
    *_, last = stills(record)
    assert last.state.actors == ()
    assert list(last.state.scores) == record.result.scores if record.result else False


@database
@pytest.mark.long
def test_an_animation_can_be_saved_from_a_replay() -> None:
    slug = Upload.objects.create(content=golden("tsukiji").encode().decode()).slug
    page = Client().get(f"/replay/{slug}/").content.decode()
    assert f'href="/replay/{slug}/film.webp"' in page
    response = Client().get(f"/replay/{slug}/film.webp")
    assert response.headers["Content-Type"] == "image/webp"
    assert response.content[8:12] == b"WEBP"
    assert b"ANIM" in response.content[:100]
    assert len(response.content) < 2_000_000


@database
def test_a_game_in_progress_has_no_animation() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben], listed="yes")
    assert aki.get(f"/t/{table.slug}/film.webp").status_code == 404


@database
def test_a_stranger_who_opens_a_result_can_play() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    finish(table)
    for path in (f"/t/{table.slug}/", f"/t/{table.slug}/replay/"):
        assert "Play Tsukiji</button>" in Client().get(path).content.decode(), path
        assert "Play Tsukiji</button>" not in aki.get(path).content.decode(), path
