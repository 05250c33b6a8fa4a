"""Notices: who gets one, when, where, and what it says."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connections
from django.test import Client
from django.utils import timezone

from account_tools import OTHER, PASSWORD, log_in, sign_up, text_of
from configuring import configure
from errand_tools import do_soon
from ichiba.site.configuration.kinds import Mail as MailSetting
from ichiba.site.models import Errand, Event, Notices, Person, PushSubscription, Seat, Table
from ichiba.site.notices import choosing, push
from ichiba.site.people import moderation
from ichiba.site.server import checks
from ichiba.site.store import snapshots
from ichiba.site.tables import lobby, play
from ichiba.site.tables.calls import VISIBLE
from ichiba.site.views.table import next_event
from notice_tools import Browser, Endpoint, check_signature
from site_scene import hold, market, paced, seated

pytestmark = pytest.mark.django_db(transaction=True)

ALL = {"mail": Event.values, "push": Event.values, "hook": Event.values}


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    configure(settings, url="https://play.example", mail=MailSetting(host="mail.example"))
    configure(settings, private_networks=True)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    running = Endpoint()
    yield running
    running.stop()


@pytest.fixture
def clients() -> list[Client]:
    """Aki and Ben. Aki has an account with a confirmed address."""
    found = [Client(), Client()]
    sign_up(found[0], "Aki", email="aki@example.org")
    wish()
    return found


def aki() -> Person:
    return Person.objects.get(user__username="aki")


def wish(**chosen: object) -> Notices:
    """Let Aki have notices: by mail at once, unless chosen otherwise."""
    notices = choosing.notices_of(aki())
    usual = {"mail": "now", "confirmed": "aki@example.org", "events": ALL}
    for name, value in (usual | chosen).items():
        setattr(notices, name, value)
    choosing.save(notices)
    return notices


def seat_of_aki() -> Seat:
    return Seat.objects.filter(person=aki()).latest("pk")


def play_until(table: Table, *, due: bool) -> None:
    """Let both players move until it is, or isn't, Aki's turn."""
    while (0 in Table.objects.get(pk=table.pk).due_seats) != due:
        with hold(table) as match:
            seat = match.state.actors[0]
            move = match.game.notation(match.state.legal(seat)[0])
        play.play(table, seat, move)


def next_turn(table: Table) -> None:
    """Let Aki move, and then Ben, until it is Aki's turn again."""
    play_until(table, due=False)
    play_until(table, due=True)


def begin(clients: list[Client], **data: object) -> Table:
    """Start a game in which it is Ben's turn, and throw the first notices away."""
    table = seated(clients, "7", **data)
    play_until(table, due=False)
    Errand.objects.exclude(kind="digest").delete()
    Seat.objects.update(told=None, seen=timezone.now() - timedelta(hours=1))
    snapshots.forget(table.pk)
    mail.outbox.clear()
    return table


def test_whoever_is_away_hears_of_their_turn(clients: list[Client]) -> None:
    table = begin(clients)
    play_until(table, due=True)
    do_soon()
    [one] = mail.outbox
    assert one.to == ["aki@example.org"]
    assert one.subject == "Your turn: Tsukiji with Ben"
    assert f"https://play.example/t/{table.slug}/" in one.body
    headers = one.extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert not Errand.objects.exists()


def test_there_is_one_notice_about_a_table_until_it_is_opened(clients: list[Client]) -> None:
    table = begin(clients)
    play_until(table, due=True)
    do_soon()
    clients[1].post(f"/t/{table.slug}/chat/", {"text": "where are you"})
    next_turn(table)
    do_soon()
    assert len(mail.outbox) == 1
    clients[0].get(f"/t/{table.slug}/")
    assert Seat.objects.get(number=0).seen > Seat.objects.get(number=0).told  # type: ignore[operator]
    Seat.objects.update(seen=timezone.now() - timedelta(minutes=1), told=None)
    snapshots.forget(table.pk)
    next_turn(table)
    do_soon()
    assert len(mail.outbox) == 2, "once it was opened, the next turn is news again"


def test_nobody_who_has_the_table_open_gets_a_notice(clients: list[Client]) -> None:
    table = begin(clients)
    clients[0].get(f"/t/{table.slug}/")
    play_until(table, due=True)
    assert do_soon() == 0, "it isn't known yet whether the page stays open"
    seen = Seat.objects.get(number=0).seen
    assert seen is not None
    assert Errand.objects.get().due == seen + VISIBLE
    Seat.objects.filter(number=0).update(seen=timezone.now())  # a message of the page
    assert do_soon(timedelta(minutes=1)) == 1
    assert mail.outbox == []


def test_an_open_stream_does_not_prove_that_somebody_is_looking(clients: list[Client]) -> None:
    """After a laptop was closed, its stream stays open for a while."""
    table = begin(clients)
    page = f"/t/{table.slug}/"
    requests = [client.get(page).wsgi_request for client in clients]  # type: ignore[attr-defined]
    assert "data-notices" in clients[0].get(page).text
    assert "data-notices" not in clients[1].get(page).text
    long_ago = timezone.now() - timedelta(hours=1)
    Seat.objects.update(seen=long_ago)
    snapshots.forget(table.pk)
    for request in requests:
        assert next_event(request, table.slug, 0)[1]
    clients[0].get(f"{page}pulse/")
    seen = [*Seat.objects.order_by("number").values_list("seen", flat=True)]
    assert seen[0] == long_ago
    assert seen[1] != long_ago, "Ben gets no notices, so his stream is enough"
    play_until(table, due=True)
    do_soon()
    assert len(mail.outbox) == 1


def test_a_page_says_that_somebody_is_looking(clients: list[Client]) -> None:
    table = begin(clients)
    play_until(table, due=True)
    clients[0].get(f"/t/{table.slug}/pulse/?here")
    do_soon()
    assert mail.outbox == []


def test_whoever_closed_the_table_just_before_gets_one(clients: list[Client]) -> None:
    table = begin(clients)
    clients[0].get(f"/t/{table.slug}/")
    play_until(table, due=True)
    Seat.objects.filter(number=0).update(seen=timezone.now() - timedelta(minutes=1))
    do_soon(timedelta(minutes=1))
    assert len(mail.outbox) == 1


def test_a_page_of_another_process_counts(clients: list[Client]) -> None:
    """The snapshot of this process is old; what the database says decides."""
    table = begin(clients)
    snapshots.newest_of(table.pk)
    seen = timezone.now()
    Seat.objects.filter(number=0).update(seen=seen)
    play_until(table, due=True)
    do_soon()
    assert mail.outbox == []
    assert Errand.objects.get().due == seen + VISIBLE


def test_a_turn_that_is_over_is_no_news(clients: list[Client]) -> None:
    table = begin(clients)
    play_until(table, due=True)
    play_until(table, due=False)
    do_soon()
    assert mail.outbox == []


def test_mail_can_wait_and_then_is_not_sent_to_whoever_came(clients: list[Client]) -> None:
    wish(mail="later", minutes=15)
    table = begin(clients)
    play_until(table, due=True)
    do_soon()
    assert mail.outbox == []
    [waiting] = Errand.objects.all()
    assert timedelta(minutes=14) < waiting.due - timezone.now() < timedelta(minutes=16)
    assert do_soon(timedelta(minutes=20)) == 1
    assert len(mail.outbox) == 1
    Seat.objects.update(told=None)
    next_turn(table)
    do_soon()
    Seat.objects.filter(number=0).update(seen=timezone.now())
    assert do_soon(timedelta(minutes=20)) == 1
    assert len(mail.outbox) == 1, "the game has been opened"


@pytest.mark.parametrize("event", Event.values)
def test_events_can_be_left_out(clients: list[Client], event: str) -> None:
    """Each event alone causes exactly its own notice."""
    wish(events={"mail": [event]})
    table = paced(clients, "day", "7")
    clients[1].post(f"/t/{table.slug}/chat/", {"text": "hello"})
    play_until(table, due=True)
    Seat.objects.filter(number=0).update(due_since=timezone.now() - timedelta(hours=20))
    do_soon(timedelta(days=1))
    words = {"turn": "Your turn", "time": "Time is running out", "began": "The game has begun"}
    words |= {"chat": "New chat messages"}
    subjects = [one.subject for one in mail.outbox]
    assert subjects == ([f"{words[event]}: Tsukiji with Ben"] if event in words else [])


def test_the_end_and_a_rematch_are_told(clients: list[Client]) -> None:
    table = begin(clients)
    moderation.end(table)
    do_soon()
    assert mail.outbox[0].subject == "The game is over: Tsukiji with Ben"
    assert "It ended without a result." in mail.outbox[0].body
    Table.objects.update(status="finished")
    ben = Person.objects.get(name="Ben")
    new = lobby.rematch(Table.objects.get(), ben)
    do_soon()
    assert [one.subject for one in mail.outbox[1:]] == ["Rematch: Tsukiji with Ben"]
    assert f"/t/{new.slug}/" in mail.outbox[1].body


def test_the_result_is_in_the_notice(clients: list[Client]) -> None:
    table = begin(clients)
    with hold(table) as match:
        while match.state.actors:
            seat = match.state.actors[0]
            action = match.state.legal(seat)[0]
            play.play(table, seat, match.game.notation(action))
            match.play(seat, action)
        won = match.state.winners
    do_soon()
    told = "You won." if won == (0,) else "You shared the win." if 0 in won else "Ben won."
    assert told in next(one.body for one in mail.outbox if "is over" in one.subject)


def test_a_warning_comes_before_the_time_is_up_even_after_another_notice(
    clients: list[Client],
) -> None:
    table = paced(clients, "day", "7")
    play_until(table, due=False)
    play_until(table, due=True)
    do_soon()
    assert len(mail.outbox) == 1
    warning = Errand.objects.get(kind="notice")
    left = Seat.objects.get(number=0).due_since + timedelta(hours=18) - warning.due  # type: ignore[operator]
    assert abs(left) < timedelta(seconds=1)
    Seat.objects.update(due_since=timezone.now() - timedelta(hours=18, minutes=1))
    do_soon(timedelta(days=1))
    assert mail.outbox[1].subject == "Time is running out: Tsukiji with Ben"
    assert re.search(r"You have until \w+ \d+ \w+, \d\d:\d\d \(UTC\)\.", mail.outbox[1].body)


def test_a_table_can_be_silenced_and_called_again(clients: list[Client]) -> None:
    table = begin(clients)
    page = f"/t/{table.slug}/"
    assert "Notifications about this game: on" in text_of(clients[0].get(page))
    clients[0].post(f"{page}notices/", {"silent": "yes"})
    Seat.objects.update(seen=None)
    assert "Notifications about this game: off" in text_of(clients[0].get(page))
    Seat.objects.update(seen=None)
    snapshots.forget(table.pk)
    play_until(table, due=True)
    assert not Errand.objects.exists()
    clients[0].post(f"{page}notices/", {"silent": "no"})
    next_turn(table)
    do_soon()
    assert len(mail.outbox) == 1
    assert "Notifications about this game" not in text_of(clients[1].get(page))


def test_people_without_notices_cost_nothing() -> None:
    table = seated([Client(), Client()], "7")
    for _ in range(4):
        with hold(table) as match:
            seat = match.state.actors[0]
            play.play(table, seat, match.game.notation(match.state.legal(seat)[0]))
    assert not Errand.objects.exists()


def test_wishes_reach_games_that_have_begun(clients: list[Client]) -> None:
    wish(mail="")
    table = begin(clients)
    assert not seat_of_aki().calls
    wish(mail="now")
    assert seat_of_aki().calls
    play_until(table, due=True)
    do_soon()
    assert len(mail.outbox) == 1


def test_a_daily_mail_lists_what_waits_by_the_time_left(clients: list[Client]) -> None:
    notices = wish(mail="daily", hour=7, time_zone="Asia/Tokyo")
    errand = Errand.objects.get(kind="digest")
    assert errand.due.astimezone(notices.zone).hour == 7
    slow, quick, none = (paced(clients, pace, "7") for pace in ("week", "day", "none"))
    for table in (slow, quick, none):
        play_until(table, due=True)
    do_soon()
    assert mail.outbox == [], "nothing before that hour"
    do_soon(timedelta(days=1))
    [one] = mail.outbox
    assert one.subject == "3 games are waiting for you"
    assert [*re.findall(r"/t/([^/]+)/", one.body)] == [quick.slug, slow.slug, none.slug]
    assert "(Asia/Tokyo)" in one.body
    again = Errand.objects.get(kind="digest").due
    assert timedelta(hours=0) < again - timezone.now() <= timedelta(days=1)
    mail.outbox.clear()
    for table in (slow, quick, none):
        moderation.end(table)
    do_soon(timedelta(days=1))
    assert [one.subject for one in mail.outbox] == ["News about your games"]
    mail.outbox.clear()
    do_soon(timedelta(days=1))
    assert mail.outbox == [], "and nothing if there is nothing to tell"


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ("2026-03-28T05:59", "2026-03-28T06:00"),
        ("2026-03-28T06:00", "2026-03-29T05:00"),  # summer time begins
        ("2026-10-24T05:30", "2026-10-25T06:00"),  # and ends
    ],
)
def test_the_hour_of_the_daily_mail_is_that_of_the_clock_on_the_wall(now: str, due: str) -> None:
    notices = Notices(hour=7, time_zone="Europe/Amsterdam")
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert notices.next_digest(at) == datetime.fromisoformat(due).replace(tzinfo=UTC)


def test_one_click_stops_all_mail_without_a_log_in(clients: list[Client]) -> None:
    table = begin(clients)
    play_until(table, due=True)
    do_soon()
    link = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>")
    path = link.removeprefix("https://play.example")
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.get(path).status_code == 200
    assert Notices.objects.get().mail == "now", "a GET changes nothing"
    done = stranger.post(path, {"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert Notices.objects.get().mail == ""
    assert not seat_of_aki().calls
    assert stranger.post("/me/notices/stop/forged:token/").status_code == 404


def form(**changes: object) -> dict[str, object]:
    usual = {"mail": "now", "minutes": 30, "hour": 8, "time_zone": "UTC", "hook": ""}
    chosen = {f"events_{one}": ["turn"] for one in ("mail", "push", "hook")}
    return {**usual, "hook_kind": "json", **chosen, **changes}


def test_mail_is_offered_only_if_the_site_can_send_any(settings: Any) -> None:
    client = Client()
    sign_up(client, "Aki", email="aki@example.org")
    assert "When to send mail" in text_of(client.get("/me/notices/"))
    configure(settings, mail=MailSetting())
    assert "When to send mail" not in text_of(client.get("/me/notices/"))
    client.post("/me/notices/", form())
    do_soon()
    assert mail.outbox == []


def test_an_address_gets_no_mail_before_its_owner_has_confirmed_it() -> None:
    client = Client()
    sign_up(client, "Aki", email="aki@example.org")
    assert client.post("/me/notices/", form()).status_code == 302
    do_soon()
    [one] = mail.outbox
    assert one.subject == "Confirm your email address for Ichiba"
    assert not Notices.objects.get().active
    assert "The account is Aki." in one.body
    path = re.search(r"https://play.example(/me/notices/confirm/\S+)", one.body)
    assert path is not None
    stranger = Client()
    assert "aki@example.org" in text_of(stranger.get(path[1]))
    assert not Notices.objects.get().active
    stranger.post(path[1])
    assert Notices.objects.get().active
    User.objects.update(email="other@example.org")
    assert not Notices.objects.get().active, "another address has to be confirmed again"
    assert Client().get(path[1]).status_code == 404


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"time_zone": "Mars/Base"}, "Choose a time zone from the list"),
        ({"hook": "ftp://example.org"}, "The address must start with https://."),
        ({"hook": "https://10.0.0.1/x"}, "The address belongs to a private network."),
        ({"hour": "25"}, "Nothing was saved."),
    ],
)
def test_wrong_wishes_are_refused_in_words(
    clients: list[Client], settings: Any, changes: dict[str, object], told: str
) -> None:
    configure(settings, private_networks=False)
    answer = clients[0].post("/me/notices/", form(**changes))
    assert answer.status_code == 422
    assert told in text_of(answer)
    assert Notices.objects.get().hook == ""


def test_a_guest_can_choose_too() -> None:
    client = Client()
    assert client.get("/me/notices/").status_code == 200
    assert client.post("/me/notices/", form(mail="")).status_code == 302
    assert Notices.objects.get().person.user is None


def subscribe(client: Client, endpoint: Endpoint, path: str = "/one") -> Browser:
    browser = Browser(endpoint.url + path)
    assert client.post("/me/notices/push/", browser.form()).status_code == 204
    return browser


def test_a_push_can_be_read_by_the_browser_alone(clients: list[Client], endpoint: Endpoint) -> None:
    wish(mail="")
    browser = subscribe(clients[0], endpoint)
    table = begin(clients)
    play_until(table, due=True)
    do_soon()
    [(path, headers, body)] = endpoint.posts
    assert path == "/one"
    assert b"Ben" not in body
    shown = browser.read(body)
    assert shown["web_push"] == 8030
    assert shown["notification"]["title"] == "Your turn: Tsukiji with Ben"
    assert shown["notification"]["navigate"] == f"https://play.example/t/{table.slug}/"
    claims = check_signature(headers["Authorization"], push.public_key())
    assert claims["aud"] == endpoint.url
    assert claims["sub"] == "https://play.example"
    assert {"TTL", "Topic", "Urgency", "Content-Encoding"} <= {*headers}
    assert mail.outbox == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    clients: list[Client], endpoint: Endpoint, status: int
) -> None:
    wish(mail="")
    subscribe(clients[0], endpoint)
    endpoint.status = status
    table = begin(clients)
    play_until(table, due=True)
    do_soon()
    assert not PushSubscription.objects.exists()
    assert not Errand.objects.exists()
    assert not seat_of_aki().calls


def test_a_push_service_that_is_down_is_tried_again(
    clients: list[Client], endpoint: Endpoint
) -> None:
    wish(mail="")
    subscribe(clients[0], endpoint)
    endpoint.status = 503
    table = begin(clients)
    play_until(table, due=True)
    do_soon()
    assert Errand.objects.get().error == "BadAnswer 503"
    endpoint.status = 201
    do_soon(timedelta(minutes=1))
    assert len(endpoint.posts) == 2
    assert not Errand.objects.exists()


def test_the_check_tries_the_push_services(
    clients: list[Client], endpoint: Endpoint, settings: Any
) -> None:
    def found() -> list[tuple[str, str]]:
        return [(one.level, one.text) for one in checks.pushing(settings.CONFIGURATION)][1:]

    configure(settings, https=True)
    push.public_key()
    assert found()[0][1].startswith("No browser wants notifications yet")
    clients[0].post("/me/notices/push/", Browser(f"{endpoint.url}/a").form())
    assert found() == [("good", "The push services of browsers can be reached.")]
    assert endpoint.posts == []
    clients[0].post("/me/notices/push/", Browser("http://127.0.0.1:9/b").form())
    assert found()[0][0] == "note"
    endpoint.stop()
    [(level, text)] = found()
    assert level == "bad"
    assert "127.0.0.1:9" in text


def test_browsers_can_be_removed_and_belong_to_whoever_used_them_last(
    clients: list[Client], endpoint: Endpoint
) -> None:
    browser = subscribe(clients[0], endpoint)
    clients[1].post("/me/", {"name": "Ben"})
    assert clients[1].post("/me/notices/push/", browser.form()).status_code == 204
    assert PushSubscription.objects.get().person.name == "Ben"
    clients[0].post("/me/notices/push/forget/", {"browser": PushSubscription.objects.get().pk})
    assert PushSubscription.objects.exists(), "only one's own"
    page = text_of(clients[1].get("/me/notices/"))
    assert "Firefox · Linux" in page
    clients[1].post("/me/notices/push/forget/", {"browser": PushSubscription.objects.get().pk})
    assert not PushSubscription.objects.exists()


def test_a_guest_who_logs_in_keeps_the_notices_of_the_browser(
    clients: list[Client], endpoint: Endpoint
) -> None:
    Notices.objects.all().delete()
    browser = Client()
    browser.post("/me/", {"name": "Guest"})
    subscribe(browser, endpoint)
    table = seated([clients[0], clients[1]], "7")
    assert not seat_of_aki().calls
    log_in(browser)
    assert PushSubscription.objects.get().person == aki()
    assert seat_of_aki().calls, "also about the games of the account"
    assert choosing.notices_of(aki()).pk is not None
    play_until(table, due=False)
    Errand.objects.all().delete()
    Seat.objects.update(told=None, seen=timezone.now() - timedelta(hours=1))
    snapshots.forget(table.pk)
    play_until(table, due=True)
    do_soon()
    assert len(endpoint.posts) == 1


@pytest.mark.parametrize("way", ["log out", "new password"])
def test_who_logs_out_everywhere_gets_no_more_pushes(
    clients: list[Client], endpoint: Endpoint, way: str
) -> None:
    """Also in browsers of others, who may have known the password."""
    subscribe(clients[0], endpoint)
    if way == "log out":
        clients[0].post("/account/log-out/")
    else:
        clients[0].post("/account/password/", {"current": PASSWORD, "password": OTHER})
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "changes", [{"key": "AAAA"}, {"secret": "x"}, {"endpoint": "javascript:1"}, {"endpoint": ""}]
)
def test_a_forged_subscription_is_refused(clients: list[Client], changes: dict[str, str]) -> None:
    data = Browser("http://127.0.0.1:9/").form() | changes
    assert clients[0].post("/me/notices/push/", data).status_code == 400


@pytest.mark.parametrize("kind", ["discord", "slack", "json"])
def test_a_webhook_gets_what_it_understands(
    clients: list[Client], endpoint: Endpoint, kind: str
) -> None:
    Person.objects.update(name="Aki")
    wish(mail="", hook=f"{endpoint.url}/hook", hook_kind=kind)
    table = begin(clients)
    Seat.objects.filter(number=1).update(name="<Ben> @everyone")
    play_until(table, due=True)
    do_soon()
    [(_, headers, body)] = endpoint.posts
    told = json.loads(body)
    assert headers["Content-Type"] == "application/json"
    link = f"https://play.example/t/{table.slug}/"
    if kind == "discord":
        assert told["allowed_mentions"] == {"parse": []}
        assert told["content"].endswith(link)
    elif kind == "slack":
        assert "&lt;Ben&gt;" in told["text"]
        assert told["text"].endswith(link)
    else:
        assert (told["event"], told["title"], told["link"]) == ("turn", "Tsukiji", link)
        assert told["players"] == ["<Ben> @everyone"]
        assert told["deadline"] is None


def test_no_connection_is_held_while_others_answer(
    clients: list[Client], endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The requests of a process need them: there are only a few, with PostgreSQL."""
    wish(hook=f"{endpoint.url}/hook")
    play_until(begin(clients), due=True)
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(
        connections["default"],
        "close",
        lambda: sent.append((len(mail.outbox), len(endpoint.posts))),
    )
    do_soon()
    monkeypatch.undo()
    assert [len(mail.outbox), len(endpoint.posts)] == [1, 1]
    assert {after - before for before, after in zip(sent[0], sent[-1], strict=True)} == {0, 1}


def test_a_webhook_that_is_gone_is_forgotten_and_one_that_refuses_given_up(
    clients: list[Client], endpoint: Endpoint
) -> None:
    wish(mail="", hook=endpoint.url)
    table = begin(clients)
    endpoint.status = 400
    play_until(table, due=True)
    do_soon()
    assert Errand.objects.get().error == "The webhook refused it (400)."
    Seat.objects.update(told=None)
    endpoint.status = 404
    next_turn(table)
    do_soon()
    assert Notices.objects.get().hook == ""


def test_a_webhook_in_our_network_is_not_reached(
    clients: list[Client], endpoint: Endpoint, settings: Any
) -> None:
    wish(mail="", hook=endpoint.url.replace("http:", "https:"))
    configure(settings, private_networks=False)
    table = begin(clients)
    play_until(table, due=True)
    do_soon()
    assert endpoint.posts == []
    assert Errand.objects.get().error == "The address belongs to a private network."


def test_feeds_tell_whose_turn_it_is_to_whoever_has_their_address(clients: list[Client]) -> None:
    table = paced(clients, "day", "7")
    play_until(table, due=True)
    page = clients[0].get("/me/notices/").content.decode()
    atom, ics = (
        re.search(rf"https://play.example(/feed/[^\"]+\.{kind})", page) for kind in ("atom", "ics")
    )
    assert atom is not None
    assert ics is not None
    reader = Client()
    feed = reader.get(atom[1])
    assert feed["Content-Type"].startswith("application/atom+xml")
    assert feed.content.decode().count("<entry>") == 1
    assert f"https://play.example/t/{table.slug}/" in feed.content.decode()
    calendar = reader.get(ics[1]).content.decode()
    assert "SUMMARY:Your turn: Tsukiji with Ben" in calendar
    assert all(len(line.encode()) <= 75 for line in calendar.split("\r\n"))
    clients[0].post("/me/notices/feed/")
    assert reader.get(atom[1]).status_code == 404, "the old address is no longer valid"
    play_until(table, due=False)


def test_notices_are_the_same_whatever_others_hide(clients: list[Client]) -> None:
    """Two tables that differ only in the seed, so in all that is hidden, give the same words."""
    told = []
    for seed in ("7", "8"):
        table = market(clients, seed)
        Errand.objects.all().delete()
        snapshots.forget(table.pk)
        mail.outbox.clear()
        play_until(table, due=False)
        Seat.objects.update(told=None, seen=None)
        snapshots.forget(table.pk)
        Errand.objects.all().delete()
        play_until(table, due=True)
        do_soon()
        [one] = mail.outbox
        # The address that ends the mails is signed with the time.
        body = re.sub(r"/notices/stop/\S+", "/notices/stop/", one.body)
        told.append((one.subject, body.replace(table.slug, "")))
        moderation.end(table)
        do_soon()
    assert told[0] == told[1]


def test_a_deleted_account_gets_nothing_more(clients: list[Client]) -> None:
    table = begin(clients)
    play_until(table, due=True)
    clients[0].post("/account/delete/", {"current": "market at dawn"})
    assert not Notices.objects.exists()
    do_soon(timedelta(days=2))
    assert mail.outbox == []
