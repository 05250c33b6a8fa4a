"""The guided first games: their cards, what these point at, and what follows."""

import re
from html import unescape
from importlib.resources import files
from random import Random

import pytest
from django.test import Client

from ichiba.core.guide import Guide, guide_of
from ichiba.core.match import Match
from ichiba.core.registry import games, load
from ichiba.core.words import catalogue
from ichiba.site.models import Person, Table
from ichiba.site.pages.guide_cards import what_an_expert_does
from ichiba.site.store.records import record_of
from ichiba.site.tables import play
from sampling import first_is_enough
from site_scene import play_bots, post_move

pytestmark = pytest.mark.django_db(transaction=True)
SYMBOLS = files("ichiba.site") / "static" / "site" / "symbols.svg"
MOST_WORDS = 50
DECISIONS = 60
CARD = re.compile(
    r'data-guide="([^"]*)" data-point="([^"]*)" data-suggest="([^"]*)" hidden>(.*?)</aside>', re.S
)


def guide(title: str) -> Guide:
    """The guide of a title; every title has one."""
    found = guide_of(load(title))
    assert found is not None
    return found


def text_of(title: str, step: str) -> str:
    """The sentence of a step, with gaps for what it says about a position."""
    load(title)  # load its words
    return catalogue("en")[f"{title}.guide.{step}"]


def start(client: Client, title: str) -> Table:
    """Start a guided game in which it is the client's turn."""
    response = client.post(f"/learn/{title}/")
    assert response.headers["location"].endswith("?guide")
    table = Table.objects.get()
    play_bots(table)
    return table


def page_of(client: Client, table: Table) -> str:
    return unescape(client.get(f"/t/{table.slug}/").content.decode())


def moves_on(page: str) -> list[str]:
    """All possible moves on the page, each once."""
    return list(dict.fromkeys(re.findall(r'name="move" value="([^"]+)"', page)))


@pytest.mark.parametrize("title", games())
def test_cards_are_short_and_have_words_of_their_own(title: str) -> None:
    for step in guide(title).step:
        assert text_of(title, step.name)
    for key, text in catalogue("en").items():
        if key.startswith(f"{title}.guide."):
            assert len(text.split()) <= MOST_WORDS, f"{key}: {len(text.split())} words"
            assert "!" not in text


@pytest.mark.parametrize("title", games())
def test_the_first_card_says_how_one_wins_and_has_a_picture(client: Client, title: str) -> None:
    first = guide(title).step[0]
    assert (first.prompt, first.rule, first.event) == ("", "", ""), (
        "the first card has no conditions"
    )
    assert re.search(r"\bwins?\b", text_of(title, first.name))
    page = page_of(client, start(client, title))
    (name, _, _, inside), *_ = CARD.findall(page)
    assert name == first.name
    assert first.pictures
    for picture in first.pictures:
        assert f"#{picture}" in inside


@pytest.mark.parametrize("title", games())
def test_pictures_are_in_the_library(title: str) -> None:
    symbols = SYMBOLS.read_text()
    for step in guide(title).step:
        for picture in step.pictures:
            assert f'id="{picture}"' in symbols


@pytest.mark.parametrize("title", first_is_enough(games()))
def test_cards_point_at_what_is_on_the_page_when_they_appear(client: Client, title: str) -> None:
    table, seen = start(client, title), set()
    for number in range(DECISIONS):
        page = page_of(client, table)
        for name, point, _, _ in CARD.findall(page):
            if name not in seen and point:
                assert f'id="{point}"' in page, f"{name} points at #{point}, which is not there"
            seen.add(name)
        moves = moves_on(page)
        if not moves:
            break
        # Not always the first move, because other moves bring other cards.
        post_move(client, table, moves[number % len(moves)])
        play_bots(table)
        table.refresh_from_db()
    assert len(seen) >= 4, "a first game must explain itself"


@pytest.mark.parametrize("title", games())
def test_a_first_move_is_suggested_and_can_be_made(client: Client, title: str) -> None:
    """Reading card after card, the player is offered a move before the first decision."""
    table = start(client, title)
    page = page_of(client, table)
    suggested = [(name, move) for name, _, move, _ in CARD.findall(page) if move]
    assert suggested, "no card of the first decision suggests a move"
    name, move = suggested[0]
    [inside] = [text for card, _, _, text in CARD.findall(page) if card == name]
    assert "Do this: " in inside
    assert f'name="move" value="{move}"' in inside
    before = table.version
    assert post_move(client, table, move).status_code == 302
    table.refresh_from_db()
    assert table.version > before


@pytest.mark.parametrize("title", games())
def test_moves_are_suggested_only_in_guided_games_against_bots_alone(
    client: Client, title: str
) -> None:
    table = start(client, title)
    assert any(move for _, _, move, _ in CARD.findall(page_of(client, table)))
    Table.objects.filter(pk=table.pk).update(guided=False, version=table.version + 1)
    assert not any(move for _, _, move, _ in CARD.findall(page_of(client, table)))
    seat = table.seats.filter(number=1).get()
    seat.bot, seat.person = "", Person.objects.create(name="Ben")
    seat.save()
    Table.objects.filter(pk=table.pk).update(guided=True, version=table.version + 2)
    assert not any(move for _, _, move, _ in CARD.findall(page_of(client, table)))


@pytest.mark.parametrize("title", games())
def test_what_is_suggested_is_what_a_strong_bot_does(client: Client, title: str) -> None:
    """A fair one: it chooses the same in a world that differs in what the player can't know."""
    table = start(client, title)
    [suggested] = {move for _, _, move, _ in CARD.findall(page_of(client, table)) if move}
    match = Match.replay(record_of(table))
    seed = f"{table.seed_hash} {play.match_token(match, 0)}"
    assert what_an_expert_does(match, 0, seed) == suggested
    match.state = match.state.determinize(0, Random(3))
    assert what_an_expert_does(match, 0, seed) == suggested


@pytest.mark.parametrize("title", games())
def test_now_without_a_guide(client: Client, title: str) -> None:
    response = client.post(f"/gentle/{title}/")
    table = Table.objects.get()
    assert response.headers["location"] == f"/t/{table.slug}/", "the guide is off"
    assert table.status == "running"
    assert [seat.bot for seat in table.seats.all()] == ["", "gentle", "gentle"]
