"""Moderators: what they can do, and that they see only the public view of a game in progress."""

import re

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import expect
from typer.testing import CliRunner

from ichiba.cli import app
from ichiba.core.match import Match
from ichiba.site.models import ChatLine, Happening, Move, Person, Table
from ichiba.site.people.identity import link_token
from ichiba.site.store import records
from ichiba.site.tables import play
from ichiba.site.tables.bot_driver import Driver
from ichiba.site.tables.changes import MovedOn
from ichiba.site.tables.play import By
from site_scene import hold, lay_all, new_table, play_bots, post_move, seated
from site_tools import Person as Visitor

database = pytest.mark.django_db(transaction=True)
PASSWORD = "market at dawn"  # noqa: S105
SEED = str(0xA1B2C3D4E5F60718293A4B5C6D7E8F90)


def text_of(response) -> str:  # type: ignore[no-untyped-def]
    return " ".join(response.content.decode().split())


def moderator(client: Client | None = None) -> Client:
    """A client logged in with an account that was made a moderator."""
    client = client or Client()
    client.post("/account/new/", {"name": "Mio", "password": PASSWORD})
    User.objects.filter(username="mio").update(is_staff=True)
    client.post("/account/log-in/", {"name": "Mio", "password": PASSWORD})
    return client


def act(client: Client, what: str, table: Table) -> str:
    """Choose an action for a table in the list."""
    data = {"action": what, "_selected_action": str(table.pk)}
    return text_of(client.post("/admin/site/table/", data, follow=True))


@database
def test_the_pages_are_for_moderators_alone() -> None:
    table = new_table(["me", "greedy"], Client())
    account = Client()
    account.post("/account/new/", {"name": "Aki", "password": PASSWORD})
    pages = ["/admin/", "/admin/site/table/", f"/admin/site/table/{table.pk}/change/",
             "/admin/site/person/", "/admin/login/"]  # fmt: skip
    for client in (Client(), account):
        for path in pages:
            response = client.get(path, follow=True)
            assert response.redirect_chain[-1][0].startswith("/account/log-in/"), path
        act(client, "end", table)
    table.refresh_from_db()
    assert table.status == "running"


@database
def test_a_cookie_or_link_alone_opens_no_pages_of_moderators() -> None:
    mio = moderator()
    assert mio.get("/admin/").status_code == 200
    thief = Client()
    thief.cookies["ichiba"] = mio.cookies["ichiba"].value
    assert thief.get("/").status_code == 200
    assert thief.get("/admin/").status_code == 302
    mio.post("/account/log-out/")
    assert mio.get("/admin/").status_code == 302


@database
@pytest.mark.parametrize("how", ["logs out", "changes the password"])
def test_a_session_ends_with_everything_else_of_its_person(how: str) -> None:
    mio, elsewhere = moderator(), Client()
    elsewhere.post("/account/log-in/", {"name": "Mio", "password": PASSWORD})
    assert elsewhere.get("/admin/").status_code == 200
    if how == "logs out":
        elsewhere.post("/account/log-out/")
    else:
        data = {"current": PASSWORD, "password": "seven small boats"}
        elsewhere.post("/account/password/", data)
        assert elsewhere.get("/admin/").status_code == 200, "who did it goes on"
    assert mio.get("/admin/").status_code == 302
    link = link_token(Person.objects.get(user__username="mio"))
    mio.post(f"/me/{link}/")
    assert mio.get("/admin/").status_code == 302, "a link does not bring it back"


@database
@pytest.mark.parametrize("how", ["log-in", "sign-up", "link"])
def test_who_comes_after_a_moderator_in_one_browser_is_none(how: str) -> None:
    browser, other = Client(), Client()
    other.post("/account/new/", {"name": "Aki", "password": PASSWORD})
    table = new_table(["me", "greedy"], other)
    moderator(browser)
    if how == "log-in":
        browser.post("/account/log-in/", {"name": "Aki", "password": PASSWORD})
    elif how == "sign-up":
        del browser.cookies["ichiba"]
        browser.post("/account/new/", {"name": "Ben", "password": PASSWORD})
    else:
        browser.post(f"/me/{link_token(Person.objects.get(user__username='aki'))}/")
    assert browser.get("/admin/").status_code == 302
    act(browser, "end", table)
    table.refresh_from_db()
    assert table.status == "running"
    assert not Session.objects.exists(), "and the session is gone for good"


@database
def test_who_is_no_moderator_any_more_is_out_at_once() -> None:
    mio = moderator()
    User.objects.update(is_staff=False)
    assert mio.get("/admin/site/table/").status_code == 302


@database
def test_a_moderators_password_is_changed_where_all_are() -> None:
    mio = moderator()
    assert mio.get("/admin/password_change/").headers["location"] == "/account/password/"
    other = "seven small boats"
    mio.post("/account/password/", {"current": PASSWORD, "password": other})
    assert mio.get("/admin/").status_code == 200, "and the game goes on"


@database
def test_a_table_is_ended_without_a_result_and_its_secrets_stay() -> None:
    aki, ben, mio = Client(), Client(), moderator()
    table = seated([aki, ben], seed=SEED)
    post_move(aki, table, "ticket x2")
    assert "ended" in act(mio, "end", table)
    table.refresh_from_db()
    assert (table.status, table.scores) == ("ended", None)
    for client in (aki, ben, Client()):
        page = client.get(f"/t/{table.slug}/")
        assert "This game was ended" in text_of(page)
        assert 'name="move"' not in page.content.decode()
        assert SEED not in text_of(page)
        assert client.get(f"/t/{table.slug}/record.json").status_code == 404
    assert "A moderator ends the game." in text_of(aki.get(f"/t/{table.slug}/"))
    assert "Aki lays " not in text_of(ben.get(f"/t/{table.slug}/replay/1/"))
    refused = post_move(ben, table, "ticket 4")
    assert refused.status_code == 409
    assert "This game was ended." in text_of(refused)
    assert aki.post(f"/t/{table.slug}/undo/", {"page": "1.0"}).status_code == 409
    assert Move.objects.count() == 1
    assert "Your turn" not in text_of(aki.get("/"))
    assert "already over" in act(mio, "end", table)


@database
def test_an_open_table_can_be_ended_too() -> None:
    host, mio = Client(), moderator()
    table = new_table(["me", "friend"], host, listed="yes")
    act(mio, "end", table)
    assert "This game was ended" in text_of(host.get(f"/t/{table.slug}/"))
    assert Client().post(f"/t/{table.slug}/join/").status_code == 409
    assert host.get(f"/t/{table.slug}/replay/").status_code == 404
    assert "No open tables." in text_of(Client().get("/"))


@database
def test_bots_stop_when_a_table_is_ended(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    page = "0.0"
    with hold(table) as match:
        page = play.match_token(match, 1)
    act(moderator(), "end", table)
    with pytest.raises(MovedOn):
        play.play(table, 1, "ticket 4", page, by=By.BOT)
    Driver().move_bot(table.pk, None)  # type: ignore[arg-type]
    assert not Move.objects.exists()


@database
def test_a_blocked_table_goes_on_with_a_bot_and_the_player_may_come_back() -> None:
    aki, ben, mio = Client(), Client(), moderator()
    table = seated([aki, ben])
    lay_all(ben, table, ["4", "3", "2"])
    assert "a bot has taken over" in act(mio, "unblock", table)
    assert [seat.stand_in for seat in table.seats.all()] == ["strong", ""]
    assert "A moderator lets a bot take over from Aki." in text_of(ben.get(f"/t/{table.slug}/"))
    play_bots(table, once=True)
    with hold(table) as match:
        assert match.record.moves[-1].startswith("0 ticket")
    assert "waiting for a person" in act(mio, "unblock", table)
    aki.post(f"/t/{table.slug}/back/")
    assert "Lay a ticket on lot 2." in text_of(aki.get(f"/t/{table.slug}/"))
    Match.replay(records.record_of(table))


@database
def test_who_is_muted_plays_but_does_not_write() -> None:
    aki, ben, mio = Client(), Client(), moderator()
    table = seated([aki, ben])
    person = Person.objects.get(name="Ben")
    mio.post(f"/admin/site/person/{person.pk}/change/", {"muted": "on"})
    refused = ben.post(f"/t/{table.slug}/chat/", {"text": "hello"})
    assert refused.status_code == 409
    assert "A moderator has muted you" in text_of(refused)
    assert not ChatLine.objects.exists()
    assert post_move(ben, table, "ticket 4").status_code == 302
    mio.post(f"/admin/site/person/{person.pk}/change/", {})
    assert ben.post(f"/t/{table.slug}/chat/", {"text": "hello"}).status_code == 302


@database
def test_who_is_banned_neither_sits_down_nor_opens_tables_nor_writes() -> None:
    aki, ben, mio = Client(), Client(), moderator()
    running = seated([aki, ben])
    waiting = new_table(["me", "friend"], aki)
    count = Table.objects.count()
    person = Person.objects.get(name="Ben")
    mio.post(f"/admin/site/person/{person.pk}/change/", {"banned": "on"})
    seats = {"players": "2", "seat0": "me", "seat1": "greedy"}
    answers = [
        ben.post(f"/t/{waiting.slug}/join/"),
        ben.post("/new/tsukiji/", seats),
        ben.post("/quick/tsukiji/"),
        ben.post("/learn/tsukiji/"),
        ben.post(f"/t/{running.slug}/chat/", {"text": "hello"}),
    ]
    assert [answer.status_code for answer in answers] == [409, 422, 403, 403, 409]
    for answer in answers:
        assert "You have been banned from this site by a moderator." in text_of(answer)
    assert Table.objects.count() == count
    assert post_move(ben, running, "ticket 4").status_code == 302, (
        "games that have started can be finished"
    )


@database
@pytest.mark.parametrize("what", ["banned", "muted"])
def test_nothing_of_a_banned_guest_comes_along_into_an_account(what: str) -> None:
    """Anybody can come to be that guest by a personal link, and then log in."""
    aki, guest, victim = Client(), Client(), Client()
    aki.post("/account/new/", {"name": "Aki", "password": PASSWORD})
    table = new_table(["me", "greedy"], guest, name="Guest")
    culprit = Person.objects.get(name="Guest")
    victim.post(f"/me/{link_token(culprit)}/")
    Person.objects.filter(name="Guest").update(**{what: True})
    victim.post("/account/log-in/", {"name": "Aki", "password": PASSWORD})
    account = Person.objects.get(user__username="aki")
    assert [account.banned, account.muted] == [False, False]
    assert victim.post("/quick/tsukiji/").status_code == 302
    assert table.seats.get(number=0).person == culprit, "the places stay with the ban"
    assert getattr(Person.objects.get(pk=culprit.pk), what)


@database
def test_what_a_table_did_is_told_with_times_and_chat() -> None:
    aki, ben, mio = Client(), Client(), moderator()
    table = seated([aki, ben])
    ben.post(f"/t/{table.slug}/chat/", {"text": "<b>rude</b>"})
    for client in (aki, ben):
        lay_all(client, table, ["4", "3", "2"])
    page = text_of(mio.get(f"/admin/site/table/{table.pk}/change/"))
    assert re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Aki joins the table\.", page)
    revealed = r"\d\d:\d\d:\d\d Lot 1: Aki 4 and Ben 4 make 8\."
    assert re.search(revealed, page), "what has been revealed"
    person = Person.objects.get(name="Ben")
    assert f'<a href="/admin/site/person/{person.pk}/change/">Ben</a>: &lt;b&gt;rude' in page
    assert table.seed not in page


@database
def test_a_moderator_who_plays_learns_nothing_about_the_others() -> None:
    """Two tables that differ only in what Aki hides look the same on every page."""
    mio, seen = Client(), []
    aki = Client()
    moderator(mio)
    tickets = (["x2", "+6", "4"], ["0", "1", "2"])
    pair = [seated([aki, mio], seed=SEED) for _ in tickets]
    for table, laid in zip(pair, tickets, strict=True):
        lay_all(mio, table, ["4"])
        lay_all(aki, table, laid)
    for table in pair:
        texts = [
            text_of(mio.get(path))
            for path in (
                f"/admin/site/table/{table.pk}/change/",
                f"/admin/site/table/{table.pk}/history/",
                f"/admin/site/table/?q={table.slug}",
            )
        ]
        assert not any(SEED in text or "ticket x2" in text for text in texts)
        seen.append([plain(text, table) for text in texts])
    assert seen[0] == seen[1]


def plain(text: str, table: Table) -> str:
    text = text.replace(table.slug, "SLUG").replace(f"/{table.pk}/", "/PK/")
    text = re.sub(r'value="[^"]*"', "", text)
    text = re.sub(r"[A-Z][a-z]+\.? \d+, \d{4}, \S+ \S+m\.|noon|midnight", "TIME", text)
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "TIME", text)


@database
@pytest.mark.parametrize(
    "question",
    [
        "table/?seed__startswith=2",
        "table/?moves__text__contains=x2",
        "table/?owner__key__startswith=a",
        "person/?key__startswith=a",
        "person/?user__password__startswith=a",
        "person/?user__email__startswith=a",
    ],
)
def test_no_secret_can_be_guessed_by_asking_for_it(question: str) -> None:
    seated([Client(), Client()], seed=SEED)
    response = moderator().get(f"/admin/site/{question}")
    assert response.status_code == 400, "such a search must be refused"


@database
def test_moderators_add_and_delete_nothing_by_hand() -> None:
    mio = moderator()
    table = new_table(["me", "greedy"], Client())
    for path in ("table/add/", f"table/{table.pk}/delete/", "person/add/"):
        assert mio.get(f"/admin/site/{path}").status_code == 403
    for path in ("site/move/", "site/seat/", "auth/user/", "site/upload/"):
        assert mio.get(f"/admin/{path}").status_code == 404
    mio.post(f"/admin/site/table/{table.pk}/change/", {"status": "finished", "seed": "1"})
    table.refresh_from_db()
    assert table.status == "running"
    assert table.seed != "1"


@database
def test_what_a_moderator_did_is_kept() -> None:
    mio = moderator()
    table = new_table(["me", "greedy"], Client())
    act(mio, "end", table)
    assert "ended" in text_of(mio.get(f"/admin/site/table/{table.pk}/history/"))
    assert Happening.objects.filter(table=table, kind="ended").count() == 1


@database
def test_the_command_makes_and_unmakes_moderators() -> None:
    Client().post("/account/new/", {"name": "Mio", "password": PASSWORD})
    for arguments, staff in ((["MIO"], True), (["Mio", "--remove"], False)):
        run = CliRunner().invoke(app, ["moderator", *arguments])
        assert run.exit_code == 0, run.output
        assert User.objects.get().is_staff is staff
    nobody = CliRunner().invoke(app, ["moderator", "Nobody"])
    assert nobody.exit_code != 0
    assert "There is no account called" in str(nobody.exception)


@database
def test_the_same_strict_policy_holds_for_moderators() -> None:
    policy = moderator().get("/admin/").headers["Content-Security-Policy"]
    assert "unsafe" not in policy


def test_a_moderator_ends_a_table_in_the_browser(people, server) -> None:  # type: ignore[no-untyped-def]
    """Also checks that the content security policy blocks nothing on these pages."""
    import subprocess

    from server_process import COMMAND

    player = Visitor(server.url)
    slug = player.quick().split("/")[2]
    page = people()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto("/account/new/")
    page.get_by_label("Name").fill("Misaki")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    data = ["--data", str(server.data)]
    subprocess.run([COMMAND, "moderator", "Misaki", *data], check=True, capture_output=True)
    page.goto("/admin/")
    page.get_by_label("Name").fill("Misaki")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Tables", exact=True).click()
    page.get_by_role("row", name=slug).get_by_role("checkbox").check()
    page.locator("select[name=action]").select_option("end")
    page.locator("button[name=index]").click()
    expect(page.locator(".messagelist")).to_contain_text("ended")
    page.get_by_role("link", name=slug).click()
    expect(page.locator("#content")).to_contain_text("A moderator ends the game.")
    assert [text for text in said if "Content Security Policy" in text] == []
