"""Every piece on the board says what it is and what it does for the viewer."""

import re
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string

import ichiba
from ichiba.core.words import Words
from ichiba.games.shinjuku.board.explaining import PIECES
from ichiba.games.shinjuku.board.web import present
from ichiba.site.pages.table import position_context
from sampling import first_is_enough
from shinjuku.scene import GAME

NAMES = ["Aki", "Ben", "Chie", "Dai"]
# Drawings that are no pieces: the ground of the map, and its letters.
GROUND = {"terrain"}
VOID = {"input", "use", "path", "br", "img"}


class Pictures(HTMLParser):
    """Finds all pictures and pieces of a page, with the tip of the element that they belong to."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, set[str], str]] = []  # tag, classes and tip of what is open
        self.mute: list[str] = []  # pictures without a tip
        self.told: dict[str, set[str]] = {}  # by class of a piece: its tips

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        classes = {*given.get("class", "").split()}
        tip = given.get("data-tip") or given.get("title") or (self.open[-1][2] if self.open else "")
        if tag not in VOID:
            self.open.append((tag, classes, tip))
        if tag == "svg" and not classes & GROUND and not tip:
            self.mute.append(self.get_starttag_text() or "")
        for kind in classes & PIECES.keys():
            self.told.setdefault(kind, set()).add(tip)

    def handle_endtag(self, tag: str) -> None:
        while tag not in VOID and self.open.pop()[0] != tag:
            pass


def seen(match: ichiba.Match, seat: int | None) -> Pictures:
    context = position_context(match, seat, Words(match.record.names))
    found = Pictures()
    for part in ("tray", "board"):
        found.feed(render_to_string(f"shinjuku/board/{part}.html", context))
    return found


def play(players: int, seed: int, **options: object) -> Any:
    match = ichiba.Match.new(GAME, players=players, seed=seed, names=NAMES[:players], **options)
    rng = Random(seed)
    while match.state.actors:
        yield match
        actor = match.state.actors[0]
        legal = match.state.legal(actor)
        # Usually something else than the end of the turn or a card.
        doing = [one for one in legal if GAME.notation(one) not in ("end", "income")]
        match.play(actor, rng.choice(doing if doing and rng.random() < 0.8 else legal))
    yield match


@pytest.mark.parametrize("players", first_is_enough([2, 4]))
def test_every_piece_in_a_game_has_a_tip(players: int) -> None:
    told: dict[str, set[str]] = {}
    for match in play(players, seed=players):
        for seat in {0, *match.state.actors}:
            found = seen(match, seat)
            assert found.mute == [], match.state.view(seat)["phase"]
            for kind, tips in found.told.items():
                assert "" not in tips, f"{PIECES[kind]} without a tip"
                named = re.compile(rf"\b{NAMES[seat]}\b|\bYou (already )?\w+s\b")
                assert not [*filter(named.search, tips)], "the viewer is addressed by name"
                told.setdefault(kind, set()).update(tips)
    assert told.keys() == PIECES.keys(), "a kind of piece never came up"
    for tips in told.values():
        assert not any("shinjuku." in tip for tip in tips), "a sentence is missing"


@pytest.mark.long
def test_a_spectator_gets_tips_too() -> None:
    for match in play(3, seed=8):
        assert seen(match, None).mute == []


# Pieces of which one line is enough, because their name says what they do.
BRIEF = {"choice-button", "action"}


@pytest.mark.long
def test_a_tip_says_what_a_piece_is_and_then_what_it_does() -> None:
    for match in play(3, seed=4):
        for seat in match.state.actors:
            for kind, tips in seen(match, seat).told.items():
                for tip in tips if kind not in BRIEF else ():
                    assert len(tip.split("\n")) >= 2, f"{kind}: {tip}"


def test_no_tip_tells_a_secret() -> None:
    """What a tip says depends only on what its viewer may know."""
    for number, match in enumerate(play(3, seed=6)):
        if number % 5:
            continue
        world = match.state.determinize(0, Random(number))
        words = Words(match.record.names)
        assert present(match.state.view(0), words) == present(world.view(0), words)
