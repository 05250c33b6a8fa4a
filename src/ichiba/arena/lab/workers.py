"""Plays the games of a trial in new processes, because a title reads its numbers only once."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Unpack

import msgspec

from ichiba.arena import pool
from ichiba.arena.lab.trial import Trial, Watched, watch
from ichiba.core.structs import json_reader

_read = json_reader(Watched)


def play_games(
    trial: Trial,
    games: int,
    each: Callable[[], None] = lambda: None,
    **how: Unpack[pool.How],
) -> list[Watched]:
    """Play so many games, in order. Raises SetupError if a changed game can't be played.

    `pool.run` explains the last arguments.
    """
    how["apart"] = True
    found = []
    with closing(pool.run(partial(_play, trial), range(games), **how)) as played:
        for content in played:
            found.append(_read(content))
            each()
    return found


def _play(trial: Trial, number: int) -> bytes:
    """A game as bytes, which are much fewer than pickle makes of it."""
    return msgspec.json.encode(watch(trial, number))
