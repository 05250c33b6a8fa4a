"""Bytes on the wire: compressed pages and streams, without weakening any secret."""

import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from threading import Thread

import brotli
import httpx
import pytest
import zstandard
from django.http import HttpResponse
from django.test import Client

from ichiba.site.live.encodings import FOR_EVENTS, FOR_PAGES, encoding_for, packer, packer_for
from ichiba.site.live.packers import Brotli
from ichiba.site.models import Table
from ichiba.site.tables import lobby, play
from ichiba.site.tables.bot_driver import simple_move
from sampling import first_is_enough
from server_process import Server
from site_scene import hold, new_table
from site_tools import Person, wait_for_moves

TITLES = ["tsukiji", "shinjuku", "tokyo-tsukiji-market"]
LARGEST_PAGE = 19_000  # every piece of a board explains itself
LARGEST_EVENT = 3_000  # the median


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "zstd"),
        ("gzip, deflate, br", "br"),
        ("zstd;q=0, br, gzip", "br"),
        ("gzip, deflate", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("zstd;q=0, gzip;q=1.0", "gzip"),
        ("zstd;q=0.0, gzip;q=0", ""),
        ("identity", ""),
        ("x-gzip-but-not-really", ""),
        ("", ""),
        ("gzip;q=, zstd;;", ""),
        ("gzip;q=1.2.3", ""),
        ("gzip;q=1.2.3, br;q=., zstd;q=1.", "zstd"),
    ],
)
def test_the_best_encoding_that_is_accepted(accepted: str, encoding: str) -> None:
    assert encoding_for(accepted, FOR_EVENTS) == encoding


@pytest.mark.django_db
def test_a_wrong_accept_encoding_is_ignored() -> None:
    client = Client(headers={"Accept-Encoding": "gzip;q=1.2.3"})
    for path in ("/", "/rules/tsukiji/"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "Content-Encoding" not in answer.headers


def test_pages_are_packed_with_brotli_where_that_is_accepted() -> None:
    assert encoding_for("gzip, deflate, br, zstd", FOR_PAGES) == "br"
    assert encoding_for("gzip, zstd", FOR_PAGES) == "zstd"
    assert encoding_for("gzip, br;q=0", FOR_PAGES) == "gzip"


@pytest.mark.django_db(transaction=True)
def test_the_answer_to_a_move_is_packed_like_an_event() -> None:
    client = Client(headers={"Accept-Encoding": "gzip, br, zstd"})
    table = new_table(["me", "greedy"], client)
    page = client.get(f"/t/{table.slug}/")
    part = client.get(f"/t/{table.slug}/", headers={"HX-Request": "true"})
    assert page.headers["Content-Encoding"] == "br"
    assert part.headers["Content-Encoding"] == "zstd"


def plain(response: HttpResponse) -> bytes:
    """The content as a browser reads it."""
    encoding = response.headers.get("Content-Encoding", "")
    if encoding == "gzip":
        return gzip.decompress(response.content)
    if encoding == "zstd":
        return zstandard.ZstdDecompressor().decompress(response.content)
    if encoding == "br":
        return bytes(brotli.decompress(response.content))
    return response.content


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("encoding", ["zstd", "br", "gzip"])
def test_a_page_is_the_same_compressed(encoding: str) -> None:
    client = Client()
    usual = client.get("/rules/tsukiji/")
    assert "Content-Encoding" not in usual.headers
    packed = client.get("/rules/tsukiji/", headers={"Accept-Encoding": encoding})
    assert packed.headers["Content-Encoding"] == encoding
    assert int(packed.headers["Content-Length"]) == len(packed.content) < len(usual.content) / 2
    assert plain(packed) == usual.content
    for response in (usual, packed):
        assert "Accept-Encoding" in response.headers["Vary"]


@pytest.mark.django_db(transaction=True)
def test_what_must_stay_secret_is_not_compressed() -> None:
    """The length of such a page must not depend on its content in any other way."""
    client = Client(headers={"Accept-Encoding": "gzip, zstd"})
    client.post("/me/", {"name": "Aki"})
    personal = client.get("/me/")
    link = re.search(rb"/me/([\w:-]{20,})/", personal.content)
    assert link, "the page shows the personal link"
    token = client.post("/api/", {"label": "bot"})
    arrival = client.get(f"/me/{link[1].decode()}/")
    for response in (personal, token, arrival):
        assert response.status_code == 200
        assert "Content-Encoding" not in response.headers


@pytest.mark.django_db(transaction=True)
def test_no_shared_cache_keeps_what_is_made_for_one_person() -> None:
    """But a browser may, so that the back button works, and pages are still compressed."""
    client = Client(headers={"Accept-Encoding": "br"})
    table = new_table(["me", "greedy"], client)
    address = f"/t/{table.slug}/"
    for path in (
        "/",
        address,
        f"{address}pulse/",
        f"{address}replay/",
        "/nothing/",
        "/new/tsukiji/",
    ):
        assert client.get(path).headers["Cache-Control"] == "private, no-cache", path
    page = client.get(address)
    live = client.get(address, headers={"HX-Request": "true"})
    move = client.post(f"{address}move/", {"move": "ticket 4", "page": "old"})
    for response, status in ((page, 200), (live, 200), (move, 409)):
        assert response.status_code == status
        assert response.headers["Cache-Control"] == "private, no-cache"
        assert response.headers["Content-Encoding"] == "br"
        assert "HX-Request" in response.headers["Vary"], "the same address sends parts of the page"
    assert "no-store" in client.get("/me/").headers["Cache-Control"], "it has a lasting secret"
    assert client.get(f"/api/v1/tables/{table.slug}").headers["Cache-Control"] == "no-store"


def play_on(table: Table, moves: int) -> None:
    """Let everyone at a table make simple moves."""
    for _ in range(moves):
        with hold(table) as match:
            if not match.state.actors:
                return
            seat = match.state.actors[0]
            move = simple_move(match, seat)
        play.play(table, seat, move)


# Deals with large pages: 124,000 bytes before they are packed.
LARGE_DEALS = {"tsukiji": 1, "shinjuku": 10, "tokyo-tsukiji-market": 13}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("title", first_is_enough(TITLES))
def test_a_page_is_small_from_the_first_move_to_the_end(title: str, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(lobby, "randbits", lambda _: LARGE_DEALS[title])
    client = Client(headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
    assert len(client.get("/").content) <= LARGEST_PAGE
    table = new_table(["me", "greedy", "greedy"], client, title)
    sizes = []
    while table.status != Table.Status.FINISHED:
        sizes.append(len(client.get(f"/t/{table.slug}/").content))
        play_on(table, 7)
        table.refresh_from_db()
    sizes.append(len(client.get(f"/t/{table.slug}/").content))
    assert max(sizes) <= LARGEST_PAGE, sizes


def unpacker(encoding: str) -> Callable[[bytes], bytes]:
    """Reads the parts of one response as they come."""
    if encoding == "zstd":
        return zstandard.ZstdDecompressor().decompressobj().decompress
    if encoding == "br":
        process: Callable[[bytes], bytes] = brotli.Decompressor().process
        # It returns about 32 KB at a time.
        return lambda part: process(part) + b"".join(iter(lambda: process(b""), b""))
    return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress


def without_comments(text: bytes) -> bytes:
    """Events as a browser understands them: it ignores lines that start with a colon."""
    return re.sub(rb"^:.*\n", b"", text, flags=re.MULTILINE)


def events(rng: Random) -> Iterator[bytes]:
    """Events as streams have them: large and similar, small ones between, and some that differ."""
    lines = [b"<p>%x</p>" % rng.getrandbits(200) for _ in range(1500)]
    for number in range(60):
        for _ in range(rng.randrange(8)):
            lines[rng.randrange(len(lines))] = b"<p>%x</p>" % rng.getrandbits(200)
        for _ in range(rng.choice((0, 0, 1, 5))):
            yield b"event: here\nid: %d\ndata: here\n\n" % number
        size = rng.choice((len(lines), len(lines), len(lines) // 3, 20, 9))
        yield b"id: %d\ndata: %b\n\n" % (number, b"".join(lines[:size]))
    yield b"data: %b\n\n" % (b"x" * 600_000)  # longer than any window
    yield b"data: %b\n\n" % rng.randbytes(600_000).hex().encode()
    yield b"data: %b\n\n" % b"".join(lines)


@pytest.mark.parametrize("encoding", ["zstd", "br", "gzip"])
@pytest.mark.parametrize("seed", range(5))
def test_each_event_can_be_read_at_once(encoding: str, seed: int) -> None:
    pack, read = packer(encoding), unpacker(encoding)
    for event in events(Random(seed)):
        assert without_comments(read(pack(event))) == event


@pytest.mark.parametrize(("encoding", "largest"), [("zstd", 2_500), ("br", 2_500)])
def test_an_event_refers_to_the_one_before_even_after_heartbeats(
    encoding: str, largest: int
) -> None:
    rng = Random(1)
    lines = [b"<p>%x</p>" % rng.getrandbits(200) for _ in range(1500)]
    pack = packer(encoding)
    pack(b"data: %b\n\n" % b"".join(lines))
    for number in range(5):
        pack(b"event: here\nid: %d\ndata: here\n\n" % number)
    lines[700] = b"<p>new</p>"
    assert len(pack(b"data: %b\n\n" % b"".join(lines))) < largest


@pytest.mark.parametrize("encoding", ["zstd", "gzip"])
def test_an_open_stream_needs_little_memory(encoding: str) -> None:
    """A compression context would take 440 KB with Zstandard and 230 KB with gzip."""
    rng = Random(2)
    page = b"".join(b"<p>%d</p>" % rng.randrange(1000) for _ in range(5000))
    many = [packer(encoding) for _ in range(200)]
    many[0](page)
    before = _memory()
    for pack in many:
        for number in range(12):
            pack(b"data: %d %b\n\n" % (number, page))
    assert (_memory() - before) / len(many) < 60


def _memory() -> int:
    """The memory of this process in KB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1])


def test_only_so_many_streams_have_a_brotli_context() -> None:
    accepted = "gzip, deflate, br"
    packers = [packer_for(accepted) for _ in range(Brotli.most + 2)]
    given = [encoding for encoding, _ in packers]
    assert given.count("br") <= Brotli.most
    assert given[-1] == "gzip"
    assert packer_for("br")[0] == ""
    assert packer_for("zstd, br")[0] == "zstd"
    del packers
    assert packer_for(accepted)[0] == "br", "ended streams free their contexts"


class Reader(Thread):
    """Reads a stream as it comes: the events, and the bytes of each on the wire."""

    def __init__(self, person: Person, table: str, encoding: str) -> None:
        super().__init__(daemon=True)
        self.person, self.table, self.encoding = person, table, encoding
        self.answered = ""
        self.sizes: list[int] = []
        self.start()

    def run(self) -> None:
        ask = {"Accept-Encoding": self.encoding}
        read = bytes if self.encoding == "identity" else unpacker(self.encoding)
        path = f"{self.table}stream/"
        size = 0
        # The server stops before the stream ends.
        with (
            suppress(httpx.TransportError),
            self.person.client.stream("GET", path, headers=ask, timeout=None) as stream,
        ):
            self.answered = stream.headers.get("Content-Encoding", "")
            for part in stream.iter_raw():
                text = read(part)
                size += len(part)
                if text.endswith(b"\n\n"):
                    self.sizes.append(size)
                    size = 0


@pytest.mark.parametrize("title", first_is_enough(TITLES))
def test_an_event_is_small(server: Server, title: str) -> None:
    """Bots make most moves of a game, so most events are theirs, as for people."""
    aki = Person(server.url)
    table = aki.quick(title)
    encodings = ("zstd", "br", "gzip", "identity")
    readers = [Reader(aki.at(server.url), table, encoding) for encoding in encodings]
    for _ in range(15):
        moves = wait_for_moves(aki, table)
        if not moves:
            break
        assert aki.act(table, moves[len(moves) // 2]).status_code == 200
    zstd, br, gzip, plain = readers
    assert [reader.answered for reader in readers] == ["zstd", "br", "gzip", ""]
    assert len(zstd.sizes) > 10
    assert median(zstd.sizes) <= LARGEST_EVENT < median(plain.sizes)
    assert median(br.sizes) <= LARGEST_EVENT
    # The window of gzip is smaller than an event.
    assert LARGEST_EVENT < median(gzip.sizes) <= LARGEST_PAGE
