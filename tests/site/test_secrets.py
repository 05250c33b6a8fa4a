"""No byte of another's secret: whole games at two tables that differ only in what others hide.

Two tables get the same seed and the same public moves; while tickets lie face down, the others lay
different ones. Whatever one person can fetch from either must be the same, byte for byte, after
taking out what names the table, the form's guard and the time.
"""

import json
import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from ichiba.site import matches, rendering, seeing, standing
from ichiba.site.api.callers import ANYBODY, caller_of
from ichiba.site.api.streaming import Told, _news
from ichiba.site.matches import hold
from ichiba.site.models import Move, Person, Table
from ichiba.site.templating import OnceFor
from ichiba.site.views import table as table_views
from site_scene import MARKET, bring_to_auction, market, page_token, post_move, seated

pytestmark = pytest.mark.django_db(transaction=True)

MOVES = {
    "tsukiji": ("ticket 4", "buy 1", "takusan ebi", "yakuza sake", "refuse"),
    MARKET: ("fish", "yen 99900", "choose 2", "enter ships", "license"),
}
LISTS = ("mine", "running")
TOKENS: dict[Client, str] = {}
SEED = str(0xF1F2F3F4F5F6F7F8F9FAFBFCFDFEFF11)


@pytest.fixture(autouse=True)
def _everybody_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is there is told by the clock: on a slow machine it changes between two looks."""
    monkeypatch.setattr(seeing, "HERE", timedelta(days=1))


def plain(text: str, table: Table) -> str:
    """A page without what differs between any two tables."""
    text = text.replace(table.slug, "SLUG")
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text)
    text = re.sub(r"<time[^>]*>[^<]*</time>", "", text)
    text = re.sub(r'"(when|created)": ?"[^"]*"', "", text)
    return re.sub(r'(id: \d+\n|data-version="\d+"|"version": ?\d+)', "", text)


def all_that_can_be_fetched(client: Client, table: Table) -> list[str]:
    """Every answer of the server to somebody who asks for everything."""
    base = f"/t/{table.slug}/"
    with hold(table) as match:
        last = len(match.record.moves)
    paths = ["", "pulse/", "replay/", f"replay/?at={last}", "record.json"]
    paths += [f"replay/{at}/" for at in range(max(0, last - 6), last + 1)]
    answers = [client.get(base + path) for path in paths]
    page = page_token(client, table)
    can = offered(client, table)
    for move in MOVES[table.game]:
        if move not in can:  # what is refused tells no secret either
            answers.append(client.post(f"{base}move/", {"move": move, "page": page}))
    answers += answers_of_the_api(client, table, page, can)
    texts = [f"{answer.status_code} {answer.content.decode()}" for answer in answers]
    texts += [streamed(client, table), *streamed_by_the_api(client, table)]
    return [plain(text, table) for text in texts]


def answers_of_the_api(client: Client, table: Table, page: str, can: list[str]) -> list[Any]:
    """What the API tells somebody who asks it for everything."""
    headers, base = api_headers(client), f"/api/v1/tables/{table.slug}"
    asked = ["", "?since=5", "?since=-1", "/record"]
    asked += [f"/why?notation={move}" for move in MOVES[table.game]]
    answers = [client.get(base + path, headers=headers) for path in asked]
    for move in ("buy 1", "refuse"):
        if move not in can:
            data = {"notation": move, "page": page}
            answers.append(
                client.post(f"{base}/moves", data, content_type="application/json", headers=headers)
            )
    lists = [client.get(f"/api/v1/tables?which={which}", headers=headers) for which in LISTS]
    assert answers[0].json()["slug"] == table.slug
    assert all(answer.status_code == 200 for answer in lists)
    # Both tables stand in each list: compare the one at hand.
    lines = [one for answer in lists for one in answer.json() if one["slug"] == table.slug]
    assert lines
    return [*answers, *(HttpResponse(json.dumps(one)) for one in lines)]


def api_headers(client: Client) -> dict[str, str]:
    """A token for the person of this client, the same each time; nobody needs none."""
    if "ichiba" not in client.cookies:
        return {}
    if client not in TOKENS:
        made = client.post("/api/v1/tokens", {}, content_type="application/json")
        TOKENS[client] = made.json()["token"]
    return {"Authorization": f"Bearer {TOKENS[client]}"}


def streamed_by_the_api(client: Client, table: Table) -> list[str]:
    """What a stream of the API would have sent by now."""
    secret = api_headers(client).get("Authorization", "").removeprefix("Bearer ")
    caller = caller_of(secret) if secret else ANYBODY
    assert caller is not None
    sent = _news(table.slug, caller, Told(), since=-1)
    assert sent[-1].startswith("event: changed")
    return sent


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
    return table_views._live_part(request, table.slug, -1)[1].decode()


@pytest.mark.parametrize("eyes", [0, 1, 2, None])
def test_nothing_hidden_leaves_the_server_during_a_whole_game(eyes: int | None) -> None:
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


def auction(players: list[Client]) -> Table:
    """A listed game of three with closed purses, at an auction."""
    table = market(players, SEED, **{"option-closed_money": "yes", "listed": "yes"})
    bring_to_auction(table)
    return table


@pytest.mark.parametrize("eyes", [0, 1, 2, None])
def test_closed_purses_and_fists_stay_closed(eyes: int | None) -> None:
    """Whatever the others own and bid, the same bytes come from the server."""
    players = [Client() for _ in range(3)]
    table = auction(players)
    for seat in range(3):
        if seat not in (eyes, 2):
            assert post_move(players[seat], table, f"yen {seat + 1}00").status_code == 302
    spy = Client() if eyes is None else players[eyes]
    with hold(table) as match:
        truth, texts = match.state, set()
        for draw in range(4):
            match.state = truth if draw == 0 else truth.determinize(eyes, Random(draw))
            purses = match.state.money  # type: ignore[attr-defined]
            others = [yen for seat, yen in enumerate(purses) if seat != eyes]
            assert draw == 0 or others != [y for s, y in enumerate(truth.money) if s != eyes]  # type: ignore[attr-defined]
            rendering._kept.clear()
            OnceFor.kept.clear()
            texts.add("\n".join(all_that_can_be_fetched(spy, table)))
        match.state = truth
        with hold(table) as kept:
            assert kept is match, "what was compared was drawn anew"
    assert len(texts) == 1
    [text] = texts
    assert SEED not in text
    assert text.count("closed purse") > 0
    view = json.loads(answers_of_the_api(spy, table, "", [])[0].content)["position"]["view"]
    assert [seat for seat, one in enumerate(view["harbors"]) if one["money"] is not None] == (
        [] if eyes is None else [eyes]
    )


@pytest.mark.parametrize("eyes", [0, 2, None])
def test_bids_and_standing_orders_are_ones_own(eyes: int | None) -> None:
    """Ben bids differently at two tables, and has ordered something else: nobody notices."""
    clients = [[Client() for _ in range(3)] for _ in range(2)]
    one, other = (auction(players) for players in clients)
    standing.give(one, 1, "worth", "700")
    standing.give(other, 1, "never", "")
    both(clients, (one, other), 1, ["yen 200", "yen 900"])
    spies = [Client(), Client()] if eyes is None else [players[eyes] for players in clients]
    texts = [
        all_that_can_be_fetched(spy, table) for spy, table in zip(spies, (one, other), strict=True)
    ]
    assert texts[0] == texts[1]
    own = [
        all_that_can_be_fetched(players[1], table)
        for players, table in zip(clients, (one, other), strict=True)
    ]
    assert own[0] != own[1]
