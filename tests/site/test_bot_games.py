"""“Play against bots” and the set-up form: what they begin with, for newcomers and for others."""

import re

import pytest
from django.test import Client
from django.utils import timezone

import ichiba
from ichiba.site.models import Result, Seat, Table

pytestmark = pytest.mark.django_db(transaction=True)


def text_of(client: Client, path: str) -> str:
    return " ".join(client.get(path).content.decode().split())


def newest() -> Table:
    return Table.objects.latest("pk")


def bots_at(table: Table) -> list[str]:
    return [seat.bot for seat in table.seats.all()]


def finish(table: Table) -> None:
    """End a game as if it had been played."""
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)


@pytest.mark.parametrize("title", ichiba.games())
def test_someone_who_is_new_to_a_title_meets_gentle_bots(client: Client, title: str) -> None:
    assert text_of(client, "/").count("Your first game is against gentle bots.") == 3
    client.post(f"/quick/{title}/")
    assert bots_at(newest()) == ["", "gentle", "gentle"]


@pytest.mark.parametrize("won", [False, True])
def test_a_lost_market_of_the_day_is_no_first_game(client: Client, won: bool) -> None:
    client.post("/day/tsukiji/play/")
    table = newest()
    Table.objects.filter(pk=table.pk).update(status="finished", finished=timezone.now())
    Result.objects.create(seat=table.seats.get(bot=""), place=1 if won else 3, points=9, won=won)
    told = text_of(client, "/").count("Your first game is against gentle bots.")
    client.post("/quick/tsukiji/")
    assert (told, bots_at(newest())[1] == "gentle") == ((2, False) if won else (3, True))


def test_a_first_game_of_the_market_follows_the_advice_for_first_games(client: Client) -> None:
    client.post("/quick/tokyo-tsukiji-market/")
    assert newest().options["beginner"] is True


def test_the_second_click_keeps_what_was_chosen_last(client: Client) -> None:
    form = {"mode": "bots", "players": "4", "seat0": "me", "option-special_points": "yes"}
    bots = ["steady", "master", "steady"]
    client.post("/new/tsukiji/", form | {f"seat{n}": bot for n, bot in enumerate(bots, 1)})
    assert "As last time: 2 × steady, 1 × master" in text_of(client, "/")
    client.post("/quick/tsukiji/")
    assert bots_at(newest()) == ["", *bots]
    assert newest().options["special_points"] is True
    client.post("/quick/shinjuku/")
    assert bots_at(newest()) == ["", "gentle", "gentle"], "another title has its own choice"


def test_the_form_begins_with_what_was_chosen_last(client: Client) -> None:
    form = {"mode": "bots", "players": "2", "seat0": "expert", "seat1": "me"}
    client.post("/new/tsukiji/", form)
    page = text_of(client, "/new/tsukiji/?mode=bots")
    assert re.search(r'name="players" value="2" checked', page)
    assert re.search(r'name="seat0".*?value="expert" selected.*?name="seat1"', page)
    assert re.search(r'name="seat1".*?value="me" selected.*?name="seat2"', page)


def test_games_with_friends_and_guided_games_are_not_what_was_chosen_last(client: Client) -> None:
    client.post("/learn/tokyo-tsukiji-market/")
    assert newest().guided
    client.post("/new/tokyo-tsukiji-market/", {"players": "2", "seat0": "me", "seat1": "friend"})
    client.post("/quick/tokyo-tsukiji-market/")
    assert bots_at(newest()) == ["", "gentle", "gentle"]
    assert newest().options["fish_markets"] == []


def test_someone_who_knows_a_title_meets_the_usual_bots(client: Client) -> None:
    form = {"mode": "hotseat", "players": "2", "seat0": "me", "seat1": "me"}
    client.post("/new/tsukiji/", form)
    finish(newest())
    assert text_of(client, "/").count("Your first game is against gentle bots.") == 2
    client.post("/quick/tsukiji/")
    assert bots_at(newest()) == ["", "strong", "strong"]


def test_a_guided_game_and_one_that_was_left_teach_too_little(client: Client) -> None:
    client.post("/learn/shinjuku/")
    finish(newest())
    client.post("/new/shinjuku/", {"players": "2", "seat0": "me", "seat1": "friend"})
    finish(newest())
    Seat.objects.filter(table=newest()).update(left=True)
    client.post("/quick/shinjuku/")
    assert bots_at(newest()) == ["", "gentle", "gentle"]


def test_a_choice_that_is_gone_is_forgotten(client: Client) -> None:
    client.post("/quick/tsukiji/")
    Seat.objects.filter(table=newest(), number=1).update(bot="retired")
    client.post("/quick/tsukiji/")
    assert bots_at(newest()) == ["", "gentle", "gentle"]
    Table.objects.filter(pk=newest().pk).update(options={"old_rule": True})
    client.post("/quick/tsukiji/")
    assert bots_at(newest()) == ["", "gentle", "gentle"]
    assert newest().options == {"special_points": False}


def test_the_form_says_what_its_button_does(client: Client) -> None:
    assert re.search(
        r"<button[^>]*>Start game</button>", text_of(client, "/new/tsukiji/?mode=bots")
    )
    friends = text_of(client, "/new/tsukiji/?mode=friends")
    assert re.search(r"<button[^>]*>Open table</button>", friends)


@pytest.mark.parametrize("title", ichiba.games())
def test_options_are_folded_and_explained(client: Client, title: str) -> None:
    page = text_of(client, f"/new/{title}/?mode=bots")
    folds = re.findall(r'<details class="field pick setup-more"( open)?>', page)
    assert folds == ["", ""], "rules and variants; time limit and spectators"
    for option in ichiba.load(title).options:
        assert str(ichiba.Message(option.about)) in page


def test_advice_for_a_first_game_is_on_until_one_was_finished(client: Client) -> None:
    path = "/new/tokyo-tsukiji-market/?mode=friends"
    box = r'name="option-beginner" value="yes" checked'
    assert re.search(box, text_of(client, path))
    form = {"mode": "hotseat", "players": "2", "seat0": "me", "seat1": "me"}
    client.post("/new/tokyo-tsukiji-market/", form)
    finish(newest())
    assert not re.search(box, text_of(client, path))


def test_advice_names_what_it_cannot_be_combined_with(client: Client) -> None:
    page = text_of(client, "/new/tokyo-tsukiji-market/?mode=friends")
    [excluded] = re.findall(r'data-excludes="([^"]*)"', page)
    assert excluded.split() == ["expansion", "fish_markets", "extra_fish", "extra_external"]
