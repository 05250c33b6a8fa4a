"""Around the table: bots as characters, watching by link, leaving, hiding games, your games."""

import re
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client

import ichiba
from api_tools import Program, told
from history import apps_at
from ichiba import bots
from ichiba.bots.levels import LEVELS
from ichiba.core.registry import games, load
from ichiba.site.models import ChatLine, Happening, Person, Seat, Table
from ichiba.site.pages.your_games import IN_SIGHT, your_games
from ichiba.site.store.records import names_of, record_of
from ichiba.site.tables import play
from ichiba.site.tables.changes import MovedOn
from ichiba.site.tables.play import By
from ichiba.site.titles import boards, characters
from ichiba.site.titles.words import words_for
from site_scene import MARKET, hold, lay_all, new_table, play_bots, post_move, seated

pytestmark = pytest.mark.django_db(transaction=True)

TITLES = ("tsukiji", "shinjuku", MARKET)
PORTRAITS = Path(ichiba.__file__).parent / "site/static/site/portraits.svg"


def text_of(response) -> str:  # type: ignore[no-untyped-def]
    return re.sub(r"\s+", " ", response.content.decode())


# --- Characters


def test_there_are_at_most_twelve_portraits_and_everybody_has_one() -> None:
    drawn = re.findall(r'<symbol id="(\w+)"', PORTRAITS.read_text(encoding="utf-8"))
    assert len(drawn) == len(set(drawn)) <= 12
    assert {one.key for one in characters._CAST} == set(drawn)


@pytest.mark.parametrize("title", TITLES)
def test_every_level_of_a_title_has_a_first_face_of_its_own(title: str) -> None:
    game = load(title)
    first = [characters.first_of(game, level).key for level in bots.names(game)]
    assert len(set(first)) == len(first)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("level", ["random", *LEVELS, "a level to come"])
def test_five_bots_of_one_level_have_five_names(title: str, level: str) -> None:
    names = characters.names_for(title, ["", *[level] * 5], ["Hana", "goro"])
    assert names[0] == ""
    assert len(set(names)) == 6
    assert not {"Hana", "Goro"} & set(names), "these are people"
    assert all(characters.character_named(name) for name in names[1:])


def test_a_table_shows_characters_with_their_levels() -> None:
    host = Client()
    table = new_table(["me", "greedy", "gentle", "random", "greedy", "greedy"], host, MARKET)
    names = [seat.name for seat in table.seats.all()]
    assert names[1:] == ["Umeda", "Kiku", "Kamome", "Tatsu", "Goro"]
    page = text_of(host.get(f"/t/{table.slug}/"))
    for name, level in zip(
        names[1:], ("strong", "gentle", "random", "strong", "strong"), strict=True
    ):
        assert f'<span class="player-name">{name}</span> <span class="cast-level">· {level}' in page
    assert "portraits.svg#umeda" in page
    assert "Umeda plans three harbors ahead." in page
    assert "Greedy" not in page
    assert record_of(table).names == names


def test_a_friend_with_a_bots_name_keeps_it_and_the_bot_takes_another() -> None:
    host, friend = Client(), Client()
    table = new_table(["me", "friend", "gentle"], host, name="Aki")
    assert table.seats.get(number=2).name == "Hana"
    friend.post(f"/t/{table.slug}/join/", {"name": "Hana"})
    assert [seat.name for seat in table.seats.all()] == ["Aki", "Hana", "Jiro"]


def test_bots_of_older_tables_get_their_characters(client: Client) -> None:
    table = new_table(["me", "greedy", "greedy"], client, name="Goro")
    for number, name in ((1, "Greedy"), (2, "Greedy 2")):
        table.seats.filter(number=number).update(name=name)
    migration = import_module("ichiba.site.migrations.0006_around_the_table")
    migration.name_bots(apps_at("0013_notices"), SimpleNamespace(connection=connection))
    assert [seat.name for seat in table.seats.all()] == ["Goro", "Rin", "Umeda"]


def test_the_form_offers_levels_in_plain_words(client: Client) -> None:
    page = text_of(client.get("/new/tsukiji/"))
    levels = {
        "beginner": "Plays what catches the eye.",
        "gentle": "Knows the game but overlooks a lot.",
        "steady": "Plays soundly and slips now and then.",
        "strong": "Takes what looks best right now.",
        "expert": "Also weighs what the others gain.",
        "master": "Thinks ahead.",
    }
    seats = "".join(re.findall(r'<select name="seat\d".*?</select>', page, re.DOTALL))
    offered = re.findall(r"<option value=[^>]*>([^<]+ bot)<", seats)
    labels = [f"{level.capitalize()} bot" for level in levels]
    assert offered == labels * 4, "from the weakest to the strongest, for each player"
    told = re.findall(r'cast-level">· (\w+)[^<]*</span><p class="muted">([^.]+[.])', page)
    assert told == [*levels.items()]
    faces = re.findall(r"portraits.svg#(\w+)", page)
    assert faces == ["ponta", "hana", "sora", "goro", "umeda", "tatsu"]
    assert 'Goro</strong> <span class="cast-level">· strong · the usual choice' in page
    assert "Takes what looks best right now. Goro shouts his price and means it." in page


def test_the_home_page_leads_to_the_choice_of_bots(client: Client) -> None:
    assert 'href="/new/tsukiji/?mode=bots"' in text_of(client.get("/"))
    page = text_of(client.get("/new/tsukiji/?mode=bots"))
    assert page.count('value="gentle" selected') == 3, "gentle bots, unless one chooses others"


def test_a_visitor_cannot_choose_how_long_a_bot_thinks(client: Client) -> None:
    form = {"players": "2", "seat0": "me", "seat1": "master:100000", "name": "Aki"}
    response = client.post("/new/tsukiji/", form)
    assert response.status_code == 422
    assert "There is no bot called “master:100000”." in text_of(response)


def test_the_api_tells_name_and_level() -> None:
    aki = Program("Aki")
    table = aki.table(["me", "greedy"])
    bot = aki.get(f"/tables/{table.slug}").json()["players"][1]
    assert (bot["name"], bot["bot"], bot["level"]) == ("Goro", "strong", "strong")
    assert bot["portrait"] == "goro"
    person = aki.get(f"/tables/{table.slug}").json()["players"][0]
    assert (person["level"], person["portrait"], person["left"]) == ("", "", False)


# --- Watching


def test_anyone_with_the_link_can_watch_where_the_host_allows_it() -> None:
    host, stranger = Client(), Client()
    assert 'name="watchable" value="yes" checked' in text_of(host.get("/new/tsukiji/"))
    table = new_table(["me", "friend"], host, watchable="yes")
    assert "Or stay on this page to watch." in text_of(stranger.get(f"/t/{table.slug}/"))
    Client().post(f"/t/{table.slug}/join/")
    page = stranger.get(f"/t/{table.slug}/")
    assert page.status_code == 200
    assert "You are watching." in text_of(page)
    assert 'name="move"' not in text_of(page)
    assert table.slug not in text_of(Client().get("/")), "it is not listed"
    assert Program().get(f"/tables/{table.slug}").status_code == 200


def test_a_private_game_stays_private() -> None:
    host, stranger = Client(), Client()
    table = new_table(["me", "friend"], host)
    assert not table.watchable
    assert "Only the players can watch this game." in text_of(stranger.get(f"/t/{table.slug}/"))
    Client().post(f"/t/{table.slug}/join/")
    assert stranger.get(f"/t/{table.slug}/").status_code == 403
    assert stranger.get(f"/t/{table.slug}/stream/").status_code == 403
    assert told(Client().get(f"/api/v1/tables/{table.slug}")) == (403, "not_for_you")


def test_a_table_against_bots_can_be_watched_and_one_of_the_api_only_if_it_says_so(
    client: Client,
) -> None:
    client.post("/quick/tsukiji/")
    assert Table.objects.get().watchable
    aki = Program("Ben")
    assert not aki.table(["me", "greedy"]).watchable
    assert aki.table(["me", "greedy"], watchable=True).watchable


def test_a_rematch_is_as_private_as_the_game_before() -> None:
    for watchable in (True, False):
        aki = Client()
        data = {"watchable": "yes"} if watchable else {}
        table = new_table(["me", "random"], aki, **data)
        Table.objects.filter(pk=table.pk).update(status="finished", version=F("version") + 1)
        aki.post(f"/t/{table.slug}/rematch/")
        table.refresh_from_db()
        assert table.rematch is not None
        assert table.rematch.watchable is watchable


def test_a_spectators_line_says_so() -> None:
    players = [Client(), Client()]
    table = seated(players, watchable="yes")
    Client().post(f"/t/{table.slug}/chat/", {"text": "Good luck"})
    players[0].post(f"/t/{table.slug}/chat/", {"text": "Thank you"})
    assert [line.watching for line in ChatLine.objects.all()] == [True, False]
    page = text_of(players[1].get(f"/t/{table.slug}/"))
    watcher, player = re.findall(r'<li id="chat-\d+".*?</li>', page)
    assert "Watching" in watcher
    assert "Watching" not in player
    said = Program().get(f"/tables/{table.slug}").json()["chat"]
    assert [line["watching"] for line in said] == [True, False]


def test_a_page_recognises_its_own_lines_and_nobody_elses() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    aki.post(f"/t/{table.slug}/chat/", {"text": "Hello"})
    marks = [
        re.findall(r'data-(?:me|by)="([^"]*)"', text_of(one.get(f"/t/{table.slug}/")))
        for one in (aki, ben)
    ]
    by, *_ = {mark for page in marks for mark in page if page.count(mark) == 2}
    assert marks[0].count(by) == 2
    assert marks[1].count(by) == 1


# --- The lobby


@pytest.mark.parametrize("title", TITLES)
def test_a_friend_who_arrives_by_link_learns_what_this_is(title: str) -> None:
    host, friend = Client(), Client()
    table = new_table(["me", "friend", "friend"], host, title, name="Aki")
    page = text_of(friend.get(f"/t/{table.slug}/"))
    assert f"{title.replace('-', '_')}/scene.svg" in page
    assert "You run a" in page
    assert re.search(r"About \d\d minutes", page)
    assert f'href="/rules/{title}/"' in page
    assert '<strong>Aki</strong> <span class="muted">host</span>' in page
    assert "It starts when the 2 free places are taken." in page
    assert "Fill with bots" not in page
    friend.post(f"/t/{table.slug}/join/", {"name": "Ben"})
    mine = text_of(friend.get(f"/t/{table.slug}/"))
    assert "The game starts when one more player joins." in mine
    assert "Fill with bots" not in mine
    assert "Fill with bots and start" in text_of(host.get(f"/t/{table.slug}/"))


# --- Leaving a game in progress


def test_who_leaves_is_replaced_for_good() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    lay_all(aki, table, ["4"])
    answer = aki.post(f"/t/{table.slug}/resign/")
    assert (answer.status_code, answer.headers["location"]) == (302, "/")
    seat = table.seats.get(number=0)
    assert (seat.left, seat.stand_in, seat.name) == (True, "strong", "Aki")
    table.refresh_from_db()
    assert table.status == "running"
    page = text_of(ben.get(f"/t/{table.slug}/"))
    assert "Aki leaves the game." in page
    assert "left the game" in page
    mine = text_of(aki.get(f"/t/{table.slug}/"))
    assert "You left this game. A bot took over." in mine
    assert "Take over from the bot" not in mine
    assert "Leave this game?" not in mine
    refused = post_move(aki, table, "ticket 3")
    assert refused.status_code == 409
    assert "You left this game." in text_of(refused)
    aki.post(f"/t/{table.slug}/back/")
    assert table.seats.get(number=0).stand_in == "strong", "a player who has left cannot come back"
    play_bots(table)
    with hold(table) as match:
        assert match.state.actors == (1,)


def test_a_game_that_only_bots_would_play_ends(client: Client) -> None:
    table = new_table(["me", "greedy", "gentle"], client, listed="yes")
    assert "Only bots would be left" in text_of(client.get(f"/t/{table.slug}/"))
    client.post(f"/t/{table.slug}/resign/")
    table.refresh_from_db()
    assert (table.status, table.scores) == ("ended", None)
    assert table.finished is not None
    assert "You left this game. There is no result." in text_of(client.get(f"/t/{table.slug}/"))
    other = text_of(Client().get(f"/t/{table.slug}/"))
    assert "Everyone has left this game." in other
    assert table.slug not in text_of(Client().get("/")), "the game has ended"
    with pytest.raises(MovedOn):
        play.play(table, 1, "ticket 4", by=By.BOT)
    assert client.post(f"/t/{table.slug}/resign/").status_code == 409


def test_the_last_of_several_people_ends_the_game() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    aki.post(f"/t/{table.slug}/resign/")
    ben.post(f"/t/{table.slug}/resign/")
    table.refresh_from_db()
    assert table.status == "ended"
    told_of = [one.kind for one in Happening.objects.filter(table=table, kind="quit")]
    assert told_of == ["quit", "quit"]


def test_only_players_leave_and_the_api_can_too() -> None:
    aki, ben = Program("Aki"), Client()
    table = aki.table(["me", "friend"], watchable=True)
    assert told(aki.post(f"/tables/{table.slug}/resign")) == (409, "refused")
    ben.post(f"/t/{table.slug}/join/", {"name": "Ben"})
    assert Client().post(f"/t/{table.slug}/resign/").status_code == 403
    stranger = Program("Eve")
    assert told(stranger.post(f"/tables/{table.slug}/resign")) == (409, "refused")
    answer = aki.post(f"/tables/{table.slug}/resign").json()
    assert answer["players"][0]["left"] is True
    assert answer["status"] == "running"
    assert answer["your_turn"] is False


def test_a_deleted_account_leaves_no_game_to_bots_alone(client: Client) -> None:
    from account_tools import PASSWORD, sign_up

    table = new_table(["me", "greedy"], client, name="Aki")
    sign_up(client)
    client.post("/account/delete/", {"current": PASSWORD})
    table.refresh_from_db()
    assert table.status == "ended"


# --- Hiding games, and the list


def test_a_game_that_is_over_can_be_put_away_by_each_for_themselves() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    assert aki.post(f"/t/{table.slug}/put-away/").status_code == 403, "the game is in progress"
    Table.objects.filter(pk=table.pk).update(
        status="finished", winners=[0], scores=[1, 0], version=F("version") + 1
    )
    for one in (aki, ben):
        assert table.slug in text_of(one.get("/"))
    assert Client().post(f"/t/{table.slug}/put-away/").status_code == 403
    assert aki.post(f"/t/{table.slug}/put-away/").status_code == 302
    assert table.slug not in text_of(aki.get("/"))
    assert table.slug in text_of(ben.get("/"))
    assert "Aki won" in text_of(ben.get("/"))


def test_a_game_that_one_has_left_can_be_put_away_while_it_runs() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    aki.post(f"/t/{table.slug}/resign/")
    assert "You left" in text_of(aki.get("/"))
    aki.post(f"/t/{table.slug}/put-away/")
    assert table.slug not in text_of(aki.get("/"))


@pytest.mark.parametrize("title", games())
def test_every_title_tells_how_far_a_game_is(title: str) -> None:
    new_table(["me", "random"], Client(), title)
    table = Table.objects.get()
    with hold(table) as match:
        assert re.fullmatch(r"(Round|Turn) \d+( of \d+)?", boards.progress_of(match, words_for([])))


def test_your_games_tell_date_round_opponents_and_turn() -> None:
    aki, ben = Client(), Client()
    first = seated([aki, ben])
    mine = new_table(["me", "greedy"], aki, name="Aki")
    lay_all(aki, first, ["4", "3", "2"])
    lay_all(ben, first, ["4", "3", "2"])
    with hold(first) as match:
        actor = names_of(first.seats.all())[match.state.actors[0]]
    rows = {row.table.pk: row for row in your_games(Person.objects.get(seats__table=mine))}
    assert [seat.name for seat in rows[first.pk].others] == ["Ben"]
    assert [seat.name for seat in rows[mine.pk].others] == ["Goro"]
    assert rows[mine.pk].turn_words == "Your turn"
    assert rows[first.pk].turn_words == ("Your turn" if actor == "Aki" else "Ben's turn")
    assert rows[first.pk].progress == "Round 1 of 7"
    last = first.moves.last()
    assert last is not None
    assert rows[first.pk].when == last.created
    page = text_of(aki.get("/"))
    assert "Round 1 of 7 · <time datetime=" in page
    assert "portraits.svg#goro" in page


def test_what_waits_for_you_comes_first_and_the_rest_is_folded() -> None:
    aki, ben = Client(), Client()
    waiting = new_table(["me", "greedy"], aki, name="Aki")
    others = [new_table(["me", "friend"], aki) for _ in range(IN_SIGHT)]
    rows = your_games(Person.objects.get(name="Aki", seats__table=waiting))
    assert [row.table.pk for row in rows] == [
        waiting.pk, *(table.pk for table in reversed(others)),
    ]  # fmt: skip
    page = text_of(aki.get("/"))
    assert "Show 1 more" in page
    shown, folded = page.split("Show 1 more")
    assert waiting.slug in shown
    assert others[0].slug in folded
    assert "Show" not in text_of(ben.get("/")).split("Open tables")[0]


# --- Pass and play


def test_at_a_shared_screen_one_person_is_to_act() -> None:
    host = Client()
    table = new_table(
        ["me", "me", "me"], host, mode="hotseat", name0="Aki", name1="Ben", name2="Chie"
    )
    page = text_of(host.get(f"/t/{table.slug}/"))
    assert page.count('class="player-state"') == 1
    assert "Aki's turn" in page
    assert "your turn" not in page
    assert 'data-turn-title="Aki&#39;s turn"' in page
    assert "Aki&#39;s turn" in text_of(host.get("/"))
    host.post(f"/t/{table.slug}/unveil/", {"seat": "0"})
    lay_all(host, table, ["4", "3", "2", "0"])
    page = text_of(host.get(f"/t/{table.slug}/"))
    assert page.count('class="player-state"') == 1
    assert "Ben's turn" in page


def test_leaving_a_shared_screen_ends_the_game() -> None:
    host = Client()
    table = new_table(["me", "me"], host, mode="hotseat", name0="Aki", name1="Ben")
    host.post(f"/t/{table.slug}/resign/")
    table.refresh_from_db()
    assert table.status == "ended"
    assert all(seat.left for seat in Seat.objects.filter(table=table))
