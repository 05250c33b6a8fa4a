"""Plays and watches one game of a trial: a title with certain numbers, between certain bots.

Equal numbers of two trials with the same seed are the same deal, so their games can be compared in
pairs.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec

from ichiba.arena.plan import groups, rotated, seatings
from ichiba.arena.playing import derive, seated
from ichiba.bots.player import Bot
from ichiba.core.changing import Changes
from ichiba.core.errors import IchibaError, StuckError
from ichiba.core.game import Game, Holdings, State
from ichiba.core.observer import Observer
from ichiba.core.options import Values
from ichiba.core.registry import broken, change, load

# After so many decisions of each player, a game is ended as it stands.
_LONGEST = 1500
UNFINISHED = "unfinished"
STUCK = "stuck"


class Trial(msgspec.Struct, frozen=True):
    """What is played. The number of games is open."""

    game: str
    changes: Changes
    tables: tuple[tuple[str, ...], ...]  # the bots by seat; each deal is played at every table
    seed: int
    options: Values
    # Notations, or their first words, of what one player never does; the player changes with the
    # deal.
    never: tuple[str, ...] = ()


class Watched(msgspec.Struct, frozen=True):
    """A game and what happened in it. Deals and seats start at 0."""

    number: int
    deal: int
    seed: str  # in digits
    bots: tuple[str, ...]  # by seat
    first: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    rounds: int
    ending: str  # of the rules, or `unfinished` or `stuck`
    leads: int  # how often somebody else took the lead
    # By seat and kind of action, in decisions between several kinds: how often it was possible, and
    # how often it was chosen.
    offered: tuple[dict[str, int], ...]
    chosen: tuple[dict[str, int], ...]
    did: tuple[frozenset[str], ...]  # by seat, the actions that were taken at all
    holdings: tuple[Holdings, ...]

    def share(self, seat: int) -> float:
        """A seat's share of the victory."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    @property
    def limited(self) -> int:
        """The seat that is told never to do something, if one is."""
        return self.deal % len(self.bots)


def same_bots(bots: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The tables of these bots: one if they are all alike, else every rotation."""
    return tuple(rotated(bots, turn) for turn in range(seatings(bots)))


def mixed_bots(levels: Sequence[str], players: int) -> tuple[tuple[str, ...], ...]:
    """Every group of levels in every rotation."""
    return tuple(table for group in groups(levels, players) for table in same_bots(group))


def watch(trial: Trial, number: int) -> Watched:
    """Play a game. Call it only in a process that has not loaded the title with other numbers."""
    change(trial.game, trial.changes)
    game = load(trial.game)
    deal, table = divmod(number, len(trial.tables))
    bots = trial.tables[table]
    seed = derive(trial.seed, deal)
    try:
        return _Game(trial, game, bots, seed).play(number, deal)
    except IchibaError:
        raise
    except Exception as error:
        if not trial.changes:
            raise
        raise broken(trial.game, trial.changes, error) from None


class _Game:
    """A game that is being played."""

    def __init__(self, trial: Trial, game: Game, bots: tuple[str, ...], seed: int) -> None:
        self.trial, self.game, self.bots, self.seed = trial, game, bots, seed
        self.state = game.new(len(bots), seed=seed, **trial.options)
        self.players: list[Bot] = seated(game, bots, seed)
        self.rng = Random(derive(seed, "never"))
        self.offered: list[Counter[int]] = [Counter() for _ in bots]
        self.chosen: list[Counter[int]] = [Counter() for _ in bots]
        self.done: list[set[int]] = [set() for _ in bots]
        self.leader = -1
        self.leads = 0

    def play(self, number: int, deal: int) -> Watched:
        """Play to the end."""
        state, first = self.state, self.state.view(None).get("first_player", 0)
        eyes = [Observer(self.game, state, seat) for seat in range(len(self.bots))]
        barred = _barred(self.game, self.trial.never)
        limited = deal % len(self.bots) if barred else -1
        kind_of = self.game.actions.kind_of
        decisions, last, ending = 0, -1, ""
        try:
            while state.actors and not ending:
                seat = state.actors[0]
                legal = state.legal(seat)
                if not legal:
                    raise StuckError("no choice")
                if seat != last:
                    self._note_leader()
                    last = seat
                action = self.players[seat].choose(eyes[seat])
                if seat == limited and action in barred:
                    allowed = [one for one in legal if one not in barred]
                    action = self.rng.choice(allowed) if allowed else action
                kinds = {kind_of[one] for one in legal}
                if len(kinds) > 1:
                    self.offered[seat].update(kinds)
                    self.chosen[seat][kind_of[action]] += 1
                self.done[seat].add(action)
                state.apply(seat, action)
                decisions += 1
                if decisions == _LONGEST * len(self.bots):
                    ending = UNFINISHED
        except StuckError:
            ending = STUCK
        return self._watched(number, deal, int(str(first)), decisions, ending)

    def _note_leader(self) -> None:
        scores = self.state.scores
        best = max(scores)
        if scores.count(best) == 1:
            seat = scores.index(best)
            self.leads += seat != self.leader and self.leader >= 0
            self.leader = seat

    def _watched(self, number: int, deal: int, first: int, decisions: int, ending: str) -> Watched:
        state = self.state
        view = state.view(None)
        if not ending:
            self._note_leader()
        scores = tuple(state.scores)
        best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return Watched(
            number=number,
            deal=deal,
            seed=str(self.seed),
            bots=self.bots,
            first=first,
            scores=scores,
            winners=best if ending else tuple(state.winners),
            decisions=decisions,
            rounds=_rounds(state),
            ending=ending or state.ending,
            leads=self.leads,
            offered=tuple(map(self._in_words, self.offered)),
            chosen=tuple(map(self._in_words, self.chosen)),
            did=tuple(map(self._done, self.done)),
            holdings=tuple(self.game.holdings(view)),
        )

    def _in_words(self, counts: Counter[int]) -> dict[str, int]:
        """Counts by kind of action: the first word of its notations."""
        notations = self.game.actions.notations
        words: Counter[str] = Counter()
        for kind, times in counts.items():
            words[notations[kind].partition(" ")[0]] += times
        return dict(words)

    def _done(self, actions: set[int]) -> frozenset[str]:
        game = self.game
        return frozenset(game.notation(one) for one in actions if one not in game.amounts)


def _barred(game: Game, never: Sequence[str]) -> frozenset[int]:
    """The actions with these notations or first words."""
    return frozenset(
        action
        for action, notation in enumerate(game.actions.notations)
        if any(notation == one or notation.startswith(f"{one} ") for one in never)
    )


def knows(game: Game, never: str) -> bool:
    """Whether a title has such actions."""
    return bool(_barred(game, (never,)))


def _rounds(state: State) -> int:
    """The number of the last round, or of the last turn in a title without rounds."""
    view = state.view(None)
    return int(str(view["round"] if "round" in view else view["turn"]))
