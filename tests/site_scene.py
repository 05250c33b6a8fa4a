"""Tables for tests that call Django directly, without a server."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from ichiba.core.match import Match
from ichiba.site.models import Seat, Table
from ichiba.site.store import snapshots, sql
from ichiba.site.tables import lobby, play
from ichiba.site.tables.bot_driver import simple_move
from ichiba.site.tables.play import By

MARKET = "tokyo-tsukiji-market"
EASY = ("eel", "red_snapper", "spider_crab", "squid")
# The moves that lead to an auction: a second ship, the license, two catches, dock.
TO_THE_AUCTION = [
    "fish", "boat one_slot", "done", "enter ships", "take two_slot", "done", "end",
    "enter spider_crab", "license", "done", "fish", "boat two_slot", "done", "end",
    "fish", "boat two_slot", "barrel spider_crab", "done",
    "fish", "boat two_slot", "barrel spider_crab", "done", "end",
    "fish", "boat two_slot", "dock",
]  # fmt: skip


@contextmanager
def hold(table: Table) -> Iterator[Match]:
    """A copy of the newest match of a table."""
    yield snapshots.newest_of(table.pk).match.copy()


def new_table(seats: list[str], client: Client, game: str = "tsukiji", **data: object) -> Table:
    """Create a table with these places through the form."""
    places = {f"seat{number}": who for number, who in enumerate(seats)}
    response = client.post(f"/new/{game}/", {"players": str(len(seats)), **places, **data})
    assert response.status_code == 302, response.content.decode()
    return Table.objects.get(slug=response.headers["location"].split("/")[2])


def seated(
    clients: list[Client], seed: str | None = None, game: str = "tsukiji", **data: object
) -> Table:
    """A table with these clients as players, in this order; a seed gives a known deal."""
    places = ["me", *["friend"] * (len(clients) - 1)]
    table = new_table(places, clients[0], game, name="Aki", **data)
    if seed is not None:
        table.seed, table.seed_hash = seed, lobby.seed_hash(seed)
        table.save()
    for name, client in zip(("Ben", "Chie", "Dai"), clients[1:], strict=False):
        client.post(f"/t/{table.slug}/join/", {"name": name})
    table.refresh_from_db()
    assert table.status == "running"
    return table


def market(clients: list[Client], seed: str | None = None, **data: object) -> Table:
    """A game of Tokyo Tsukiji Market between these clients, with the easy fish."""
    fish = EASY[: 3 if len(clients) == 2 else 4]
    return seated(clients, seed, MARKET, **{"option-fish_markets": fish, **data})


def bring_to_auction(table: Table) -> None:
    """The first player brings two Spider Crabs home while the others pass; now all have to bid."""
    script = [*TO_THE_AUCTION]
    while True:
        with hold(table) as match:
            if match.state.simultaneous:
                break
            [seat] = match.state.actors
            legal = [match.game.notation(action) for action in match.state.legal(seat)]
        wanted = (script[0] if script else "dock",) if seat == 0 else ("pass", "end")
        found = [move for move in legal if move.startswith(wanted)]
        if seat == 0 and script:
            script.pop(0)
        if found:
            play.play(table, seat, found[0])
    table.refresh_from_db()


def paced(clients: list[Client], pace: str = "live", seed: str = "", **data: object) -> Table:
    """A table with a time limit and these clients as players."""
    seats = ["me", *["friend"] * (len(clients) - 1)]
    table = new_table(seats, clients[0], name="Aki", pace=pace, **data)
    if seed:
        Table.objects.filter(pk=table.pk).update(seed=seed, seed_hash=lobby.seed_hash(seed))
    for name, client in zip(("Ben", "Chie", "Dai"), clients[1:], strict=False):
        client.post(f"/t/{table.slug}/join/", {"name": name})
    table.refresh_from_db()
    assert table.status == "running"
    return table


def late(table: Table, *numbers: int, by: timedelta = timedelta(minutes=6)) -> None:
    """Let time pass for these places only."""
    Seat.objects.filter(table=table, number__in=numbers).update(due_since=timezone.now() - by)
    sql.raise_version(table.pk)


def page_token(client: Client, table: Table) -> str:
    page = client.get(f"/t/{table.slug}/").content.decode()
    found = re.search(r'name="page" value="([^"]*)"', page)
    return found[1] if found else ""


def post_move(client: Client, table: Table, move: str, page: str | None = None):  # type: ignore[no-untyped-def]
    token = page_token(client, table) if page is None else page
    return client.post(f"/t/{table.slug}/move/", {"move": move, "page": token})


def lay_all(client: Client, table: Table, tickets: list[str]) -> None:
    for ticket in tickets:
        assert post_move(client, table, f"ticket {ticket}").status_code == 302


def play_bots(table: Table, *, once: bool = False) -> None:
    """Let the bots of a table move, as a server would."""
    names = {seat.number for seat in table.seats.all() if seat.played_by}
    while True:
        with hold(table) as match:
            due = [seat for seat in match.state.actors if seat in names]
            move = simple_move(match, due[0]) if due else ""
        if not due:
            return
        play.play(table, due[0], move, by=By.BOT)
        if once:
            return


def finish(table: Table) -> None:
    """Play a game to its end."""
    while True:
        with hold(table) as match:
            if not match.state.actors:
                return
            seat = match.state.actors[0]
            move = simple_move(match, seat)
        play.play(table, seat, move)
