"""The guided first games: their cards, what these point at, and what follows."""

import re
from html import unescape
from importlib.resources import files

import pytest
from django.test import Client

from ichiba.core.guide import Guide, guide_of
from ichiba.core.registry import games, load
from ichiba.core.words import Words
from ichiba.site.models import Table
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
    load(title)  # load its words
    return Words([], "en").say(f"{title}.guide.{step}")


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
        text = text_of(title, step.name)
        assert text != f"{title}.guide.{step.name}", "the sentence is missing"
        assert len(text.split()) <= MOST_WORDS, f"{step.name}: {len(text.split())} words"
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


@pytest.mark.parametrize("title", games())
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


def test_a_suggestion_that_is_not_legal_any_more_is_not_offered(client: Client) -> None:
    table = start(client, "tsukiji")
    post_move(client, table, "ticket 2")
    cards = {name: (move, inside) for name, _, move, inside in CARD.findall(page_of(client, table))}
    move, inside = cards["valuation"]
    assert move == ""
    assert "Do this" not in inside


@pytest.mark.parametrize("title", games())
def test_now_without_a_guide(client: Client, title: str) -> None:
    response = client.post(f"/gentle/{title}/")
    table = Table.objects.get()
    assert response.headers["location"] == f"/t/{table.slug}/", "the guide is off"
    assert table.status == "running"
    assert [seat.bot for seat in table.seats.all()] == ["", "gentle", "gentle"]
