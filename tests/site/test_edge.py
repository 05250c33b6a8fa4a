"""The edge of a real server: slow senders, idle connections, huge bodies and many streams."""

import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from patience import PATIENCE, until
from server_process import Server
from site_tools import Person

SLOW = 3.0
# By how many seconds a busy machine may be late. With the usual limit, it would be later than that.
BUSY = 15.0
CROWD = 300
STREAMS, BY_PERSON = 12, 4


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with short timeouts and low limits."""
    server = Server(
        tmp_path_factory.mktemp("edge"),
        ICHIBA_SLOW_SECONDS=str(SLOW),
        ICHIBA_STREAMS=str(STREAMS),
        ICHIBA_STREAMS_BY_PERSON=str(BY_PERSON),
        ICHIBA_STREAMS_BY_ADDRESS="8",
    )
    yield server
    server.stop()
    assert not server.errors(), server.log()


def connect(server: Server) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def is_closed(line: socket.socket, seconds: float = PATIENCE) -> bool:
    """Whether the server closes a connection within this time."""
    line.settimeout(seconds)
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@contextmanager
def crowd(server: Server, count: int) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(connect(server)) for _ in range(count)]


def test_300_slow_lines_are_let_go_and_disturb_nobody(small: Server) -> None:
    with crowd(small, CROWD) as lines:
        for number, line in enumerate(lines):
            if number % 3:  # every third client sends nothing at all
                line.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        opened = time.monotonic()
        assert httpx.get(f"{small.url}/healthz", timeout=PATIENCE).status_code == 200
        for line in lines[1::3]:
            line.sendall(b"a")  # sending a little at a time does not extend the limit
        assert all(is_closed(line) for line in lines)
        gone = time.monotonic() - opened
    assert gone < SLOW + BUSY, "all slow connections must be closed"


def test_a_slow_second_request_is_let_go_as_well(small: Server) -> None:
    with connect(small) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert b"200 OK" in line.recv(65536)
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost")
        start = time.monotonic()
        assert is_closed(line)
        assert time.monotonic() - start < SLOW + BUSY


def test_a_body_that_does_not_come_is_not_waited_for(small: Server) -> None:
    with connect(small) as line:
        line.sendall(b"POST /me/ HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nname=")
        start = time.monotonic()
        answer = line.recv(65536)
        assert b" 408 " in answer.splitlines()[0]
        assert time.monotonic() - start < SLOW + BUSY
        assert is_closed(line)


def test_who_does_not_read_is_let_go(small: Server) -> None:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", small.port))
        line.settimeout(PATIENCE)
        get = b"GET /static/site/symbols.svg HTTP/1.1\r\nHost: a\r\n\r\n"
        line.sendall(get * 400)  # about ten megabytes of answers
        wait_until_let_go(line)
        read = 0
        with suppress(ConnectionError):
            while part := line.recv(1 << 20):
                read += len(part)
    one = len(httpx.get(f"{small.url}/static/site/symbols.svg", timeout=PATIENCE).content)
    assert read < 400 * one / 2, "answers that nobody reads must not be sent forever"


def wait_until_let_go(line: socket.socket) -> None:
    """Wait until the server's end of a connection is closed, whatever is still on its way.

    Reading would tell too, but then the client would no longer be one that does not read.
    """
    ends = [line.getpeername(), line.getsockname()]
    # Linux lists addresses as hexadecimal words in the byte order of the machine.
    local, remote = (f"0100007F:{port:04X}" for _, port in ends)
    established = f"{local} {remote} 01 "
    until(lambda: established not in Path("/proc/net/tcp").read_text(), "the connection stays open")


@pytest.mark.parametrize("announced", [True, False])
def test_a_huge_body_is_refused_early(small: Server, announced: bool) -> None:
    with connect(small) as line:
        head = b"POST /replay/ HTTP/1.1\r\nHost: a\r\n"
        if announced:
            line.sendall(head + b"Content-Length: 100000000000\r\n\r\n")
        else:
            line.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n")
            chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
            with suppress(ConnectionError):
                for _ in range(200):
                    line.sendall(chunk)
        answer = read_some(line)
        assert not answer or b" 413 " in answer.splitlines()[0]
        assert announced is False or answer
        assert is_closed(line)


def read_some(line: socket.socket) -> bytes:
    try:
        return line.recv(65536)
    except ConnectionError:
        return b""


@pytest.mark.parametrize(
    "request_",
    [
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 2\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n",
    ],
)  # fmt: skip
def test_what_is_no_http_is_refused(small: Server, request_: bytes) -> None:
    with connect(small) as line:
        with suppress(ConnectionError):
            line.sendall(request_)
        answer = read_some(line)
        assert not answer or answer.split()[1] in (b"400", b"404", b"405", b"403", b"431")
    assert httpx.get(f"{small.url}/healthz", timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/static/../settings.py", "/static/%2e%2e/settings.py", "/static/site/../../settings.py",
     "/static//etc/passwd", "/static/..%5c..%5csettings.py", "//evil.example/%2e%2e"],
)  # fmt: skip
def test_paths_as_they_are_sent_lead_nowhere_else(small: Server, path: str) -> None:
    with connect(small) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := line.recv(65536):
            answer += part
    assert answer.split()[1] in (b"404", b"400")
    assert b"SECRET_KEY" not in answer
    assert b"root:" not in answer
    assert b"\r\nlocation:" not in answer.lower()


def open_streams(stack: ExitStack, person: Person, path: str, count: int) -> list[httpx.Response]:
    answers = []
    for _ in range(count):
        answer = stack.enter_context(person.client.stream("GET", path, timeout=PATIENCE))
        answers.append(answer)
        if answer.status_code == 200:
            events = stack.enter_context(closing(answer.iter_lines()))
            next(events)
    return answers


def test_streams_have_a_limit_for_each_and_make_room_again(small: Server) -> None:
    aki = Person(small.url)
    table = aki.quick()
    for path in (f"{table}stream/", f"/api/v1/tables{table[2:]}stream"):
        with ExitStack() as stack:
            if "api" in path:
                made = aki.client.post(
                    "/api/v1/tokens", json={}, headers={"X-CSRFToken": aki.csrf()}
                )
                aki.client.headers["Authorization"] = f"Bearer {made.json()['token']}"
            answers = open_streams(stack, aki, path, BY_PERSON + 1)
            assert [one.status_code for one in answers] == [200] * BY_PERSON + [429]
            answers[-1].read()
            assert "You have too many tabs open." in answers[-1].text
        wait_for_room(small)


def test_streams_have_a_limit_for_an_address(small: Server) -> None:
    people = [Person(small.url) for _ in range(3)]
    tables = [person.quick() for person in people]
    with ExitStack() as stack:
        statuses = []
        for person, table in zip(people, tables, strict=True):
            for answer in open_streams(stack, person, f"{table}stream/", 3):
                statuses.append(answer.status_code)
        assert statuses == [200] * 8 + [429]
        assert httpx.get(f"{small.url}/healthz", timeout=PATIENCE).status_code == 200
    wait_for_room(small)


@pytest.mark.long
def test_streams_have_a_limit_for_a_process(tmp_path) -> None:  # type: ignore[no-untyped-def]
    server = Server(tmp_path, ICHIBA_STREAMS="3")
    aki = Person(server.url)
    table = aki.quick()
    with ExitStack() as stack:
        answers = open_streams(stack, aki, f"{table}stream/", 4)
        assert [one.status_code for one in answers] == [200] * 3 + [503]
        answers[-1].read()
        assert "The server is full right now." in answers[-1].text
        assert aki.act(table, "ticket 4").status_code == 200, "the game goes on"
    wait_for_room(server)
    server.stop()
    assert not server.errors(), "a full server isn't an error of the server"


@pytest.mark.long
def test_thousands_of_streams_from_one_address_disturb_nobody(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """With the default limits."""
    server = Server(tmp_path)
    aki = Person(server.url)
    table = aki.new(seats=["me", "greedy"])
    request = f"GET {table}stream/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(connect(server))) for _ in range(1500)]
        for line in lines:
            line.sendall(request)
        statuses = Counter(line.recv(12)[9:] for line in lines)
        assert statuses == {b"403": 1500}, "strangers must not see a private table"
    listed = aki.new(seats=["me", "greedy"], listed="yes")
    request = request.replace(table.encode(), listed.encode())
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(connect(server))) for _ in range(1500)]
        for line in lines:
            line.sendall(request)
        statuses = Counter(line.recv(12)[9:] for line in lines)
        assert statuses == {b"200": 200, b"429": 1300}
        assert aki.act(listed, "ticket 4").status_code == 200, "the game must go on"
    wait_for_room(server)
    server.stop()
    assert not server.errors(), server.log()


@pytest.mark.long
def test_a_crowd_gets_no_more_connections_than_there_are(tmp_path) -> None:  # type: ignore[no-untyped-def]
    server = Server(tmp_path, ICHIBA_CONNECTIONS="20", ICHIBA_SLOW_SECONDS=str(SLOW))
    with crowd(server, 30):
        assert httpx.get(f"{server.url}/healthz", timeout=PATIENCE).status_code == 503
    until(
        lambda: httpx.get(f"{server.url}/healthz", timeout=PATIENCE).status_code == 200,
        "connections that were closed still count",
    )
    server.stop()


@pytest.mark.long
def test_a_server_that_stops_ends_its_streams_without_an_error(tmp_path) -> None:  # type: ignore[no-untyped-def]
    server = Server(tmp_path)
    aki = Person(server.url)
    table = aki.quick()
    with ExitStack() as stack:
        open_streams(stack, aki, f"{table}stream/", 2)
        server.stop()
        assert not server.errors(), server.log()


def wait_for_room(server: Server) -> None:
    """Wait until the server has noticed that all streams are closed."""

    def is_empty() -> bool:
        return (
            "ichiba_streams_open 0.0" in httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
        )

    until(is_empty, "streams that were closed still count")


@pytest.mark.long
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_server_for_both_kinds_of_addresses_sees_ipv4_ones_as_they_are(
    workers: str, tmp_path: Path
) -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("This machine has no IPv6.")
    server = Server(tmp_path, "--host", "::", "--workers", workers, ICHIBA_LIMITS="guest=1/600")
    try:
        metrics = httpx.get(f"{server.url}/metrics", timeout=PATIENCE)
        assert metrics.status_code == 200, "this machine may read them"
        made = [
            httpx.post(
                f"{server.url}/api/v1/tokens",
                json={},
                headers={"X-Forwarded-For": one},
                timeout=PATIENCE,
            )
            for one in ("192.0.2.1", "192.0.2.2", "192.0.2.1")
        ]
        statuses = [one.status_code for one in made]
        assert statuses == [201, 201, 429], "a proxy on this machine is trusted, as on 127.0.0.1"
    finally:
        server.stop()
