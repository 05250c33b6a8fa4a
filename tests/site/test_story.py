"""The log in blocks, the last headline, and what is new to the player whose turn it is."""

import re
from random import Random

import pytest
from django.test import Client

import ichiba
from ichiba.core.story import chapters, story_of
from ichiba.core.words import Words
from ichiba.site.models import Table
from ichiba.site.pages.since import before_turn, since_for
from ichiba.site.tables.play import play as make_move
from ichiba.site.tables.play import undo
from site_scene import hold, market, post_move, seated

SHIPS = ("Tern", "Wren")  # the first ships of both players

pytestmark = pytest.mark.django_db(transaction=True)


def page(client: Client, table: Table) -> str:
    return client.get(f"/t/{table.slug}/").content.decode()


def since(client: Client, table: Table) -> str:
    found = re.search(r'<section id="since".*?</section>', page(client, table), re.S)
    assert found
    return found[0]


def headlines(client: Client, table: Table) -> list[str]:
    lines = re.findall(r'<p class="log-line".*?</p>', page(client, table), re.S)
    return [re.sub(r"<time.*?</time>|<[^>]*>", "", line).strip() for line in lines]


def play(table: Table, seat: int, *moves: str) -> None:
    for move in moves:
        make_move(table, seat, move)
    table.refresh_from_db()


def first_seat(table: Table) -> int:
    with hold(table) as match:
        return match.state.actors[0]


def test_a_turn_is_one_block_of_the_log() -> None:
    clients = [Client(), Client()]
    table = market(clients, listed="yes")
    first = first_seat(table)
    name = ("Aki", "Ben")[first]
    ship = f"boat one_slot {first + 1}"
    play(table, first, "enter eel", "license", "done", "fish", ship, "done", "end")
    told = headlines(Client(), table)
    assert told[1] == (f"{name} buys an Eel license for ¥500 and sends the {SHIPS[first]} to sea.")
    assert told[-1].startswith("Markets in play: ")
    assert "and Ships" in told[-1] or "Ships," in told[-1]
    whole = page(Client(), table)
    assert whole.count('id="log-') - whole.count('id="log-more-') == 3, "the set-up and two turns"
    assert f"{name} leaves the Eel market." in whole.split('class="log-books"', 1)[1]


def test_the_line_under_the_prompt_is_the_last_headline() -> None:
    clients = [Client(), Client()]
    table = market(clients, listed="yes")
    first = first_seat(table)
    play(table, first, "enter eel", "license", "done")
    last = re.search(r'id="last"[^>]*>([^<]*)<', page(clients[first], table))
    assert last
    assert last[1] == "You buy an Eel license for ¥500.", "without leaving the market"
    play(table, first, "fish", f"boat one_slot {first + 1}", "done")
    last = re.search(r'id="last"[^>]*>([^<]*)<', page(clients[first], table))
    assert last
    assert last[1] == f"You send the {SHIPS[first]} to sea.", "the whole turn is long"
    name = ("Aki", "Ben")[first]
    other = re.search(r'id="last"[^>]*>([^<]*)<', page(clients[1 - first], table))
    assert other
    assert other[1] == f"{name} sends the {SHIPS[first]} to sea."
    assert "license" not in last[1]


def test_since_your_last_turn_is_told_until_ones_turn_ends() -> None:
    clients = [Client(), Client()]
    table = market(clients, listed="yes")
    first = first_seat(table)
    second = 1 - first
    me, name = clients[second], ("Aki", "Ben")[first]
    assert "hidden" in since(me, table), "it is not this player's turn"
    play(table, first, "enter eel", "license", "done", "pass", "end")
    told = since(me, table)
    assert "hidden" not in told.split(">", 1)[0]
    assert "What happened so far" in told
    assert f"{name} buys an Eel license for ¥500 and passes." in told
    assert 'data-points="market-eel' in told
    assert "hidden" in since(clients[first], table).split(">", 1)[0]
    assert "hidden" in since(Client(), table).split(">", 1)[0], "a spectator has no turn"
    post_move(me, table, "enter eel")
    later = since(me, table)
    assert later.replace('data-new=""', "") == re.sub('data-new="[^"]*"', "", told), (
        "until one acts"
    )
    undo(table, second)
    assert since(me, table) == told, "the move was undone, so the player has not acted yet"
    play(table, second, "enter eel", "license", "done", "pass", "end")
    assert "hidden" in since(me, table).split(">", 1)[0], "the turn is over"
    told = since(clients[first], table)
    assert "Since your last turn" in told
    assert "You earn ¥100 in Eel license income." in told


def test_the_recap_leaves_what_the_board_shows_to_its_details() -> None:
    match = ichiba.Match.new(
        ichiba.load("shinjuku"), players=3, seed=2, names=["Aki", "Ben", "Chie"]
    )
    story, words, rng = story_of(match.game), Words(match.record.names), Random(2)
    left = re.compile("Left in|for their track")
    shorter = 0
    while match.state.actors:
        seat = match.state.actors[0]
        told = chapters(story, [one for one in match.events if one.is_for(seat)])
        recap = since_for(match, told, seat, before_turn(match, told, seat), words)
        for turn in recap.turns if recap else []:
            assert turn.text
            without = re.sub(rf"[^.]*({left.pattern})[^.]*\.", "", turn.text).strip()
            assert without in (turn.text, ""), "it is told only if nothing else is"
            shorter += any(left.search(line.text) for line in turn.details)
        legal = match.state.legal(seat)
        moving = [one for one in legal if match.game.notation(one).startswith("move")]
        match.play(seat, rng.choice(moving or legal))
    assert shorter > 3, "nothing was left to the details"


def test_a_reveal_by_ones_own_last_ticket_is_told() -> None:
    clients = [Client(), Client()]
    table = seated(clients, seed="7")
    for seat in (0, 1):
        play(table, seat, "ticket 4", "ticket 3", "ticket 2")
    buyer = first_seat(table)
    assert "The tickets are revealed. Prices: lot 1 ¥" in since(clients[buyer], table)
    assert 'data-new="tile-1 tile-2 tile-3' in since(clients[buyer], table)
