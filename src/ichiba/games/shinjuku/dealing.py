"""The set-up: fill the queue, deal hands, choose the start player."""

from ichiba.core.rng import Rng
from ichiba.games.shinjuku.actions import TRACK
from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.cards import take_card
from ichiba.games.shinjuku.city import CITY, ward_names
from ichiba.games.shinjuku.customers import KIND_COUNT
from ichiba.games.shinjuku.data import GOODS, HAND, STORE_NAMES
from ichiba.games.shinjuku.queue import fill_queue
from ichiba.games.shinjuku.setups import Setup
from ichiba.games.shinjuku.table import NONE, ShinjukuTable
from ichiba.games.shinjuku.turn import begin_turn


def set_up(table: ShinjukuTable, setup: Setup, seed: int) -> None:
    """Set up the table and begin the first turn."""
    table.setup = setup
    table.rng = Rng(seed)
    table.reveals = 0
    table.turn = 0
    table.last_turns = NONE
    _lay_out_city(table)
    _lay_out_companies(table)
    table.forget_choices()
    table.bag = [kind for kind, count in enumerate(KIND_COUNT) for _ in range(count)]
    table.removed = 0
    table.first = table.player = table.rng.below(setup.players)
    if table.log is not None:
        table.tell("first_player", seat=table.first)
    fill_queue(table)
    for seat in setup.everyone:
        _deal(table, seat)
    begin_turn(table)


def _lay_out_city(table: ShinjukuTable) -> None:
    table.deck = CITY.cards[:]
    table.discard = []
    table.wards = [0] * CITY.wards
    table.crowded = 0
    table.stores = [NONE] * CITY.stations
    table.empty = (1 << CITY.stations) - 1
    table.places = [0] * (table.setup.players * len(STORE_NAMES))
    table.links = [NONE] * CITY.links
    table.free_track = [*range(TRACK, TRACK + CITY.links)]
    table.built = [*CITY.joined]


def _lay_out_companies(table: ShinjukuTable) -> None:
    players = table.setup.players
    pieces = BOX.players
    table.cards = [0] * (players * CITY.wards)
    table.known = [0] * (players * CITY.wards)
    table.held = [0] * players
    table.sizes = [0] * players
    table.wild = [0] * players
    table.supply = [pieces.stores_of_a_good.value] * (players * len(GOODS))
    table.departments = [pieces.departments.value] * players
    table.track = [pieces.track.value] * players
    table.earned = [0] * players
    table.bonus = [0] * players
    table.stack_owners = ()


def _deal(table: ShinjukuTable, seat: int) -> None:
    hand = table.rng.take(table.deck, HAND)
    for ward in hand:
        take_card(table, seat, ward)
    if table.log is not None:
        table.tell("drawn", only=seat, seat=seat, cards=ward_names(hand))
