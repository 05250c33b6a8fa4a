"""The pages for people who play the printed games: the scores and draws of their scripts are those
of the engine, and everything that they need without a network is there."""

import json
import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

import ichiba
from ichiba.core.at_table import AtTable
from ichiba.core.registry import load
from ichiba.core.words import Words
from ichiba.games.shinjuku.customers import KIND_COUNT, KINDS, ONE, count_of
from ichiba.games.shinjuku.table import OVER as SHINJUKU_OVER
from ichiba.games.tokyo_tsukiji_market.data import (
    EXTERNAL,
    FISH,
    MARKETS,
    NUM_FISH,
    RED_SNAPPER,
    TOKEN,
    TOKENS,
)
from ichiba.games.tokyo_tsukiji_market.table import BOXED, OPEN, OVERFISHED
from ichiba.games.tokyo_tsukiji_market.table import OVER as MARKET_OVER
from ichiba.games.tsukiji.data import ON_MARKET, PRODUCTS, SPECIAL_TICKETS
from ichiba.games.tsukiji.scoring import ranking
from ichiba.games.tsukiji.table import OVER as TSUKIJI_OVER
from ichiba.site.titles.boards import at_table_of, table_script_of

BANK, OVERFISHING = MARKETS.index("bank"), MARKETS.index("overfishing")
TITLES = ["tsukiji", "shinjuku", "tokyo-tsukiji-market"]
SOURCE = Path(ichiba.__file__).parent
# Calls a function of a title's script with each of the given lists of arguments. For "draw", the
# third argument is a list of options, and the fourth is the seed of a small generator.
RUNNER = """
let given = "";
for await (const part of process.stdin) given += part;
const [path, name] = process.argv.slice(1);
const generator = (seed) => () => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
};
const module = await import(path);
const call = name === "score" ? module.score
  : (numbers, players, on, seed) => module.draw(numbers, players, new Set(on), generator(seed));
console.log(JSON.stringify(JSON.parse(given).map((one) => call(...one))));
"""


def page_of(name: str) -> AtTable:
    return at_table_of(load(name), Words())


def run(title: str, function: str, calls: list[list[Any]]) -> list[Any]:
    """The answers of a title's script, which Node runs."""
    node = shutil.which("node")
    if node is None:
        assert not os.environ.get("CI"), "Node is missing"
        pytest.skip("Node is missing")
    package = load(title).package.rpartition(".")[2]
    script = SOURCE / "games" / package / "board" / "static" / "at_table.js"
    done = subprocess.run(
        [node, "--input-type=module", "--no-warnings", "-e", RUNNER, script.as_uri(), function],
        input=json.dumps(calls), capture_output=True, text=True, check=True,
    )  # fmt: skip
    answers: list[Any] = json.loads(done.stdout)
    return answers


# --- Scores: random positions at the end of a game, and what people would enter for them


def tsukiji_position(random: Random) -> tuple[Any, dict[str, int], list[dict[str, int]]]:
    players, special = random.randint(2, 4), random.random() < 0.5
    state: Any = load("tsukiji").new(players, seed=random.getrandbits(32), special_points=special)
    state.phase = TSUKIJI_OVER
    columns = players * len(PRODUCTS)
    state.products = [random.choice((0, 1, 2, 3, 3, 8)) for _ in range(columns)]
    state.takusan = [random.randint(0, 2) for _ in range(columns)]
    state.money = [random.randint(0, 3) for _ in range(players)]  # few, so that ties happen
    state.yakuza = [random.randint(0, 2) for _ in range(players)]
    state.hands = [random.getrandbits(9) for _ in range(players)]
    state.spaces = [random.randint(1, 8) for _ in ON_MARKET]
    state.arrivals = random.sample(range(5), 5)
    if random.random() < 0.3:  # equal players, who are tied unless their tickets differ
        state.products = state.products[: len(PRODUCTS)] * players
        state.takusan = state.takusan[: len(PRODUCTS)] * players
        state.money = state.money[:1] * players
        state.yakuza = state.yakuza[:1] * players
    ranks = ranking(state)
    shared = {f"rank_{name}": ranks.index(place) + 1 for place, name in enumerate(ON_MARKET)}
    shared["special_points"] = int(special)
    sheets = []
    for seat in range(players):
        at = seat * len(PRODUCTS)
        sheet = {
            name: state.products[at + place] + state.takusan[at + place]
            for place, name in enumerate(PRODUCTS)
        }
        unused = (state.hands[seat] & SPECIAL_TICKETS).bit_count()
        own = {"money": state.money[seat], "unused": unused, "yakuza": state.yakuza[seat]}
        sheets.append(sheet | own)
    return state, shared, sheets


def shinjuku_position(random: Random) -> tuple[Any, dict[str, int], list[dict[str, int]]]:
    players = random.randint(2, 4)
    state: Any = load("shinjuku").new(players, seed=random.getrandbits(32))
    state.phase = SHINJUKU_OVER
    most = random.choice((2, 5))
    state.earned = [
        sum(
            one * random.randint(0, min(most, count))
            for one, count in zip(ONE, KIND_COUNT, strict=True)
        )
        for _ in range(players)
    ]
    if random.random() < 0.3:
        state.earned = state.earned[:1] * players
    state.stack_owners = tuple(random.choices(range(players), k=random.randint(0, 8)))
    if random.random() < 0.3:
        state.stack_owners = ()
    stacks = [3, 2, 2, 2, 1, 1]
    state.bonus = [0] * players
    for owner, stack in zip(state.stack_owners, stacks, strict=False):
        state.bonus[owner] += stack
    sheets = []
    for seat in range(players):
        first = next((n + 1 for n, one in enumerate(state.stack_owners[:6]) if one == seat), 0)
        sheet = {name: count_of(state.earned[seat], kind) for kind, name in enumerate(KINDS)}
        sheets.append({**sheet, "bonus": state.bonus[seat], "claimed": first})
    return state, {}, sheets


def market_position(random: Random) -> tuple[Any, dict[str, int], list[dict[str, int]]]:
    players = random.randint(2, 6)
    game = load("tokyo-tsukiji-market")
    state: Any = game.new(players, seed=random.getrandbits(32), expansion=True)
    state.phase = MARKET_OVER
    state.status = [random.choice((OPEN, OVERFISHED)) for _ in FISH]
    state.external = [random.choice((BOXED, OPEN)) for _ in EXTERNAL]
    state.tokens = [[random.choice((0, 0, 1, 2, 4)) for _ in TOKENS] for _ in range(players)]
    state.money = [100 * random.randint(0, 60) for _ in range(players)]
    state.loans = [random.randint(0, 2) for _ in range(players)]
    state.shares = [0 if loans else random.randint(0, 1) for loans in state.loans]
    if random.random() < 0.3:
        for row in ("tokens", "money", "loans", "shares"):
            setattr(state, row, getattr(state, row)[:1] * players)
    state.track = [random.randint(1, 13) for _ in FISH]
    state.stock = [random.randint(0, 16) for _ in TOKENS]
    if state.external[BANK - NUM_FISH] == BOXED:
        state.loans = state.shares = [0] * players
    shared = {
        f"overfished_{name}": int(state.status[n] == OVERFISHED) for n, name in enumerate(FISH)
    }
    shared |= {f"value_{name}": state.track[FISH.index(name)] for name in ("eel", "swordfish")}
    shared["left_red_snapper"] = state.stock[TOKEN["red_snapper"]]
    shared["overfishing"] = int(state.external[OVERFISHING - NUM_FISH] != BOXED)
    assert state.status[RED_SNAPPER] in (OPEN, OVERFISHED)
    sheets = [
        {
            **dict(zip(TOKENS, state.tokens[seat], strict=True)),
            "money": state.money[seat], "loans": state.loans[seat], "shares": state.shares[seat],
        }
        for seat in range(players)
    ]  # fmt: skip
    return state, shared, sheets


POSITIONS = {
    "tsukiji": tsukiji_position,
    "shinjuku": shinjuku_position,
    "tokyo-tsukiji-market": market_position,
}


@pytest.mark.parametrize("title", TITLES)
def test_the_score_pad_scores_like_the_engine(title: str) -> None:
    """Parts, totals and winners of many random positions at the end of a game."""
    random = Random(20)
    page = page_of(title)
    positions = [POSITIONS[title](random) for _ in range(300)]
    entered = [[page.numbers, shared, sheets] for _, shared, sheets in positions]
    shared_winners = 0
    for (state, _, sheets), result in zip(positions, run(title, "score", entered), strict=True):
        assert tuple(result["totals"]) == state.scores, sheets
        assert tuple(result["winners"]) == state.winners, sheets
        shared_winners += len(result["winners"]) > 1
        for own, part in zip(state.breakdown, result["parts"], strict=True):
            named = {key.rpartition(".")[2]: yen for key, yen in own.items()}
            assert {name: yen for name, yen in named.items() if yen} == {
                name: yen for name, yen in part.items() if yen
            }
    assert shared_winners > 5


@pytest.mark.parametrize("title", TITLES)
def test_the_score_pad_asks_for_everything_that_the_script_counts(title: str) -> None:
    page = page_of(title)
    _, shared, sheets = POSITIONS[title](Random(1))
    choices = {one.name for one in page.choices}
    assert {one.name for one in page.own} == set(sheets[0])
    assert {one.name for one in page.shared} | choices >= set(shared)
    start = {one.name: one.start for one in page.shared}
    own = {one.name: one.start for one in page.own}
    (result,) = run(title, "score", [[page.numbers, start, [own, own]]])
    assert set(result["parts"][0]) >= {part.name for part in page.parts if not part.needs}


def test_two_products_cannot_have_one_rank() -> None:
    page = page_of("tsukiji")
    shared = {one.name: 1 for one in page.shared}
    own = {one.name: 0 for one in page.own}
    (result,) = run("tsukiji", "score", [[page.numbers, shared, [own, own]]])
    assert result == {"problem": "ranks"}
    assert page.problem


# --- Set-up


def test_markets_are_drawn_as_the_engine_draws_them() -> None:
    page = page_of("tokyo-tsukiji-market")
    options: list[list[str]] = [
        [], ["beginner"], ["expansion"], ["expansion", "jack_staple"],
    ]  # fmt: skip
    calls: list[list[Any]] = [
        [page.numbers, players, on, seed]
        for players in page.players for on in options for seed in range(40)
    ]  # fmt: skip
    seen = set()
    for (_, players, on, _), drawn in zip(
        calls, run("tokyo-tsukiji-market", "draw", calls), strict=True
    ):
        staple = "jack_mackerel" if "jack_staple" in on else "mackerel"
        assert len(set(drawn)) == len(drawn)
        assert drawn[0] == staple
        fish, external = (
            [one for one in drawn if one in FISH],
            [one for one in drawn if one in EXTERNAL],
        )
        game = load("tokyo-tsukiji-market")
        chosen: dict[str, Any] = {
            "expansion": "expansion" in on, "beginner": "beginner" in on, "staple": staple,
        }  # fmt: skip
        if "beginner" not in on:
            chosen["fish_markets"] = fish[1:]
        chosen["external_markets"] = [one for one in external if one != "ships"]
        state: Any = game.new(players, seed=1, **chosen)  # it refuses what can't be combined
        in_play = {MARKETS[market] for market in state.in_play}
        assert in_play >= set(external)
        assert len(in_play) == len(drawn)
        if "beginner" in on:
            assert {"spider_crab", "eel", "red_snapper"} <= set(fish)
            assert "tuna" not in fish
        else:
            assert in_play == set(drawn)
        seen |= set(drawn)
    assert seen == set(MARKETS)


@pytest.mark.parametrize("players", range(2, 7))
def test_market_boards_get_what_the_engine_puts_on_them(players: int) -> None:
    game = load("tokyo-tsukiji-market")
    state: Any = game.new(players, seed=3, expansion=True)
    in_play = {MARKETS[market] for market in state.in_play}
    cards = {}
    for step in page_of("tokyo-tsukiji-market").steps:
        for line in step.lines:
            wanted = line.needs.split()
            met = all(
                (one[1:] not in in_play) if one[0] == "-" else (one in in_play) for one in wanted
            )
            if met and wanted and (not line.players or players in line.players):
                cards.setdefault(wanted[0], []).append(line.text)
    for fish, name in enumerate(FISH):
        assert (name in cards) == (name in in_play)
        if name in in_play:
            (text,) = [one for one in cards[name] if "barrel" in one]
            told = f"{state.barrels[fish]} barrel"
            assert told in text
            assert re.search(rf", {state.licenses_left[fish]} license", text), text


@pytest.mark.parametrize("title", TITLES)
def test_piles_hold_what_the_box_holds(title: str) -> None:
    page = page_of(title)
    for pile in page.piles:
        for players in page.players:
            count = sum(thing.counts[players] for thing in pile.things)
            assert count > 0
            if title == "tsukiji":
                assert count == 7 * (players + 1) * 3
            if title == "shinjuku":
                assert count == {"bag": 60, "deck": 72}[pile.name]


# --- The pages


@pytest.mark.parametrize("title", TITLES)
def test_a_page_names_everything_that_it_needs_without_a_network(
    title: str, client: Client
) -> None:
    for address in (f"/rules/{title}/", f"/rules/{title}/table/"):
        page = client.get(address).content.decode()
        kept = set(json.loads(unescape(re.findall(r'data-keep="([^"]+)"', page)[0])))
        # The icon is only for whoever installs the site.
        page = re.sub(r'<link rel="apple-touch-icon"[^>]*>', "", page)
        tags = re.findall(r'<(?:link|script|img|use)\b[^>]*? (?:href|src)="([^"#]+)', page)
        assert {one for one in tags if one.startswith("/static/")} <= kept
        for file in kept:
            assert client.get(file).status_code == 200
            if file.endswith(".js"):
                for path in re.findall(
                    r'^import\b[^"\n]*"\./([^"\n]+)"', client.get(file).content.decode(), re.M
                ):
                    assert file.rpartition("/")[0] + "/" + path in kept
    script = table_script_of(load(title))
    assert any(file.endswith(f"/{script}") for file in kept)


def test_the_service_worker_may_serve_the_whole_site(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert b'addEventListener("fetch"' in answer.content
    assert "worker-src 'self'" in client.get("/rules/tsukiji/").headers["Content-Security-Policy"]


def test_there_is_no_page_for_unknown_games(client: Client) -> None:
    assert client.get("/rules/go/table/").status_code == 404
    assert client.post("/rules/tsukiji/table/").status_code == 405


@pytest.mark.parametrize("title", TITLES)
def test_the_rules_page_explains_its_signs(title: str, client: Client) -> None:
    page = client.get(f"/rules/{title}/").content.decode()
    sign = rf'<a class="rule-sign" href="/rules/{title}/#([^"]+)" title="([^"]+)">'
    targets = re.findall(sign, page)
    assert targets
    for target, told in targets:
        assert f'id="{target}"' in page
        assert len(told) > 20
    assert not re.search("[\ue000-\uf8ff]", page)
