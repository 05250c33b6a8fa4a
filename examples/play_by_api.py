"""Plays a whole game against bots through the JSON API, with nothing but httpx.

Start a site with `make play`, then: python examples/play_by_api.py http://localhost:8000 tsukiji
"""

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import httpx

Table = dict[str, Any]


def main(site: str, title: str = "tsukiji") -> None:
    """Come as a guest, play at random, tell how it ended."""
    with httpx.Client(base_url=f"{site.rstrip('/')}/api/v1", timeout=30) as api:
        guest = ask(api.post("/tokens", json={"name": "Example", "label": "play_by_api.py"}))
        api.headers["Authorization"] = f"Bearer {guest['token']}"
        bot = ask(api.get(f"/titles/{title}"))["bots"][-1]
        wanted = {"title": title, "places": ["me", bot, bot], "listed": True}
        table = ask(api.post("/tables", json=wanted))
        print(f"Watch it: {site.rstrip('/')}/t/{table['slug']}/")
        table = play(api, table)
        for player in table["players"]:
            print(f"{player['name']}: {table['result']['scores'][player['seat']]}")
        record = ask(api.get(f"/tables/{table['slug']}/record"))
        print(f"The record has {len(record['moves'])} moves.")
        ask(api.delete(f"/tokens/{guest['id']}"))


def play(api: httpx.Client, table: Table) -> Table:
    """Move whenever it is our turn, until the game is over."""
    address = f"/tables/{table['slug']}"
    for _change in changes(api, address):
        table = ask(api.get(address))
        while table["your_turn"]:
            notation = choose(table["position"])
            print(f"{table['position']['prompt']}  {notation}")
            move = {"notation": notation, "page": table["position"]["page"]}
            table = ask(api.post(f"{address}/moves", json=move))
        if table["status"] == "finished":
            break
    return table


def choose(position: dict[str, Any]) -> str:
    """Any of the actions; or, where a number is asked for, a small one."""
    choices = [action["notation"] for action in position["actions"]]
    amount = position["amount"]
    if amount is not None:
        number = min(amount["least"] + random.randrange(4) * amount["step"], amount["most"])
        choices.append(amount["notation"].replace("#", str(number)))
    return random.choice(choices)


def changes(api: httpx.Client, address: str) -> Iterator[dict[str, Any]]:
    """The table's stream: one item whenever something has changed."""
    with api.stream("GET", f"{address}/stream") as stream:
        kind = ""
        for line in stream.iter_lines():
            name, _, value = line.partition(": ")
            if name == "event":
                kind = value
            elif name == "data" and kind == "changed":
                yield json.loads(value)


def ask(answer: httpx.Response) -> Any:
    """What the site says; a refusal comes with a sentence that tells why."""
    if answer.is_error:
        raise SystemExit(f"{answer.status_code}: {answer.json()['message']}")
    return answer.json() if answer.content else None


if __name__ == "__main__":
    main(*sys.argv[1:])
