"""Tests the API against its OpenAPI document with schemathesis, which sends generated requests.

No answer may violate its schema or be a 5xx. ICHIBA_API_EXAMPLES=500 sends more requests.
"""

import os
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api_tools import Program, sat
from ichiba.core.registry import games
from ichiba.site.api.callers import make_token
from ichiba.site.models import Table
from site_scene import EASY, MARKET, bring_to_auction, play_bots

EXAMPLES = int(os.environ.get("ICHIBA_API_EXAMPLES", "15"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]


schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
endless = "/stream$"  # a stream has no end; test_api_streams and test_server cover them


@pytest.fixture
def scene(transactional_db: None) -> tuple[Program, list[Table]]:
    """A person with a token, and four tables: two in progress, one open, one finished."""
    (aki, ben), running = sat("Aki", "Ben")
    bids = aki.table(["me", "friend"], MARKET, options={"fish_markets": [*EASY[:3]]})
    assert ben.post(f"/tables/{bids.slug}/join").status_code == 200
    bids.refresh_from_db()
    bring_to_auction(bids)
    over = aki.table(["me", "greedy"])
    over.seats.update(bot="random")
    play_bots(over)
    over.seats.filter(number=0).update(bot="")
    return aki, [running, bids, aki.table(["me", "friend", "friend"], listed=True), over]


@pytest.mark.long
@schema.exclude(path_regex=endless).parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize="ICHIBA_API_EXAMPLES" not in os.environ,
    database=None,
    suppress_health_check=[*HealthCheck],
)
def test_every_answer_is_as_the_document_says(case: Any, scene: Any) -> None:
    program, tables = scene
    if program.get("/tokens").status_code == 401:  # an earlier example has revoked the token
        program = program.with_token(make_token(tables[0].owner)[1])
    make_real(case.path_parameters, {"slug": [one.slug for one in tables], "name": [*games()]})
    pages = [program.look(table)["position"]["page"] for table in tables[:2]]
    real = {
        "title": [*games()],
        "places": [["me", "greedy"], ["me", "friend"]],
        "options": [{}, {"special_points": True}, {"fish_markets": [*EASY], "round_limit": 3}],
        "page": pages,
        "notation": ["ticket 4", "ticket 1", "buy 2", "ticket x2", "yen 100", "yen #"],
        "table": [None, tables[0].slug],
        "seat": [None, 0],
    }
    for sent in (case.body, case.query):
        if isinstance(sent, dict):
            make_real(sent, real)
    response = case.call(headers=program.headers)
    case.validate_response(response, checks=CHECKS)


def make_real(sent: dict[str, Any], real: dict[str, list[Any]]) -> None:
    """Replace some generated values with existing ones, so that more code is reached."""
    for name, values in real.items():
        if name in sent:
            choice = crc32(repr(sent[name]).encode(errors="replace"))
            if choice % 3:
                sent[name] = values[choice // 3 % len(values)]
