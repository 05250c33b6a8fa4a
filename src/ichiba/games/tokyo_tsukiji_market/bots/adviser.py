"""Advice for Tokyo Tsukiji Market: the master's best choices, tried out in equal imagined worlds.

The chance is the learned one after some more turns. The reasons tell what happens until then.
"""

from random import Random
from typing import NamedTuple

from ichiba.bots.advice import MOST, ONLY, Advice, mean, share
from ichiba.bots.search import compare, rank
from ichiba.bots.values import chances
from ichiba.core.messages import Argument, Message
from ichiba.core.observer import Observer
from ichiba.games.tokyo_tsukiji_market.actions import TAKE_BACK, yen_of
from ichiba.games.tokyo_tsukiji_market.bots.candidates import bids
from ichiba.games.tokyo_tsukiji_market.bots.features import OUTLOOK, THOUSAND, weighted
from ichiba.games.tokyo_tsukiji_market.bots.greedy import IDLE, Mind
from ichiba.games.tokyo_tsukiji_market.bots.master import Master
from ichiba.games.tokyo_tsukiji_market.bots.planning import Planner, sharp
from ichiba.games.tokyo_tsukiji_market.bots.rollout import Lookahead, turns_ahead
from ichiba.games.tokyo_tsukiji_market.holding import resources
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import BIDDING, NOBODY

# How many tries find the best choices, how many worlds compare the best three, and how many choices
# are tried out at most.
TRIES = 48
WORLDS = 24
_CHOICES = 6
# How much the master's first impression counts, compared with the tries.
_TRUST = 1.0
# Amounts are rounded to this many yen.
_LITTLE = 50


class _Future(NamedTuple):
    """What a choice leads to in an imagined world."""

    chance: float
    worth: float  # the seat's own at the end, in yen
    money: int  # yen that the seat gains until then
    stock: int  # resources that it gains until then
    wins: bool  # whether it wins the bidding


class _Tried(NamedTuple):
    """A choice with its futures."""

    action: int
    chance: float
    worth: float  # the seat's own, on average
    futures: list[_Future]


class Adviser:
    """Thinks like the master, but compares several choices in the same worlds."""

    def __init__(self, rng: Random, tries: int = TRIES, worlds: int = WORLDS) -> None:
        self._master = Master(rng)
        self._tries = tries
        self._worlds = worlds

    def advise(self, observer: Observer) -> list[Advice]:
        """The best choices, the best chance first."""
        seat, now = observer.seat, self._master.imagine(observer)
        guesses = self._guesses(observer, now)
        trials = _Trials(now, seat, guesses)

        def imagine() -> MarketState:
            return self._master.imagine(observer)

        ranked = rank([*guesses], imagine, trials.chance, self._tries)
        best = [trial.candidate for trial in ranked][:MOST]
        futures = compare(best, imagine, trials.future, self._worlds)
        tried = [_tried(action, some) for action, some in zip(best, futures, strict=True)]
        tried.sort(key=lambda one: (one.chance, one.worth), reverse=True)
        return [
            Advice(one.action, now.label(seat, one.action), one.chance, _reason(now, one, tried))
            for one in tried
        ]

    def _guesses(self, observer: Observer, now: MarketState) -> dict[int, float]:
        """What to try out, and by how many yen each looks worse than what the master would do, as
        negative numbers."""
        seat, legal = observer.seat, observer.legal()
        mind = Planner(now, seat, sharp(now.setup.players))
        if len(legal) == 1:
            return dict.fromkeys(legal, 0.0)
        found = self._master.tried(observer, mind, now, legal)
        if now.phase == BIDDING:
            found = bids(mind, now, legal)
        most = max(found.values(), default=0.0)
        ranked = sorted(found, key=found.__getitem__, reverse=True)
        found = {action: found[action] - most for action in ranked}
        if len(found) >= MOST:
            return found
        first = next(iter(found)) if found else mind.best(now, legal)
        others = [action for action in legal if action != first and action not in found]
        useful = [one for one in others if one != TAKE_BACK and not mind.is_pointless(now, one)]
        others = useful or others
        others.sort(key=lambda action: _value_after(mind, now, action), reverse=True)
        return {first: 0.0} | found | dict.fromkeys(others[: _CHOICES - 1], -IDLE)


class _Trials:
    """What stays the same in all tries of one decision."""

    def __init__(self, now: MarketState, seat: int, guesses: dict[int, float]) -> None:
        self._seat = seat
        self._guesses = guesses
        self._ahead = Lookahead(now, seat)

    def chance(self, world: MarketState, action: int) -> float:
        """The chance of winning after a choice."""
        return self.future(world, action).chance

    def future(self, world: MarketState, action: int) -> _Future:
        """Carry out a choice and play on for some turns."""
        seat, trial = self._seat, world.copy()
        trial.apply(seat, action)
        self._ahead.play_on(trial)
        chance, worth = self._judge(trial, self._guesses[action])
        return _Future(
            chance,
            worth,
            trial.money[seat] - world.money[seat],
            resources(trial, seat) - resources(world, seat),
            world.phase == BIDDING and yen_of(action) > _best_bid(world, seat),
        )

    def _judge(self, world: MarketState, guess: float) -> tuple[float, float]:
        """The chance of winning, and what the seat will be worth in yen. The first impression of
        the choice counts, too, unless the game is over."""
        seat, winners = self._seat, world.winners
        if winners:
            return (seat in winners) / len(winners), float(world.scores[seat])
        stage, rows = self._ahead.describe(world)
        rows[seat][OUTLOOK] += _TRUST * guess / THOUSAND
        return chances(weighted(stage, rows))[seat], rows[seat][OUTLOOK] * THOUSAND


def _value_after(mind: Mind, now: MarketState, action: int) -> float:
    thought = now.copy()
    thought.apply(mind.seat, action)
    return mind.worth.evaluate(thought)


def _best_bid(world: MarketState, seat: int) -> int:
    """The best bid of the others."""
    bids = [world.bids[other] for other in world.offers if other != seat]
    return max(bids, default=NOBODY)


def _tried(action: int, futures: list[_Future]) -> _Tried:
    chance, worth = (one.chance for one in futures), (one.worth for one in futures)
    return _Tried(action, mean(chance), mean(worth), futures)


# --- Reasons


def _say(key: str, **arguments: Argument) -> Message:
    return Message(f"tokyo-tsukiji-market.advice.{key}", arguments)


def _reason(now: MarketState, one: _Tried, tried: list[_Tried]) -> Message:
    """How often a bid is the highest; else what the choice brings, compared with the others."""
    if len(tried) == 1:
        return ONLY
    if now.phase == BIDDING:
        return _say("highest", count=share(future.wins for future in one.futures))
    key, found = _gained(_money(one), _stock(one))
    if key:
        return _say(key, count=turns_ahead(now), **found)
    return _say("even_with_next" if one is tried[0] else "even_with_best")


def _gained(money: int, stock: int) -> tuple[str, dict[str, Argument]]:
    """The key and the numbers of a sentence on what the player gains and spends."""
    facts: dict[str, Argument] = {"yen": abs(money), "more": abs(stock)}
    if money > 0:
        return ("both" if stock > 0 else "sells" if stock < 0 else "money"), facts
    if stock > 0:
        return ("spends" if money < 0 else "stock"), facts
    return ("invests" if money < 0 else ""), facts


def _rounded(yen: float) -> int:
    """Yen in steps that an estimate deserves."""
    return round(yen / _LITTLE) * _LITTLE


def _money(one: _Tried) -> int:
    """About how much money the seat gains."""
    return _rounded(mean(future.money for future in one.futures))


def _stock(one: _Tried) -> int:
    """About how many resources the seat gains."""
    return round(mean(future.stock for future in one.futures))
