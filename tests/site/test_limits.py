"""Rate limits: after too many attempts one has to wait, and is told how long."""

import json
from datetime import timedelta

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from account_tools import OTHER, PASSWORD, log_in, sign_up, text_of
from configuring import configure
from ichiba.site.models import ChatLine, Tally
from ichiba.site.people import limits
from site_scene import new_table

database = pytest.mark.django_db(transaction=True)


@database
@pytest.mark.parametrize(
    ("what", "path", "data"),
    [
        ("log-in", "/account/log-in/", {"name": "Aki", "password": OTHER}),
        ("sign-up", "/account/new/", {"name": "Aki", "password": "short"}),
        ("reset", "/account/reset/", {"name": "Aki"}),
        ("table", "/quick/tsukiji/", {}),
        ("table", "/learn/tsukiji/", {}),
        ("table", "/new/tsukiji/", {"players": "2", "seat0": "me", "seat1": "friend"}),
        ("upload", "/replay/", {}),
    ],
)
def test_what_is_done_too_often_has_to_wait(client: Client, settings, what, path, data) -> None:  # type: ignore[no-untyped-def]
    configure(settings, limits={what: (2, 600)})
    for _ in range(2):
        assert client.post(path, data).status_code != 429
    refused = client.post(path, data)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 600
    assert "Try again in 10 minutes." in text_of(refused)
    assert Client(REMOTE_ADDR="192.0.2.7").get("/").status_code == 200
    Tally.objects.update(since=timezone.now() - timedelta(seconds=601))
    assert client.post(path, data).status_code != 429


@database
def test_limits_count_names_from_everywhere_and_a_success_clears_them(settings) -> None:  # type: ignore[no-untyped-def]
    sign_up(Client())
    configure(settings, limits={"log-in": (3, 600)})
    for number in range(2):
        log_in(Client(REMOTE_ADDR=f"192.0.2.{number}"), password=OTHER)
    assert log_in(Client(REMOTE_ADDR="192.0.2.9")).status_code == 302, "the count starts again"
    for number in range(3):
        log_in(Client(REMOTE_ADDR=f"198.51.100.{number}"), " AKI", OTHER)
    assert log_in(Client(REMOTE_ADDR="198.51.100.9")).status_code == 429
    assert log_in(Client(REMOTE_ADDR="198.51.100.9"), "Ben").status_code == 422
    kept = json.dumps([*Tally.objects.values_list("key", flat=True)])
    assert "aki" not in kept
    assert "192.0.2" not in kept


@database
def test_nobody_can_lock_a_person_out_by_trying_from_elsewhere(settings) -> None:  # type: ignore[no-untyped-def]
    home, moved = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")
    sign_up(home)
    home.post("/account/log-out/")
    assert log_in(moved).status_code == 302
    moved.post("/account/log-out/")
    configure(settings, limits={"log-in": (3, 600)})
    for number in range(5):
        log_in(Client(REMOTE_ADDR=f"198.51.100.{number}"), password=OTHER)
    assert log_in(Client(REMOTE_ADDR="198.51.100.9")).status_code == 429, "no stranger gets in"
    assert log_in(home).status_code == 302, "but whoever was here before"
    change = {"current": PASSWORD, "email": "aki@example.org"}
    assert home.post("/account/email/", change).status_code == 302, "nor is the password refused"
    for _ in range(3):
        assert log_in(moved, password=OTHER).status_code == 422
    assert log_in(moved).status_code == 429, "also there only so often"


@database
def test_a_known_device_is_known_for_its_own_account_alone(settings) -> None:  # type: ignore[no-untyped-def]
    configure(settings, limits={"log-in": (3, 600)})
    thief = Client(REMOTE_ADDR="192.0.2.1")
    sign_up(Client(), "Aki")
    sign_up(thief, "Ben")
    thief.post("/account/log-out/")
    for number in range(3):
        thief.defaults["REMOTE_ADDR"] = f"198.51.100.{number}"
        log_in(thief, "Aki", OTHER)
    thief.defaults["REMOTE_ADDR"] = "198.51.100.9"
    assert log_in(thief, "Aki", OTHER).status_code == 429


@database
def test_chat_and_joining_say_on_the_page_when_it_is_too_often(settings) -> None:  # type: ignore[no-untyped-def]
    host, friend = Client(), Client()
    table = new_table(["me", "friend", "friend"], host)
    configure(settings, limits={"chat": (1, 60), "join": (1, 60)})
    for path, data in (("chat", {"text": "hello"}), ("join", {"name": "Ben"})):
        assert friend.post(f"/t/{table.slug}/{path}/", data).status_code == 302
        refused = friend.post(f"/t/{table.slug}/{path}/", data, headers={"HX-Request": "true"})
        assert refused.status_code == 429
        assert refused.headers["Retry-After"]
        assert 'id="table"' in text_of(refused)
        assert "Try again in 1 minute." in text_of(refused)
    assert ChatLine.objects.count() == 1


def test_a_home_of_new_addresses_is_one_address() -> None:
    requests = RequestFactory()
    one, same, other = (
        limits.address(requests.get("/", REMOTE_ADDR=text))
        for text in ("2001:db8:1:2::3", "2001:db8:1:2:ffff::9", "2001:db8:1:3::3")
    )
    assert one == same != other


@pytest.mark.django_db(transaction=True)
def test_a_counter_from_the_future_expires(settings) -> None:  # type: ignore[no-untyped-def]
    """The clock was a day ahead and has been set back."""
    configure(settings, limits={"chat": (2, 60)})
    for _ in range(2):
        limits.spend("chat", "aki")
    tomorrow = timezone.now() + timedelta(days=1)
    Tally.objects.update(since=tomorrow)
    with pytest.raises(limits.TooMany) as refused:
        limits.spend("chat", "aki")
    assert refused.value.seconds <= 60
    kept = Tally.objects.get()
    assert kept.since < tomorrow, "so that the time to wait gets shorter"
    assert kept.count == 2, "clocks of two machines may differ by a little"
    Tally.objects.update(since=kept.since - timedelta(seconds=61))
    limits.spend("chat", "aki")


@pytest.mark.django_db(transaction=True)
def test_counters_from_the_future_are_cleaned_up(settings) -> None:  # type: ignore[no-untyped-def]
    configure(settings, limits={"chat": (2, 60)})
    limits.spend("chat", "aki")
    now = timezone.now()
    Tally.objects.update(since=now + timedelta(days=300))
    limits.sweep(now)
    limits.sweep(now + timedelta(seconds=61))
    assert not Tally.objects.exists()


def test_ipv4_visitors_of_a_server_for_both_are_told_apart() -> None:
    requests = RequestFactory()
    one, same, other = (
        limits.address(requests.get("/", REMOTE_ADDR=text))
        for text in ("::ffff:192.0.2.1", "192.0.2.1", "::ffff:192.0.2.2")
    )
    assert one == same != other


@database
@pytest.mark.parametrize("what", ["table", "join", "chat"])
def test_one_person_may_not_do_more_from_more_addresses(settings, what: str) -> None:  # type: ignore[no-untyped-def]
    aki, table = Client(), new_table(["me", "friend", "friend"], Client())
    aki.post("/me/", {"name": "Aki"})
    configure(settings, limits={what: (2, 600)})
    paths = {"table": "/quick/tsukiji/"}
    data = {"text": "Hello"} if what == "chat" else {}
    statuses = []
    for number in range(3):
        aki.defaults["REMOTE_ADDR"] = f"192.0.2.{number}"
        answer = aki.post(paths.get(what, f"/t/{table.slug}/{what}/"), data)
        statuses.append(answer.status_code)
    assert statuses == [302, 302, 429]
