"""The contents of the box: the component counts, and the map."""

from collections import Counter

import msgspec
import pytest

from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.city import CITY, City
from ichiba.games.shinjuku.customers import KIND_COUNT, KIND_GOOD
from ichiba.games.shinjuku.data import BONUS_STACKS
from ichiba.games.shinjuku.map_file import Map
from shinjuku.scene import GAME


def test_the_components_list() -> None:
    assert len(CITY.cards) == 72
    assert sum(KIND_COUNT) == 60
    totals = Counter[int]()
    for good, count in zip(KIND_GOOD, KIND_COUNT, strict=True):
        totals[good] += count
    assert [totals[good] for good in range(4)] == [20, 17, 13, 10]
    assert sum(BONUS_STACKS) == 11
    players = BOX.players
    assert players.stores_of_a_good.value * 4 * 4 == 32
    assert players.departments.value * 4 == 12
    assert players.track.value * 4 == 64


def test_card_distribution() -> None:
    counts = {ward.id: ward.cards for ward in CITY.map.wards}
    by_count = {n: {ward for ward, count in counts.items() if count == n} for n in (2, 3, 4, 5)}
    assert by_count[2] == {
        "arakawa", "bunkyo", "kita", "meguro", "nakano", "sumida", "taito", "toshima",
    }  # fmt: skip
    assert by_count[3] == {"chiyoda", "chuo", "katsushika", "koto", "shibuya", "shinagawa"}
    assert by_count[4] == {
        "adachi", "edogawa", "itabashi", "minato", "nerima", "shinjuku", "suginami",
    }  # fmt: skip
    assert by_count[5] == {"ota", "setagaya"}


def test_the_map_of_tokyo() -> None:
    assert CITY.stations == 44
    assert CITY.links == 67
    assert CITY.wards == 23
    assert CITY.department_sites.bit_count() == 12
    assert len(set(CITY.ends)) == 67
    assert [station.id for station in CITY.map.stations if station.department] == [
        "tokyo", "akihabara", "shimbashi", "shinagawa", "shinjuku", "takadanobaba", "ueno",
        "meguro", "naka-meguro", "shibuya", "ikebukuro", "kita-senju",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("station", "ward"),
    [
        ("meguro", "shinagawa"),
        ("shinagawa", "minato"),
        ("komagome", "toshima"),
        ("hirai", "edogawa"),
        ("yoyogi", "shibuya"),
    ],
)
def test_stations_that_lie_in_another_ward_than_one_thinks(station: str, ward: str) -> None:
    assert CITY.ward_names[CITY.ward_of[CITY.station_names.index(station)]] == ward


def test_every_ward_has_a_station_and_every_station_a_link() -> None:
    assert all(CITY.stations_in)
    linked = {end for ends in (*CITY.ends, *CITY.permanent) for end in ends}
    assert linked == set(range(CITY.stations))


def test_another_city_is_another_file() -> None:
    """The tables are computed from any map, not only from Tokyo's."""
    place = (0, 0)
    wards = [
        {"id": name, "name": name, "name_ja": "", "cards": 2, "label": place, "outlines": []}
        for name in ("north", "south")
    ]
    stations = [
        {
            "id": name, "name": name, "name_ja": "", "ward": ward, "department": False,
            "at": place, "label": "n",
        }
        for name, ward in (("a", "north"), ("b", "south"), ("c", "south"))
    ]  # fmt: skip
    chart = msgspec.convert(
        {
            "name": "Small", "name_ja": "", "sheet": (10, 10), "links": [("a", "b"), ("b", "c")],
            "permanent": [], "wards": wards, "stations": stations,
        },
        type=Map,
    )  # fmt: skip
    city = City("small", chart)
    assert city.stations_in == (0b001, 0b110)
    assert city.extensions == ((1,), (0,))


def test_supplies_at_the_start() -> None:
    view = GAME.new(4, seed=5).view(0)
    companies = view["companies"]
    assert isinstance(companies, list)
    player = view["player"]
    for seat, company in enumerate(companies):
        assert company["supply"] == {"food": 2, "clothing": 2, "books": 2, "electronics": 2}
        assert (company["departments"], company["track"], company["bonus"]) == (3, 16, 0)
        assert company["cards"] == 4 + (seat == player)
