"""Ratings: who can play rated games, what they change, and that they can be computed anew."""

import re
from datetime import timedelta
from math import log
from pathlib import Path
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from account_tools import PASSWORD, account, text_of
from command import run
from errand_tools import do_soon
from finished_games import all_but_over
from ichiba.bots.title import bots_of
from ichiba.core.registry import games, load
from ichiba.site.errands.workers import do_all_due
from ichiba.site.models import Person, RatedGame, Rating, Result, Table, Tempo
from ichiba.site.people import moderation
from ichiba.site.tables import leaving, lobby, play, ratings, stand_ins
from ichiba.site.tables.ratings import Place, Strength, after
from ichiba.site.titles.characters import levels_of
from site_scene import new_table

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()
SCALE = 400 / log(10)  # 400 points more: ten times as often ahead
RATINGS = Path(__file__).parents[2] / "docs" / "ratings.md"


def rated(
    people: list[tuple[Client, Person]], *bots: str, title: str = "tsukiji", pace: str = "live"
) -> Table:
    """A rated game that has begun, with bots in the last places."""
    seats = ["me", *["friend"] * (len(people) - 1), *bots]
    table = new_table(seats, people[0][0], title, pace=pace, rated="yes")
    for client, _ in people[1:]:
        joined = client.post(f"/t/{table.slug}/join/")
        assert joined.status_code == 302, joined.content.decode()
    table.refresh_from_db()
    assert (table.status, table.rated) == ("running", True)
    return table


def over(table: Table, places: list[int], ago: int = 0) -> None:
    """End a game with these places, as if it had been played, and order that it is rated."""
    table.refresh_from_db()
    table.status, table.finished = "finished", timezone.now() - timedelta(hours=ago)
    table.save()
    for seat, place in zip(table.seats.all(), places, strict=True):
        Result.objects.create(seat=seat, place=place, points=-place, won=place == 1)
    ratings.order(table)


def numbers() -> dict[tuple[str, str, str], tuple[float, float, int]]:
    return {
        (row.person.name, row.title, row.tempo): (row.rating, row.deviation, row.games)
        for row in Rating.objects.select_related("person")
    }


def seats(
    *places: tuple[int | str, int | None] | tuple[int | str, int | None, bool],
) -> list[Place]:
    return [
        Place(who if isinstance(who, int) else None, "" if isinstance(who, int) else who,
              place, bool(left))
        for who, place, *left in places
    ]  # fmt: skip


# --- What one game changes


def test_the_better_place_gains_and_the_intervals_shrink() -> None:
    new = after("tsukiji", seats((1, 1), (2, 2), (3, 3)), NOW, {})
    assert new[1].rating > new[2].rating > new[3].rating
    assert new[2].rating == pytest.approx(ratings.START)
    assert all(one.deviation < ratings.START_DEVIATION for one in new.values())
    assert all((one.games, one.last, one.provisional) == (1, NOW, True) for one in new.values())
    low, high = new[1].interval
    assert low < new[1].rating < high


def test_who_shares_a_place_draws() -> None:
    new = after("tsukiji", seats((1, 1), (2, 1), (3, 3)), NOW, {})
    assert new[1].rating == pytest.approx(new[2].rating)
    assert new[1].rating > ratings.START > new[3].rating
    known = {1: Strength(1200.0, 60.0, 20), 2: Strength(800.0, 60.0, 20)}
    tied = after("tsukiji", seats((1, 1), (2, 1)), NOW, known)
    assert tied[1].rating < 1200, "who is better loses by a tie"
    assert tied[2].rating > 800


def test_bots_are_fixed_points() -> None:
    """Whoever finishes ahead of a bot as often as not gets the bot's rating."""
    strength, title = Strength(), "tsukiji"
    for number in range(300):
        places = (1, 2) if number % 2 else (2, 1)
        game = seats((1, places[0]), ("master", places[1]))
        strength = after(title, game, NOW, {1: strength})[1]
    assert strength.rating == pytest.approx(ratings.anchors_of(title)["master"], abs=30)
    assert not strength.provisional
    old = after(title, seats((1, 1), ("greedy", 2)), NOW, {})
    assert old == after(title, seats((1, 1), ("strong", 2)), NOW, {}), "an older name"
    assert after(title, seats((1, 1), ("theirs", 2)), NOW, {}) == {}, "nobody knows that bot"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_intervals_contain_the_true_strength(players: int) -> None:
    """In simulated games of 30 people whose strengths stay the same."""
    inside = []
    for seed in range(3):
        rng = Random(seed)
        true = [rng.gauss(800, 220) for _ in range(30)]
        known: dict[int, Strength] = {}
        for _ in range(800 // players):
            chosen = rng.sample(range(30), players)
            shown = [true[who] - SCALE * log(-log(rng.random())) for who in chosen]
            places = [1 + sum(other > own for other in shown) for own in shown]
            game = seats(*zip(chosen, places, strict=True))
            known |= after("tsukiji", game, NOW, known)
        bounds = [(one.interval, true[who]) for who, one in known.items() if not one.provisional]
        inside += [low < strength < high for (low, high), strength in bounds]
    assert len(inside) > 60
    assert 0.8 < sum(inside) / len(inside) <= 1


def test_only_whoever_left_loses() -> None:
    game = seats((1, 1), (2, 2, True), (3, 3))
    new = after("tsukiji", game, NOW, {})
    assert [*new] == [2]
    assert new[2].rating == pytest.approx(
        after("tsukiji", seats((1, 1), (3, 1), (2, 3)), NOW, {})[2].rating
    )
    both = after(
        "tsukiji", seats((1, None), (2, None, True), (3, None, True)), NOW, {2: Strength(1500.0)}
    )
    assert sorted(both) == [2, 3]
    alone = after("tsukiji", seats((1, None), (3, None, True)), NOW, {})
    assert both[3] == alone[3], "those who left don't count against each other"
    assert after("tsukiji", seats((1, None), (2, None)), NOW, {}) == {}, "a moderator ended it"


def test_the_bots_have_the_ratings_of_the_document() -> None:
    text = RATINGS.read_text(encoding="utf-8")
    part = text.partition("## Levels with two players")[2].partition("\n## ")[0]
    found = {
        section.partition("\n")[0].strip(): {
            level: int(rating)
            for level, rating in re.findall(r"^\| (\w+) \| (-?\d+) ", section, re.M)
        }
        for section in part.split("### ")[1:]
    }
    for title in games():
        game = load(title)
        assert bots_of(game).ratings == found[game.title]
        assert {level.bot for level in levels_of(game)} <= {*found[game.title]}


# --- When a game is over


def test_a_finished_game_is_rated_once() -> None:
    people = [account("Aki"), account("Ben")]
    table = rated(people)
    play.play(table, *all_but_over(table, Random(3)))
    assert not Rating.objects.exists(), "an errand does it"
    do_all_due()
    table.refresh_from_db()
    known = numbers()
    names = [seat.name for seat in table.seats.all()]
    winner = names[table.winners[0]]
    assert {key[0] for key in known} == {*names}
    assert known[winner, "tsukiji", "live"][0] > ratings.START
    ratings.order(table)
    do_all_due()
    assert numbers() == known
    assert RatedGame.objects.count() == 1


def test_casual_is_the_default_and_changes_nothing() -> None:
    (aki, _), (ben, _) = account("Aki"), account("Ben")
    table = new_table(["me", "friend"], aki, pace="live")
    ben.post(f"/t/{table.slug}/join/")
    assert not table.rated
    over(table, [1, 2])
    do_all_due()
    assert not Rating.objects.exists()


def test_titles_and_paces_have_ratings_of_their_own() -> None:
    people = [account("Aki"), account("Ben")]
    over(rated(people), [1, 2])
    over(rated(people, pace="week"), [2, 1])
    over(rated(people, title="shinjuku"), [2, 1])
    do_all_due()
    known = numbers()
    assert len(known) == 6
    start = ratings.START
    assert known["Aki", "tsukiji", "live"][0] > start > known["Aki", "tsukiji", "days"][0]


def test_computing_anew_gives_exactly_the_same_numbers() -> None:
    people = [account(name) for name in ("Aki", "Ben", "Chie", "Dai")]
    rng = Random(7)
    for number in range(12):
        chosen = rng.sample(people, rng.choice([2, 3]))
        table = rated(chosen, *(["steady"] if number % 3 == 0 else []))
        if number % 4 == 2:
            leaving.leave(table, chosen[1][1])
        places = [rng.randint(1, 3) for _ in range(table.players)]
        over(table, places, ago=rng.randint(0, 50))  # some end later than they are rated
        if number % 3:
            do_all_due()
    do_all_due()
    known = numbers()
    assert sum(games for _, _, games in known.values()) > 15
    Rating.objects.update(rating=1.0, games=99)
    assert ratings.recompute() == 12
    assert numbers() == known
    Table.objects.all().delete()  # as `ichiba prune` does
    assert ratings.recompute() == 12
    assert numbers() == known


def test_leaving_counts_for_whoever_left() -> None:
    people = [account(name) for name in ("Aki", "Ben", "Chie")]
    table = rated(people)
    leaving.leave(table, people[1][1])
    over(table, [1, 2, 3])
    do_all_due()
    assert [*numbers()] == [("Ben", "tsukiji", "live")]
    assert numbers()["Ben", "tsukiji", "live"][0] < ratings.START


def test_who_is_last_to_leave_has_not_left_anybody() -> None:
    people = [account("Aki"), account("Ben")]
    table = rated(people)
    leaving.leave(table, people[0][1])
    leaving.leave(table, people[1][1])
    table.refresh_from_db()
    assert table.status == "ended"
    do_all_due()
    assert [key[0] for key in numbers()] == ["Aki"]


def test_who_was_replaced_counts_as_gone_unless_they_come_back() -> None:
    people = [account("Aki"), account("Ben")]
    for back in (True, False):
        table = rated(people)
        seat = table.seats.get(number=1)
        stand_ins.let_bot_play(table, seat, "time_up")
        if back:
            stand_ins.come_back(table, people[1][1])
        over(table, [2, 1])
        do_all_due()
        known = numbers()
        gained = known["Ben", "tsukiji", "live"][0] > ratings.START
        assert gained is back
        assert (known.get(("Aki", "tsukiji", "live")) is not None) is back
        ratings.Rating.objects.all().delete()


def test_a_game_that_a_moderator_ends_counts_for_nobody() -> None:
    table = rated([account("Aki"), account("Ben")])
    moderation.end(table)
    do_all_due()
    assert not Rating.objects.exists()
    assert RatedGame.objects.count() == 1


# --- Who can play one


def test_a_rated_game_is_between_accounts_and_has_a_time_limit() -> None:
    aki, _ = account("Aki")
    guest = Client()
    form = {"players": "2", "seat0": "me", "seat1": "friend", "rated": "yes", "pace": "live"}
    assert "Sign up or log in" in text_of(guest.post("/new/tsukiji/", form))
    for change, why in (
        ({"pace": "none"}, "Choose a time limit"),
        ({"seat1": "strong"}, "at least two people"),
    ):
        response = aki.post("/new/tsukiji/", form | change)
        assert response.status_code == 422
        assert why in text_of(response)
    assert not Table.objects.exists()
    aki.post("/new/tsukiji/", form)
    table = Table.objects.get()
    page = text_of(aki.get(f"/t/{table.slug}/"))
    assert "whoever leaves loses" in page
    assert "Fill with bots" not in page
    page = text_of(guest.get(f"/t/{table.slug}/"))
    assert f"/account/log-in/?next=/t/{table.slug}/" in page
    assert "Join game" not in page
    response = guest.post(f"/t/{table.slug}/join/", {"name": "Gus"})
    assert response.status_code == 409
    assert "This game is rated." in text_of(response)
    response = aki.post(f"/t/{table.slug}/fill/")
    assert response.status_code == 409
    assert "at least two people" in text_of(response)
    ben, _ = account("Ben")
    ben.post(f"/t/{table.slug}/join/")
    page = text_of(ben.get(f"/t/{table.slug}/"))
    assert '<span class="where-rated">Rated</span>' in page
    assert 'id="hint"' not in page
    assert 'id="hint"' in text_of(ben.post("/quick/tsukiji/", follow=True)), "against bots alone"
    table.refresh_from_db()
    over(table, [1, 2])
    Table.objects.update(scores=[2, 1], winners=[0])
    assert lobby.rematch(table, Person.objects.get(name="Ben")).rated


# --- The leaderboard


def rate(person: Person, rating: float, games: int = 20, days: int = 0) -> None:
    Rating.objects.create(
        person=person, title="tsukiji", tempo=Tempo.LIVE, rating=rating, deviation=40.0,
        games=games, last=timezone.now() - timedelta(days=days),
    )  # fmt: skip


def test_the_leaderboard_lists_active_people_and_bots() -> None:
    people = {name: account(name)[1] for name in ("Aki", "Ben", "Chie", "Dai", "Emi", "Fuyu")}
    rate(people["Aki"], 1100.0)
    rate(people["Ben"], 1300.0)
    rate(people["Chie"], 1700.0, games=3)
    rate(people["Dai"], 1600.0, days=91)
    rate(people["Emi"], 1650.0)
    rate(people["Fuyu"], 1660.0)
    Person.objects.filter(name="Emi").update(profile="private")
    Person.objects.filter(name="Fuyu").update(banned=True)
    found = Client().get("/api/v1/titles/tsukiji/ratings/live").json()
    shown = [(row["rank"], row["name"]) for row in found]
    assert [one for one in shown if one[1] in people] == [(1, "Ben"), (2, "Aki"), (0, "Chie")]
    assert [row["bot"] for row in found if row["bot"]] == [
        "master", "expert", "strong", "steady", "gentle", "beginner",
    ]  # fmt: skip
    assert found[-1]["provisional"], "last, without a rank"
    assert all(row["low"] < row["rating"] < row["high"] for row in found if not row["bot"])
    page = text_of(Client().get("/ratings/tsukiji/live/"))
    assert "1222 to 1378" in page
    assert "/people/" not in page, "strangers see no profiles, unless everyone may"
    assert text_of(Client().get("/ratings/shinjuku/days/")).count("Nobody has a rating") == 1
    for wrong in ("/ratings/chess/live/", "/ratings/tsukiji/soon/"):
        assert Client().get(wrong).status_code == 404


def test_deleting_an_account_keeps_the_ratings_of_others() -> None:
    people = [account("Aki"), account("Ben")]
    for places in ([1, 2], [1, 2], [2, 1]):
        over(rated(people), places)
    do_soon()
    known = numbers()["Ben", "tsukiji", "live"]
    people[0][0].post("/account/delete/", {"current": PASSWORD})
    assert not Person.objects.filter(name="Aki").exists()
    ratings.recompute()
    assert numbers()["Ben", "tsukiji", "live"] == known
    names = [row["name"] for row in Client().get("/api/v1/titles/tsukiji/ratings/live").json()]
    assert {"Aki", "Someone", ""}.isdisjoint(names)


@pytest.mark.long
def test_the_command_computes_ratings_anew(tmp_path: Path) -> None:
    done = run("ratings", "--recompute", "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Computed anew from 0 rated games.",
        "0 rated games, 0 players with a rating.",
    ]
