"""No byte of another player's secrets leaks: whole games at two tables that differ only in what
others hide.

The two tables have the same seed and the same public moves, but the others lay different tickets
face down. Everything that a person can fetch must be the same at both tables, byte for byte, except
for the table's address, the CSRF token and times.
"""

import json
import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from ichiba.site.api.callers import ANYBODY, caller_of
from ichiba.site.api.streaming import SoFar, next_event
from ichiba.site.models import Move, Person, Table
from ichiba.site.pages import players as players_on_pages
from ichiba.site.pages import rendered
from ichiba.site.pages.templating import OnceFor
from ichiba.site.store import snapshots
from ichiba.site.tables import automatic_bids
from ichiba.site.views import table as table_views
from sampling import first_is_enough
from site_scene import MARKET, bring_to_auction, hold, market, page_token, post_move, seated

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
    """Presence depends on the clock; on a slow machine it could change between two requests."""
    monkeypatch.setattr(players_on_pages, "HERE", timedelta(days=1))


def plain(text: str, table: Table) -> str:
    """A page without the parts that differ between any two tables."""
    text = text.replace(table.slug, "SLUG")
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text)
    text = re.sub(r'data-me="[^"]*"', "", text)  # the mark of one's own chat lines
    text = re.sub(r'data-now="[^"]*"', "", text)  # the server's clock
    text = re.sub(r"<time[^>]*>[^<]*</time>", "", text)
    text = re.sub(r'"(when|created)": ?"[^"]*"', "", text)
    return re.sub(r'(id: \d+\n|data-version="\d+"|"version": ?\d+)', "", text)


def all_that_can_be_fetched(client: Client, table: Table) -> list[str]:
    """Every answer of the server to a person who requests everything."""
    base = f"/t/{table.slug}/"
    with hold(table) as match:
        last = len(match.record.moves)
    paths = ["", "pulse/", "replay/", f"replay/?at={last}", "record.json"]
    paths += [f"replay/{at}/" for at in range(max(0, last - 6), last + 1)]
    answers = [client.get(base + path) for path in paths]
    page = page_token(client, table)
    can = offered(client, table)
    for move in MOVES[table.title]:
        if move not in can:  # refusals must not contain secrets either
            answers.append(client.post(f"{base}move/", {"move": move, "page": page}))
    answers += answers_of_the_api(client, table, page, can)
    texts = [f"{answer.status_code} {answer.content.decode()}" for answer in answers]
    texts += [streamed(client, table), *streamed_by_the_api(client, table)]
    return [plain(text, table) for text in texts]


def answers_of_the_api(client: Client, table: Table, page: str, can: list[str]) -> list[Any]:
    """Everything that the API returns to this person."""
    headers, base = api_headers(client), f"/api/v1/tables/{table.slug}"
    asked = ["", "?since=5", "?since=-1", "/record"]
    asked += [f"/why?notation={move}" for move in MOVES[table.title]]
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
    # Both tables are in each list: compare only the one in question.
    lines = [one for answer in lists for one in answer.json() if one["slug"] == table.slug]
    assert lines
    return [*answers, *(HttpResponse(json.dumps(one)) for one in lines)]


def api_headers(client: Client) -> dict[str, str]:
    """The same token each time for the person of this client; a stranger gets none."""
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
    sent = next_event(table.slug, caller, SoFar(), -1, -1)[1].decode().split("\n\n")[:-1]
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
    return table_views.next_event(request, table.slug, -1)[1].decode()


@pytest.mark.parametrize("eyes", first_is_enough([0, 1, 2, None]))
def test_nothing_hidden_leaves_the_server_during_a_whole_game(eyes: int | None) -> None:
    rng = Random(eyes or 0)
    clients = [[Client() for _ in range(3)] for _ in range(2)]
    one, other = (seated(players, seed=SEED) for players in clients)
    for table in (one, other):
        table.listed = True
        table.version += 1
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
    """Lay different tickets except for the last, compare, then align the tables and continue."""
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
    snapshots.forget(other.pk)


def auction(players: list[Client]) -> Table:
    """A listed game of three players with closed money, at an auction."""
    table = market(players, SEED, **{"option-closed_money": "yes", "listed": "yes"})
    bring_to_auction(table)
    return table


@pytest.mark.parametrize("eyes", first_is_enough([0, 1, 2, None]))
def test_closed_purses_and_fists_stay_closed(eyes: int | None) -> None:
    """Whatever the others own and bid, the server sends the same bytes."""
    players = [Client() for _ in range(3)]
    table = auction(players)
    for seat in range(3):
        if seat not in (eyes, 2):
            assert post_move(players[seat], table, f"yen {seat + 1}00").status_code == 302
    spy = Client() if eyes is None else players[eyes]
    match = snapshots.newest_of(table.pk).match  # what all pages show
    truth, texts = match.state, set()
    for draw in range(4):
        match.state = truth if draw == 0 else truth.determinize(eyes, Random(draw))
        purses = match.state.money  # type: ignore[attr-defined]
        others = [yen for seat, yen in enumerate(purses) if seat != eyes]
        assert draw == 0 or others != [y for s, y in enumerate(truth.money) if s != eyes]  # type: ignore[attr-defined]
        rendered.forget_all()
        OnceFor.forget_all()
        texts.add("\n".join(all_that_can_be_fetched(spy, table)))
    match.state = truth
    assert snapshots.newest_of(table.pk).match is match, (
        "the pages must have used the redrawn match"
    )
    assert len(texts) == 1
    [text] = texts
    assert SEED not in text
    assert text.count("hidden money") > 0
    view = json.loads(answers_of_the_api(spy, table, "", [])[0].content)["position"]["view"]
    assert [seat for seat, one in enumerate(view["harbors"]) if one["money"] is not None] == (
        [] if eyes is None else [eyes]
    )


@pytest.mark.parametrize("eyes", first_is_enough([0, 2, None]))
def test_bids_and_automatic_bids_are_ones_own(eyes: int | None) -> None:
    """Nobody else can tell which bids and automatic bids Ben has made."""
    clients = [[Client() for _ in range(3)] for _ in range(2)]
    one, other = (auction(players) for players in clients)
    automatic_bids.set_for(one, 1, "worth", "700")
    automatic_bids.set_for(other, 1, "never", "")
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


def moments_of(client: Client, table: Table) -> list[str]:
    """Every earlier position, as this client sees it."""
    with hold(table) as match:
        last = len(match.record.moves)
    answers = [client.get(f"/t/{table.slug}/replay/{at}/") for at in range(last + 1)]
    assert {answer.status_code for answer in answers} == {200}
    return [plain(answer.content.decode(), table) for answer in answers]


def play_a_round(clients, pair, rng: Random) -> None:  # type: ignore[no-untyped-def]
    """Tickets and purchases, the same at both tables, until tickets are laid again."""
    laid = False
    while True:
        with hold(pair[0]) as match:
            actors, secret = match.state.actors, match.state.simultaneous
            move = rng.choice(options(match, actors[0]))
        if secret and laid:
            return
        laid = laid or not secret
        both(clients, pair, actors[0], [move] * 2)


@pytest.mark.parametrize("eyes", first_is_enough([0, None]))
def test_moments_of_a_running_game_hold_nothing_that_is_still_hidden(eyes: int | None) -> None:
    """Whatever tickets the others have laid in this round, all earlier positions are equal."""
    rng = Random(5)
    clients = [[Client() for _ in range(3)] for _ in range(2)]
    pair = tuple(seated(players, seed=SEED, listed="yes") for players in clients)
    play_a_round(clients, pair, rng)
    for seat, tickets in ((1, ("4", "3")), (0, ("3", "3")), (2, ("0", "2")), (1, ("2", "1"))):
        both(clients, pair, seat, [f"ticket {ticket}" for ticket in tickets])
    spies = [Client(), Client()] if eyes is None else [players[eyes] for players in clients]
    texts = [moments_of(spy, table) for spy, table in zip(spies, pair, strict=True)]
    assert texts[0] == texts[1]
    assert not any(SEED in text for text in texts[0])
    own = [moments_of(players[1], table) for players, table in zip(clients, pair, strict=True)]
    assert own[0] != own[1], "the viewer's own tickets are shown"


@pytest.mark.parametrize("eyes", first_is_enough([0, None]))
def test_moments_of_an_auction_keep_bids_and_purses_closed(eyes: int | None) -> None:
    clients = [[Client() for _ in range(3)] for _ in range(2)]
    one, other = (auction(players) for players in clients)
    both(clients, (one, other), 1, ["yen 200", "yen 900"])
    spies = [Client(), Client()] if eyes is None else [players[eyes] for players in clients]
    texts = [moments_of(spy, table) for spy, table in zip(spies, (one, other), strict=True)]
    assert texts[0] == texts[1]


def test_moments_do_not_look_behind_the_curtain_of_pass_and_play() -> None:
    """Aki has laid tickets and left the screen; the next player must not see them."""
    shown = []
    for tickets in (("4", "x2", "0"), ("0", "+6", "3")):
        client = Client()
        form = {"players": "2", "mode": "hotseat", "seat0": "me", "seat1": "me"}
        client.post("/new/tsukiji/", {**form, "name0": "Aki", "name1": "Ben"})
        table = Table.objects.order_by("-pk")[0]
        Table.objects.filter(pk=table.pk).update(seed=SEED)
        snapshots.forget(table.pk)
        client.post(f"/t/{table.slug}/unveil/", {"seat": "0"})
        for ticket in tickets:
            assert post_move(client, table, f"ticket {ticket}").status_code == 302
        behind = moments_of(client, table)
        client.post(f"/t/{table.slug}/unveil/", {"seat": "1"})
        shown.append([*behind, *moments_of(client, table)])
    assert shown[0] == shown[1]
