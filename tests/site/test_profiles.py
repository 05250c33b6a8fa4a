"""Profiles: what they count, who sees them, and the download of all own data."""

import json
from random import Random

import pytest
from django.test import Client

from account_tools import PASSWORD, account, log_in, text_of
from finished_games import all_but_over, finished
from ichiba.site.models import Person, Result, Seat
from ichiba.site.pages.profile import Profile, beaten_in, played_by, profile_of
from ichiba.site.tables import play
from site_scene import new_table, post_move, seated

pytestmark = pytest.mark.django_db(transaction=True)


def path(person: Person) -> str:
    return f"/people/{person.pk}/"


def own(person: Person) -> Profile:
    return profile_of(person, person)


# --- What it counts


def test_it_counts_places_streaks_and_rivals() -> None:
    (client, aki), (_, ben), (_, chie) = (account(name) for name in ("Aki", "Ben", "Chie"))
    finished((aki, 1), (ben, 2), ago=9)
    finished((aki, 1), (ben, 1), (chie, 3), ago=8)
    finished((aki, 3), (ben, 2), (chie, 1), ago=7)
    finished((aki, 1), ("gentle", 2), ago=6)
    finished((ben, 1), (chie, 2), ago=5)
    profile = own(aki)
    assert (profile.games, profile.won, profile.streak, profile.best_streak) == (4, 3, 1, 2)
    [tsukiji] = profile.titles
    assert (tsukiji.places, tsukiji.best, tsukiji.mean) == ([3, 0, 1], "¥99", "¥98")
    rivals = [(one.name, one.games, one.ahead, one.level, one.behind) for one in profile.rivals]
    assert rivals == [("Ben", 3, 1, 1, 1), ("Chie", 2, 1, 0, 1)]
    assert [len(game.others) for game in profile.last] == [1, 2, 2, 1], "the newest first"
    page = text_of(client.get(path(aki)))
    assert "4 games, 3 won" in page
    assert page.count("/replay/") == 4


def test_what_is_no_result_of_its_own_does_not_count() -> None:
    _, aki = account("Aki")
    finished((aki, 1), ("master", 2), guided=True)
    finished((aki, 1), ("master", 2), hotseat=True)
    left = finished((aki, 1), ("master", 2), ("master", 3))
    Seat.objects.filter(table=left, number=0).update(left=True)
    replaced = finished((aki, 1), ("master", 2), ("master", 3))
    Seat.objects.filter(table=replaced, number=0).update(stand_in="strong")
    assert own(aki) == Profile(0, 0, 0, 0, [], [], [])


def test_beaten_levels_are_stamped_by_number_of_players() -> None:
    client, aki = account("Aki")
    finished((aki, 1), ("gentle", 2))
    finished((aki, 1), ("greedy", 2), ("steady", 3))
    finished((aki, 2), ("master", 1))
    finished((aki, 1), ("master", 2), (account("Ben")[1], 3))
    assert beaten_in(played_by(aki)) == {2: {"gentle"}, 3: {"strong", "steady"}}
    [two, three] = own(aki).titles[0].ladders
    assert [rung.beaten for rung in two.rungs] == [False, True, False, False, False, False]
    assert (three.players, three.beaten) == (3, 2)
    page = text_of(client.get(path(aki)))
    assert page.count('class="profile-rung beaten"') == 3
    assert page.count("not yet beaten") == 9


def test_a_running_game_is_never_shown() -> None:
    clients = [account(name)[0] for name in ("Aki", "Ben")]
    table = seated(clients, listed="yes")
    aki = Person.objects.get(name="Aki")
    before = text_of(clients[0].get(path(aki)))
    post_move(clients[0], table, "ticket 4")
    assert text_of(clients[0].get(path(aki))) == before
    assert table.slug not in before
    assert "No finished games yet." in before


def test_a_guest_has_a_profile_and_takes_the_progress_along() -> None:
    guest = Client()
    new_table(["me", "gentle"], guest, name="Gus")
    gus = Person.objects.get(name="Gus")
    finished((gus, 1), ("gentle", 2))
    assert "gentle" in text_of(guest.get(path(gus)))
    assert Client().get(path(gus)).status_code == 404
    account("Aki")
    log_in(guest)
    aki = Person.objects.get(name="Aki")
    assert own(aki).won == 1
    assert "Only you can see this page" not in text_of(guest.get(path(aki)))


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("tsukiji", "Bought most often"),
        ("shinjuku", "Wards with most stores"),
        ("tokyo-tsukiji-market", "Markets entered most often"),
    ],
)
def test_it_shows_what_somebody_likes(title: str, heading: str) -> None:
    clients = [account(name)[0] for name in ("Aki", "Ben")]
    table = seated(clients, "7", title)
    play.play(table, *all_but_over(table, Random(2)))
    counted = [result.habits for result in Result.objects.filter(seat__table=table)]
    assert any(counted)
    likes = own(Person.objects.get(name="Aki")).titles[0].habits
    assert [one.count for one in likes] == sorted((one.count for one in likes), reverse=True)
    assert all("." not in one.name for one in likes), "they have names"
    assert heading in text_of(clients[0].get(path(Person.objects.get(name="Aki"))))


# --- Who sees it


def test_who_may_see_a_profile() -> None:
    (aki_there, aki), (ben_there, ben), (chie_there, _) = map(account, ("Aki", "Ben", "Chie"))
    finished((aki, 1), (ben, 2))
    stranger = Client()

    def seen() -> list[int]:
        visitors = (aki_there, ben_there, chie_there, stranger)
        return [client.get(path(aki)).status_code for client in visitors]

    assert seen() == [200, 200, 404, 404], "unless one chooses: those who have played with one"
    for choice, expected in (("everyone", [200] * 4), ("private", [200, 404, 404, 404])):
        aki_there.post("/me/profile/", {"profile": choice, "portrait": "rin"})
        assert seen() == expected
    assert stranger.get("/people/99999/").status_code == 404
    assert stranger.get(f"/people/{10**30}/").status_code == 404
    wrong = aki_there.post("/me/profile/", {"profile": "everyone", "portrait": "../x"})
    assert wrong.status_code == 400
    aki.refresh_from_db()
    assert (aki.profile, aki.portrait) == ("private", "rin")


def test_others_see_only_what_concerns_them_or_is_public() -> None:
    (_, aki), (ben_there, ben), (_, chie) = map(account, ("Aki", "Ben", "Chie"))
    Person.objects.update(profile="everyone")
    shared = finished((aki, 1), (ben, 2))
    hidden = finished((aki, 1), (chie, 2))
    listed = finished((aki, 1), (chie, 2), listed=True)
    with_bots = finished((aki, 1), ("gentle", 2))
    alone = finished((aki, 1), ("gentle", 2), watchable=False)
    page = text_of(ben_there.get(path(aki)))
    links = [table.slug in page for table in (shared, hidden, listed, with_bots, alone)]
    assert links == [True, False, True, True, False]
    assert [one.name for one in profile_of(aki, ben).rivals] == ["Ben"]
    assert profile_of(aki, None).rivals == []
    assert profile_of(aki, ben).games == 5, "the numbers are those of all games"


# --- Own data


def test_the_download_has_all_own_data_and_nothing_of_others() -> None:
    (aki_there, aki), (ben_there, ben) = map(account, ("Aki", "Ben"))
    table = seated([aki_there, ben_there], "7")
    aki_there.post(f"/t/{table.slug}/chat/", {"text": "Good luck"})
    ben_there.post(f"/t/{table.slug}/chat/", {"text": "You will need it"})
    for client in (aki_there, ben_there):
        post_move(client, table, "ticket 4")
    finished((aki, 1), (ben, 2))
    Person.objects.filter(pk=aki.pk).update(portrait="rin")
    response = aki_there.post("/me/data/")
    assert response["Content-Disposition"] == 'attachment; filename="ichiba-data.json"'
    text = response.content.decode()
    data = json.loads(text)
    assert (data["person"]["name"], data["person"]["portrait"]) == ("Aki", "rin")
    assert data["account"]["username"] == "aki"
    assert [line["text"] for line in data["chat"]] == ["Good luck"]
    assert data["games"][0]["table"] == table.slug
    assert [move["move"] for move in data["games"][0]["moves"]] == ["ticket 4"]
    assert data["games"][1]["result"] == {"place": 1, "points": 99, "won": True, "habits": None}
    table.refresh_from_db()
    aki.refresh_from_db()
    for secret in ("Ben", "ben", "You will", table.seed, aki.key, PASSWORD, "argon2"):
        assert f'"{secret}' not in text
    assert Client().post("/me/data/").status_code == 302
    assert aki_there.get("/me/data/").status_code == 405


def test_every_kind_of_row_about_a_person_is_in_the_download() -> None:
    """A new model that belongs to a person has to be thought of."""
    known = {
        "ApiToken", "AutomaticBid", "ChatLine", "DailyTry", "DayOff", "Happening", "Notices",
        "PushSubscription", "Rating", "Report", "Search", "Seat", "Table",
    }  # fmt: skip
    about = {relation.related_model.__name__ for relation in Person._meta.related_objects}
    assert about <= known


def test_deleting_the_account_takes_the_profile_away_and_leaves_games_playable() -> None:
    (aki_there, aki), (ben_there, ben) = map(account, ("Aki", "Ben"))
    Person.objects.update(profile="everyone", portrait="rin")
    table = finished((aki, 1), (ben, 2))
    assert aki_there.post("/account/delete/", {"current": PASSWORD}).status_code == 302
    assert Client().get(path(aki)).status_code == 404
    aki.refresh_from_db()
    assert (aki.name, aki.user, aki.portrait, aki.profile) == ("", None, "", "private")
    [rival] = own(ben).rivals
    assert (rival.name, rival.person, rival.games) == ("Someone", None, 1)
    page = text_of(ben_there.get(path(ben)))
    assert "Aki" not in page
    assert table.slug in page
