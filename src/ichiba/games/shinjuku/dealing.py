"""The set-up: shuffle, fill the queue, deal hands, choose who begins."""

from ichiba.core.rng import Rng
from ichiba.games.shinjuku.cards import draw_card, take_card
from ichiba.games.shinjuku.data import BOX, GOODS, HAND, KIND_COUNT
from ichiba.games.shinjuku.queue import fill_queue
from ichiba.games.shinjuku.setups import Setup
from ichiba.games.shinjuku.table import NONE, Table
from ichiba.games.shinjuku.turn import begin_turn


def set_up(table: Table, setup: Setup, seed: int) -> None:
    """Lay out everything, and begin the first turn."""
    table.setup = setup
    table.rng = Rng(seed)
    table.reveals = 0
    table.turn = 0
    table.last_turns = NONE
    _lay_out_city(table)
    _lay_out_companies(table)
    table.bag = [kind for kind, count in enumerate(KIND_COUNT) for _ in range(count)]
    table.removed = 0
    table.first = table.player = table.rng.below(setup.players)
    if table.log is not None:
        table.tell("first_player", seat=table.first)
    fill_queue(table)
    for seat in setup.everyone:
        _deal(table, seat)
    begin_turn(table)


def _lay_out_city(table: Table) -> None:
    city = table.setup.city
    table.deck = city.cards[:]
    table.discard = []
    table.wards = [0] * city.wards
    table.stores = [NONE] * city.stations
    table.links = [NONE] * city.links
    table.built = [*city.joined]


def _lay_out_companies(table: Table) -> None:
    players = table.setup.players
    pieces = BOX.players
    table.cards = [0] * (players * table.setup.city.wards)
    table.known = [0] * (players * table.setup.city.wards)
    table.held = [0] * players
    table.sizes = [0] * players
    table.wild = [0] * players
    table.supply = [pieces.stores_of_a_good.value] * (players * len(GOODS))
    table.departments = [pieces.departments.value] * players
    table.track = [pieces.track.value] * players
    table.earned = [0] * players
    table.bonus = [0] * players
    table.stack_owners = ()


def _deal(table: Table, seat: int) -> None:
    hand = [draw_card(table) for _ in range(HAND)]
    for ward in hand:
        take_card(table, seat, ward)
    if table.log is not None:
        names = [table.ward_name(ward) for ward in hand]
        table.tell("drawn", only=seat, seat=seat, cards=names)
