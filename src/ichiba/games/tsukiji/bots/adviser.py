"""Advice for Tsukiji: the master's best choices, played on to the end of many imagined games.

The chance is the share of these games that the seat wins. The reasons tell what happens in them.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, cast

from ichiba.bots.advice import MOST, ONLY, Advice, first_of_each, mean, share
from ichiba.bots.search import compare
from ichiba.core.messages import Argument, Message
from ichiba.core.observer import Observer
from ichiba.games.tsukiji.actions import BUY, GIVE, PLACE, REFUSE, TICKET
from ichiba.games.tsukiji.bots.candidates import Tickets, keeping
from ichiba.games.tsukiji.bots.master import ROLLOUTS, Master
from ichiba.games.tsukiji.bots.policy import purchase
from ichiba.games.tsukiji.bots.rollout import Rivals, lay, play_on
from ichiba.games.tsukiji.data import MAGURO, PRODUCTS, ROUNDS, TICKET_BIT
from ichiba.games.tsukiji.pricing import give_tiles, move_market, return_tickets
from ichiba.games.tsukiji.round import begin_turn
from ichiba.games.tsukiji.scoring import column_sizes, maguro_yen, product_yen, winners
from ichiba.games.tsukiji.table import PURCHASE, VALUATION, TsukijiTable

# How many games are played on for the choices that are compared, all together.
GAMES = 600
# What happens in fewer of the games is not told, nor are differences of fewer yen.
_OFTEN = 0.5
_SOMETIMES = 0.3
_LITTLE = 1.0


class _World(NamedTuple):
    """An imagined position, the tickets of the others there, and the seed of what follows."""

    table: TsukijiTable
    others: list[Sequence[int]]  # none after the reveal
    seed: int


class _Way(NamedTuple):
    """A choice. A ticket comes with those for the rest of the round."""

    action: int
    tickets: Tickets = ()


class _Game(NamedTuple):
    """What is told of an imagined game."""

    won: float
    lead: float  # over the best other player
    scores: tuple[int, ...]
    tiles: list[int]  # of this round, by lot
    bought: int  # what the seat bought after its tickets
    cards: list[int]  # by product: what the last card of the seat's column is worth


class _Tried(NamedTuple):
    """A way with its games."""

    action: int
    games: list[_Game]

    @property
    def chance(self) -> float:
        """The share of games won."""
        return mean(game.won for game in self.games)

    @property
    def lead(self) -> float:
        """The average lead."""
        return mean(game.lead for game in self.games)

    def score(self, seat: int) -> float:
        """The average score of a seat."""
        return mean(game.scores[seat] for game in self.games)


class Adviser:
    """Thinks like the master, but compares several choices in the same games."""

    def __init__(self, rng: Random, games: int = GAMES) -> None:
        self._rng = rng
        self._games = games

    def advise(self, observer: Observer) -> list[Advice]:
        """The best choices, the best chance first."""
        seat, now = observer.seat, self._world(observer)
        ways, imagine = self._ways(observer, now)
        worlds = max(self._games // len(ways), 1)
        games = compare(ways, imagine, lambda world, way: _played(world, seat, way), worlds)
        tried = [_Tried(way.action, found) for way, found in zip(ways, games, strict=True)]
        tried.sort(key=lambda one: (one.chance, one.lead), reverse=True)
        return [
            Advice(
                one.action, now.label(seat, one.action), one.chance, _reason(now, seat, one, tried)
            )
            for one in tried[:MOST]
        ]

    def _world(self, observer: Observer) -> TsukijiTable:
        return cast(TsukijiTable, observer.determinize(self._rng))

    def _ways(
        self, observer: Observer, now: TsukijiTable
    ) -> tuple[list[_Way], Callable[[], _World]]:
        """What to compare, and how to imagine a world for it."""
        if now.phase == VALUATION:
            return self._tickets(now.copy(), observer.seat)

        def imagine() -> _World:
            return _World(self._world(observer), [], self._rng.getrandbits(64))

        return [_Way(action) for action in observer.legal()], imagine

    def _tickets(self, world: TsukijiTable, seat: int) -> tuple[list[_Way], Callable[[], _World]]:
        """The best tickets for the round, for each of the best next tickets."""
        laid = tuple(world.tickets[seat])
        master = Master(self._rng, rollouts=min(self._games, ROLLOUTS))
        ranked = [tickets for _, tickets in master.rank_tickets(world, seat, laid)]
        best = first_of_each(ranked, lambda tickets: tickets[len(laid)])
        rivals = Rivals(world, seat, self._rng)

        def imagine() -> _World:
            future = world.copy()
            future.rng = type(world.rng).drawn(self._rng)
            return _World(future, rivals.guess(), self._rng.getrandbits(64))

        return [_Way(TICKET + tickets[len(laid)], tickets) for tickets in best], imagine


def _played(world: _World, seat: int, way: _Way) -> _Game:
    """Play a game on to its end, with the same luck for every way."""
    table, rng = world.table.copy(), Random(world.seed)
    tiles, bought, cost = table.tiles, REFUSE, 0.0
    if way.tickets:
        cost = keeping(way.tickets, ROUNDS - table.round + 1)
        number = table.round
        tiles = _lay(table, seat, way.tickets, world.others)
        bought = _buy(table, seat, number, rng)
    else:
        table.apply(seat, way.action)
    totals = play_on(table, rng)
    best = winners(table)
    lead = totals[seat] - cost - max(score for one, score in enumerate(totals) if one != seat)
    won = float(lead > 0) if cost else (seat in best) / len(best)
    return _Game(won, lead, totals, tiles, bought, _cards(table, seat))


def _lay(
    table: TsukijiTable, seat: int, tickets: Tickets, others: list[Sequence[int]]
) -> list[int]:
    """Lay all tickets of the round, reveal them, and return the tile of each lot.

    The quick player makes little of special tickets. So the seat gets its own back; what they are
    worth to the master is subtracted at the end.
    """
    theirs = iter(others)
    for one in table.setup.everyone:
        lay(table, one, [*(tickets if one == seat else next(theirs))])
    give_tiles(table)
    tiles = table.tiles
    return_tickets(table)
    for ticket in tickets:
        table.hands[seat] |= TICKET_BIT[ticket]
    move_market(table)
    table.turn = 0
    begin_turn(table)  # if nobody can pay, the next round begins
    return tiles


def _buy(table: TsukijiTable, seat: int, number: int, rng: Random) -> int:
    """Let all buy in a round until the seat has. A seat that can't pay for any lot refuses."""
    while table.actors and table.round == number:
        due = table.actors[0]
        choice = purchase(table, due, rng)
        table.apply(due, choice)
        if due == seat:
            return choice
    return REFUSE


def _cards(table: TsukijiTable, seat: int) -> list[int]:
    """By product: what the last card of the column, or the first one, is worth at the end."""
    tuna = max(column_sizes(table, seat)[MAGURO], 1)
    return [*product_yen(table), maguro_yen(tuna) - maguro_yen(tuna - 1)]


# --- Reasons


def _say(key: str, **arguments: Argument) -> Message:
    return Message(f"tsukiji.advice.{key}", arguments)


def _reason(now: TsukijiTable, seat: int, one: _Tried, tried: list[_Tried]) -> Message:
    if len(now.legal(seat)) == 1:
        return ONLY
    if now.phase == VALUATION:
        return _of_ticket(now, seat, one)
    if now.phase == PURCHASE:
        told = _of_refusal(seat, one, tried) if one.action == REFUSE else _of_lot(seat, one, tried)
        return told or _compared(one, tried)
    product = one.action - (PLACE if one.action < GIVE else GIVE)
    yen = round(mean(game.cards[product] for game in one.games))
    return _say("card", product=f"tsukiji.card.{PRODUCTS[product]}", yen=yen)


def _of_ticket(now: TsukijiTable, seat: int, one: _Tried) -> Message:
    """What becomes of the lot: whether the seat buys it, which way it moves its fish, its price."""
    lot, games = len(now.tickets[seat]), one.games
    prices = [now.setup.prices[game.tiles[lot]] for game in games]
    bought = Counter(game.bought for game in games)
    if bought[BUY + lot] >= max(bought[BUY + other] for other in range(now.setup.lots)) > 0:
        mine = [game.bought == BUY + lot for game in games]
        paid = [price for price, own in zip(prices, mine, strict=True) if own]
        if mean(mine) >= _SOMETIMES:
            return _say("buys", lot=lot + 1, count=share(mine), yen=round(mean(paid)))
    moves = [now.setup.moves[game.tiles[lot]] for game in games]
    fish = {card for card in now.lots[lot] if card < MAGURO}
    held = [sum(column_sizes(now, other)[card] for card in fish) for other in now.setup.everyone]
    own, most = held[seat], max(held)
    up, down = [move > 0 for move in moves], [move < 0 for move in moves]
    if 0 < own == most and mean(up) >= _OFTEN:
        return _say("rises", lot=lot + 1, count=share(up), cards=own)
    if own < most and mean(down) >= _OFTEN:
        return _say("falls", lot=lot + 1, count=share(down))
    return _say("costs", lot=lot + 1, yen=round(mean(prices)))


def _of_lot(seat: int, one: _Tried, tried: list[_Tried]) -> Message | None:
    """What a lot brings, compared with refusing, or what it takes from a rival."""
    refusal = next(way for way in tried if way.action == REFUSE)
    gain = one.score(seat) - refusal.score(seat)
    others = [other for other in range(len(one.games[0].scores)) if other != seat]
    rival = max(others, key=lambda other: refusal.score(other) - one.score(other))
    loss = refusal.score(rival) - one.score(rival)
    if loss > max(gain, _LITTLE):
        return _say("takes", seat=rival, yen=round(loss))
    if abs(gain) < _LITTLE:
        return None
    return _say("gains" if gain > 0 else "loses", yen=round(abs(gain)))


def _of_refusal(seat: int, one: _Tried, tried: list[_Tried]) -> Message | None:
    """Whether any lot would bring more."""
    best = max((way.score(seat) for way in tried if way.action != REFUSE), default=0.0)
    gain = best - one.score(seat)
    if gain <= 0:
        return _say("refuses")
    return _say("forgoes", yen=round(gain)) if gain >= _LITTLE else None


def _compared(one: _Tried, tried: list[_Tried]) -> Message:
    """How the average result compares with that of the best choice, or of the next one."""
    best = one is tried[0]
    gap = one.lead - tried[1 if best else 0].lead
    if best:
        return _say("ahead", yen=round(gap)) if gap >= _LITTLE else _say("even_with_next")
    return _say("behind", yen=round(-gap)) if gap <= -_LITTLE else _say("even_with_best")
