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


Values = dict[str, list[ast.expr]]


def values_of(tree: ast.AST) -> Values:
    """By name: the values of variables and parameters, and what functions return."""
    values: Values = {}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    parameters = {one.name: [arg.arg for arg in one.args.args] for one in functions}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = zip(*(getattr(one, "elts", [one]) for one in (target, node.value)))  # noqa: B905
                for one, value in pairs:
                    values.setdefault(getattr(one, "id", ""), []).append(value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for name, value in zip(parameters.get(node.func.id, []), node.args):  # noqa: B905
                values.setdefault(name, []).append(value)
    for one in functions:
        defaults = zip(reversed(one.args.args), reversed(one.args.defaults))  # noqa: B905
        for argument, value in defaults:
            values.setdefault(argument.arg, []).append(value)
        for node in ast.walk(one):
            if isinstance(node, ast.Return) and node.value is not None:
                values.setdefault(one.name, []).append(node.value)
    return values


def strings(node: ast.expr, values: Values) -> set[str]:
    """The strings that an argument of a call can be."""
    if isinstance(node, ast.IfExp):
        return strings(node.body, values) | strings(node.orelse, values)
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) else set()
    name = getattr(node.func if isinstance(node, ast.Call) else node, "attr", "")
    name = getattr(node, "id", name)
    return {text for value in values.get(name, []) for text in strings(value, {})}


def told(title: str) -> Iterator[tuple[set[str], set[str]]]:
    """All calls of `tell` in the rules of a title: the kinds of event and the arguments' names."""
    package = Path(str(ichiba.load(title).package).replace(".", "/"))
    root = Path(ichiba.__file__).parent.parent / package
    for file in root.rglob("*.py"):
        if "board" in file.parts:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        values = values_of(tree)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr == "tell":
                names = {word.arg for word in node.keywords if word.arg not in (None, "only")}
                kinds = [strings(argument, values) for argument in node.args]
                yield set().union(*kinds), {str(name) for name in names}


@pytest.mark.parametrize("title", ichiba.games())
def test_events_that_are_rare_have_their_arguments_too(title: str) -> None:
    """Random games don't reach every event, so this reads the source."""
    types, found = ichiba.load(title).event_types, [*told(title)]
    assert found
    for kinds, names in found:
        assert kinds & types.keys(), f"which event has {names}?"
        for kind in kinds & types.keys():
            assert names == {*get_type_hints(types[kind])}, kind
