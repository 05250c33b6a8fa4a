"""Reports of problems: what is stored, who sees it, and what developers get."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from configuring import configure
from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.site.models import Report, Table, Upload
from ichiba.site.store import snapshots
from ichiba.site.tables import days, play
from site_scene import finish, seated

database = pytest.mark.django_db(transaction=True)
PASSWORD = "market at dawn"  # noqa: S105
SEED = str(0xA1B2C3D4E5F60718293A4B5C6D7E8F90)
SAID = "The second lot has no price."


def moderator() -> Client:
    client = Client()
    client.post("/account/new/", {"name": "Mio", "password": PASSWORD})
    User.objects.filter(username="mio").update(is_staff=True)
    client.post("/account/log-in/", {"name": "Mio", "password": PASSWORD})
    return client


def fields(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(at|page|window)" value="([^"]*)"', page))


def report(client: Client, path: str, query: str = "", **more: str) -> Any:
    """Report a problem as the form does."""
    form = fields(client.get(f"{path}report/{query}").content.decode())
    return client.post(f"{path}report/", {**form, "text": SAID, **more})


@database
def test_a_player_reports_a_problem_without_a_script() -> None:
    aki, ben = Client(), Client(headers={"User-Agent": "Shell/1.0"})
    table = seated([aki, ben], SEED)
    play.play(table, 0, "ticket 3")
    page = ben.get(f"/t/{table.slug}/").content.decode()
    assert f'href="/t/{table.slug}/report/?at=1"' in page
    sent = report(ben, f"/t/{table.slug}/", "?at=1", window="390×844")
    assert sent.status_code == 200
    assert "Your report was sent" in sent.content.decode()
    stored = Report.objects.get()
    assert (stored.table, stored.title, stored.at) == (table, "tsukiji", 1)
    assert (stored.page, stored.window, stored.agent) == (
        f"/t/{table.slug}/",
        "390×844",
        "Shell/1.0",
    )
    assert (stored.text, stored.status, stored.record) == (SAID, Report.Status.NEW, "")
    assert stored.person is not None
    assert stored.person.name == "Ben"


@database
def test_a_report_stores_only_what_makes_sense() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    nonsense = {"at": "99999", "page": "https://elsewhere.example/", "window": "<b>wide</b>"}
    assert report(aki, f"/t/{table.slug}/", **nonsense).status_code == 200
    stored = Report.objects.get()
    assert (stored.at, stored.page, stored.window) == (0, f"/t/{table.slug}/", "")
    for text, told in (("  ", "Say in a sentence"), ("x" * 1001, "too long")):
        refused = report(aki, f"/t/{table.slug}/", text=text)
        assert refused.status_code == 422
        assert told in refused.content.decode()
    assert Report.objects.count() == 1


@database
def test_only_those_who_may_see_a_game_report_it() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    assert Client().get(f"/t/{table.slug}/report/").status_code == 403
    assert Client().post(f"/t/{table.slug}/report/", {"text": SAID}).status_code == 403
    assert not Report.objects.exists()


@database
def test_reports_have_a_limit(settings: Any) -> None:
    configure(settings, limits={"report": (2, 3600)})
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    statuses = [report(aki, f"/t/{table.slug}/").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert Report.objects.count() == 2


@database
def test_a_moderator_gets_the_record_only_when_the_game_is_over() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben], SEED)
    play.play(table, 0, "ticket 3")
    report(aki, f"/t/{table.slug}/")
    stored, mio = Report.objects.get(), moderator()
    change = f"/admin/site/report/{stored.pk}/change/"
    golden = f"/admin/site/report/{stored.pk}/golden.json"
    listed = mio.get("/admin/site/report/").content.decode()
    assert SAID in listed
    page = mio.get(change).content.decode()
    assert "still in progress" in page
    for shown in (listed, page):
        assert SEED not in shown
        assert "ticket 3" not in shown
    refused = mio.get(golden)
    assert refused.status_code == 403
    assert SEED not in refused.content.decode()
    finish(table)
    assert golden in mio.get(change).content.decode()
    content = mio.get(golden).content
    record = Record.decode(content)
    assert record.seed == SEED
    assert record.names == ["Player 1", "Player 2"], "developers don't need names"
    match = Match.replay(record)
    assert record.result is not None
    assert list(match.state.scores) == record.result.scores
    assert match.record.encode() == content, "as tests of golden games want it"
    for other in (aki, Client()):
        assert other.get(golden).status_code == 302
        assert other.get("/admin/site/report/").status_code == 302


@database
def test_a_moderator_closes_a_report() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    report(aki, f"/t/{table.slug}/")
    stored, mio = Report.objects.get(), moderator()
    mio.post(f"/admin/site/report/{stored.pk}/change/", {"status": "solved", "text": "changed"})
    stored.refresh_from_db()
    assert (stored.status, stored.text) == ("solved", SAID)


@database
def test_a_report_about_an_uploaded_game_has_its_record() -> None:
    file = min((Path(__file__).parents[1] / "shinjuku" / "games").glob("*.json"))
    slug = Upload.objects.create(content=file.read_text(encoding="utf-8")).slug
    page = Client().get(f"/replay/{slug}/").content.decode()
    assert f"/replay/{slug}/report/" in page
    assert report(Client(), f"/replay/{slug}/", "?at=12").status_code == 200
    stored = Report.objects.get()
    assert (stored.at, stored.table, stored.title) == (12, None, "shinjuku")
    content = moderator().get(f"/admin/site/report/{stored.pk}/golden.json").content
    assert Record.decode(content).moves == Record.load(file).moves


@database
def test_a_report_outlives_its_table_and_its_person() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    finish(table)
    report(aki, f"/t/{table.slug}/")
    Table.objects.filter(pk=table.pk).delete()
    stored = Report.objects.get()
    assert stored.table is None
    assert Record.decode(stored.record.encode()).game == "tsukiji"


@database
def test_the_record_of_a_market_of_the_day_has_to_wait_until_the_day_is_over() -> None:
    """Whoever is a moderator may play it as well."""
    aki, ben = Client(), Client()
    table = seated([aki, ben], SEED)
    finish(table)
    Table.objects.filter(pk=table.pk).update(day=days.today())
    snapshots.forget(table.pk)
    report(aki, f"/t/{table.slug}/")
    stored, mio = Report.objects.get(), moderator()
    assert stored.record == ""
    refused = mio.get(f"/admin/site/report/{stored.pk}/golden.json")
    assert refused.status_code == 403
    assert SEED not in refused.content.decode()
    Table.objects.filter(pk=table.pk).update(day=days.today() - timedelta(days=3))
    content = mio.get(f"/admin/site/report/{stored.pk}/golden.json").content
    assert Record.decode(content).seed == SEED
