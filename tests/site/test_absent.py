"""Absent players: time limits, votes, a bot that takes over, and coming back."""

import re
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

import ichiba
from browser_tools import press
from ichiba import bots
from ichiba.core.match import Match
from ichiba.site.models import Happening, Move, Table, Vote
from ichiba.site.store import records
from ichiba.site.tables import play
from ichiba.site.tables.bot_driver import Driver
from ichiba.site.tables.changes import MovedOn
from ichiba.site.tables.play import By
from patience import PATIENCE
from site_scene import (
    hold,
    late,
    lay_all,
    new_table,
    paced,
    page_token,
    play_bots,
    post_move,
    seated,
)

database = pytest.mark.django_db(transaction=True)


class Silent:
    """A thinker that returns no move, so that the simplest bot decides."""

    def choose(self, *_: object) -> list[str]:
        return []


def text_of(response) -> str:  # type: ignore[no-untyped-def]
    return " ".join(response.content.decode().split())


def ask(client: Client, table: Table, number: int):  # type: ignore[no-untyped-def]
    return client.post(f"/t/{table.slug}/replace/", {"seat": str(number)})


def stand_ins(table: Table) -> list[str]:
    return [seat.stand_in for seat in table.seats.all()]


def shown(client: Client, table: Table, button: str) -> bool:
    """Whether a button is on the page and not hidden until later."""
    page = text_of(client.get(f"/t/{table.slug}/"))
    form = page.split(button)[0].rpartition("<form")[2] if button in page else ""
    return button in page and " hidden>" not in form.partition(">")[0] + ">"


@database
@pytest.mark.parametrize(
    ("pace", "told"),
    [
        ("live", "5 minutes per turn"),
        ("bank15", "15 minutes, plus 20 seconds per turn"),
        ("days3", "3 days, plus 12 hours per turn, at most 5 days"),
    ],
)
def test_the_pace_is_chosen_and_told_in_the_lobby(pace: str, told: str) -> None:
    host = Client()
    assert told in text_of(host.get("/new/tsukiji/"))
    table = new_table(["me", "friend"], host, pace=pace, listed="yes")
    assert told in text_of(Client().get(f"/t/{table.slug}/"))
    assert told in text_of(Client().get("/"))


@database
def test_without_a_pace_nobody_has_a_clock() -> None:
    aki, ben = Client(), Client()
    table = paced([aki, ben], "none")
    page = text_of(ben.get(f"/t/{table.slug}/"))
    assert "has until" not in page
    assert "Let a bot play" not in page
    refused = ask(ben, table, 0)
    assert refused.status_code == 409
    assert "Aki still has time to move." in text_of(refused)


@database
def test_an_unknown_pace_is_told(client: Client) -> None:
    data = {"players": "2", "seat0": "me", "seat1": "friend", "pace": "hurry"}
    response = client.post("/new/tsukiji/", data)
    assert response.status_code == 422
    assert "Choose a time limit from the list." in text_of(response)


@database
def test_the_table_says_until_when_somebody_has_time() -> None:
    aki, ben = Client(), Client()
    table = paced([aki, ben])
    page = text_of(ben.get(f"/t/{table.slug}/"))
    began = table.seats.get(number=0).due_since
    assert began is not None
    until = (began + timedelta(minutes=5)).isoformat()
    assert f'Aki has until <time datetime="{until}">' in page
    assert "You have until <time" in page
    assert not shown(ben, table, "Let a bot play for Aki")


@database
def test_a_turn_has_one_clock_and_others_do_not_change_it() -> None:
    aki, ben = Client(), Client()
    table = paced([aki, ben])
    late(table, 0, 1, by=timedelta(minutes=2))
    before = {seat.number: seat.due_since for seat in table.seats.all()}
    lay_all(ben, table, ["4"])
    after = {seat.number: seat.due_since for seat in table.seats.all()}
    assert after[0] == before[0], "Ben's ticket must not give Aki more time"
    assert after[1] == before[1], "the turn goes on until all tickets lie there"
    ben.post(f"/t/{table.slug}/undo/", {"page": page_token(ben, table)})
    assert table.seats.get(number=1).due_since == before[1], "an undo must not give more time"
    lay_all(ben, table, ["4", "3", "2"])
    assert table.seats.get(number=1).due_since is None, "Ben has decided and is not waited for"
    lay_all(aki, table, ["4", "3", "2"])
    with hold(table) as match:
        actors = match.state.actors
    due = [seat.number for seat in table.seats.all() if seat.due_since is not None]
    assert due == [*actors]


@database
def test_one_other_person_is_enough_and_the_bot_goes_on_in_the_middle_of_a_decision() -> None:
    aki, ben = Client(), Client()
    table = paced([aki, ben])
    lay_all(aki, table, ["x2"])
    lay_all(ben, table, ["4"])
    early = ask(ben, table, 0)
    assert early.status_code == 409
    assert "Aki still has time to move." in text_of(early)
    late(table, 0)
    assert shown(ben, table, "Let a bot play for Aki")
    assert "Your time is up. You can still move." in text_of(aki.get(f"/t/{table.slug}/"))
    assert ask(ben, table, 0).status_code == 302
    assert stand_ins(table) == ["strong", ""]
    page = text_of(ben.get(f"/t/{table.slug}/"))
    assert "Aki is away. A bot takes over." in page
    driver = Driver()
    for _ in range(4):
        driver.move_bot(table.pk, Silent())  # type: ignore[arg-type]
    own = [move.text for move in Move.objects.filter(text__startswith="0 ")]
    assert own[0] == "0 ticket x2", "earlier decisions stand"
    assert len(own) == 3
    assert Match.replay(records.record_of(table)).record.moves == [
        move.text for move in Move.objects.all()
    ]


@database
@pytest.mark.parametrize("game", ichiba.games())
def test_the_usual_bot_stands_in_and_everyone_sees_its_level(game: str) -> None:
    """Neither the weakest nor the strongest: it should not decide a game between people."""
    aki, ben = Client(), Client()
    table = seated([aki, ben], game=game, pace="live")
    level = '<span class="cast-level">strong</span>'
    assert level not in text_of(ben.get(f"/t/{table.slug}/"))
    with hold(table) as match:
        due = match.state.actors[0]
    late(table, due)
    assert ask([ben, aki][due], table, due).status_code == 302
    assert table.seats.get(number=due).stand_in == bots.usual(ichiba.load(game)) == "strong"
    for who in (aki, ben):
        assert level in text_of(who.get(f"/t/{table.slug}/"))


@database
def test_the_vote_and_the_bot_show_no_secret() -> None:
    """Ben sees the same after the vote and the bot's move, whatever ticket Aki has hidden."""
    seen = []
    for ticket in ("x2", "+6"):
        aki, ben = Client(), Client()
        table = paced([aki, ben], seed="271828182845904523536")
        lay_all(aki, table, [ticket])
        late(table, 0)
        pages = [ben.get(f"/t/{table.slug}/")]
        ask(ben, table, 0)
        pages.append(ben.get(f"/t/{table.slug}/"))
        Driver().move_bot(table.pk, Silent())  # type: ignore[arg-type]
        pages += [ben.get(f"/t/{table.slug}/{path}") for path in ("", "replay/1/", "replay/2/")]
        seen.append([plain(text_of(page), table) for page in pages])
    assert seen[0] == seen[1]
    assert "Aki is away." in seen[0][1]


def plain(text: str, table: Table) -> str:
    """A page without the parts that differ between any two tables."""
    text = re.sub(r"<time[^>]*>[^<]*</time>", "", text.replace(table.slug, "SLUG"))
    text = re.sub(r'data-(from|until|me|ends|now)="[^"]*"', "", text)
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text)


@database
def test_among_three_both_others_must_agree_and_each_has_one_vote() -> None:
    aki, ben, chie = clients = [Client(), Client(), Client()]
    table = paced(clients)
    late(table, 0)
    for _ in range(2):
        assert ask(ben, table, 0).status_code == 302
    assert Vote.objects.count() == 1
    assert stand_ins(table) == ["", "", ""]
    page = text_of(chie.get(f"/t/{table.slug}/"))
    assert "1 of 2 votes for a bot." in page
    assert shown(chie, table, "Let a bot play for Aki")
    assert not shown(ben, table, "Let a bot play for Aki"), "Ben has already voted"
    assert not shown(aki, table, "Let a bot play for Aki")
    ask(chie, table, 0)
    assert stand_ins(table) == ["strong", "", ""]
    assert not Vote.objects.exists()


@database
def test_who_is_late_as_well_has_no_vote_and_blocks_nobody() -> None:
    clients = [Client(), Client(), Client()]
    table = paced(clients)
    late(table, 0, 1)
    refused = ask(clients[1], table, 0)
    assert refused.status_code == 409
    assert ask(clients[2], table, 0).status_code == 302
    assert ask(clients[2], table, 1).status_code == 302
    assert stand_ins(table) == ["strong", "strong", ""]


@database
def test_a_move_of_the_late_player_clears_the_votes() -> None:
    aki, ben, chie = clients = [Client(), Client(), Client()]
    table = paced(clients)
    late(table, 0)
    ask(ben, table, 0)
    assert post_move(aki, table, "ticket 4").status_code == 302, "a late move is still accepted"
    assert not Vote.objects.exists()
    assert ask(chie, table, 0).status_code == 302
    assert stand_ins(table) == ["", "", ""], "one vote of two"


@database
@pytest.mark.parametrize("number", ["0", "2", "9", "-1", "x", ""])
def test_strangers_bots_and_nonsense_are_refused(number: str) -> None:
    aki, stranger = Client(), Client()
    table = new_table(["me", "friend", "greedy"], aki, pace="live", listed="yes")
    Client().post(f"/t/{table.slug}/join/", {"name": "Ben"})
    late(table, 0)
    for client in (stranger, aki):
        response = client.post(f"/t/{table.slug}/replace/", {"seat": number})
        assert response.status_code in (403, 409)
    assert stand_ins(table) == ["", "", ""]
    assert stranger.post(f"/t/{table.slug}/back/").status_code == 403


@database
def test_who_comes_back_takes_the_place_and_the_whole_time() -> None:
    aki, ben = Client(), Client()
    table = paced([aki, ben])
    late(table, 0)
    ask(ben, table, 0)
    page = text_of(aki.get(f"/t/{table.slug}/"))
    assert "You can take over again at any time." in page
    assert 'name="move"' not in page
    assert "Your turn" not in text_of(aki.get("/")).split("In progress")[0]
    assert aki.get(f"/t/{table.slug}/pulse/").json()["turn"] is False
    refused = post_move(aki, table, "ticket 4")
    assert refused.status_code == 409
    assert "Take over from the bot first." in text_of(refused)
    play_bots(table, once=True)
    assert aki.post(f"/t/{table.slug}/back/").status_code == 302
    assert stand_ins(table) == ["", ""]
    page = text_of(aki.get(f"/t/{table.slug}/"))
    assert "You are back." in page
    assert "Lay a ticket on lot 2." in page
    began = table.seats.get(number=0).due_since
    assert began is not None
    assert timezone.now() - began < timedelta(minutes=1)
    lay_all(aki, table, free_tickets(table)[:1])


def free_tickets(table: Table) -> list[str]:
    with hold(table) as match:
        legal = [match.game.notation(action) for action in match.state.legal(0)]
    return [move.split()[1] for move in legal]


@database
def test_a_bot_that_still_thinks_when_its_player_comes_back_makes_no_move() -> None:
    aki, ben = Client(), Client()
    table = paced([aki, ben])
    late(table, 0)
    ask(ben, table, 0)

    class Slow(Silent):
        def choose(self, *_: object) -> list[str]:
            aki.post(f"/t/{table.slug}/back/")
            return []

    Driver().move_bot(table.pk, Slow())  # type: ignore[arg-type]
    assert not Move.objects.exists()
    with pytest.raises(MovedOn):
        play.play(table, 0, "ticket 4", by=By.BOT)


@database
def test_a_game_is_finished_by_a_stand_in_and_replays() -> None:
    aki, ben = Client(), Client()
    table = paced([aki, ben])
    late(table, 0)
    ask(ben, table, 0)
    for _ in range(200):
        play_bots(table)
        table.refresh_from_db()
        if table.status == "finished":
            break
        with hold(table) as match:
            move = match.game.notation(match.state.legal(1)[0])
        assert post_move(ben, table, move).status_code == 302
    assert table.status == "finished"
    again = Match.replay(records.record_of(table))
    assert [*again.state.scores] == table.scores
    assert aki.post(f"/t/{table.slug}/back/").status_code == 409
    assert "Rematch" in text_of(aki.get(f"/t/{table.slug}/")), "the place is still Aki's"
    rematch = Table.objects.get(
        slug=aki.post(f"/t/{table.slug}/rematch/").headers["location"].split("/")[2]
    )
    assert rematch.pace == "live"


@database
def test_what_happened_around_the_game_is_not_in_the_record() -> None:
    aki, ben = Client(), Client()
    table = paced([aki, ben])
    late(table, 0)
    ask(ben, table, 0)
    aki.post(f"/t/{table.slug}/back/")
    assert Happening.objects.filter(table=table).count() == 4
    assert records.record_of(table).moves == []


def test_a_late_player_is_replaced_and_comes_back_in_the_browser(people, server) -> None:  # type: ignore[no-untyped-def]
    import sqlite3

    aki, ben = people(), people()
    aki.goto("/new/tsukiji/")
    aki.get_by_label("Your name").fill("Aki")
    aki.locator(".chip", has_text="2").click()
    aki.get_by_text("Time limit and spectators").click()
    aki.get_by_label("Time limit").select_option("live")
    press(aki, "Open table")
    ben.goto(aki.url)
    ben.get_by_label("Your name").fill("Ben")
    press(ben, "Join game")
    expect(ben.locator("#waiting-0")).to_contain_text("Aki has until")
    expect(ben.get_by_role("button", name="Let a bot play for Aki")).to_be_hidden()
    slug = aki.url.rstrip("/").rpartition("/")[2]
    with sqlite3.connect(server.data / "ichiba.sqlite3", timeout=PATIENCE) as database:
        database.execute(
            "update site_seat set due_since = datetime('now', '-6 minutes') where number = 0 "
            "and table_id = (select id from site_table where slug = ?)",
            [slug],
        )
        # Every change of what pages show increases the version.
        database.execute("update site_table set version = version + 1 where slug = ?", [slug])
    ben.reload()
    button = ben.get_by_role("button", name="Let a bot play for Aki")
    expect(button).to_be_visible()
    assert serious(ben) == []
    button.click()
    expect(ben.locator("#log")).to_contain_text("Aki is away. A bot takes over.")
    back = aki.get_by_role("button", name="Take over from the bot")
    expect(back).to_be_visible()
    assert serious(aki) == []
    back.click()
    expect(aki.locator("#log")).to_contain_text("You are back.")
    expect(ben.locator("#log")).to_contain_text("Aki is back.")


def serious(page) -> list[str]:  # type: ignore[no-untyped-def]
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found
            if one["impact"] in ("serious", "critical")]  # fmt: skip
