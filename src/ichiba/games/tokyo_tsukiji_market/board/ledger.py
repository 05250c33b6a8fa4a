"""What each fish earned each player: yen for barrels, tokens and licenses, and tokens left over."""

from collections.abc import Mapping
from typing import Any

from ichiba.core.match import Match
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.board.entrance import Shown
from ichiba.games.tokyo_tsukiji_market.data import (
    FISH,
    ITEMS,
    NAME,
    RESOURCE,
    TAKOYAKI,
    TAKOYAKI_ITEM,
    TOKEN_FISH,
    TOKENS,
)

_FISH = {f"{NAME}.fish.{fish}": fish for fish in FISH}
_MARKET = {f"{NAME}.market.{fish}": fish for fish in FISH}
_TOKEN = {f"{NAME}.token.{name}": FISH[TOKEN_FISH[k]] for k, name in enumerate(TOKENS)}
_ITEM = _FISH | {f"{NAME}.item.{ITEMS[TAKOYAKI_ITEM]}": FISH[TOKEN_FISH[TAKOYAKI]]}


def ledger(match: Match, words: Words) -> list[Shown]:
    """A row for each fish that earned something, with a cell for each player."""
    view: Any = match.state.view(None)
    players = range(view["players"])
    books = {fish: [0 for _ in players] for fish in FISH}
    prize = ""
    turn = 0
    for event in match.events:
        kind, told = event.key.rpartition(".")[2], event.arguments
        if kind == "turn":
            turn = int(str(told["seat"]))
        elif kind == "auction":
            prize = _TOKEN[str(told["token"])]
        elif kind == "awarded":
            if prize and told["seat"] != turn:
                books[prize][turn] += int(str(told["yen"]))
            prize = ""
        else:
            _enter(books, kind, told)
    for seat, harbor in enumerate(view["harbors"]):
        for token, worth in harbor["worth"].items():
            books[FISH[TOKEN_FISH[TOKENS.index(token)]]][seat] += worth * RESOURCE
    return [
        {
            "symbol": pictures.FISH[fish],
            "title": words.say(f"{NAME}.fish.{fish}"),
            "cells": [words.yen(amount) if amount else "–" for amount in row],
        }
        for fish, row in books.items()
        if any(row)
    ]


def _enter(books: dict[str, list[int]], kind: str, told: Mapping[str, Any]) -> None:
    """Record one sale or license income."""
    if kind == "bought":
        books[_ITEM[told["item"]]][told["seats"][0]] += told["yen"]
    elif kind in ("sold", "sold_to", "given"):
        books[_TOKEN[told["token"]]][told["seat"]] += told["yen"]
    elif kind in ("sold_many", "sold_pair", "sold_set"):
        books[_FISH[told["fish"]]][told["seat"]] += told["yen"]
    elif kind == "traded":
        for token in told["tokens"]:
            books[_TOKEN[token]][told["seat"]] += told["yen"] // len(told["tokens"])
    elif kind == "income":
        books[_MARKET[told["market"]]][told["seat"]] += told["yen"]
