"""The market of the day: one deal and the same bots for everybody, one try, no way to peek."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

import ichiba
from account_tools import log_in, sign_up, text_of
from api_tools import Program, told
from configuring import configure
from ichiba import bots
from ichiba.core.match import Match, standing
from ichiba.core.observer import Observer
from ichiba.core.record import Record
from ichiba.site.api.callers import make_token
from ichiba.site.models import DailyMarket, DailyTry, Person, Table
from ichiba.site.pages.daily import histogram, ordinal
from ichiba.site.pictures import painter
from ichiba.site.store import snapshots
from ichiba.site.tables import daily, days, lobby, play
from ichiba.site.tables.bot_driver import Driver
from ichiba.site.titles.words import words_for
from site_scene import post_move

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)
TODAY = NOON.date()


class Wall:
    """The clock on the wall, which stands still between two steps."""

    now = NOON

    def is_at(self, hour: int, minute: int = 0, *, day: int = 19) -> None:
        self.now = datetime(2026, 11, day, hour, minute, tzinfo=UTC)


@pytest.fixture(autouse=True)
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    clock = Wall()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


class Thinker:
    """Bots that think in the test's own process. They remember their plans as the real ones do."""

    def __init__(self) -> None:
        self.known: dict[object, Any] = {}
        self.silent = 0  # for how many questions there is no answer in time
        self.asked: list[str] = []

    def choose(self, table: object, record: Record, seat: int, name: str, seed: int) -> list[str]:
        self.asked.append(name)
        if self.silent:
            self.silent -= 1
            return []
        match, moves = Match.resume(record.until(len(record.moves))), []
        bot = self.known.setdefault((table, seat), bots.make(name, match.game, Random(seed)))
        while True:
            action = bot.choose(Observer(match.game, match.state, seat))
            moves.append(match.game.notation(action))
            if not match.state.simultaneous:
                return moves
            match.play(seat, action)
            if seat not in match.state.actors:
                return moves


class Guest(Client):
    """Somebody in a browser of their own."""

    def begins(self, title: str = "tsukiji") -> Table:
        answer = self.post(f"/day/{title}/play/")
        assert answer.status_code == 302, text_of(answer)
        return Table.objects.get(slug=answer["location"].split("/")[2])

    def sees(self, title: str = "tsukiji", day: date | None = None) -> str:
        answer = self.get(f"/day/{title}/" + (f"{day}/" if day else ""))
        assert answer.status_code == 200
        return text_of(answer)


@pytest.fixture(autouse=True)
def quick(settings: Any) -> None:
    configure(settings, bot_pause=0.0, limits={})


def let_bots_move(table: Table, thinker: Thinker, *, most: int = 1000) -> None:
    """Let the bots of a table move until a person is due, or so many times."""
    driver = Driver()
    for _ in range(most):
        snapshot = snapshots.newest_of(table.pk)
        if not any(snapshot.seats[seat].bot for seat in snapshot.match.state.actors):
            return
        driver.move_bot(table.pk, thinker)  # type: ignore[arg-type]


def own_choice(match: Match) -> str:
    """What the person chooses: always the same in the same position."""
    number = sum(move.startswith("0 ") for move in standing(match.record.moves))
    legal = match.state.legal(0)
    return match.game.notation(legal[number * 7 % len(legal)])


def choose(table: Table, *, detour: bool) -> None:
    """Let the person decide; with a detour, they change their mind first, if they can."""
    snapshot = snapshots.newest_of(table.pk)
    match = snapshot.match
    wanted = own_choice(match)
    if detour:
        other = match.game.notation(match.state.legal(0)[0])
        tried = match.copy()
        tried.play(0, match.game.parse(other))
        if tried.why_no_undo(0) is None:
            play.play(table, 0, other)
            play.undo(table, 0)
    play.play(table, 0, wanted)


def play_out(table: Table, *, hasty: bool = False, most: int = 1000) -> Match:
    """Play a game. A hasty person chooses before the bots if they can, and changes their mind."""
    thinker = Thinker()
    for _ in range(most):
        match = snapshots.newest_of(table.pk).match
        if not match.state.actors:
            break
        if 0 in match.state.actors and (hasty or match.state.actors == (0,)):
            choose(table, detour=hasty)
        else:
            let_bots_move(table, Thinker() if hasty else thinker, most=1)
    return snapshots.newest_of(table.pk).match


def by_seats(match: Match) -> list[list[str]]:
    """What each seat has played."""
    moves = standing(match.record.moves)
    seats = range(match.record.players)
    return [[move for move in moves if move.startswith(f"{seat} ")] for seat in seats]


def finish(client: Guest, points: int, title: str = "tsukiji") -> DailyTry:
    """Give somebody a result without playing."""
    table = client.begins(title)
    Table.objects.filter(pk=table.pk).update(status="finished", finished=timezone.now())
    snapshots.forget(table.pk)
    tries = DailyTry.objects.filter(table=table)
    tries.update(points=points, finished=timezone.now())
    return tries.get()


# --- The same for everybody


def test_everybody_gets_the_same_deal_and_the_same_opponents() -> None:
    one, other = Guest().begins(), Guest().begins()
    assert one.pk != other.pk
    assert one.seed == other.seed
    assert [seat.name for seat in one.seats.all()] == [seat.name for seat in other.seats.all()]
    assert {seat.bot for seat in one.seats.all()} == {"", "strong"}
    assert Guest().begins("shinjuku").seed != one.seed


def test_the_same_choices_meet_the_same_moves_however_fast_one_is() -> None:
    calm, hasty = play_out(Guest().begins()), play_out(Guest().begins(), hasty=True)
    assert "0 undo" in hasty.record.moves
    assert calm.record.moves != hasty.record.moves
    assert by_seats(calm) == by_seats(hasty)
    assert [*calm.state.scores] == [*hasty.state.scores]
    first, second = DailyTry.objects.order_by("pk")
    assert first.points == second.points == calm.state.scores[0]


@pytest.mark.parametrize("title", ["shinjuku", "tokyo-tsukiji-market"])
def test_so_they_do_in_the_other_titles(title: str) -> None:
    calm = play_out(Guest().begins(title), most=60)
    hasty = play_out(Guest().begins(title), hasty=True, most=75)
    for one, other in zip(by_seats(calm), by_seats(hasty), strict=True):
        common = min(len(one), len(other))
        assert common > 5
        assert one[:common] == other[:common]


def test_a_busy_machine_does_not_change_the_opponents() -> None:
    table, thinker = Guest().begins(), Thinker()
    thinker.silent = 2
    let_bots_move(table, thinker, most=1)
    assert thinker.asked == ["strong"] * 3
    other = Guest().begins()
    let_bots_move(other, Thinker(), most=1)
    records = [snapshots.newest_of(one.pk).match.record.moves for one in (table, other)]
    assert records[0] == records[1] != []


def test_the_next_day_has_another_deal(wall: Wall) -> None:
    client = Guest()
    table = client.begins()
    wall.is_at(0, day=20)
    other = client.begins()
    assert (table.day, other.day) == (TODAY, date(2026, 11, 20))
    assert table.seed != other.seed


# --- One try


def test_a_second_try_is_the_first_one() -> None:
    client = Guest()
    table = client.begins()
    assert client.begins() == table
    play_out(table)
    assert client.begins() == table
    assert DailyTry.objects.count() == 1
    assert "/day/tsukiji/play/" not in client.sees()


def test_an_account_has_one_try_in_all_browsers() -> None:
    here, there = Guest(), Guest()
    sign_up(here)
    table = here.begins()
    log_in(there)
    assert there.begins() == table


def test_two_clicks_at_once_are_one_try(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Guest()
    table = client.begins()
    known = daily.own_try
    answers: Iterator[Any] = iter([None])  # the first look is too early to see the other click
    monkeypatch.setattr(daily, "own_try", lambda *who: next(answers, known(*who)))
    assert client.begins() == table
    assert Table.objects.count() == 1


def test_a_guest_who_logs_in_takes_the_try_along() -> None:
    account, guest = Guest(), Guest()
    sign_up(account)
    finish(guest, 40)
    log_in(guest)
    assert DailyTry.objects.get().person == Person.objects.get(user=User.objects.get())
    assert "1st of 1" in account.sees()


def test_a_guest_who_logs_in_to_an_account_that_has_played_counts_once() -> None:
    account, guest = Guest(), Guest()
    sign_up(account)
    finish(account, 30)
    finish(guest, 90)
    log_in(guest)
    market = DailyMarket.objects.get()
    assert daily.points_of(market) == [30]
    assert "1st of 1" in guest.sees()


def test_whoever_leaves_has_used_up_the_try() -> None:
    client = Guest()
    table = client.begins()
    client.post(f"/t/{table.slug}/resign/")
    assert client.begins() == table
    assert "You left this game" in client.sees()
    assert daily.points_of(DailyMarket.objects.get()) == []


def test_who_may_not_open_tables_may_not_play() -> None:
    client = Guest()
    client.begins("shinjuku")
    Person.objects.update(banned=True)
    assert client.post("/day/tsukiji/play/").status_code == 403
    assert not DailyMarket.objects.filter(title="tsukiji").exists()


def test_there_are_no_hints() -> None:
    client = Guest()
    table = client.begins()
    answer = client.post(f"/t/{table.slug}/hint/", {"page": ""})
    assert answer.status_code == 409
    assert "no hints in the market of the day" in text_of(answer)


# --- Secrets


def everywhere(client: Client, table: Table) -> dict[str, Any]:
    """What each address of a game answers."""
    paths = ["", "pulse/", "stream/", "record.json", "replay/", "replay/3/"]
    found = {path: client.get(f"/t/{table.slug}/{path}") for path in paths}
    for path in ("", "/record", "/stream"):
        found[f"api{path}"] = client.get(f"/api/v1/tables/{table.slug}{path}")
    return found


def test_nobody_else_sees_a_game_before_the_day_is_over(wall: Wall) -> None:
    client, other = Guest(), Guest()
    table = client.begins()
    Guest().begins()  # and goes on playing
    for hour, over in ((12, False), (23, True)):
        wall.is_at(hour)
        if over:
            play_out(table)
        assert {one.status_code for one in everywhere(other, table).values()} == {403}, hour
    wall.is_at(2, 59, day=20)
    assert other.get(f"/t/{table.slug}/").status_code == 403
    wall.is_at(3, day=20)
    seen = everywhere(other, table)
    assert {seen[path].status_code for path in ("", "record.json", "replay/")} == {200}
    assert table.seed in seen[""].content.decode()


def test_its_player_gets_neither_seed_nor_record_before(wall: Wall) -> None:
    client = Guest()
    sign_up(client)
    table = client.begins()
    play_out(table)
    _token, secret = make_token(Person.objects.get())
    Guest().begins()  # and goes on playing
    wall.is_at(2, day=20)
    program = Program.__new__(Program).with_token(secret)
    pages = [client.get(f"/t/{table.slug}/"), client.get(f"/t/{table.slug}/replay/")]
    pages += [client.get(f"/t/{table.slug}/replay/9/"), client.get(f"/day/tsukiji/{TODAY}/")]
    pages += [client.get("/"), program.get(f"/tables/{table.slug}"), program.get("/tables")]
    for page in pages:
        assert page.status_code == 200
        assert table.seed not in page.content.decode()
    assert program.look(table)["result"]["seed"] == ""
    assert client.get(f"/t/{table.slug}/record.json").status_code == 404
    refused = program.get(f"/tables/{table.slug}/record")
    assert told(refused) == (409, "refused")
    assert "when the day of this market is over" in refused.json()["message"]
    assert table.seed_hash in text_of(pages[0])
    wall.is_at(3, day=20)
    live = client.get(f"/t/{table.slug}/", headers={"HX-Request": "true"})
    assert table.seed in live.content.decode(), "no page is kept from before"
    assert program.look(table)["result"]["seed"] == table.seed
    assert client.get(f"/t/{table.slug}/record.json").status_code == 200
    shown = client.sees(day=TODAY)
    assert lobby.seed_hash(table.seed) in shown
    assert table.seed in shown


def test_moderators_see_no_more_than_others(wall: Wall) -> None:
    table = Guest().begins()
    play_out(table)
    moderator = Guest()
    sign_up(moderator, "Mod")
    User.objects.update(is_staff=True)
    log_in(moderator, "Mod")
    page = f"/admin/site/table/{table.pk}/change/"
    assert "Others can see the game when the day is over." in text_of(moderator.get(page))
    first = snapshots.newest_of(table.pk).match.record.moves[0]
    assert first not in text_of(moderator.get(page))
    wall.is_at(3, day=20)
    log_in(moderator, "Mod")
    assert first in text_of(moderator.get(page))


def test_no_seed_exists_before_somebody_begins() -> None:
    assert "Nobody has played yet" in Guest().sees()
    Guest().get("/")
    assert not DailyMarket.objects.exists()


# --- The day


def test_a_try_can_be_finished_within_three_hours_of_midnight(wall: Wall) -> None:
    early, late = Guest(), Guest()
    wall.is_at(23, 59)
    first, second = early.begins(), late.begins()
    wall.is_at(2, 59, day=20)
    assert "Continue" in early.sees(day=TODAY)
    play_out(first)
    wall.is_at(3, day=20)
    play_out(second)
    market = DailyMarket.objects.get(day=TODAY)
    assert len(daily.points_of(market)) == 1
    assert "1st of 1" in early.sees(day=TODAY)
    assert "Too late to count" in late.sees(day=TODAY)


def test_after_midnight_nobody_begins_the_old_day(wall: Wall) -> None:
    Guest().begins()
    wall.is_at(0, day=20)
    client = Guest()
    assert "This day is over" in client.sees(day=TODAY)
    assert client.begins().day == date(2026, 11, 20)


def test_only_days_with_a_market_have_a_page() -> None:
    client = Guest()
    for day in ("2026-11-20", "2026-11-18", "yesterday", "2026-13-01"):
        assert client.get(f"/day/tsukiji/{day}/").status_code == 404
    assert client.get("/day/chess/").status_code == 404
    assert client.get("/day/tsukiji/play/").status_code == 405


def test_the_best_game_can_be_watched_when_the_day_is_over(wall: Wall) -> None:
    for points in (30, 50, 40):
        finish(Guest(), points)
    best = DailyTry.objects.get(points=50)
    assert best.table is not None
    link = f"/t/{best.table.slug}/replay/"
    wall.is_at(23, 59)
    assert link not in Guest().sees(day=TODAY)
    wall.is_at(0, 2, day=20)
    assert link in Guest().sees(day=TODAY)
    assert Guest().get(link).status_code == 200


def test_as_long_as_somebody_plays_the_deal_it_stays_secret_after_midnight(wall: Wall) -> None:
    finish(Guest(), 500)
    link = f"/t/{Table.objects.get().slug}/replay/"
    late, other_title = Guest(), Guest()
    table = late.begins()
    other_title.begins("shinjuku")
    wall.is_at(0, 2, day=20)
    assert link not in Guest().sees(day=TODAY)
    assert Guest().get(link).status_code == 403
    play_out(table)
    assert link in Guest().sees(day=TODAY), "only players of this deal matter"
    assert Guest().get(link).status_code == 200


# --- Results


def test_place_streak_and_a_line_to_share(wall: Wall) -> None:
    client = Guest()
    for day in (16, 18, 19):
        wall.is_at(12, day=day)
        finish(client, 55)
    for points in (70, 60, 55, 20):
        finish(Guest(), points)
    seen = client.sees()
    assert "Ichiba · Tsukiji of November 19 · ¥55 · 3rd of 5 · streak 2 http://testserver" in seen
    assert f"/day/tsukiji/{TODAY}/" in seen
    assert "Streak: 2 days" in seen
    wall.is_at(12, day=20)
    assert "You have played 2 days in a row." in client.sees(), "it can still go on"
    wall.is_at(12, day=21)
    assert "in a row" not in client.sees()


def test_results_are_shown_only_to_those_who_have_finished() -> None:
    finish(Guest(), 41)
    newcomer = Guest()
    assert "¥41" not in newcomer.sees()
    assert "1 person has played so far." in newcomer.sees()
    finish(newcomer, 30)
    assert "The best result is ¥41." in newcomer.sees()


def test_the_home_page_shows_ones_place_and_how_many_have_played() -> None:
    client = Guest()
    finish(client, 55)
    finish(Guest(), 60)
    Guest().begins()
    seen = text_of(client.get("/"))
    assert "You: ¥55, 2nd of 2" in seen
    assert "Best: ¥60" in seen
    assert "Played by 3 people today" in seen
    assert seen.count("Nobody has played yet") == 2


def test_results_outlive_their_tables_and_people() -> None:
    finish(Guest(), 60)
    client = Guest()
    finish(client, 50)
    Table.objects.all().delete()
    Person.objects.exclude(daily_tries__points=50).delete()
    assert "2nd of 2" in client.sees()
    assert client.post("/day/tsukiji/play/").status_code == 403


@pytest.mark.parametrize(
    ("results", "mine", "rows"),
    [
        ([5], 5, [("¥5", 1, True)]),
        ([7, 6, 6, 4], 6, [("¥7", 1, False), ("¥6", 2, True), ("¥5", 0, False), ("¥4", 1, False)]),
        (
            [52, 41, 39, 38, 20],
            None,
            [
                ("¥50 to ¥54", 1, False), ("¥45 to ¥49", 0, False), ("¥40 to ¥44", 1, False),
                ("¥35 to ¥39", 2, False), ("¥30 to ¥34", 0, False), ("¥25 to ¥29", 0, False),
                ("¥20 to ¥24", 1, False),
            ],
        ),
        ([3, -8], 3, None),
    ],
)  # fmt: skip
def test_histogram(
    results: list[int], mine: int | None, rows: list[tuple[str, int, bool]] | None
) -> None:
    bars = histogram(ichiba.load("tsukiji"), results, mine, words_for([]))
    assert sum(bar.count for bar in bars) == len(results)
    assert len(bars) <= 9
    assert sum(bar.mine for bar in bars) == (mine is not None)
    if rows is not None:
        assert [(bar.range, bar.count, bar.mine) for bar in bars] == rows


def test_places_in_short() -> None:
    shown = [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 101, 112)]
    wanted = "1st 2nd 3rd 4th 11th 12th 13th 21st 101st 112th"
    assert " ".join(shown) == wanted


def test_a_day_is_one_in_utc(wall: Wall) -> None:
    wall.now = datetime(2026, 11, 20, 1, tzinfo=UTC).astimezone(
        tz=datetime.now().astimezone().tzinfo
    ) - timedelta(hours=2)
    assert days.today() == TODAY
    assert days.closes(TODAY) == datetime(2026, 11, 20, 3, tzinfo=UTC)


def test_playing_by_form_is_as_everywhere() -> None:
    client = Guest()
    table = client.begins()
    assert post_move(client, table, "ticket 4").status_code == 302


def test_a_link_to_the_day_has_a_picture_that_spoils_nothing(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Client().get("/day/tsukiji/").content.decode()
    picture = f"/day/tsukiji/{TODAY}/picture.png"
    assert '<meta property="og:title" content="Tsukiji: market of the day">' in page
    assert f'<meta property="og:image" content="http://testserver{picture}">' in page
    monkeypatch.setattr(painter, "picture", str.encode)  # the drawing itself
    table = Guest().begins()
    play_out(table)
    drawn = Client().get(picture).content.decode()
    assert "November 19" in drawn
    assert "1 person has played" in drawn
    assert "Guest" not in drawn
    wall.is_at(0, 2, day=20)
    drawn = Client().get(picture).content.decode()
    assert "Guest" in drawn, "the best game, once everybody may see it"
    for day in ("2026-11-18", "yesterday"):
        assert Client().get(f"/day/tsukiji/{day}/picture.png").status_code == 404
