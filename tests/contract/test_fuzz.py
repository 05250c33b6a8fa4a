"""The contract fuzzer: plays random games of every title, using only the contract.

A failure names the set-up and the seed, which is all you need to reproduce it.
"""

import json
from itertools import pairwise
from random import Random

import pytest

import ichiba
from contract.cases import FUZZ_GAMES, Case, all_cases, random_step
from ichiba.core.messages import clause_of
from ichiba.core.words import ENGLISH, Words, catalogue

# A portion is at most ten games. With long games it stops after this many decisions. `make test`
# plays only a few of the first portion.
PORTION = min(10, FUZZ_GAMES)
DECISIONS = 1000
FEW = 150
PORTIONS = [
    (0, FEW),
    *(
        pytest.param(portion, DECISIONS, marks=pytest.mark.long)
        for portion in range(max(1, FUZZ_GAMES // PORTION))
    ),
]


@pytest.mark.parametrize(("portion", "most"), PORTIONS)
@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_random_games_keep_the_contract(case: Case, portion: int, most: int) -> None:
    decisions = 0
    for seed in range(portion * PORTION, (portion + 1) * PORTION, case.thrift):
        try:
            decisions += fuzz_one_game(case, seed)
        except Exception as error:
            error.add_note(f"{case} with seed {seed}")
            raise
        if decisions >= most:
            return


def fuzz_one_game(case: Case, seed: int) -> int:
    """Play one game and check everything; return the number of decisions."""
    rng, moods = Random(seed), Random(seed)
    state = case.new(seed)
    pieces = state.census()
    decisions = 0
    for _ in range(case.game.longest(case.players)):
        if not state.actors:
            break
        decisions += 1
        check_actors(case, state)
        if moods.randrange(case.thrift) == 0:
            check_explanations(case, state, moods)
            check_views(case, state)
            check_scores(case, state)
            check_words(case, state)
            check_dump(case, state)
        state = check_step(state, rng)
        assert state.census() == pieces, "pieces were lost or added"
    assert state.actors == (), "the game did not end within its stated limit"
    check_end(case, state)
    return decisions


def check_actors(case: Case, state: ichiba.State) -> None:
    """Actors are seats in order. Each of them has a legal action, and the other seats have none."""
    assert list(state.actors) == sorted(set(state.actors))
    assert all(0 <= seat < case.players for seat in state.actors)
    for seat in range(case.players):
        legal = state.legal(seat)
        assert bool(legal) == (seat in state.actors)
        assert legal == state.legal(seat), "the order of legal actions is not stable"
        assert len(set(legal)) == len(legal)
        assert all(0 <= action < case.game.num_actions for action in legal)
        amounts = [action for action in legal if action in case.game.amounts]
        assert amounts == [*range(amounts[0], amounts[-1] + 1)] if amounts else True
    if len(state.actors) > 1:
        assert state.simultaneous


def check_explanations(case: Case, state: ichiba.State, rng: Random) -> None:
    """`explain` returns None exactly for legal actions, for every seat and action."""
    chapters = {chapter.name for chapter in case.game.rules()}
    for seat in range(case.players):
        legal = state.legal(seat)
        for action in case.actions(legal, rng):
            reason = state.explain(seat, action)
            assert (reason is None) == (action in legal), (seat, action, reason)
            if reason is not None:
                assert reason.rule in chapters, f"{reason.key}: no chapter “{reason.rule}”"
                check_sentence(reason)


def check_views(case: Case, state: ichiba.State) -> None:
    for seat in (*range(case.players), None):
        view = state.view(seat)
        assert json.loads(json.dumps(view)) == view, "a view must be plain data"


def check_scores(case: Case, state: ichiba.State) -> None:
    assert state.winners == ()
    assert len(state.scores) == len(state.breakdown) == case.players
    for score, parts in zip(state.scores, state.breakdown, strict=True):
        assert sum(parts.values()) == score
        assert set(parts) <= set(catalogue(ENGLISH))


def check_words(case: Case, state: ichiba.State) -> None:
    chapters = {chapter.name for chapter in case.game.rules()}
    for seat in (*range(case.players), None):
        prompt = state.prompt(seat)
        assert prompt.rule in chapters
        check_sentence(prompt)
    for seat in state.actors:
        labels = [state.label(seat, action) for action in state.legal(seat)]
        for label in labels:
            check_sentence(label)
        assert len({str(label) for label in labels}) == len(labels), (
            "two choices have the same label"
        )


_spoken: set[tuple[str, ...]] = set()


def check_sentence(message: ichiba.Message) -> None:
    """Every message has a sentence and all arguments that it needs. Each is checked once."""
    form = (message.key, *message.arguments)
    if form in _spoken:
        return
    _spoken.add(form)
    # An event has a sentence of its own, or a clause that follows the player's name.
    keys = {message.key, clause_of(message.key)}
    assert keys & catalogue(ENGLISH).keys(), f"no sentence for {message.key}"
    sentence = message.say(Words([f"Somebody {seat}" for seat in range(9)]))
    assert "{" not in sentence
    assert not any(f"{name}." in sentence for name in ("core", *ichiba.games())), sentence


def check_dump(case: Case, state: ichiba.State) -> None:
    """A dump is plain data, and restoring it gives an equal position."""
    dump = state.dump()
    plain = json.loads(json.dumps(dump))
    assert plain == dump
    restored = case.game.restore(plain)
    assert restored.dump() == dump
    assert restored.actors == state.actors
    assert restored.view(0) == state.view(0)


def check_step(state: ichiba.State, rng: Random) -> ichiba.State:
    """Make one random move. Copies are independent, and the same action gives the same position."""
    seat, action = random_step(state, rng)
    before = state.dump()
    twin = state.copy()
    state.apply(seat, action)
    assert twin.dump() == before, "a copy changed when the original changed"
    after = state.dump()
    twin.apply(seat, action)
    assert twin.dump() == after, "the same action gave a different position"
    assert state.dump() == after, "the original changed when a copy changed"
    return rng.choice((state, twin))


def check_end(case: Case, state: ichiba.State) -> None:
    assert state.winners
    assert set(state.winners) <= set(range(case.players))
    best = max(state.scores)
    assert all(state.scores[seat] == best for seat in state.winners)
    for seat in range(case.players):
        assert state.legal(seat) == []
        assert all(state.explain(seat, action) for action in range(case.game.num_actions))
        check_sentence(state.prompt(seat))
    check_dump(case, state)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_events_tell_a_whole_game_in_words(case: Case) -> None:
    for seed in case.some(5):
        match, rng = case.match(seed), Random(seed)
        while match.state.actors:
            match.play(*random_step(match.state, rng))
        assert match.events
        for event in match.events:
            check_sentence(event)
            assert 0 <= event.move <= len(match.record.moves)
        moves = [event.move for event in match.events]
        assert moves == sorted(moves)


@pytest.mark.parametrize("name", ichiba.games())
def test_notation_and_parse_are_inverse(name: str) -> None:
    game = ichiba.load(name)
    notations = [game.notation(action) for action in range(game.num_actions)]
    assert len(set(notations)) == game.num_actions
    assert [game.parse(notation) for notation in notations] == list(range(game.num_actions))
    with pytest.raises(ichiba.SetupError, match="is not a move of"):
        game.parse("no such move")


@pytest.mark.parametrize("name", ichiba.games())
def test_amounts_are_numbers_in_even_steps(name: str) -> None:
    game = ichiba.load(name)
    written = [game.notation(action).rsplit(" ", 1) for action in game.amounts]
    numbers = [int(number) for _word, number in written]
    assert len({word for word, _number in written}) <= 1
    assert len({after - before for before, after in pairwise(numbers)}) <= 1


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_the_same_seed_gives_the_same_game_and_another_seed_another(case: Case) -> None:
    assert case.new(7).dump() == case.new(7).dump()
    assert len({json.dumps(case.new(seed).view(None)) for seed in range(20)}) > 10
