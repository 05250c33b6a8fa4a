"""Plays a whole game against bots through the JSON API. It goes on if the server restarts.

Start a site with `make play`, then: python examples/play_by_api.py http://localhost:8000 tsukiji
It needs the client: pip install ".[client]"
"""

import random
import sys

from ichiba.client import ApiError, Client, Position, Table


def main(site: str, title: str = "tsukiji") -> None:
    """Join as a guest, play random moves and print the result."""
    with Client(site) as client:
        client.be_guest("Example", label="play_by_api.py")
        bot = client.title(title).bots[-1]
        table = client.create(title, ["me", bot, bot], listed=True)
        print(f"Watch it: {site.rstrip('/')}/t/{table.slug}/", flush=True)
        table = play(client, table)
        for player in table.players:
            print(f"{player.name}: {table.result.scores[player.seat] if table.result else '-'}")
        print(f"The record has {len(client.record(table.slug)['moves'])} moves.")
        client.revoke()


def play(client: Client, table: Table) -> Table:
    """Make moves whenever it is our turn, until the game is over."""
    for _change in client.changes(table.slug):
        table = client.table(table.slug)
        while table.your_turn and table.position is not None:
            notation = choose(table.position)
            print(f"{table.position.prompt}  {notation}", flush=True)
            try:
                table = client.move(table, notation)
            except ApiError as error:
                if error.error != "moved_on":  # another player was faster: look again
                    raise
                table = client.table(table.slug)
        if table.is_over:
            break
    return table


def choose(position: Position) -> str:
    """Choose a random action or, if a number is asked for, perhaps a small number."""
    choices = [action.notation for action in position.actions]
    amount = position.amount
    if amount is not None:
        number = min(amount.least + random.randrange(4) * amount.step, amount.most)
        choices.append(amount.of(number))
    return random.choice(choices)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except ApiError as error:
        raise SystemExit(str(error)) from None
