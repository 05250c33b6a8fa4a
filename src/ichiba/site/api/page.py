"""The API page: the operations, generated from the OpenAPI document, and your tokens."""

from typing import Any

import msgspec
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from ichiba.core.errors import IchibaError
from ichiba.site.api.app import api
from ichiba.site.api.callers import make_token
from ichiba.site.api.problems import Refusal
from ichiba.site.api.tokens import clean_label, tokens_of
from ichiba.site.people import limits
from ichiba.site.people.identity import ensure_person
from ichiba.site.request import Request
from ichiba.site.titles.words import words_for


class Field(msgspec.Struct, frozen=True):
    """A field of a request or response."""

    name: str
    kind: str
    needed: bool
    meaning: str


class Operation(msgspec.Struct, frozen=True):
    """One operation of the API."""

    method: str
    path: str
    summary: str
    description: str
    token: str  # "needed", "possible" or ""
    sent: list[Field]
    given: list[Field]


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: Request) -> HttpResponse:
    """Show the API page, and create or revoke tokens. A new token is shown once."""
    secret, problem = "", ""
    if request.method == "POST":
        try:
            secret = _do(request)
        except IchibaError as error:
            problem = error.reason.say(words_for([]))
        except Refusal as refusal:
            problem = refusal.message
    person = request.person
    context = {
        "operations": operations(),
        "shapes": shapes(),
        "secret": secret,
        "problem": problem,
        "tokens": tokens_of(person) if person else [],
        "base": request.build_absolute_uri("/api/v1/"),
    }
    response = render(request, "site/api.html", context, status=422 if problem else 200)
    response["Cache-Control"] = "no-store"  # it may show a token
    return response


def _do(request: Request) -> str:
    """Create a token and return its secret, or revoke one."""
    person = ensure_person(request)
    token = request.POST.get("take_back", "")
    if not token:
        limits.spend("token", *limits.visitor(request, person))
        return make_token(person, clean_label(request.POST.get("label", "")))[1]
    if token.isascii() and token.isdigit() and len(token) < 16:
        person.tokens.filter(pk=int(token)).delete()
    return ""


def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return api.get_openapi_schema(path_prefix="/api/v1/")


def shapes() -> dict[str, list[Field]]:
    """Return the types that operations refer to, by name."""
    schemas = document()["components"]["schemas"]
    return {
        _kind({"$ref": name}): _fields({"$ref": name}, schemas)
        for name in schemas
        if name.endswith("Shape")
    }


def operations() -> list[Operation]:
    """Return all operations in the order of the OpenAPI document."""
    told = document()
    schemas = told["components"]["schemas"]
    return [
        _operation(method, path, one, schemas)
        for path, methods in told["paths"].items()
        for method, one in methods.items()
    ]


def _operation(method: str, path: str, told: dict[str, Any], schemas: dict[str, Any]) -> Operation:
    security = told.get("security", [])
    sent = [
        Field(one["name"], _kind(one["schema"]), one["required"], _meaning(one))
        for one in told["parameters"]
    ]
    if "requestBody" in told:
        sent += _fields(told["requestBody"]["content"]["application/json"]["schema"], schemas)
    answer: dict[str, Any] = next(
        (reply for status, reply in told["responses"].items() if str(status).startswith("2")), {}
    )
    shape = answer.get("content", {}).get("application/json", {}).get("schema", {})
    return Operation(
        method=method.upper(),
        path=path,
        summary=told["summary"],
        description=_meaning(told),
        token="" if not security else "possible" if {} in security else "needed",
        sent=sent,
        given=_fields(shape, schemas),
    )


def _fields(shape: dict[str, Any], schemas: dict[str, Any]) -> list[Field]:
    """Return the fields of an object, or of the objects in a list."""
    shape = shape.get("items", shape)
    name = shape.get("$ref", "").rpartition("/")[2]
    found = schemas.get(name, {})
    needed = found.get("required", [])
    return [
        Field(field, _kind(told), field in needed, _meaning(told))
        for field, told in found.get("properties", {}).items()
    ]


def _kind(schema: dict[str, Any]) -> str:
    """Return the name of a type."""
    if "enum" in schema:
        return " | ".join(str(one) for one in schema["enum"])
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2].removesuffix("Shape").lower()
    if "discriminator" in schema:
        return "object"  # too many alternatives for a line: they are in the document
    if "anyOf" in schema:
        return " | ".join(_kind(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    return str(schema.get("type", "anything"))


def _meaning(told: dict[str, Any]) -> str:
    text: str = told.get("description") or told.get("schema", {}).get("description", "")
    return text.replace("`", "“", 1).replace("`", "”", 1)
