"""A dump is either restored and can be played, or refused in words: mutated dumps find the gaps."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import ichiba
from contract.cases import Case, all_cases, random_step

MUTATED = 10_000  # dumps of each title
SHARES = 20  # so that several workers can run them
FEW = 60  # dumps of each title in the short run
STEPS = 25  # decisions played after a dump was restored
HOPELESS = ("game", "revision")  # any change of them is refused
# Numbers that are often out of range.
NUMBERS = (-(1 << 70), -2, -1, 0, 1, 2, 3, 5, 7, 16, 99, 255, 256, 1 << 31, 1 << 70)


def positions(name: str, seed: int) -> Iterator[dict[str, Any]]:
    """Dumps of positions that random players reach, with every option."""
    cases = [case for case in all_cases() if case.name == name]
    rng = Random(seed)
    while True:
        case: Case = rng.choice(cases)
        state = case.new(rng.randrange(1000))
        for _ in range(rng.randrange(300)):
            if not state.actors:
                break
            state.apply(*random_step(state, rng))
            if rng.random() < 0.05:
                yield state.dump()
        yield state.dump()


def mutate(value: Any, rng: Random) -> Any:
    """The same value with one small change somewhere."""
    if isinstance(value, dict) and value:
        key = rng.choice([*value])
        return {**value, key: mutate(value[key], rng)}
    if isinstance(value, list):
        return _mutate_list([*value], rng)
    if isinstance(value, bool):
        return rng.choice((not value, None, 2))
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, -value, rng.choice(NUMBERS), None, "1"))
    if isinstance(value, str):
        words = value.split(" ")
        words[rng.randrange(len(words))] = rng.choice(("", "0", "-1", "9" * 30, "ff", "x"))
        return " ".join(words)
    return rng.choice((0, [], "x"))


def _mutate_list(values: list[Any], rng: Random) -> list[Any]:
    kind = rng.randrange(6)
    if not values or kind == 0:
        values.insert(rng.randrange(len(values) + 1), rng.choice((*NUMBERS, *values[:3])))
    elif kind == 1:
        values.pop(rng.randrange(len(values)))
    elif kind == 2:
        rng.shuffle(values)
    else:
        place = rng.randrange(len(values))
        values[place] = mutate(values[place], rng)
    return values


def mutated(dump: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A dump with one to three changed fields."""
    for name in rng.sample(
        [one for one in dump if one not in HOPELESS], rng.choice((1, 1, 1, 2, 3))
    ):
        dump = {**dump, name: mutate(dump[name], rng)}
    return dump


def play_on(state: ichiba.State, rng: Random) -> None:
    """Everything that a player, a page or a program asks of a position."""
    for _ in range(STEPS):
        for seat in state.actors:
            state.view(seat)
            state.prompt(seat)
            state.observed(seat)
            state.explain(seat, 0)
        if not state.actors:
            assert state.winners is not None
            return
        seat, action = random_step(state, rng)
        state.label(seat, action)
        state.apply(seat, action)
    assert state.scores is not None


def check(name: str, seed: int, count: int) -> int:
    """Mutate dumps, and return how many could still be restored."""
    game, restored = ichiba.load(name), 0
    rng, dumps = Random(seed), positions(name, seed)
    for number in range(count):
        if not number % 5:
            dump = next(dumps)
        changed = mutated(dump, rng)
        try:
            state = game.restore(changed)
        except ichiba.PositionError:
            continue
        restored += 1
        try:
            play_on(state, rng)
        except Exception as error:
            fields = [one for one in dump if dump[one] != changed[one]]
            old, new = ([one[field] for field in fields] for one in (dump, changed))
            told = f"{name} {seed}/{number}: {fields} {old} -> {new}"
            raise AssertionError(f"{told[:1500]}: {error!r}") from error
    return restored


@pytest.mark.parametrize("name", ichiba.games())
def test_some_mutated_dumps_are_refused_or_playable(name: str) -> None:
    assert check(name, 1, FEW) < FEW


@pytest.mark.long
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("name", ichiba.games())
def test_mutated_dumps_are_refused_or_playable(name: str, share: int) -> None:
    count = MUTATED // SHARES
    assert 0 < check(name, share, count) < count


@pytest.mark.parametrize("name", ichiba.games())
def test_mutated_knowledge_is_refused_or_playable(name: str) -> None:
    game, rng, dumps, refused = ichiba.load(name), Random(7), positions(name, 7), 0
    for number in range(FEW):
        if not number % 5:
            state = game.restore(next(dumps))
        viewer = rng.choice((None, *range(state.players)))
        changed = mutated(state.known(viewer), rng)
        try:
            world = game.from_known(changed, rng)
        except ichiba.PositionError:
            refused += 1
        else:
            play_on(world, rng)
    assert 0 < refused < FEW


def reached(name: str, *phases: str) -> ichiba.State:
    """A position in one of these phases."""
    rng, state = Random(3), ichiba.load(name).new(3, seed=3)
    while state.phase_name not in phases:
        state.apply(*random_step(state, rng))
    return state


def test_revealed_tickets_are_on_every_lot() -> None:
    state, game = reached("tsukiji", "purchase"), ichiba.load("tsukiji")
    for read, plain in (
        (game.restore, state.dump()),
        (lambda known: game.from_known(known, Random(1)), state.known(0)),
    ):
        tickets: Any = plain["tickets"]
        with pytest.raises(ichiba.PositionError, match="“tickets”"):
            read({**plain, "tickets": [tickets[0][:-1], *tickets[1:]]})


def test_the_deck_is_enough_for_all_rounds() -> None:
    dump = reached("tsukiji", "purchase").dump()
    lots: Any = dump["lots"]
    state = ichiba.load("tsukiji").new(3, seed=3)
    while state.actors:
        state.apply(*random_step(state, Random(3)))
    late = {**state.dump(), "phase": dump["phase"], "lots": lots}
    changed = {name: dump[name] for name in ("round", "past_spaces", "actors", "turn", "tiles")}
    with pytest.raises(ichiba.PositionError, match="“deck”"):
        ichiba.load("tsukiji").restore({**late, **changed, "values": dump["values"]})


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [("good", 4, "good"), ("origin", 0, "origin"), ("supply", 0, "supply")],
)
def test_a_store_that_is_being_opened_exists(field: str, value: int, named: str) -> None:
    game, rng = ichiba.load("shinjuku"), Random(3)
    state = game.new(3, seed=3)
    while True:
        dump: dict[str, Any] = {**state.dump()}
        if state.phase_name == "pay" and dump["station"] >= 0 > max(dump["origin"], dump["kind"]):
            break
        state.apply(*random_step(state, rng))
    changed = [0] * len(dump["supply"]) if field == "supply" else value
    with pytest.raises(ichiba.PositionError, match=f"“{named}”"):
        game.restore({**dump, field: changed})


@pytest.mark.parametrize("other", [None, 5, True, [], "x", [{}]])
@pytest.mark.parametrize("name", ichiba.games())
def test_anything_but_a_dump_is_refused_in_words(name: str, other: Any) -> None:
    game = ichiba.load(name)
    for read in (game.restore, lambda known: game.from_known(known, Random(1))):
        with pytest.raises(ichiba.PositionError, match="it is not an object with fields"):
            read(other)


@pytest.mark.parametrize("name", ichiba.games())
def test_a_field_whose_name_cannot_be_printed_is_refused_in_words(name: str) -> None:
    game = ichiba.load(name)
    with pytest.raises(ichiba.PositionError, match=r"“\?” is out of range"):
        game.restore({**game.new(3, seed=1).dump(), "\ud800": 1})


@pytest.mark.parametrize("name", ichiba.games())
def test_a_dump_of_a_game_still_restores(name: str) -> None:
    dumps = positions(name, 3)
    for _ in range(20):
        dump = next(dumps)
        assert ichiba.load(name).restore(dump).dump() == dump
        assert msgspec.json.decode(msgspec.json.encode(dump)) == dump


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [("tokyo-tsukiji-market", "visit", 99), ("tokyo-tsukiji-market", "visit", 3),
     ("tokyo-tsukiji-market", "boat", 77), ("tokyo-tsukiji-market", "space", 9),
     ("shinjuku", "pay_for", -5), ("shinjuku", "used", 1 << 40), ("tsukiji", "round", 99),
     ("tsukiji", "open_yakuza", 3)],
)  # fmt: skip
def test_a_field_out_of_range_is_named(name: str, field: str, value: int) -> None:
    game = ichiba.load(name)
    dump = game.new(3, seed=1).dump()
    with pytest.raises(ichiba.PositionError, match=f"“{field}”"):
        game.restore({**dump, field: value})


@pytest.mark.parametrize("name", ichiba.games())
def test_a_finished_game_has_no_actors(name: str) -> None:
    game = ichiba.load(name)
    state = game.new(3, seed=1)
    with pytest.raises(ichiba.PositionError, match="“actors”"):
        game.restore({**state.dump(), "phase": "over", "actors": [0]})


@pytest.mark.parametrize("name", ichiba.games())
def test_a_huge_number_of_random_blocks_is_refused(name: str) -> None:
    game = ichiba.load(name)
    dump = game.new(3, seed=1).dump()
    rng = f"{str(dump['rng']).split(' ')[0]} {1 << 64} 3"
    with pytest.raises(ichiba.PositionError, match="“rng”"):
        game.restore({**dump, "rng": rng})
