"""The market of the day: one deal and the same bots for everybody, one try, no way to peek."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from account_tools import text_of
from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.arena.thinker import _Minds
from ichiba.site.models import DailyMarket, DailyTry, Person, Table
from ichiba.site.store import snapshots
from ichiba.site.tables import bot_driver, daily, days, hints, play
from ichiba.site.tables.bot_driver import Driver, simple_move
from ichiba.site.tables.bot_questions import even_record, question_for
from site_scene import hold

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)
TODAY = NOON.date()


def test_smoke() -> None:
    client = Client()
    assert client.get("/").status_code == 200
    assert client.get("/day/tsukiji/").status_code == 200
    response = client.post("/day/tsukiji/play/")
    assert response.status_code == 302
    assert client.get("/day/tsukiji/").status_code == 200
    assert client.get(response["location"]).status_code == 200
    assert client.get("/").status_code == 200
    assert Client().get(response["location"]).status_code == 403
