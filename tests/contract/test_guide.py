"""The guides of first games speak the truth: each card is checked against the position."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import ichiba
from ichiba import bots
from ichiba.core.game import Game, State
from ichiba.core.guide import Position, Told, finders_of, guide_of, steps_for
from ichiba.core.observer import Observer
from ichiba.core.words import Words
from ichiba.games.shinjuku.city import CITY
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tsukiji.scoring import maguro_yen
from sampling import first_is_enough
from tokyo_tsukiji_market.scene import own

MOST_WORDS = 50
MOST_DECISIONS = 600
NAMES = ["Aki", "Ben", "Chie"]
ME = 0
# A sensible player, and one who does anything.
PLAYERS = ("greedy", "random")
STATIONS = {station.id: station.ward for station in CITY.map.stations}
GUIDED = [title for title in ichiba.games() if guide_of(ichiba.load(title)) is not None]


def position_of(game: Game, state: State) -> Position:
    assert state.log is not None
    known = [event for event in state.log if event.is_for(ME)]
    ways = notations(game, state)
    return Position(state.view(ME), ME, state.prompt(ME), known, ways)


def decisions(game: Game, player: str, seed: int) -> Iterator[State]:
    """All decisions of the first seat in a guided game."""
    guide = guide_of(game)
    assert guide is not None
    state = game.new_with_log(guide.players, seed=seed, **guide.values)
    minds = [bots.make("gentle", game, Random(seed + n)) for n in range(guide.players)]
    minds[ME] = bots.make(player, game, Random(seed))
    for _ in range(MOST_DECISIONS):
        if not state.actors:
            return
        seat = ME if ME in state.actors else state.actors[0]
        if seat == ME:
            yield state
        state.apply(seat, minds[seat].choose(Observer(game, state, seat)))


def notations(game: Game, state: State) -> list[str]:
    return [game.notation(action) for action in state.legal(ME)]


def facts(told: Told) -> dict[str, object]:
    return dict(told.text.arguments)


def name_of(told: Told) -> str:
    return told.text.key.rpartition(".")[2]


def do(game: Game, state: State, notation: str) -> State:
    """The position after a move of the first seat, which leaves the given one alone."""
    then = state.copy()
    then.apply(ME, game.parse(notation))
    return then


def outcomes(game: Game, state: State, notation: str) -> list[int]:
    """The scores of the first seat after a purchase, for every way to place its cards."""
    then = do(game, state, notation)
    if ME not in then.actors or then.view(ME)["phase"] not in ("takusan", "yakuza"):
        return [then.scores[ME]]
    ways = notations(game, then)
    return [score for way in ways for score in outcomes(game, then, way)]


class Tsukiji:
    """What Tsukiji's cards claim, found out by playing on."""

    game = ichiba.load("tsukiji")

    def purchase(self, state: State, told: Told) -> None:
        now = state.scores[ME]
        buys = [way for way in notations(self.game, state) if way.startswith("buy")]
        gains = [max(outcomes(self.game, state, way)) - now for way in buys]
        refusal = do(self.game, state, "refuse").scores[ME] - now
        view = state.view(ME)
        is_last = view["round"] == view["rounds"]
        best = max(gains, default=0)
        expected = "purchase" if best > refusal else "purchase_dear"
        assert name_of(told) == expected + ("_last" if is_last else "")
        assert facts(told)["yen"] == refusal
        assert facts(told)["gain"] == best
        assert facts(told)["left"] == view["rounds"] - view["round"]
        # What is suggested beside this text is what the text praises.
        praised = {way for way, gain in zip(buys, gains, strict=True) if gain == best}
        assert set(told.agrees or ()) == (praised if best > refusal else {"refuse"})

    def _each(self, state: State) -> dict[str, int]:
        """By fish: what choosing it does to the score."""
        ways = notations(self.game, state)
        now = state.scores[ME]
        return {way.split()[-1]: do(self.game, state, way).scores[ME] - now for way in ways}

    def takusan(self, state: State, told: Told) -> None:
        gains = self._each(state)
        fish = str(facts(told)["fish"]).rpartition(".")[2]
        assert gains[fish] == max(gains.values()) == facts(told)["yen"]

    def yakuza(self, state: State, told: Told) -> None:
        losses = self._each(state)
        fish = str(facts(told)["fish"]).rpartition(".")[2]
        assert -losses[fish] == min(-loss for loss in losses.values()) == facts(told)["yen"]

    def valuation(self, state: State, told: Told) -> None:
        assert facts(told)["lot"] == state.prompt(ME).arguments["lot"]
        assert told.point == f"stall-{facts(told)['lot']}"

    def yakuza_lot(self, state: State, told: Told) -> None:
        assert "yakuza" in state.view(ME)["lots"][int(str(facts(told)["lot"])) - 1]["cards"]

    def takusan_lot(self, state: State, told: Told) -> None:
        assert "takusan" in state.view(ME)["lots"][int(str(facts(told)["lot"])) - 1]["cards"]

    def last_round(self, state: State, told: Told) -> None:
        assert state.view(ME)["round"] == state.view(ME)["rounds"]

    def restaurant(self, state: State, told: Told) -> None:
        view = state.view(ME)
        assert view["round"] < view["rounds"]
        columns = view["restaurants"][ME]["columns"]
        sizes = {fish: sum(column.values()) for fish, column in columns.items()}
        worths = {fish: sizes[fish] * yen for fish, yen in view["market"]["yen"].items()}
        worths["maguro"] = maguro_yen(sizes["maguro"])
        fish = str(facts(told).get("fish", "maguro")).rpartition(".")[2]
        assert worths[fish] == max(worths.values()) > 0
        assert facts(told).get("yen", worths[fish]) == worths[fish]


class Shinjuku:
    """What Shinjuku's cards claim, found out by playing on."""

    game = ichiba.load("shinjuku")

    def free_income(self, state: State, told: Told) -> None:
        then = state.copy()
        then.log = []
        then.apply(ME, self.game.parse("income"))
        [drawn, *_] = [
            e.arguments["count"] for e in then.log if e.key.endswith((".income", ".fare"))
        ]
        assert drawn == facts(told)["count"]
        assert facts(told)["seat"] == state.view(ME)["player"]

    def pay(self, state: State, told: Told) -> None:
        single = [way for way in notations(self.game, state) if way.startswith("pay ")]
        assert bool(single) == (name_of(told) == "pay")

    def open_store(self, state: State, told: Told) -> None:
        """What is suggested beside this text is what the text names."""
        named = {str(key).rpartition(".")[2] for key in facts(told)["goods"]}  # type: ignore[attr-defined]
        stores = {f"store {good}" for good in named}
        assert stores <= {*notations(self.game, state)}
        assert stores == {*(told.agrees or ())}
        assert (name_of(told) == "open_store") == (len(stores) == 1)

    def open_station(self, state: State, told: Told) -> None:
        """A station that is suggested costs one card."""
        view = state.view(ME)
        ways = {*notations(self.game, state)} & set(told.agrees or ())
        own = view["companies"][ME]
        for way in sorted(ways)[:2]:
            ward = STATIONS[way.removeprefix("at ")]
            assert ward in own["hand"] or {*own["wild"]} & {*own["hand"]}

    def move_ward(self, state: State, told: Told) -> None:
        """A ward that is suggested has customers for a store of the player's."""
        view = state.view(ME)
        goods = {one["good"] for one in view["stores"].values() if one["owner"] == ME}
        for ward in (way.removeprefix("ward ") for way in told.agrees or ()):
            wanted = {customer.removesuffix("2") for customer in view["wards"][ward]}
            assert "department" in goods or wanted & goods

    def upgrade(self, state: State, told: Told) -> None:
        free = [one["tokens"] for one in state.view(ME)["bonus"] if one["owner"] is None]
        assert name_of(told) == ("upgrade" if free else "upgrade_late")
        assert facts(told).get("count") == (free[0] if free else None)

    def income(self, state: State, told: Told) -> None:
        cards = state.view(ME)["companies"][ME]["cards"]
        assert cards == {"income": 0, "income_one": 1}[name_of(told)]
        assert "income" in notations(self.game, state)
        assert (
            do(self.game, state, "income").view(ME)["companies"][ME]["cards"]
            == (facts(told)["hand"])
        )

    def ending(self, state: State, told: Told) -> None:
        view = state.view(ME)
        assert view["bag"] == 0
        assert (name_of(told) == "last_turns") == (view["last_turns"] is not None)


def worth_of_new(before: dict[str, Any], after: dict[str, Any]) -> int:
    """What a token that was just bought is worth. Those of its kind may have changed in value."""
    [token] = [one for one, n in after["tokens"].items() if n > before["tokens"].get(one, 0)]
    if token in ("fugu", "nori"):
        return int(after["worth"][token] - before["worth"].get(token, 0))
    return int(after["worth"][token] // after["tokens"][token])


class Market:
    """What the cards of Tokyo Tsukiji Market claim, found out by playing on."""

    game = ichiba.load("tokyo-tsukiji-market")

    def winning(self, state: State, told: Told) -> None:
        """What resources are worth, and what having the fewest costs: the others get a token."""
        then, part = state.copy(), "tokyo-tsukiji-market.score."
        assert isinstance(then, MarketState)
        others = range(1, state.players)
        for seat in others:
            own(then, seat, mackerel=1)
        resources = [harbor["resources"] for harbor in then.view(ME)["harbors"]]
        for seat in others:
            worth = then.breakdown[seat][f"{part}tokens"]
            assert worth == resources[seat] * int(str(facts(told)["resource"]))
        if resources[ME] < min(resources[1:]):
            assert facts(told)["fewest"] == -then.breakdown[ME][f"{part}standing"]

    def catching(self, state: State, told: Told) -> None:
        ways = notations(self.game, state)
        caught = {way.removeprefix("barrel ") for way in ways if way.startswith("barrel ")}
        named = {str(key).rpartition(".")[2] for key in facts(told).get("fish", ())}  # type: ignore[attr-defined]
        assert named == caught
        assert (name_of(told) == "catching_full") == (not caught)

    def pricing(self, state: State, told: Told) -> None:
        item = state.prompt(ME).arguments["item"]
        assert facts(told)["item"] == item
        fish = str(item).rpartition(".")[2]
        if name_of(told) != "pricing":
            assert fish in ("squid", "clams_oysters")
            return
        harbors = state.view(ME)["harbors"]
        if fish != "takoyaki":
            assert facts(told)["resources"] == harbors[1]["next"][fish]
        assert facts(told)["yen"] == 100 * int(str(facts(told)["resources"]))

    def purchasing(self, state: State, told: Told) -> None:
        """The best offer is the token with the most resources beyond its price."""
        before = state.view(ME)["harbors"][ME]
        gains = []
        for way in notations(self.game, state):
            if way.startswith("buy ") and "clams_oysters" not in way:
                after = do(self.game, state, way).view(ME)["harbors"][ME]
                gains.append(100 * worth_of_new(before, after) - before["money"] + after["money"])
        if name_of(told) == "purchasing":
            claimed = 100 * int(str(facts(told)["resources"])) - int(str(facts(told)["yen"]))
            assert claimed == max(gains) > 0
        elif name_of(told) == "purchasing_dear":
            assert max(gains, default=0) <= 0

    def turn_end(self, state: State, told: Told) -> None:
        opens = any(way.startswith("port") for way in notations(self.game, state))
        assert (name_of(told) == "turn_end") == opens

    def markets(self, state: State, told: Told) -> None:
        assert "enter ships" in notations(self.game, state)
        inside = do(self.game, state, "enter ships")
        boat = str(facts(told)["boat"]).rpartition(".")[2]
        then = do(self.game, inside, f"take {boat}")
        money = [one.view(ME)["harbors"][ME]["money"] for one in (inside, then)]
        assert money[0] - money[1] == facts(told)["yen"]

    def licenses(self, state: State, told: Told) -> None:
        fish = str(facts(told)["fish"]).rpartition(".")[2]
        assert told.point == f"market-{fish}"

    def red_snapper(self, state: State, told: Told) -> None:
        assert facts(told)["resources"] == state.view(ME)["harbors"][ME]["next"]["red_snapper"]

    def last_turns(self, state: State, told: Told) -> None:
        assert state.view(ME)["final"] is not None

    def ending(self, state: State, told: Told) -> None:
        view = state.view(ME)
        assert view["final"] is None
        harbor = view["harbors"][int(str(facts(told)["seat"]))]
        assert ("own" in name_of(told)) == (facts(told)["seat"] == ME)
        counted = "resources" if name_of(told).endswith("_resources") else "money"
        assert facts(told)["has"] == harbor[counted]
        assert int(harbor[counted]) > {"money": 3500, "resources": 25}[counted]

    def trading(self, state: State, told: Told) -> None:
        if name_of(told) == "trading":
            own = state.view(ME)["harbors"][ME]["resources"]
            assert int(str(facts(told)["resources"])) <= own


CHECKS = {"tsukiji": Tsukiji(), "shinjuku": Shinjuku(), "tokyo-tsukiji-market": Market()}


@pytest.mark.parametrize("player", first_is_enough(PLAYERS))
@pytest.mark.parametrize("title", GUIDED)
def test_every_card_is_true_of_its_position(title: str, player: str) -> None:
    game, words, seen = ichiba.load(title), Words(NAMES, "en"), set()
    guide = guide_of(game)
    assert guide is not None
    for seed in {0, 1, 2, guide.seed or 0}:  # also the deal that newcomers get
        for state in decisions(game, player, seed):
            for told in steps_for(game, position_of(game, state)):
                text = told.text.say(words)
                where = f"{name_of(told)} in game {seed}, turn of {player}: {text}"
                assert not re.search(r"[{}]|\.guide\.", text), where
                assert len(text.split()) <= MOST_WORDS, where
                check = getattr(CHECKS.get(title), told.step.name, None)
                if check is not None:
                    check(state, told)
                    seen.add(told.step.name)
    assert title not in CHECKS or len(seen) >= 4, seen


@pytest.mark.parametrize("title", GUIDED)
def test_specific_cards_come_before_general_ones(title: str) -> None:
    game = ichiba.load(title)
    finders = finders_of(game)
    for state in decisions(game, "greedy", 5):
        _, *others = [told.step for told in steps_for(game, position_of(game, state))]
        sizes = [step.conditions + (step.name in finders) for step in others]
        assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("title", GUIDED)
def test_every_finder_has_a_card(title: str) -> None:
    guide = guide_of(ichiba.load(title))
    assert guide is not None
    assert set(finders_of(ichiba.load(title))) <= {step.name for step in guide.step}
