"""The ladder against bots: what a finished game suggests, and the game that it starts."""

from random import Random

import pytest
from django.test import Client

from account_tools import account, log_in, text_of
from finished_games import all_but_over, finished
from ichiba.core.registry import load
from ichiba.site.models import Person, Table
from ichiba.site.tables import bot_games, lobby, play
from ichiba.site.tables.bot_games import Step
from ichiba.site.tables.changes import Refused
from ichiba.site.tables.play import By

pytestmark = pytest.mark.django_db(transaction=True)

DEAL = 1  # one that the person wins
UP, DOWN = "one level up", "one level down"


def step_after(table: Table) -> Step | None:
    return bot_games.step_after(table, [*table.seats.all()], table.owner_id)


def newest() -> Table:
    return Table.objects.latest("pk")


def won_by(person: Person) -> Table:
    """A real game against a bot that the person wins, with random moves and a known deal."""
    options = {"special_points": True}
    table = lobby.create(person, load("tsukiji"), ["me", "gentle"], options, deal=DEAL)
    seat, move = all_but_over(table, Random(5))
    play.play(table, seat, move, by=By.BOT if seat else By.PERSON)
    table.refresh_from_db()
    assert table.winners == [0]
    return table


def test_a_guest_who_wins_is_offered_the_next_level() -> None:
    guest = Client()
    guest.post("/me/", {"name": "Gus"})
    table = won_by(Person.objects.get())
    bot = table.seats.get(number=1).name
    page = text_of(guest.get(f"/t/{table.slug}/"))
    assert f"You beat {bot}. Try Sora, {UP}." in page
    assert "Play against Sora (steady)" in page
    assert UP not in text_of(Client().get(f"/t/{table.slug}/")), "a spectator"
    assert f"You beat {bot}. Try Sora, {UP}." in text_of(guest.get("/"))
    response = guest.post(f"/t/{table.slug}/climb/")
    assert response.status_code == 302
    started = newest()
    assert response["Location"] == f"/t/{started.slug}/"
    assert [seat.bot for seat in started.seats.all()] == ["", "steady"]
    assert (started.title, started.status) == ("tsukiji", "running")
    assert started.options == {"special_points": True}, "the same game"
    assert Client().post(f"/t/{table.slug}/climb/").status_code == 403


def test_the_next_level_is_above_the_strongest_opponent() -> None:
    _, aki = account("Aki")
    won = finished((aki, 1), ("beginner", 2), ("greedy", 3))
    assert step_after(won) == Step(True, ["Bot 1", "Bot 2"], "strong", "expert")
    top = finished((aki, 1), ("master", 2))
    assert step_after(top) == Step(True, ["Bot 1"], "master", "")
    assert step_after(finished((aki, 1), ("random", 2))) is None


def test_three_lost_games_suggest_the_level_below() -> None:
    client, aki = account("Aki")
    games = [finished((aki, 2), ("steady", 1), ago=3 - n) for n in range(3)]
    found = [step_after(game) for game in games]
    assert found == [None, None, Step(False, ["Bot 1"], "steady", "gentle")]
    assert DOWN in text_of(client.get("/"))
    client.post(f"/t/{games[2].slug}/climb/")
    assert [seat.bot for seat in newest().seats.all()] == ["", "gentle"]
    with pytest.raises(Refused, match="no other level"):
        bot_games.climb(games[0], aki)
    other = finished((aki, 2), ("steady", 1), title="shinjuku")
    assert step_after(other) is None, "each title has its own results"


def test_only_a_game_of_ones_own_against_bots_alone_suggests_something() -> None:
    (_, aki), (_, ben) = account("Aki"), account("Ben")
    assert step_after(finished((aki, 1), ("gentle", 2), (ben, 3))) is None
    assert step_after(finished((aki, 1), ("gentle", 2), guided=True)) is None
    game = finished((aki, 1), ("gentle", 2))
    assert bot_games.step_after(game, [*game.seats.all()], ben.pk) is None
    game.seats.filter(number=0).update(stand_in="strong")
    assert step_after(game) is None, "a bot won it"


def test_progress_moves_to_the_account() -> None:
    account("Aki")
    guest = Client()
    guest.post("/me/", {"name": "Gus"})
    finished((Person.objects.get(name="Gus"), 1), ("gentle", 2))
    assert UP in text_of(guest.get("/"))
    log_in(guest)
    assert UP in text_of(guest.get("/"))


def test_several_opponents_are_called_by_their_level() -> None:
    client, aki = account("Aki")
    finished((aki, 1), ("gentle", 2), ("gentle", 3))
    page = text_of(client.get("/"))
    assert "You beat Bot 1 and Bot 2. Try steady bots, one level up." in page
    assert "Play against steady bots" in page
