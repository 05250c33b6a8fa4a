"""The log of every title: each kind of event has a rank, and there is a sentence for everything.

Golden logs show whole stories as text (`test_golden_stories.py`).
"""

import re
from random import Random
from string import Formatter

import pytest

import ichiba
from contract.cases import Case, all_cases, random_step
from ichiba.core.messages import Event
from ichiba.core.story import chapters, kind_of, pointed_at, story_of
from ichiba.core.telling import Block, tell
from ichiba.core.words import ENGLISH, Words, catalogue

NAMES = ["Aki", "Ben", "Chie", "Dai", "Emi", "Fumi"]
FORMS = ("did", "line", "setup", "part")
STEPS = 1200  # of a game, for titles with long games
ID = re.compile(r"[a-z][a-z0-9_&-]*")


YOU = ("_with_you", "_you")


def kinds_below(prefix: str) -> set[str]:
    """The kinds with a sentence, without second-person forms."""
    found = {key.removeprefix(prefix) for key in catalogue(ENGLISH) if key.startswith(prefix)}
    return {kind for kind in found if not kind.endswith(YOU)}


def kinds_of(title: str) -> set[str]:
    """All kinds of events of a title."""
    return {*ichiba.load(title).event_types}


def blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("title", ichiba.games())
def test_every_kind_of_event_has_one_rank(title: str) -> None:
    rank = story_of(ichiba.load(title)).rank
    ranked = [*rank.headline, *rank.detail, *rank.bookkeeping]
    assert len(ranked) == len(set(ranked))
    assert set(ranked) == kinds_of(title)


@pytest.mark.parametrize("title", ichiba.games())
def test_a_story_speaks_of_events_that_there_are(title: str) -> None:
    story = story_of(ichiba.load(title))
    events = kinds_of(title)
    told = {*story.begin, *story.merge, *story.points, *story.new, *story.always}
    if story.visit is not None:
        told |= {story.visit.enter, story.visit.leave}
    assert told <= events
    merged = {merge.kind for merge in story.merge.values()}
    for form in FORMS:
        assert kinds_below(f"{title}.story.{form}.") <= events | merged, form
    assert kinds_below(f"{title}.event.") <= events


@pytest.mark.parametrize("title", ichiba.games())
def test_every_event_has_a_sentence_and_every_clause_a_second_person(title: str) -> None:
    words = catalogue(ENGLISH)
    clauses = kinds_below(f"{title}.story.did.")
    assert clauses | kinds_below(f"{title}.event.") == kinds_of(title)
    for kind in clauses:
        assert f"{title}.story.did.{kind}_you" in words, kind
    for kind in kinds_below(f"{title}.event."):
        # A sentence that begins with a player would have the wrong verb for the reader.
        key = f"{title}.event.{kind}"
        if words[key].startswith(("{seat} ", "{seats} ")):
            assert f"{key}_you" in words, kind


@pytest.mark.parametrize("title", ichiba.games())
def test_whatever_is_merged_can_be_said_of_many(title: str) -> None:
    story, words = story_of(ichiba.load(title)), catalogue(ENGLISH)
    for kind, merge in story.merge.items():
        told = merge.kind or kind
        forms = [words.get(f"{title}.story.{form}.{told}") for form in ("did", "line", "setup")]
        said = [sentence for sentence in forms if sentence]
        if not said:  # all merged events would give the same sentence
            said = [words[f"{title}.event.{kind}"]]
            assert blanks(said[0]) <= {*merge.same}, kind
        for sentence in said:
            assert merge.parts == ("parts" in blanks(sentence)), kind
        assert merge.parts == (f"{title}.story.part.{kind}" in words), kind


def played(case: Case) -> ichiba.Match:
    rng = Random(5)
    match = ichiba.Match.new(
        case.game, players=case.players, seed=5, names=NAMES[: case.players], **case.values
    )
    while match.state.actors and len(match.record.moves) < STEPS:
        match.play(*random_step(match.state, rng))
    return match


def told(match: ichiba.Match, events: list[Event], reader: int | None) -> list[Block]:
    story, words = story_of(match.game), Words(match.record.names)
    return [
        tell(match.game.name, story, chapter, words, reader) for chapter in chapters(story, events)
    ]


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_whole_games_are_told_in_sentences(case: Case) -> None:
    match = played(case)
    for viewer in (0, case.players - 1, None):
        events = [event for event in match.events if event.is_for(viewer)]
        for reader in {viewer, None}:
            blocks = told(match, events, reader)
            words = Words(match.record.names).to(reader)
            for text in {event.say(words) for event in events}:
                assert re.fullmatch(r"[^a-z=_{}].*[^ ]\.", text), text
            lines = [line for block in blocks for line in (*block.details, *block.bookkeeping)]
            texts = [line.text for line in lines]
            texts += [sentence for block in blocks for sentence in block.headline]
            for text in texts:
                assert re.fullmatch(r"[^a-z=_{}].*[^ ]\.", text), text
                assert "story" not in text, text
                if reader is not None:
                    assert not re.search(rf"\b{NAMES[reader]}\b", text), text
            story = story_of(match.game)
            pointed = {one for line in lines for one in pointed_at(story.points, line.events)}
            pointed |= {one for line in lines for one in pointed_at(story.new, line.events)}
            assert all(ID.fullmatch(one) and "none" not in one for one in pointed), pointed
            # Every event is told exactly once, and in order.
            for block in blocks:
                for told_lines in (block.details, block.bookkeeping):
                    assert [line.move for line in told_lines] == sorted(
                        line.move for line in told_lines
                    )
            assert [b.first for b in blocks] == sorted(b.first for b in blocks)
            assert sorted(kind_of(e) for line in lines for e in line.events) == sorted(
                map(kind_of, events)
            )
            assert max(line.move for line in lines) == events[-1].move
    a_turn_is_one_block_of_its_player(match)


def a_turn_is_one_block_of_its_player(match: ichiba.Match) -> None:
    story = story_of(match.game)
    for chapter in chapters(story, match.events):
        seats = {story.seat_of(event) for event in chapter.events} - {None}
        assert len(seats) <= 1
        assert chapter.seat in (seats or {None})
