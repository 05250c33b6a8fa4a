"""Servers that are killed between a cause and its errand: nothing is lost or done twice."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import sleep

import pytest

from account_tools import PASSWORD
from patience import PATIENCE, until
from postgres_process import Postgres
from server_process import Server
from site_tools import Person, moves_of
from smtp_process import MailServer

KEY = {"ICHIBA_SECRET_KEY": "shared by both machines, and long enough"}


@pytest.fixture
def post() -> Iterator[MailServer]:
    running = MailServer()
    yield running
    running.stop()


def with_mail(post: MailServer, **settings: str) -> dict[str, str]:
    return {"ICHIBA_MAIL": post.url, "ICHIBA_URL": "http://127.0.0.1", **KEY, **settings}


def sign_up(url: str, name: str) -> None:
    Person(url).post(
        "/account/new/", name=name, password=PASSWORD, email=f"{name.lower()}@example.org"
    )


def ask(url: str, name: str) -> None:
    assert "Check your email" in Person(url).post("/account/reset/", name=name).text


def end_leases(data: Path) -> None:
    """As if a minute and a half had passed, and nobody had had a page open."""
    with sqlite3.connect(data / "ichiba.sqlite3", timeout=20) as file:
        file.execute("UPDATE site_errand SET leased = created, due = created WHERE failed IS NULL")
        file.execute("UPDATE site_seat SET seen = '2020-01-01 00:00:00'")


def with_notices(url: str, name: str, post: MailServer) -> Person:
    """Somebody who gets mail about their games, after confirming their address."""
    person, address = Person(url), f"{name.lower()}@example.org"
    person.post("/account/new/", name=name, password=PASSWORD, email=address)
    wishes = {"mail": "now", "minutes": 30, "hour": 8, "time_zone": "UTC", "hook": ""}
    person.post("/me/notices/", **wishes, hook_kind="json", events_mail="turn")
    until(lambda: post.to(address), "there is no mail to confirm the address")
    text = post.to(address)[0].get_payload()
    link = re.search(r"(/me/notices/confirm/\S+)", str(text).replace("=\n", "").replace("=3D", "="))
    assert link is not None
    assert person.post(link[1]).status_code == 200
    return person


def turns(post: MailServer, address: str) -> list[str]:
    """The subjects of notices to an address."""
    return [one["Subject"] for one in post.to(address) if "Your turn" in one["Subject"]]


def sit_down(first: Person, second: Person) -> str:
    """A game of two, in which it is the second player's turn."""
    table = first.new(["me", "friend"])
    second.post(f"{table}join/", name="Ben")
    return table


def move(person: Person, table: str) -> None:
    """Make the first move that the page offers."""
    person.wait_for_turn(table)
    assert person.act(table, moves_of(person, table)[0]).status_code == 200


def hand_over(players: list[Person], table: str) -> None:
    """Move until it is the first player's turn, and it wasn't before."""
    while players[0].get(f"{table}pulse/").json()["turn"]:
        move(players[0], table)
    while not players[0].get(f"{table}pulse/").json()["turn"]:
        move(players[1], table)


@pytest.mark.long
def test_a_kill_between_a_move_and_its_notice(tmp_path: Path, post: MailServer) -> None:
    server = Server(tmp_path, **with_mail(post))
    players = [with_notices(server.url, "Aki", post), Person(server.url)]
    table = sit_down(*players)
    hand_over(players, table)
    server.kill()
    assert turns(post, "aki@example.org") == [], "Aki had the page open a moment before"
    end_leases(tmp_path)
    server.start()
    until(lambda: turns(post, "aki@example.org"), "the notice is lost")
    end_leases(tmp_path)
    sleep(1)
    server.stop()
    assert turns(post, "aki@example.org") == ["Your turn: Tsukiji with Ben"]


@pytest.mark.long
def test_a_kill_before_the_mail_and_one_while_it_is_sent(tmp_path: Path, post: MailServer) -> None:
    server = Server(tmp_path, **with_mail(post))
    for name in ("Aki", "Ben"):
        sign_up(server.url, name)
    ask(server.url, "Aki")
    server.kill()
    assert not post.mails
    server.start()
    until(lambda: post.to("aki@example.org"), "the mail is lost")
    post.silent = True
    post.asked.clear()
    ask(server.url, "Ben")
    assert post.asked.wait(PATIENCE)
    server.kill()
    post.silent = False
    end_leases(tmp_path)
    server.start()
    until(lambda: post.to("ben@example.org"), "the mail is lost")
    server.stop()
    assert Counter(one["To"] for one in post.mails) == {"aki@example.org": 1, "ben@example.org": 1}


@pytest.mark.long
def test_many_kills_lose_no_mail_and_send_none_twice(tmp_path: Path, post: MailServer) -> None:
    server, rng, names = Server(tmp_path, **with_mail(post)), Random(1), []
    for number in range(5):
        for letter in "ab":
            names.append(f"{letter}{number}")
            sign_up(server.url, names[-1])
            ask(server.url, names[-1])
        sleep(rng.random() * 1.5)
        server.kill()
        end_leases(tmp_path)
        server.start()
    until(lambda: len({one["To"] for one in post.mails}) == len(names), "a mail is lost")
    sleep(2)
    server.stop()
    # One that was accepted just before a kill may come again, with the same id.
    assert len({one["Message-ID"] for one in post.mails}) == len(names)


@pytest.mark.long
def test_two_servers_share_the_work_on_postgresql(
    tmp_path: Path, post: MailServer, postgres: Postgres
) -> None:
    database = postgres.url(postgres.new_database())
    servers = []
    for place in ("here", "there"):
        (tmp_path / place).mkdir()
        servers.append(Server(tmp_path / place, **with_mail(post, DATABASE_URL=database)))
    names = [f"p{number}" for number in range(12)]
    for number, name in enumerate(names):
        sign_up(servers[number % 2].url, name)
        ask(servers[number % 2].url, name)
    servers[0].kill()
    until(lambda: len(post.mails) >= len(names) - 1, "the other server does the rest")
    postgres.ask("UPDATE site_errand SET leased = created", database.rpartition("/")[2])
    until(lambda: len({one["To"] for one in post.mails}) == len(names), "a mail is lost")
    sleep(2)
    servers[1].stop()
    assert len({one["Message-ID"] for one in post.mails}) == len(names)
    assert not servers[1].errors(), servers[1].log()
