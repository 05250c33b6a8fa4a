"""The game on the front page: whose it is, that all visitors see the same, and what it costs."""

import gzip
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import expect

from ichiba.core.record import Record
from ichiba.site.errands import workers
from ichiba.site.errands.kinds import Lane
from ichiba.site.models import Errand, Move, SiteValue, Table, Upload
from ichiba.site.pictures import exhibition
from ichiba.site.store import sql
from ichiba.site.tables import play
from patience import until
from site_scene import seated

database = pytest.mark.django_db(transaction=True)
GAMES = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def forget() -> None:
    exhibition.forget_all()


def show_golden_games() -> list[str]:
    """Let golden games be today's games of the bots."""
    slugs, day = [], datetime.now(UTC).date().isoformat()
    for title in ("tsukiji", "shinjuku", "tokyo-tsukiji-market"):
        file = min((GAMES / title.replace("-", "_") / "games").glob("*.json"))
        slugs.append(Upload.objects.create(content=file.read_text(encoding="utf-8")).slug)
        SiteValue.objects.update_or_create(
            name=f"show {title}", defaults={"value": f"{day} {slugs[-1]}"}
        )
    return slugs


def shown_on(page: str) -> tuple[str, int]:
    """The game and the position that a page shows."""
    found = re.search(r'src="/pictures/playing/([\w-]+)/(\d+)/light.svg"', page)
    assert found is not None
    return found[1], int(found[2])


@database
def test_nobody_plays_until_somebody_opens_the_front_page() -> None:
    assert not Errand.objects.filter(kind=exhibition.SHOW).exists()
    page = Client().get("/").content.decode()
    assert 'id="playing"' not in page, "there is nothing to show yet"
    assert Errand.objects.filter(kind=exhibition.SHOW).count() == 3
    for _ in range(3):
        Client().get("/")
    assert Errand.objects.filter(kind=exhibition.SHOW).count() == 3


@database
def test_bots_play_a_game_that_everybody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhibition, "_titles", lambda: ["tsukiji"])
    Client().get("/")
    assert workers.do_all_due([Lane.PLAY]) == 1
    kept = Upload.objects.get()
    record = Record.decode(kept.content.encode())
    assert (record.game, record.players) == ("tsukiji", 4)
    assert record.result is not None
    exhibition.forget_all()
    page = Client().get("/").content.decode()
    assert shown_on(page)[0] == kept.slug
    assert "Strong bots have played Tsukiji" in page
    assert f'href="/replay/{kept.slug}/"' in page
    assert not Errand.objects.filter(kind=exhibition.SHOW).exists(), "one game a day"


@database
def test_the_clock_alone_says_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    slugs = show_golden_games()
    start = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    seen = []
    for step in range(400):
        now = start + timedelta(seconds=step * exhibition.PACE)
        monkeypatch.setattr(exhibition.timezone, "now", lambda now=now: now)
        exhibition.forget_all()
        if step % 40 == 0:
            one, other = exhibition.current(), exhibition.current()
            assert one is not None
            assert one is other
            seen.append(one)
    assert {one.slug for one in seen} <= set(slugs)
    assert len({(one.slug, one.at) for one in seen}) > 5
    for one in seen:
        assert list(one.following) == sorted(one.following)
        assert all(later >= one.at for later in one.following)


@database
def test_positions_are_sent_compressed_and_can_be_kept() -> None:
    show_golden_games()
    slug, at = shown_on(Client().get("/").content.decode())
    path = f"/pictures/playing/{slug}/{at}/dark.svg"
    packed = Client().get(path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Content-Type"] == "image/svg+xml"
    assert "max-age" in packed.headers["Cache-Control"]
    assert gzip.decompress(packed.content) == Client().get(path).content
    exhibition.forget_all()
    assert Client().get(path).status_code == 200, "also in a process that hasn't shown it yet"
    for wrong in (f"{slug}/99999/dark.svg", f"{slug}/{at}/pink.svg", f"nowhere/{at}/dark.svg"):
        assert Client().get(f"/pictures/playing/{wrong}").status_code == 404


@database
def test_people_at_a_listed_table_come_first() -> None:
    show_golden_games()
    private = seated([Client(), Client()])
    play.play(private, 0, "ticket 3")
    assert exhibition.current() is not None
    assert not exhibition.current().live
    table = seated([Client(), Client()], listed="yes")
    play.play(table, 0, "ticket 3")
    exhibition.forget_all()
    page = Client().get("/").content.decode()
    assert shown_on(page) == (table.slug, 1)
    assert "Aki and Ben are playing Tsukiji." in page
    assert Client().get(f"/pictures/playing/{table.slug}/1/light.svg").status_code == 200
    newer = Client().get(f"/pictures/playing/{table.slug}/0/light.svg")
    assert newer.status_code == 200, "a page that is a moment old gets the newest position"
    assert Client().get(f"/pictures/playing/{table.slug}/99/light.svg").status_code == 404
    assert Client().get(f"/pictures/playing/{private.slug}/1/light.svg").status_code == 404
    Move.objects.filter(table=table).update(created=datetime.now(UTC) - timedelta(hours=1))
    exhibition.forget_all()
    assert not exhibition.current().live, "nobody has moved for an hour"


@database
def test_a_table_is_shown_only_while_it_is_listed() -> None:
    table = seated([Client(), Client()], listed="yes")
    play.play(table, 0, "ticket 3")
    assert exhibition.current().live
    Table.objects.filter(pk=table.pk).update(listed=False)
    sql.raise_version(table.pk)
    exhibition.forget_all()
    assert exhibition.current() is None
    assert Client().get(f"/pictures/playing/{table.slug}/1/light.svg").status_code == 404


def test_the_game_goes_on_while_somebody_looks(people) -> None:  # type: ignore[no-untyped-def]
    page = people(reduced_motion="no-preference")
    until(lambda: page.goto("/") and page.locator("#playing").count(), "bots don't play")
    page.clock.install()
    page.reload()
    picture, shown = page.locator(".playing-picture"), page.locator(".playing-picture .light-only")
    picture.scroll_into_view_if_needed()
    first = shown.get_attribute("src")
    until(lambda: page.clock.fast_forward(7100) or shown.get_attribute("src") != first, "it rests")
    page.get_by_role("button", name="Pause").click()
    paused = shown.get_attribute("src")
    page.clock.fast_forward(30_000)
    expect(shown).to_have_attribute("src", paused or "")
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator("#playing-pause")).to_be_hidden()
