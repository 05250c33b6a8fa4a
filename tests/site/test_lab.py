"""The lab on the site: who may use it, what it asks, and how a study runs beside the games."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client, override_settings

import ichiba
from account_tools import log_in, sign_up
from ichiba.arena.lab import job
from ichiba.core.changing import leaves_of, printed
from ichiba.site.lab import asking, studies
from patience import until

pytestmark = pytest.mark.django_db(transaction=True)
SMALL = {"players": "2", "games": "4", "bot": "quick", "seed": "1"}


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Client]:
    """A visitor of a site with a lab, at the machine of the server."""
    chosen = dataclasses.replace(settings.CONFIGURATION, lab=True)
    with override_settings(CONFIGURATION=chosen, DATA=tmp_path):
        yield Client()
        for one in studies.recent():
            studies.stop(one.name)


def test_it_is_off_unless_the_operator_wants_it(client: Client) -> None:
    assert client.get("/lab/").status_code == 404
    assert client.post("/lab/tsukiji/", SMALL).status_code == 404
    assert "/lab/" not in client.get("/").content.decode()


def test_it_is_for_those_who_run_the_site(lab: Client) -> None:
    assert lab.get("/lab/").status_code == 200
    assert 'href="/lab/"' in lab.get("/").content.decode()
    for elsewhere in ({"REMOTE_ADDR": "203.0.113.7"}, {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}):
        assert lab.get("/lab/", **elsewhere).status_code == 403
        assert lab.post("/lab/tsukiji/", SMALL, **elsewhere).status_code == 403
        assert 'href="/lab/"' not in lab.get("/", **elsewhere).content.decode()
    assert [*studies.recent()] == []
    moderator = Client(REMOTE_ADDR="203.0.113.7")
    sign_up(moderator)
    assert moderator.get("/lab/").status_code == 403
    User.objects.update(is_staff=True)
    log_in(moderator)
    assert moderator.get("/lab/").status_code == 200


@pytest.mark.parametrize("name", ichiba.games())
def test_every_number_has_a_slider(lab: Client, name: str) -> None:
    page = lab.get(f"/lab/{name}/").content.decode()
    leaves = leaves_of(printed(ichiba.load(name).package))
    assert leaves
    for leaf in leaves:
        assert f'name="change-{leaf.path}"' in page
        assert f'data-for="change-{leaf.path}"' in page
    for group in asking.groups_of(ichiba.load(name), {}):
        for one in group.numbers:
            assert one.least <= one.low <= one.printed <= one.high <= one.most
            assert (one.printed - one.low) % one.step == 0, "a slider can't show the printed number"


def test_a_study_of_a_changed_number_ends_with_a_report(lab: Client) -> None:
    started = lab.post("/lab/tsukiji/", {**SMALL, "change-refusal": "5"})
    assert started.status_code == 302
    path = started["Location"]
    name = path.rstrip("/").rpartition("/")[2]
    until(lambda: lab.get(path).content.decode().count("report.html") > 1, "there is no report")
    page = lab.get(path).content.decode()
    assert "refusal = 5" in page
    assert "--change refusal=5" in page
    part = lab.get(path, HTTP_HX_REQUEST="true").content.decode()
    assert part.startswith("<section")
    assert "hx-trigger" not in part, "a study that has ended needs no more requests"
    report = lab.get(f"{path}report.html")
    assert "What changed" in report.content.decode()
    assert "script" not in report["Content-Security-Policy"]
    assert "refusal = 5" in lab.get("/lab/").content.decode()
    assert lab.post(f"{path}stop/").status_code == 302
    assert lab.get(path).status_code == lab.get(f"{path}report.html").status_code == 404
    assert studies.find(name) is None


def test_only_one_study_runs_and_it_can_be_stopped(lab: Client) -> None:
    path = lab.post("/lab/tsukiji/", {**SMALL, "games": "10000"})["Location"]
    page = lab.get(path).content.decode()
    assert "<progress" in page
    assert 'hx-trigger="every 1s"' in page
    assert '<meta http-equiv="refresh"' in page
    second = lab.post("/lab/shinjuku/", {**SMALL, "change-hand": "5"})
    assert second.status_code == 422
    assert "Another study is running." in second.content.decode()
    assert 'value="5" data-printed' in second.content.decode(), "what was chosen is kept"
    lab.post(f"{path}stop/")
    assert [*studies.recent()] == []
    again = lab.post("/lab/tsukiji/", {**SMALL, "games": "10000"})
    assert again.status_code == 302


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"change-refusal": "x"}, "must be a whole number"),
        ({"change-refusal": "-1"}, "must be from 0 to 100000"),
        ({"games": "10001"}, "Games: choose a number from 2 to 10000."),
        ({"games": ""}, "Games: choose a number"),
        ({"players": "9"}, "Players: choose a number from 2 to 4."),
        ({"seed": "²"}, "Seed: choose a number"),
        ({"bot": "my_module:Bot"}, "Choose one of the bots."),
        ({"never": "dance"}, "There is no such action."),
    ],
)
def test_what_cannot_be_studied_is_refused_in_words(
    lab: Client, given: dict[str, str], told: str
) -> None:
    refused = lab.post("/lab/tsukiji/", {**SMALL, **given})
    assert refused.status_code == 422
    assert told in refused.content.decode()
    assert [*studies.recent()] == []


def test_an_impossible_value_is_told_when_it_is_played(lab: Client) -> None:
    path = lab.post("/lab/tsukiji/", {**SMALL, "change-maguro.divisor": "0"})["Location"]
    said = "can&#39;t be played with maguro.divisor=0."
    until(lambda: said in lab.get(path).content.decode(), "it doesn't say so")


def test_a_study_ends_with_the_server_and_says_so(lab: Client) -> None:
    path = lab.post("/lab/tsukiji/", {**SMALL, "games": "10000"})["Location"]
    name = path.rstrip("/").rpartition("/")[2]
    process = studies._running.pop(name)
    assert process.stdin is not None
    process.stdin.close()  # as it is when the server has ended
    process.wait()
    assert "The study was stopped early." in lab.get(path).content.decode()


def test_a_study_that_takes_too_long_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(job.os, "_exit", ended.append)
    job._give_up(tmp_path, 3600)
    assert ended == [1]
    said = str(job.read_problem((tmp_path / job.PROBLEM).read_bytes()).message())
    assert said == "The study was ended after 60 minutes. Play fewer games."


def test_only_the_newest_studies_are_kept(lab: Client) -> None:
    folder = settings.DATA / "lab"
    for number in range(studies.KEPT + 3):
        (folder / f"{number:012x}").mkdir(parents=True)
    lab.post("/lab/tsukiji/", SMALL)
    assert len([*folder.iterdir()]) == studies.KEPT


@pytest.mark.parametrize("name", ["../../etc", "0" * 12, "%2e%2e", "x"])
def test_other_folders_are_out_of_reach(lab: Client, name: str) -> None:
    assert lab.get(f"/lab/study/{name}/").status_code == 404
    assert lab.get(f"/lab/study/{name}/report.html").status_code == 404
    assert studies.find(name) is None
