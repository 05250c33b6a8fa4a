"""Monitoring: logs without secrets, the health check, and metrics with access control."""

import json
import logging
import re
from pathlib import Path

import httpx
import pytest
from django.db import Error
from django.http import HttpRequest
from django.test import Client, override_settings

from api_tools import Program
from configuring import configure
from ichiba.site.models import Table
from ichiba.site.observing import probes
from ichiba.site.observing.logs import Discreet, JsonLines, PlainLines
from ichiba.site.tables.bot_driver import Driver
from patience import PATIENCE
from server_process import Server
from site_scene import new_table, post_move
from site_tools import Person

pytestmark = pytest.mark.django_db(transaction=True)


class Lines(logging.Handler):
    """Collects formatted log lines."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(formatter)
        self.addFilter(Discreet())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@pytest.fixture(params=[JsonLines, PlainLines])
def lines(request: pytest.FixtureRequest):  # type: ignore[no-untyped-def]
    kept, root = Lines(request.param()), logging.getLogger()
    before = root.level
    root.addHandler(kept)
    root.setLevel(logging.DEBUG)
    yield kept
    root.removeHandler(kept)
    root.setLevel(before)


def test_a_whole_visit_is_logged_without_a_secret(client: Client, lines: Lines) -> None:
    table = new_table(["me", "greedy"], client, name="Akiko")
    post_move(client, table, "ticket x2")
    client.post(f"/t/{table.slug}/chat/", {"text": "a private thing"})
    link = re.search(r'data-copy="http://testserver([^"]*)"', client.get("/me/").content.decode())
    assert link is not None
    client.get(link[1])
    client.get(f"{link[1][:-2]}x/")
    program = Program("Ben")
    program.get(f"/tables/{table.slug}")
    program.move(program.table(["me", "greedy"]), "ticket +6")
    client.get(f"/t/{table.slug}/nowhere/")
    secrets = [
        table.slug, table.seed, "x2", "+6", "private thing", link[1].split("/")[2], program.secret,
        client.cookies["ichiba"].value, "Akiko",
    ]  # fmt: skip
    for secret in secrets:
        assert secret not in lines.text
    assert "Move made." in lines.text
    assert "/t/<slug:slug>/move/" in lines.text
    assert str(table.pk) in lines.text


def test_lines_are_json_with_table_move_and_request(client: Client, lines: Lines) -> None:
    if not isinstance(lines.formatter, JsonLines):
        pytest.skip("covered by the other format")
    table = new_table(["me", "greedy"], client)
    response = post_move(client, table, "ticket 4")
    told = [json.loads(line) for line in lines.lines]
    [move] = [one for one in told if one["message"] == "Move made."]
    assert (move["table"], move["move"]) == (table.pk, 1)
    assert move["request"] == response.headers["X-Request-ID"]
    [answered] = [one for one in told if one.get("route") == "/t/<slug:slug>/move/"]
    assert answered["status"] == 302
    assert answered["method"] == "POST"


@pytest.mark.parametrize(
    ("given", "kept"), [("abcdef12-3", True), ("x", False), ("a\tb" * 9, False), ("é" * 9, False)]
)
def test_a_request_keeps_a_fit_number(client: Client, given: str, kept: bool) -> None:
    answer = client.get("/healthz", headers={"X-Request-ID": given})
    assert (answer.headers["X-Request-ID"] == given) is kept
    assert re.fullmatch("[A-Za-z0-9-]{8,64}", answer.headers["X-Request-ID"])


def test_a_line_stays_one_line() -> None:
    record = logging.makeLogRecord({"msg": "one\ntwo %s", "args": ("a\r\nb",), "name": "x"})
    assert "\n" not in PlainLines().format(record)
    assert "\n" not in JsonLines().format(record)


def test_health_is_the_databases(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/healthz").json() == {"status": "well"}
    assert client.post("/healthz").status_code == 405
    with override_settings(ALLOWED_HOSTS=["play.example"]):
        assert client.get("/healthz").status_code == 200, "probes use the IP address as host"

    class Gone:
        def cursor(self) -> None:
            raise Error("secret of the database")

    monkeypatch.setattr(probes, "connection", Gone())
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert "secret" not in answer.content.decode()


def number(client: Client, name: str) -> float:
    text = client.get("/metrics").content.decode()
    found = re.search(rf"^{re.escape(name)} (.*)$", text, re.M)
    return float(found[1]) if found else 0.0


def test_numbers_count_moves_requests_bots_and_errors(client: Client) -> None:
    names = [
        'ichiba_moves_total{game="tsukiji"}',
        'ichiba_bot_seconds_count{game="tsukiji"}',
        'ichiba_requests_total{method="GET",status="404"}',
        'ichiba_errors_total{logger="ichiba.test"}',
    ]
    before = [number(client, name) for name in names]
    table = new_table(["me", "greedy"], client)
    post_move(client, table, "ticket 4")

    class Thinker:
        def choose(self, *_: object) -> list[str]:
            return ["ticket 3"]

    Driver().move_bot(table.pk, Thinker())  # type: ignore[arg-type]
    client.get("/nowhere/")
    logging.getLogger("ichiba.test").error("something")
    after = [number(client, name) for name in names]
    assert [b - a for a, b in zip(before, after, strict=True)] == [2, 1, 1, 1]
    text = client.get("/metrics").content.decode()
    assert table.slug not in text
    assert "ichiba_streams_open 0.0" in text


@pytest.mark.parametrize(
    ("where", "status"),
    [
        ({"REMOTE_ADDR": "127.0.0.1"}, 200),
        ({"REMOTE_ADDR": "::1"}, 200),
        ({"REMOTE_ADDR": "203.0.113.9"}, 403),
        ({"REMOTE_ADDR": ""}, 403),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.9"}, 403),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=203.0.113.9"}, 403),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_REAL_IP": "127.0.0.1"}, 403),
    ],
)
def test_numbers_are_for_this_machine(where: dict[str, str], status: int) -> None:
    assert Client().get("/metrics", **where).status_code == status


def test_or_for_whoever_has_the_token(settings) -> None:  # type: ignore[no-untyped-def]
    configure(settings, metrics_token="open sesame")  # noqa: S106 - not a password
    for given, status in (("Bearer open sesame", 200), ("Bearer other", 403), ("é", 403)):
        answer = Client().get("/metrics", headers={"Authorization": given})
        assert answer.status_code == status
    assert Client().get("/metrics").status_code == 403, "with a token set, access needs it"


@pytest.mark.long
def test_several_processes_add_up(tmp_path) -> None:  # type: ignore[no-untyped-def]
    server = Server(tmp_path, "--workers", "2", ICHIBA_LOG_FORMAT="json", ICHIBA_LOG="INFO")
    aki = Person(server.url)
    table = aki.quick()
    for ticket in ("4", "3"):
        assert aki.act(table, f"ticket {ticket}").status_code == 200
    counts = set()
    for _ in range(6):
        text = Person(server.url).get("/metrics").text
        found = re.search(r'ichiba_requests_total{method="POST",status="302"} (.*)', text)
        counts.add(found and found[1])
    server.stop()
    assert counts == {"3.0"}, "whichever process answers"
    slug = table.split("/")[2]
    for line in server.log().splitlines():
        assert json.loads(line)["level"] in ("INFO", "WARNING"), line
    assert slug not in server.log()


def test_an_address_that_is_unknown_is_not_told(lines: Lines) -> None:
    request = HttpRequest()
    request.path = "/me/secret/"
    logging.getLogger("django.request").warning(
        "%s: %s", "Not Found", request.path, extra={"request": request, "status_code": 404}
    )
    assert "secret" not in lines.text
    assert Table.objects.count() == 0


def knock(url: str) -> None:
    """What a scanner does, and a browser with an expired form."""
    httpx.get(url, headers={"Host": "evil.example"}, timeout=PATIENCE)
    httpx.get(f"{url}/wp-login.php", timeout=PATIENCE)
    httpx.get(f"{url}/admin/../../etc/passwd", timeout=PATIENCE)
    httpx.post(f"{url}/new/tsukiji/", data={"seats": "me"}, timeout=PATIENCE)


@pytest.mark.long
def test_refused_requests_are_lines_at_info_and_no_errors(tmp_path: Path) -> None:
    server = Server(tmp_path, ICHIBA_LOG="INFO", ICHIBA_HOSTS="127.0.0.1")
    knock(server.url)
    metrics = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    server.stop()
    log = server.log()
    assert "Traceback" not in log
    assert {line.split()[2] for line in log.splitlines()} == {"INFO"}
    assert "Refused a request for a host that ICHIBA_HOSTS or ICHIBA_URL doesn't name." in log
    assert "ALLOWED_HOSTS" not in log
    assert "evil.example" not in log
    assert "wp-login" not in log
    assert "ichiba_errors_total{" not in metrics


@pytest.mark.long
def test_by_default_refused_requests_are_not_logged(tmp_path: Path) -> None:
    server = Server(tmp_path, ICHIBA_HOSTS="127.0.0.1")
    knock(server.url)
    server.stop()
    assert server.log() == ""
