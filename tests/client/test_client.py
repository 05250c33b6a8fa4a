"""The client of the API plays on a real server, and goes on when the server restarts."""

import asyncio
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

import ichiba
from ichiba.client import ApiError, AsyncClient, Client
from ichiba.client.calls import Patience, table, tables
from patience import PATIENCE
from server_process import Server

EXAMPLE = Path(__file__).parents[2] / "examples" / "play_by_api.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Server:
    return Server(tmp_path_factory.mktemp("client"), ICHIBA_HINT_SECONDS="120")


def test_everything_has_a_type(server: Server) -> None:
    with Client(server.url) as client:
        token = client.be_guest("Aki")
        assert [title.name for title in client.titles()] == [*ichiba.games()]
        made = client.create("tsukiji", ["me", "greedy"], {"special_points": True}, listed=True)
        assert (made.seat, made.status, made.options) == (0, "running", {"special_points": True})
        assert made.position is not None
        assert made.position.actions[0].notation.startswith("ticket ")
        assert client.why(made.slug, "buy 1").allowed is False
        hint = client.hint(made)
        assert hint.page == made.position.page
        assert [way.chance for way in hint.ways] == sorted(
            (way.chance for way in hint.ways), reverse=True
        )
        after = client.move(made, made.position.actions[0].notation)
        assert after.version > made.version
        undone = client.undo(after)
        assert undone.position is not None
        assert undone.position.actions == made.position.actions
        assert [line.slug for line in client.tables()] == [made.slug]
        assert client.chat(made.slug, "Hello").slug == made.slug
    with Client(server.url, token) as again:
        assert again.table(made.slug).players[0].yours, "the token is for the same guest"
        again.resign(made.slug)
        assert again.table(made.slug).is_over


def test_errors_have_a_word_and_a_sentence(server: Server) -> None:
    with Client(server.url) as client:
        with pytest.raises(ApiError) as error:
            client.create("tsukiji", ["me", "greedy"])
        assert (error.value.status, error.value.error) == (401, "no_token")
        client.be_guest("Aki")
        with pytest.raises(ApiError, match=r"404: There is nothing at this address\."):
            client.table("nowhere")
        made = client.create("tsukiji", ["me", "greedy"])
        client.move(made, "ticket 4")
        with pytest.raises(ApiError) as late:
            client.move(made, "ticket 3")
        assert (late.value.status, late.value.error) == (409, "moved_on")


def test_friends_play_a_whole_game_with_asyncio(server: Server) -> None:
    async def play(client: AsyncClient, slug: str, seed: int) -> list[int]:
        rng = random.Random(seed)
        async for _ in client.changes(slug):
            found = await client.table(slug)
            while found.your_turn and found.position is not None:
                try:
                    action = rng.choice(found.position.actions)
                    found = await client.move(found, action.notation)
                except ApiError as error:
                    if error.error != "moved_on":
                        raise
                    found = await client.table(slug)
            if found.result is not None:
                return found.result.scores
        raise AssertionError("the stream ended before the game")

    async def together() -> list[list[int]]:
        async with AsyncClient(server.url) as aki, AsyncClient(server.url) as ben:
            await aki.be_guest("Aki")
            await ben.be_guest("Ben")
            made = await aki.create("tsukiji", ["me", "friend"])
            await ben.join(made.slug)
            return await asyncio.gather(play(aki, made.slug, 1), play(ben, made.slug, 2))

    # In a thread of its own, because browser tests leave an event loop in the main thread.
    with ThreadPoolExecutor(1) as pool:
        scores = pool.submit(
            lambda: asyncio.run(asyncio.wait_for(together(), 5 * PATIENCE))
        ).result()
    assert scores[0] == scores[1]
    assert len(scores[0]) == 2


def test_one_stream_follows_all_tables(server: Server) -> None:
    with Client(server.url) as aki, Client(server.url) as ben:
        aki.be_guest("Aki")
        ben.be_guest("Ben")
        made = [ben.create("tsukiji", ["me", "friend"]) for _ in range(2)]
        for one in made:
            aki.join(one.slug)
        changes = aki.changes_of_all()
        first = [next(changes) for _ in made]
        assert {change.table for change in first} == {one.slug for one in made}
        assert all(change.your_turn and change.title == "tsukiji" for change in first)
        for one in made:
            ben.move(ben.table(one.slug), "ticket 4")
            assert next(changes).table == one.slug
        assert [line.slug for line in aki.tables(limit=1)] == [made[1].slug]
        assert [line.slug for line in aki.tables(limit=1, after=made[1].slug)] == [made[0].slug]
        aki.revoke()
        ben.move(ben.table(made[0].slug), "ticket 3")
        assert [*changes] == [], "the stream ends with the token"


def test_one_stream_follows_all_tables_with_asyncio(server: Server) -> None:
    async def first() -> str:
        async with AsyncClient(server.url) as client:
            await client.be_guest("Aki")
            made = await client.create("tsukiji", ["me", "greedy"])
            async for change in client.changes_of_all():
                assert change.table == made.slug
                return change.status
        raise AssertionError("the stream ended")

    with ThreadPoolExecutor(1) as pool:
        assert (
            pool.submit(lambda: asyncio.run(asyncio.wait_for(first(), PATIENCE))).result()
            == "running"
        )


@pytest.mark.long
def test_the_example_goes_on_when_the_server_restarts(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with subprocess.Popen(
        [sys.executable, str(EXAMPLE), server.url, "tsukiji"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for _ in range(6):
            assert process.stdout.readline(), "it has begun"
        server.kill()
        time.sleep(1)  # long enough for it to notice
        assert process.poll() is None, process.communicate()
        server.start()
        printed, errors = process.communicate(timeout=5 * PATIENCE)
    assert process.returncode == 0, errors
    assert "moves." in printed.splitlines()[-1]
    server.stop()


def test_only_what_may_be_repeated_is_sent_twice() -> None:
    lost, unsent = httpx.ReadError("lost"), httpx.ConnectError("refused")
    create = table("x").__class__("POST", "/tables", None, repeatable=False)
    assert Patience(10).after_error(table("x"), lost) == 0.5
    assert Patience(10).after_error(create, unsent) == 0.5
    assert Patience(10).after_error(create, lost) is None, "it may have arrived"
    assert Patience(0.1).after_error(tables("mine"), unsent) is None, "patience is at an end"
    busy = httpx.Response(503, headers={"Retry-After": "5"})
    assert Patience(10).after_answer(busy) == 5
    assert Patience(10).after_answer(httpx.Response(404)) is None


USE = """
from ichiba.client import AsyncClient, Client, Table, View

def read(view: View) -> int:
    if view["game"] == "tsukiji":
        reveal_type(view["lots"][0]["cards"])
        return view["deck"]
    if view["game"] == "shinjuku":
        reveal_type(view["companies"][0]["hand"])
        return view["bag"]
    reveal_type(view["harbors"][0]["boats"][0]["port"])
    view["stalls"]
    return view["round"]

async def meet(client: AsyncClient, other: Client) -> None:
    for table in (await client.table("x"), other.table("x")):
        if table.position is not None:
            reveal_type(read(table.position.view))
"""


@pytest.mark.long
def test_a_type_checker_knows_the_views(tmp_path: Path) -> None:
    """Also which title a view is of, and that a field doesn't exist."""
    file = tmp_path / "use.py"
    file.write_text(USE, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(file)],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = [line.split(": ", 2)[2] for line in done.stdout.splitlines()[:-1]]
    assert told == [
        'Revealed type is "list[str]"',
        'Revealed type is "list[str] | None"',
        'Revealed type is "int | None"',
        'TypedDict "MarketView" has no key "stalls"  [typeddict-item]',
        'Revealed type is "int"',
    ], done.stdout + done.stderr
