"""Replays and uploads: nobody waits for those of others, and they do not fill the disk."""

import asyncio
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

import ichiba
from account_tools import sign_up
from configuring import configure
from ichiba.core.match import Match
from ichiba.core.record import LARGEST, Record
from ichiba.site.models import Happening, Move, Person, Table, Tally, Upload
from ichiba.site.people import limits
from ichiba.site.server import cleanup
from ichiba.site.server.asgi import application
from ichiba.site.server.request_threads import threads_for
from ichiba.site.store import snapshots
from ichiba.site.tables import play
from ichiba.site.views import replay
from patience import PATIENCE
from server_process import Server
from site_scene import new_table, page_token, play_bots, post_move, seated

SCOPE = {
    "type": "http", "http_version": "1.1", "method": "GET", "query_string": b"",
    "headers": [(b"host", b"127.0.0.1")], "client": ["127.0.0.1", 1], "scheme": "http",
}  # fmt: skip
database = pytest.mark.django_db(transaction=True)


def record(moves: int = 40, seed: int = 1) -> Record:
    game, rng = ichiba.load("tsukiji"), Random(seed)
    match = Match.new(game, players=2, seed=seed, names=["Aki", "Ben"])
    while len(match.record.moves) < moves:
        seat = match.state.actors[0]
        match.play(seat, rng.choice(match.state.legal(seat)))
    return match.record


def upload(client: Client, content: bytes) -> Any:
    return client.post("/replay/", {"record": SimpleUploadedFile("game.json", content)})


async def statuses(*paths: str) -> list[int]:
    """What the server answers to these requests, all sent at once."""

    async def ask(path: str) -> int:
        visitor = ApplicationCommunicator(application, {**SCOPE, "path": path})
        await visitor.send_input({"type": "http.request", "body": b""})
        answer = await visitor.receive_output(PATIENCE)
        return int(answer["status"])

    return await asyncio.gather(*map(ask, paths))


@database
def test_a_crowd_at_the_replays_is_refused_and_others_do_not_wait(settings: Any) -> None:
    configure(settings, replays_waiting=3)
    go_on = Event()
    threads = threads_for("/replay/")
    busy = [threads.place((f"visitor {n}", "")).submit(go_on.wait, PATIENCE) for n in range(4)]
    with ThreadPoolExecutor(1) as loop:
        asked = loop.submit(asyncio.run, statuses("/replay/", "/rules/tsukiji/", "/replay/x/7/"))
        found = asked.result()
    go_on.set()
    assert [one.result() for one in busy] == [True] * len(busy)
    assert found == [503, 200, 503], "the queue is full; whoever wants something else is served"
    with ThreadPoolExecutor(1) as loop:
        asked = loop.submit(asyncio.run, statuses("/replay/", "/replay/x/7/"))
        assert asked.result() == [200, 404]


@database
def test_a_full_queue_says_when_to_come_back(client: Client) -> None:
    kept = Upload.objects.create(content=record().encode().decode())
    request = client.get(f"/replay/{kept.slug}/").wsgi_request
    request.scope = {limits.CROWDED: True}
    with pytest.raises(limits.Crowded):
        replay.uploaded(request, kept.slug)


@database
def test_requests_that_a_full_queue_refuses_count(client: Client, settings: Any) -> None:
    kept = Upload.objects.create(content=record().encode().decode())
    request = Client(REMOTE_ADDR="192.0.2.50").get(f"/replay/{kept.slug}/").wsgi_request
    request.scope = {limits.CROWDED: True}
    configure(settings, limits={"moment": (3, 60)})
    for _ in range(3):
        with pytest.raises(limits.Crowded):
            replay.uploaded(request, kept.slug)
    with pytest.raises(limits.TooMany):
        replay.uploaded(request, kept.slug)


@database
@pytest.mark.parametrize("path", ["", "3/"])
def test_moments_have_a_limit(client: Client, settings: Any, path: str) -> None:
    kept = Upload.objects.create(content=record().encode().decode())
    configure(settings, limits={"moment": (3, 60)})
    home = Client(REMOTE_ADDR=f"192.0.2.{len(path)}")
    for _ in range(3):
        assert home.get(f"/replay/{kept.slug}/{path}").status_code == 200
    refused = home.get(f"/replay/{kept.slug}/{path}")
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert client.get(f"/replay/{kept.slug}/{path}").status_code == 200, "from elsewhere"
    assert not Tally.objects.exists(), "counted without writing"


@database
def test_a_file_is_kept_as_the_record_in_it(client: Client) -> None:
    """The same small record used to be kept with all the spaces around it."""
    plain = record()
    padded = plain.encode().rstrip() + b" " * (LARGEST - 10_000)
    answer = upload(client, padded)
    assert answer.status_code == 302
    kept = Upload.objects.get()
    assert len(kept.content) < 2000
    assert Record.decode(kept.content.encode()).moves == plain.moves
    assert client.get(answer.headers["location"]).status_code == 200


@database
@pytest.mark.parametrize(
    "change",
    [
        {"seed": float("nan")},
        {"options": {"x": float("inf")}},
        {"players": float("-inf")},
        {"names": ["\ud800", "B"]},
        {"moves": ["0 \udfff"]},
        {"game": "\ud83d"},
    ],
)
def test_what_is_no_json_is_told(client: Client, change: dict[str, object]) -> None:
    content = json.loads(record(5).encode()) | {"checks": {}} | change
    answer = upload(client, json.dumps(content).encode())
    assert answer.status_code == 422
    assert not Upload.objects.exists()


@database
def test_a_record_with_too_many_moves_is_refused(client: Client) -> None:
    long = record(4)
    seat = long.moves[-1].partition(" ")[0]
    long.moves += [f"{seat} undo", long.moves[-1]] * (replay.MOST_MOVES // 2)
    answer = upload(client, long.encode())
    assert answer.status_code == 422
    assert "too many moves to replay" in answer.content.decode()


@database
def test_uploads_are_kept_for_a_time_and_not_too_many(client: Client, settings: Any) -> None:
    configure(settings, upload_days=30, uploads=3)
    slugs = []
    for number in range(6):
        answer = upload(client, record(5, seed=number).encode())
        slugs.append(answer.headers["location"].split("/")[2])
        age = timezone.now() - timedelta(days=[40, 31, 29, 20, 1, 0][number])
        Upload.objects.filter(slug=slugs[-1]).update(created=age)
    found = [client.get(f"/replay/{slug}/").status_code for slug in slugs]
    assert found == [404, 404, 200, 200, 200, 200], "what is too old is gone at once"
    cleanup.clean_up()
    assert {*Upload.objects.values_list("slug", flat=True)} == {*slugs[3:]}


@database
def test_guests_have_a_limit(settings: Any) -> None:
    configure(settings, limits={"guest": (3, 600)})
    for _ in range(3):
        assert Client().post("/me/", {"name": "Aki"}).status_code == 302
    refused = Client().post("/me/", {"name": "Aki"})
    assert refused.status_code == 429
    assert Client().post("/quick/tsukiji/").status_code == 429
    token = Client().post("/api/v1/tokens", {"name": "Bot"}, content_type="application/json")
    assert token.status_code == 429
    assert Person.objects.count() == 3
    known = Client(REMOTE_ADDR="192.0.2.1")
    assert known.post("/me/", {"name": "Ben"}).status_code == 302
    for _ in range(5):
        assert known.post("/me/", {"name": "Benno"}).status_code == 302, "they are known already"


@database
def test_guests_who_left_nothing_behind_are_forgotten_with_their_cookie(settings: Any) -> None:
    lone, player, talker, account, young = (Client() for _ in range(5))
    lone.post("/me/", {"name": "Lone"})
    table = new_table(["me", "greedy"], player, name="Player", watchable="yes")
    talker.post("/me/", {"name": "Talker"})
    talker.post(f"/t/{table.slug}/chat/", {"text": "hello"})
    sign_up(account, "Account")
    old = timezone.now() - timedelta(seconds=settings.PERSON_COOKIE_AGE + 60)
    Person.objects.update(created=old)
    young.post("/me/", {"name": "Young"})
    cleanup.clean_up()
    names = {*Person.objects.values_list("name", flat=True)}
    assert names == {"Player", "Talker", "Account", "Young"}


@database
def test_a_game_with_too_many_moves_ends(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_WITH_UNDO", 6)
    monkeypatch.setattr(play, "MOST_MOVES", 8)
    table = seated([client, Client()])
    for _ in range(3):
        post_move(client, table, "ticket 4")
        assert client.post(
            f"/t/{table.slug}/undo/", {"page": page_token(client, table)}
        ).status_code == 302  # fmt: skip
    post_move(client, table, "ticket 4")
    undo = client.post(f"/t/{table.slug}/undo/", {"page": page_token(client, table)})
    assert undo.status_code == 409
    assert "too many moves to undo one" in undo.content.decode()
    post_move(client, table, "ticket 3")
    assert Table.objects.get().status == Table.Status.ENDED
    assert Happening.objects.filter(kind=Happening.Kind.TOO_LONG).count() == 1
    page = client.get(f"/t/{table.slug}/").content.decode()
    assert "This game had too many moves. There is no result." in page
    assert post_move(client, table, "ticket 2").status_code == 409
    assert Move.objects.count() == 8


@database
def test_a_game_is_rebuilt_without_what_was_taken_back(client: Client, applied: list[int]) -> None:
    """Also where the page of a table is asked for after a restart."""
    table = new_table(["me", "greedy"], client)
    play_bots(table)
    for _ in range(40):
        play.play(table, 0, "ticket 4")
        play.undo(table, 0)
    table.refresh_from_db()
    snapshots.forget(table.pk)
    del applied[:]
    snapshots.newest_of(table.pk)
    assert len(applied) < 12
    assert client.get(f"/t/{table.slug}/").status_code == 200


@pytest.mark.long
def test_a_server_cleans_up_by_itself(tmp_path: Path) -> None:
    server = Server(tmp_path, ICHIBA_BOT_WORKERS="0", ICHIBA_UPLOAD_DAYS="7")
    server.stop()
    with sqlite3.connect(tmp_path / "ichiba.sqlite3") as file:
        for slug, days in (("old", 8), ("new", 6)):
            created = (timezone.now() - timedelta(days=days)).strftime("%Y-%m-%d %H:%M:%S")
            row = [slug, record(5).encode().decode(), created]
            file.execute("INSERT INTO site_upload (slug, content, created) VALUES (?, ?, ?)", row)
    server.start()
    until, kept = monotonic() + PATIENCE, ["old"]
    while "old" in kept and monotonic() < until:
        with sqlite3.connect(tmp_path / "ichiba.sqlite3") as file:
            kept = [slug for (slug,) in file.execute("SELECT slug FROM site_upload")]
    server.stop()
    assert ("old" in kept, "new" in kept) == (False, True)
    assert not server.errors(), server.log()
