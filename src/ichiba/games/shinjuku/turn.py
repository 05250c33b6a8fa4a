"""A turn: customers come, two different actions are done, the next player follows."""

from ichiba.games.shinjuku.cards import draw_income
from ichiba.games.shinjuku.data import ACTIONS_IN_TURN
from ichiba.games.shinjuku.queue import place_customers
from ichiba.games.shinjuku.scoring import winners
from ichiba.games.shinjuku.table import ACTION, FINISH, OVER, Table


def begin_turn(table: Table) -> None:
    """New customers, then the player chooses."""
    table.turn += 1
    table.done = table.used = 0
    table.forget_choices()
    if table.log is not None:
        table.tell("turn", seat=table.player, turn=table.turn)
    place_customers(table)
    table.phase = ACTION
    table.actors = table.setup.alone[table.player]


def finish_action(table: Table, *, stands: bool = False) -> None:
    """An action is done. After the last one the player ends the turn, to be able to undo before.

    `stands` says that there is nothing to undo, because others have acted.
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


def income(table: Table) -> None:
    """Draw cards; the turn is over at once."""
    draw_income(table, table.player)
    end_turn(table)


def end_turn(table: Table) -> None:
    """The next player, or the end of the game."""
    if table.last_turns == 0:
        _end_game(table)
        return
    if table.last_turns > 0:
        table.last_turns -= 1
    table.player = (table.player + 1) % table.setup.players
    begin_turn(table)


def _end_game(table: Table) -> None:
    table.phase = OVER
    table.actors = ()
    table.reveals += 1  # customers are shown, and the result is final
    table.forget_choices()
    if table.log is not None:
        seats = winners(table)
        table.tell("over", seats=[*seats], count=len(seats))
