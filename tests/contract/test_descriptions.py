"""What titles say about their views and events is true in whole games, and leaves nothing out."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import jsonschema_rs
import msgspec
import pytest

import ichiba
from contract.cases import Case, random_step, sampled_cases
from ichiba.core.story import story_of


def closed(schema: Any) -> Any:
    """The same schema without room for fields that are not declared."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(one) for name, one in schema.items()}
    return inner | {"additionalProperties": False} if "properties" in schema else inner


@cache
def validator_of(title: str, event: str = "") -> Any:
    """Checks a view of a title, or the arguments of a kind of event."""
    game = ichiba.load(title)
    kind = game.event_types[event] if event else game.view_type
    return jsonschema_rs.validator_for(closed(msgspec.json.schema(kind)))


@pytest.mark.parametrize("case", sampled_cases(), ids=str)
def test_views_and_events_of_whole_games_are_as_described(case: Case) -> None:
    for seed in case.some(3):
        rng, match = Random(seed), case.match(seed)
        while True:
            for seat in (*range(case.players), None):
                view = match.state.view(seat)
                validator_of(case.name).validate(view)
                assert view["game"] == case.name
            if not match.state.actors:
                break
            match.play(*random_step(match.state, rng))
        for event in match.events:
            validator_of(case.name, event.key.rpartition(".")[2]).validate(event.arguments)


@pytest.mark.parametrize("title", ichiba.games())
def test_a_field_that_is_not_declared_is_found(title: str) -> None:
    view = {**ichiba.load(title).new(2, seed=1).view(0)}
    assert validator_of(title).is_valid(view)
    assert not validator_of(title).is_valid(view | {"more": 1})
    del view["phase"]
    assert not validator_of(title).is_valid(view)


@pytest.mark.parametrize("title", ichiba.games())
def test_every_kind_of_event_is_described(title: str) -> None:
    rank = story_of(ichiba.load(title)).rank
    kinds = rank.headline | rank.detail | rank.bookkeeping
    assert {*ichiba.load(title).event_types} == kinds


def strings(node: ast.expr) -> list[str]:
    """The strings that an argument of a call can be: one, two if it is a condition, or unknown."""
    if isinstance(node, ast.IfExp):
        return [*strings(node.body), *strings(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def told(title: str) -> Iterator[tuple[str, set[str]]]:
    """All calls of `tell` in the rules of a title: the kind of event and the arguments' names."""
    package = Path(str(ichiba.load(title).package).replace(".", "/"))
    root = Path(ichiba.__file__).parent.parent / package
    for file in root.rglob("*.py"):
        if "board" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr == "tell":
                names = {word.arg for word in node.keywords if word.arg not in (None, "only")}
                for kind in (kind for argument in node.args for kind in strings(argument)):
                    yield kind, {str(name) for name in names}


@pytest.mark.parametrize("title", ichiba.games())
def test_events_that_are_rare_have_their_arguments_too(title: str) -> None:
    """Random games don't reach every event, so this reads the source."""
    found = [*told(title)]
    assert found
    for kind, names in found:
        assert names == {*get_type_hints(ichiba.load(title).event_types[kind])}, kind
