"""Adds to the OpenAPI document what the titles say about their views and events."""

from functools import cache
from typing import Any

import msgspec

from ichiba.core.game import Game
from ichiba.core.registry import games, load

Schema = dict[str, Any]


def describe(document: Schema) -> None:
    """Complete the schemas of positions and events in an OpenAPI document."""
    schemas, views, events = _described()
    components: Schema = document["components"]["schemas"]
    components.update(schemas)
    components["PositionShape"]["properties"]["view"] |= views
    components["EventShape"]["anyOf"] = events


@cache
def _described() -> tuple[Schema, Schema, list[Schema]]:
    """Return the new components, the alternatives of a view, and those of an event."""
    titles = [load(name) for name in games()]
    types = [kind for title in titles for kind in (title.view_type, *title.event_types.values())]
    told, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schemas = dict(zip(map(repr, types), told, strict=True))
    views = [schemas[repr(title.view_type)] for title in titles]
    mapping = {
        title.name: view["$ref"]
        for title, view in zip(titles, views, strict=True)
        if "$ref" in view
    }
    view = {"anyOf": views, "discriminator": {"propertyName": "game", "mapping": mapping}}
    return components, view, [one for title in titles for one in _events(title, schemas)]


def _events(title: Game, schemas: Schema) -> list[Schema]:
    """Return an alternative for each type of arguments: the keys of the events that have it."""
    keys: dict[str, list[str]] = {}
    for kind, arguments in title.event_types.items():
        keys.setdefault(repr(arguments), []).append(f"{title.name}.event.{kind}")
    if not keys:
        return [{"properties": {"key": {"pattern": f"^{title.name}[.]"}}}]
    return [
        {"properties": {"key": {"enum": found}, "arguments": schemas[arguments]}}
        for arguments, found in keys.items()
    ]
