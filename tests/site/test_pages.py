"""Pages and forms: who may do what, what is refused and how, and that a refusal changes nothing."""

import json
import re
from pathlib import Path
from unittest.mock import patch

import pytest
from django.test import Client

from ichiba.core.match import Match
from ichiba.games.tsukiji.state import TsukijiState
from ichiba.site.models import ChatLine, Move, Table
from ichiba.site.pages.results import why_won
from ichiba.site.pages.table import end_context
from ichiba.site.titles.words import words_for
from site_scene import (
    bring_to_auction,
    hold,
    lay_all,
    market,
    new_table,
    page_token,
    play_bots,
    post_move,
    seated,
)

pytestmark = pytest.mark.django_db(transaction=True)
GOLDEN = Path(__file__).parent.parent / "tsukiji" / "games"


def text_of(response) -> str:  # type: ignore[no-untyped-def]
    return " ".join(response.content.decode().split())


def test_home_shows_three_titles(client: Client) -> None:
    page = text_of(client.get("/"))
    for title in ("Tsukiji", "Shinjuku", "Tokyo Tsukiji Market"):
        assert f"<h2>{title}</h2>" in page
    assert page.count("Play against bots") == 3
    assert page.count("Learn with a guided first game") == 3
    assert "No open tables." in page


def test_one_click_makes_a_table_against_bots(client: Client) -> None:
    response = client.post("/quick/tsukiji/", follow=True)
    assert response.status_code == 200
    table = Table.objects.get()
    assert [seat.bot for seat in table.seats.all()] == ["", "gentle", "gentle"]
    assert table.status == "running"
    assert "Lay a ticket on lot 1." in text_of(response)
    assert table.seed_hash in text_of(response)
    assert table.seed not in text_of(response)


@pytest.mark.parametrize(
    "path", ["/quick/go/", "/new/go/", "/learn/go/", "/t/nothing/", "/rules/go/"]
)
def test_what_is_not_there_is_404_in_words(client: Client, path: str) -> None:
    method = client.post if "quick" in path or "learn" in path else client.get
    response = method(path)
    assert response.status_code == 404
    assert "Page not found" in text_of(response)


@pytest.mark.parametrize(
    "path", ["move", "undo", "join", "leave", "fill", "chat", "rematch", "unveil"]
)
def test_deeds_are_posted(client: Client, path: str) -> None:
    table = new_table(["me", "greedy"], client)
    assert client.get(f"/t/{table.slug}/{path}/").status_code == 405


def test_the_form_is_made_from_the_games_options(client: Client) -> None:
    page = text_of(client.get("/new/tsukiji/"))
    assert 'name="option-special_points"' in page
    assert "<b>Special points</b>" in page
    assert page.count('class="seat-row"') == 4


def test_a_table_from_the_form(client: Client) -> None:
    client.post("/new/tsukiji/", {
        "players": "3", "name": "Aki", "seat0": "me", "seat1": "friend", "seat2": "random",
        "option-special_points": "yes", "listed": "yes",
    })  # fmt: skip
    table = Table.objects.get()
    assert table.options == {"special_points": True}
    assert table.listed
    assert table.status == "open"
    assert [(seat.name, seat.bot) for seat in table.seats.all()] == [
        ("Aki", ""), ("", ""), ("Tama", "random"),
    ]  # fmt: skip
    assert "Free" in text_of(client.get(f"/t/{table.slug}/"))
    assert "Tsukiji" in text_of(Client().get("/")).split("Open tables")[1]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"players": "9"}, "Tsukiji is for 2 to 4 players"),
        ({"players": "many"}, "Tsukiji is for 2 to 4 players"),
        ({"players": "2", "seat0": "deep", "seat1": "me"}, "There is no bot called"),
        (
            {"players": "2", "seat0": "greedy", "seat1": "greedy"},
            "Choose “Me” for one of the players.",
        ),
        ({"players": "2", "seat0": "me", "seat1": "me"}, "Choose “Me” only once."),
        (
            {"players": "2", "seat0": "me", "seat1": "friend", "name": "x" * 41},
            "cannot be used as a name",
        ),
        (
            {"players": "2", "seat0": "me", "seat1": "friend", "name": "a\u0007b"},
            "cannot be used as a name",
        ),
    ],
)
def test_a_wrong_form_is_told_and_makes_nothing(
    client: Client, data: dict[str, str], message: str
) -> None:
    response = client.post("/new/tsukiji/", data)
    assert response.status_code == 422
    assert message in text_of(response)
    assert not Table.objects.exists()


def test_invitation_join_and_start() -> None:
    host, friend, late = Client(), Client(), Client()
    table = new_table(["me", "friend"], host, name="Aki")
    assert "Join game" in text_of(friend.get(f"/t/{table.slug}/"))
    friend.post(f"/t/{table.slug}/join/", {"name": "Ben"})
    table.refresh_from_db()
    assert table.status == "running"
    assert [seat.name for seat in table.seats.all()] == ["Aki", "Ben"]
    refused = late.post(f"/t/{table.slug}/join/", {"name": "Chie"})
    assert refused.status_code == 403, "a private table in progress"


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({}, "Standard rules, no options"),
        (
            {"option-special_points": "yes"},
            'Special points <span class="muted">At the end of the game, four bonuses are awarded.',
        ),
    ],
)
def test_who_arrives_sees_what_will_be_played(sent: dict[str, str], told: str) -> None:
    table = new_table(["me", "friend", "friend"], Client(), name="Aki", **sent)
    lobby = text_of(Client().get(f"/t/{table.slug}/"))
    assert "<li>3 players</li>" in lobby
    assert told in lobby


def test_a_full_listed_table_says_so() -> None:
    host, friend, late = Client(), Client(), Client()
    table = new_table(["me", "friend"], host, listed="yes")
    friend.post(f"/t/{table.slug}/join/")
    response = late.post(f"/t/{table.slug}/join/", {"name": "Chie"})
    assert response.status_code == 409
    assert "This game is full. You can join another one from the home page." in text_of(response)


def test_joining_twice_takes_one_place() -> None:
    host, friend = Client(), Client()
    table = new_table(["me", "friend", "friend"], host)
    for _ in range(2):
        friend.post(f"/t/{table.slug}/join/", {"name": "Ben"})
    assert [seat.name for seat in table.seats.all()] == ["Guest", "Ben", ""]


def test_same_names_are_told_apart() -> None:
    host, friend = Client(), Client()
    table = new_table(["me", "friend", "greedy", "greedy"], host, name="Aki")
    friend.post(f"/t/{table.slug}/join/", {"name": "Aki"})
    assert [seat.name for seat in table.seats.all()] == ["Aki", "Aki 2", "Goro", "Rin"]


def test_leaving_and_filling_with_bots() -> None:
    host, friend = Client(), Client()
    table = new_table(["me", "friend", "friend"], host)
    friend.post(f"/t/{table.slug}/join/", {"name": "Ben"})
    friend.post(f"/t/{table.slug}/leave/")
    assert table.seats.filter(person=None).count() == 2
    refused = friend.post(f"/t/{table.slug}/fill/")
    assert refused.status_code == 409
    assert "Only the host" in text_of(refused)
    host.post(f"/t/{table.slug}/fill/")
    table.refresh_from_db()
    assert table.status == "running"


def test_moves_of_strangers_and_spectators_are_refused() -> None:
    host, stranger = Client(), Client()
    private = new_table(["me", "greedy"], host)
    listed = new_table(["me", "friend"], host, listed="yes")
    Client().post(f"/t/{listed.slug}/join/")
    for table, status in ((private, 403), (listed, 403)):
        response = stranger.post(f"/t/{table.slug}/move/", {"move": "ticket 4", "page": "0.1"})
        assert response.status_code == status
        assert not Move.objects.filter(table=table).exists()
    assert stranger.get(f"/t/{private.slug}/").status_code == 403
    watched = stranger.get(f"/t/{listed.slug}/")
    assert watched.status_code == 200
    assert "You are watching." in text_of(watched)
    assert 'name="move"' not in watched.content.decode()


def test_an_illegal_move_is_told_with_its_reason_and_changes_nothing(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    for move, message in (
        ("buy 1", "First lay a ticket on every lot."),
        ("fly", "is not a move of Tsukiji"),
        ("", "is not a move of Tsukiji"),
    ):
        response = post_move(client, table, move)
        assert response.status_code in (409, 422)
        assert message in text_of(response)
        assert not Move.objects.exists()


def test_an_old_page_changes_nothing_and_shows_how_it_stands(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    old = page_token(client, table)
    assert post_move(client, table, "ticket 4").status_code == 302
    response = post_move(client, table, "ticket 3", page=old)
    assert response.status_code == 409
    assert "The position has changed. Here it is." in text_of(response)
    assert Move.objects.count() == 1


def test_others_laying_tickets_do_not_make_my_page_old() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    page = page_token(aki, table)
    post_move(ben, table, "ticket 4")
    assert post_move(aki, table, "ticket 3", page=page).status_code == 302


def test_undo_and_start_again(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    for ticket in ("4", "3"):
        post_move(client, table, f"ticket {ticket}")
    client.post(f"/t/{table.slug}/undo/", {"page": page_token(client, table)})
    assert "Lay a ticket on lot 2." in text_of(client.get(f"/t/{table.slug}/"))
    post_move(client, table, "ticket 2")
    again = {"page": page_token(client, table), "turn": "whole"}
    client.post(f"/t/{table.slug}/undo/", again)
    assert "Lay a ticket on lot 1." in text_of(client.get(f"/t/{table.slug}/"))
    nothing = client.post(f"/t/{table.slug}/undo/", {"page": page_token(client, table)})
    assert nothing.status_code == 409
    assert "There is nothing to undo." in text_of(nothing)


def test_an_amount_is_one_button_that_works_without_scripts() -> None:
    players = [Client(), Client()]
    table = market(players)
    bring_to_auction(table)
    page = players[1].get(f"/t/{table.slug}/").content.decode()
    assert page.count('name="move" value="yen #"') == 1
    assert re.search(r'<input id="amount" name="amount" type="number"[^>]* required>', page)
    form = {"move": "yen #", "page": page_token(players[1], table)}
    address = f"/t/{table.slug}/move/"
    moves = table.moves.count()
    for wrong in ("", "150", "abc", "-100"):
        players[1].post(address, {**form, "amount": wrong})
        assert table.moves.count() == moves, wrong
    assert players[1].post(address, {**form, "amount": "300"}).status_code == 302
    assert table.moves.last().text == "1 yen 300"  # type: ignore[union-attr]


def test_htmx_gets_the_live_part_alone(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    data = {"move": "ticket 4", "page": page_token(client, table)}
    response = client.post(f"/t/{table.slug}/move/", data, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    assert "Lay a ticket on lot 2." in text_of(response)


def test_a_whole_game_to_the_end(client: Client) -> None:
    table = new_table(["me", "greedy"], client, name="Aki")
    finish(client, table)
    page = client.get(f"/t/{table.slug}/")
    text = text_of(page)
    assert table.seed in text, "the seed is shown at the end"
    assert "<figcaption>Market, by round</figcaption>" in text
    assert "Rematch" in text
    record = client.get(f"/t/{table.slug}/record.json")
    assert record.status_code == 200
    assert json.loads(record.content)["result"]["scores"] == table.scores
    again = client.post(f"/t/{table.slug}/rematch/")
    twice = client.post(f"/t/{table.slug}/rematch/")
    assert again.headers["location"] == twice.headers["location"] != f"/t/{table.slug}/"


def finish(client: Client, table: Table) -> None:
    """The client makes the first possible moves, and the bots play too."""
    for _ in range(200):
        play_bots(table)
        table.refresh_from_db()
        if table.status == "finished":
            return
        with hold(table) as match:
            action = match.state.legal(0)[0]
            move = match.game.notation(action)
        assert post_move(client, table, move).status_code == 302
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("scores", "winners", "told"),
    [
        ((57, 60, 41), (1,), "Ahead by ¥3."),
        ((60, 60, 41), (0,), "Tied on yen; the player with more unused gold tickets wins."),
        ((60, 60, 41), (0, 1), "Tied on yen and on unused gold tickets."),
    ],
)
def test_why_somebody_won_is_told_in_the_titles_words(
    client: Client, scores: tuple[int, ...], winners: tuple[int, ...], told: str
) -> None:
    table = new_table(["me", "greedy", "greedy"], client, name="Aki")
    finish(client, table)
    with (
        hold(table) as match,
        patch.object(TsukijiState, "scores", scores),
        patch.object(TsukijiState, "winners", winners),
    ):
        words = words_for(match.record.names)
        assert why_won(match, words) == told
        standings = end_context(match, words)["standings"]
    order = sorted(range(3), key=lambda seat: (seat not in winners, -scores[seat]))
    assert [one.seat for one in standings] == order  # type: ignore[attr-defined]
    assert [one.total for one in standings] == [f"¥{scores[seat]}" for seat in order]  # type: ignore[attr-defined]
    assert [one.won for one in standings] == [seat in winners for seat in order]  # type: ignore[attr-defined]


def test_the_record_of_a_running_game_is_nobodys(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    assert client.get(f"/t/{table.slug}/record.json").status_code == 404


def test_chat_is_text_and_nothing_else() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    aki.post(f"/t/{table.slug}/chat/", {"text": "<b>hello</b>\n\u0007 <script>1</script>"})
    page = ben.get(f"/t/{table.slug}/").content.decode()
    assert "&lt;b&gt;hello&lt;/b&gt;" in page
    assert "<script>1" not in page
    empty = aki.post(f"/t/{table.slug}/chat/", {"text": " \n "})
    assert empty.status_code == 409
    assert ChatLine.objects.count() == 1


def test_names_are_shown_as_text(client: Client) -> None:
    table = new_table(["me", "greedy"], client, name="<i>Aki</i> {seat}")
    page = client.get(f"/t/{table.slug}/").content.decode()
    assert "&lt;i&gt;Aki&lt;/i&gt; {seat}" in page
    assert "<i>Aki</i>" not in page


def test_pass_and_play_hides_behind_a_curtain(client: Client) -> None:
    client.post("/new/tsukiji/", {
        "players": "2", "mode": "hotseat", "seat0": "me", "seat1": "me",
        "name0": "Aki", "name1": "Ben",
    })  # fmt: skip
    table = Table.objects.get()
    page = text_of(client.get(f"/t/{table.slug}/"))
    assert "Hand over to Aki" in page
    assert 'name="move"' not in page
    assert post_move(client, table, "ticket 4").status_code == 403, "nobody is at the screen"
    wrong = client.post(f"/t/{table.slug}/unveil/", {"seat": "7"})
    assert wrong.status_code == 403
    client.post(f"/t/{table.slug}/unveil/", {"seat": "0"})
    lay_all(client, table, ["x2", "+6", "4"])
    page = text_of(client.get(f"/t/{table.slug}/"))
    assert "Hand over to Ben" in page
    assert "Aki lays " not in page
    assert "You lay " not in page
    client.post(f"/t/{table.slug}/unveil/", {"seat": "1"})
    page = text_of(client.get(f"/t/{table.slug}/"))
    assert "Lay a ticket on lot 1." in page
    assert "Aki lays " not in page
    stranger = Client().post(f"/t/{table.slug}/unveil/", {"seat": "1"})
    assert stranger.status_code == 403


def test_a_personal_link_carries_the_place_to_another_device(client: Client) -> None:
    table = new_table(["me", "greedy"], client, name="Aki")
    page = client.get("/me/").content.decode()
    link = page.split('data-copy="http://testserver')[1].split('"')[0]
    phone = Client()
    assert "Continue as Aki?" in text_of(phone.get(link))
    assert phone.get(f"/t/{table.slug}/").status_code == 403, "looking at a link changes nothing"
    phone.post(link)
    assert "Lay a ticket on lot 1." in text_of(phone.get(f"/t/{table.slug}/"))
    assert Client().get("/me/forged/").status_code == 404


def test_a_forged_cookie_is_nobody(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    value = client.cookies["ichiba"].value
    for forged in ("1.abc", value[:-1] + ("A" if value[-1] != "A" else "B"), "", "x" * 5000):
        thief = Client()
        thief.cookies["ichiba"] = forged
        assert thief.get(f"/t/{table.slug}/").status_code == 403


def test_replay_of_the_own_running_game(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    post_move(client, table, "ticket 4")
    page = client.get(f"/t/{table.slug}/replay/?at=1")
    assert page.status_code == 200
    assert "You lay 4 on lot 1." in text_of(page)
    assert client.get(f"/t/{table.slug}/replay/1/").status_code == 200
    assert client.get(f"/t/{table.slug}/replay/99/").status_code == 404
    assert Client().get(f"/t/{table.slug}/replay/").status_code == 403


def test_a_record_file_is_shown(client: Client) -> None:
    file = GOLDEN / "three-with-undo.json"
    with file.open("rb") as record:
        response = client.post("/replay/", {"record": record}, follow=True)
    assert response.status_code == 200
    slug = response.redirect_chain[0][0]
    assert "undoes a move" in "".join(text_of(client.get(f"{slug}{at}/")) for at in range(60))
    end = text_of(client.get(f"{slug}190/"))
    assert "Chie wins with ¥" in end
    assert client.get(f"{slug}191/").status_code == 404


@pytest.mark.parametrize("content", [b"", b"hello", b"{}", b"\xff\xfe", b"[" * 100000])
def test_a_file_that_is_no_record_is_told(client: Client, content: bytes) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    file = SimpleUploadedFile("record.json", content)
    response = client.post("/replay/", {"record": file})
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


def test_pages_carry_a_strict_policy(client: Client) -> None:
    response = client.get("/")
    policy = response.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert response.headers["X-Frame-Options"] == "DENY"
    assert "style=" not in response.content.decode()


def test_the_rules_are_there_in_our_words(client: Client) -> None:
    page = text_of(client.get("/rules/tsukiji/"))
    assert 'id="rule-valuation"' in page
    table = new_table(["me", "greedy"], client)
    page = client.get(f"/t/{table.slug}/").content.decode()
    assert 'data-rule="valuation"' in page
    assert 'data-rules="/rules/tsukiji/"' in page
    part = client.get("/rules/tsukiji/", headers={"HX-Request": "true"}).content.decode()
    assert part.startswith('<section id="rule-')
    assert 'id="rule-valuation"' in part


def test_the_log_tells_what_is_new_since_the_last_own_move(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    lay_all(client, table, ["4", "3", "2"])
    play_bots(table, once=False)
    page = client.get(f"/t/{table.slug}/").content.decode()
    fresh = [
        block for block in page.split('<li class="log-block')[1:] if block.startswith(" fresh")
    ]
    assert any("Lot 1: you 4 and " in block for block in fresh)
    assert not any("lay 4 on lot 1" in block for block in fresh)


def test_your_games_say_when_it_is_your_turn() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    assert "Your turn" in text_of(aki.get("/"))
    lay_all(aki, table, ["0", "1", "2"])
    assert "Your turn" not in text_of(aki.get("/"))
    assert aki.get(f"/t/{table.slug}/pulse/").json()["turn"] is False
    assert ben.get(f"/t/{table.slug}/pulse/").json()["turn"] is True


def test_a_table_is_rebuilt_from_its_rows(client: Client) -> None:
    from ichiba.site.store import records, snapshots

    table = new_table(["me", "greedy"], client)
    lay_all(client, table, ["4", "3", "2"])
    play_bots(table, once=False)
    with hold(table) as match:
        kept = match.state.dump()
    snapshots.forget(table.pk)
    with hold(table) as match:
        assert match.state.dump() == kept
    again = Match.replay(records.record_of(table))
    assert again.state.dump() == kept
