"""A turn from top to bottom.

1. New customers go from the queue to the map, and the player takes their card (`queue`).
2. The player takes up to two different actions (`choosing`), each in its steps:
   - Open (`opening`): a station, a store, payment
   - Expand (`expanding`): a link and, for a card, another link and payment
   - Income (`income`), which ends the turn
   - Move (`moving`): a ward, payment, a first station; then from station to station, with a
     customer for each matching store; then free income for the owners of the track
   - Upgrade (`upgrading`): a store, a customer, payment
3. The player ends the turn.

The decisions are in the modules named above, and payment is in `paying`. An action that costs a
card goes on in its `paid` once the card is paid.
"""

from ichiba.games.shinjuku.data import ACTIONS_IN_TURN
from ichiba.games.shinjuku.queue import place_customers
from ichiba.games.shinjuku.table import ACTION, FINISH, OVER, ShinjukuTable


def begin_turn(table: ShinjukuTable) -> None:
    """Place new customers, then ask for an action."""
    table.turn += 1
    table.done = table.used = 0
    if table.log is not None:
        table.tell("turn", seat=table.player, turn=table.turn)
    place_customers(table)
    table.phase = ACTION
    table.actors = table.setup.alone[table.player]


def finish_action(table: ShinjukuTable, *, stands: bool = False) -> None:
    """Finish an action. After the last one, the player still has to end the turn, so that they can
    undo it before.

    `stands` means that nothing can be undone, because others have acted.
    """
    table.used |= 1 << table.action
    table.done += 1
    table.forget_choices()
    table.actors = table.setup.alone[table.player]
    if table.done < ACTIONS_IN_TURN:
        table.phase = ACTION
    elif stands:
        end_turn(table)
    else:
        table.phase = FINISH


def end_turn(table: ShinjukuTable) -> None:
    """Continue with the next player, or end the game after the last turn."""
    if table.last_turns == 0:
        end_game(table)
        return
    if table.last_turns > 0:
        table.last_turns -= 1
    table.player = (table.player + 1) % table.setup.players
    begin_turn(table)


def end_game(table: ShinjukuTable) -> None:
    """After the last turn; `scoring` has the rest."""
    table.phase = OVER
    table.actors = ()
    table.reveals += 1  # all customers are revealed, and the result is final
    table.tell_over()
