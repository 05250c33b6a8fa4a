"""No byte of another's secret: whole games at two tables that differ only in what others hide.

Two tables get the same seed and the same public moves; while tickets lie face down, the others lay
different ones. Whatever one person can fetch from either must be the same, byte for byte, after
taking out what names the table, the form's guard and the time.
"""

import re
from datetime import timedelta
from random import Random

import pytest
from django.test import Client, RequestFactory

from ichiba.site import matches, seeing
from ichiba.site.matches import hold
from ichiba.site.models import Move, Person, Table
from ichiba.site.views import table as table_views
from site_scene import page_token, post_move, seated

pytestmark = pytest.mark.django_db(transaction=True)

SEED = str(0xF1F2F3F4F5F6F7F8F9FAFBFCFDFEFF11)


def plain(text: str, table: Table) -> str:
    """A page without what differs between any two tables."""
    text = text.replace(table.slug, "SLUG")
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text)
    text = re.sub(r"<time[^>]*>[^<]*</time>", "", text)
    return re.sub(r'(id: \d+\n|data-version="\d+"|"version": \d+)', "", text)


def all_that_can_be_fetched(client: Client, table: Table) -> list[str]:
    """Every answer of the server to somebody who asks for everything."""
    base = f"/t/{table.slug}/"
    with hold(table) as match:
        last = len(match.record.moves)
    paths = ["", "pulse/", "replay/", f"replay/?at={last}", "record.json"]
    paths += [f"replay/{at}/" for at in range(max(0, last - 6), last + 1)]
    answers = [client.get(base + path) for path in paths]
    page = page_token(client, table)
    for move in ("ticket 4", "buy 1", "takusan ebi", "yakuza sake", "refuse"):
        if move not in offered(client, table):  # what is refused tells no secret either
            answers.append(client.post(f"{base}move/", {"move": move, "page": page}))
    texts = [f"{answer.status_code} {answer.content.decode()}" for answer in answers]
    return [plain(text, table) for text in [*texts, streamed(client, table)]]


def offered(client: Client, table: Table) -> list[str]:
    page = client.get(f"/t/{table.slug}/").content.decode()
    return re.findall(r'name="move" value="([^"]*)"', page)


def streamed(client: Client, table: Table) -> str:
    """What the stream would send to this client now."""
    request = RequestFactory().get(f"/t/{table.slug}/stream/")
    value = client.cookies["ichiba"].value.split(":")[0] if "ichiba" in client.cookies else ""
    pk = value.split(".")[0]
    request.person = Person.objects.filter(pk=pk).first() if pk else None  # type: ignore[attr-defined]
    request.htmx = False  # type: ignore[attr-defined]
    return table_views._live_part(request, table.slug, -1)[1]


@pytest.mark.parametrize("eyes", [0, 1, 2, None])
def test_nothing_hidden_leaves_the_server_during_a_whole_game(
    eyes: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Who counts as being there depends on the clock: on a slow machine one table would be later.
    monkeypatch.setattr(seeing, "HERE", timedelta(days=1))
    rng = Random(eyes or 0)
    clients = [[Client() for _ in range(3)] for _ in range(2)]
    one, other = (seated(players, seed=SEED) for players in clients)
    for table in (one, other):
        table.listed = True
        table.save()
    spies = [Client(), Client()] if eyes is None else [players[eyes] for players in clients]
    compared = 0
    while True:
        with hold(one) as match:
            actors, secret = match.state.actors, match.state.simultaneous
            choices = {seat: options(match, seat) for seat in actors}
        if not actors:
            break
        if not secret:
            both(clients, (one, other), actors[0], [rng.choice(choices[actors[0]])] * 2)
            continue
        compared += apart(clients, (one, other), eyes, rng, spies)
    assert compared > 10
    for table in (one, other):
        table.refresh_from_db()
        assert table.status == "finished"


def options(match, seat: int) -> list[str]:  # type: ignore[no-untyped-def]
    return [match.game.notation(action) for action in match.state.legal(seat)]


def both(clients, pair, seat: int, moves: list[str]) -> None:  # type: ignore[no-untyped-def]
    for players, table, move in zip(clients, pair, moves, strict=True):
        assert post_move(players[seat], table, move).status_code == 302


def apart(clients, pair, eyes, rng: Random, spies) -> int:  # type: ignore[no-untyped-def]
    """Lay all tickets but the last differently, compare, then agree again and go on."""
    compared = 0
    plans = [plan_tickets(pair[0], eyes, rng) for _ in range(2)]
    for seat in plans[0]:
        if seat == eyes:
            plans[1][seat] = [*plans[0][seat]]
    order = [seat for seat in plans[0] for _ in plans[0][seat]]
    rng.shuffle(order)
    for seat in order[:-1]:
        both(clients, pair, seat, [plan[seat].pop(0) for plan in plans])
        if rng.random() < 0.15:
            texts = [
                all_that_can_be_fetched(spy, table) for spy, table in zip(spies, pair, strict=True)
            ]
            assert texts[0] == texts[1]
            assert not any(SEED in text for text in texts[0])
            compared += 1
    align(*pair)
    last = order[-1]
    both(clients, pair, last, [plans[0][last][0]] * 2)
    return compared


def plan_tickets(table: Table, eyes: int | None, rng: Random) -> dict[int, list[str]]:
    with hold(table) as match:
        lots = match.record.players + 1
        return {seat: rng.sample(options(match, seat), lots) for seat in match.state.actors}


def align(one: Table, other: Table) -> None:
    """Give the second table the moves of the first."""
    other.moves.all().delete()
    for move in one.moves.all():
        Move.objects.create(table=other, number=move.number, text=move.text)
    matches.forget(other)
