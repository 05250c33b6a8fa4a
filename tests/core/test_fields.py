"""Fields are declared once; slots, copies, dumps and what a seat knows follow from that."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import ichiba
from ichiba.core.fields import (
    SEAT,
    Declared,
    Kind,
    bits,
    by_seat,
    derived,
    flag,
    frozen,
    hole,
    nobody,
    number,
    one_of,
    own,
    phase,
    players,
    public,
    row,
    some,
    stored,
    together,
)

SCRIPT = Path(ichiba.__file__).parent.parent.parent / "scripts" / "write_fields.py"
TABLE = SimpleNamespace(
    setup=SimpleNamespace(players=3, deck=[4, 5]),
    decisions=(SimpleNamespace(name="buying"), SimpleNamespace(name="selling")),
)


class Fields(Declared):
    """Some fields."""

    setup = derived("ichiba.games.tsukiji.setup.Setup")
    round = stored(number(1, 7, start=0))
    deck = stored(some(number(0, 9)), start=lambda setup: setup.deck)
    rows = stored(row(row(flag(), 2), 3))
    racks = stored(by_seat(frozen(some(SEAT))))
    lots = stored(some(some(number(0, 9))), shared=True)
    cache = derived("list[int]", shared=True)


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = spec_from_file_location("write_fields", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_tables_are_in_step_with_their_declarations() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_declaration_says_how_a_field_is_copied(script: ModuleType) -> None:
    written = script.written(Fields)
    copied = [line.strip() for line in written.splitlines() if line.startswith("        twin.")]
    assert copied == [
        "twin.log = None",
        "twin.rng = self.rng.copy()",
        "twin.actors = self.actors",
        "twin.reveals = self.reveals",
        "twin.phase = self.phase",
        "twin.setup = self.setup",
        "twin.round = self.round",
        "twin.deck = self.deck[:]",
        "twin.rows = [row[:] for row in self.rows]",
        "twin.racks = self.racks[:]",
        "twin.lots = self.lots",
        "twin.cache = self.cache",
    ]
    assert '        "cache",\n        "deck",\n        "lots",\n' in written
    assert "    from ichiba.games.tsukiji.setup import Setup\n" in written
    for line in ('setup: "Setup"', "rows: list[list[bool]]", "racks: list[tuple[int, ...]]"):
        assert f"    {line}\n" in written


def test_a_field_has_a_start() -> None:
    starts = {name: field.start(TABLE) for name, field in Fields.stored().items()}
    assert starts == {
        "actors": (), "reveals": 0, "phase": 0, "round": 0, "deck": [4, 5],
        "rows": [[False, False]] * 3, "racks": [()] * 3, "lots": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "plain", "value"),
    [
        (number(0, players), 3, 3), (number(-1, 2), -1, -1), (number(0, 900, step=100), 300, 300),
        (SEAT, 2, 2), (flag(), True, True), (bits(players), 7, 7), (one_of([3, 5]), 5, 5),
        (phase(), "selling", 1), (phase(), "over", 2), (phase(1), "selling", 1),
        (row(SEAT, 2), [2, 2], [2, 2]), (row(SEAT, 2, players), [1] * 6, [1] * 6),
        (some(SEAT), [], []), (frozen(some(SEAT)), [1], (1,)),
        (by_seat(flag()), [True] * 3, [True] * 3),
        (some(together(SEAT, flag())), [[1, True]], [(1, True)]),
    ],
)  # fmt: skip
def test_a_value_in_range_is_read_and_written(kind: Kind, plain: Any, value: Any) -> None:
    assert kind.read(plain, TABLE) == value
    assert type(kind.read(plain, TABLE)) is type(value)
    assert kind.plain(value, TABLE) == plain


@pytest.mark.parametrize(
    ("kind", "plain"),
    [
        (number(0, players), 4), (number(0, 9), 1 << 70), (number(0, 9), True), (number(0, 9), "1"),
        (number(0, 9), None), (number(0, 9), 1.0), (number(0, 900, step=100), 250), (SEAT, 3),
        (flag(), 1), (bits(players), 8), (bits(2), -1), (one_of([3, 5]), 4), (one_of([1]), True),
        (phase(), "lunch"), (phase(), 1), (phase(1), "buying"), (row(SEAT, 2), [1]),
        (row(SEAT, 2), [1, 3]), (some(SEAT), (1,)), (some(SEAT), "1"), (some(SEAT), [None]),
        (some(together(SEAT, flag())), [[1]]), (some(some(SEAT)), [1]),
    ],
)  # fmt: skip
def test_a_value_out_of_range_is_refused(kind: Kind, plain: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - it is not shown to anybody
        kind.read(plain, TABLE)


def test_who_may_know_a_field() -> None:
    closed, opened = (lambda _: True), (lambda _: False)
    assert public([1, 2, 3], TABLE, 1) == [1, 2, 3]
    assert own()([[1], [2, 2], [3]], TABLE, 1) == [[None], [2, 2], [None]]
    assert own(closed)([1, 2, 3], TABLE, None) == [None, None, None]
    assert own(opened)([1, 2, 3], TABLE, 1) == [1, 2, 3]
    assert nobody(closed)(7, TABLE, 1) is None
    assert nobody(opened)(7, TABLE, 1) == 7
    assert hole([[1, [2]], []]) == [[None, [None]], []]


def test_a_plane_has_the_bounds_of_its_field() -> None:
    plane = Fields.plane("rows", TABLE.setup, "Rows.")
    assert (plane.name, plane.shape, plane.low, plane.high) == ("rows", (3,), 0, 1)
    plane = Fields.plane("deck", TABLE.setup, "Cards.", 4, 2)
    assert (plane.shape, plane.low, plane.high) == ((4, 2), 0, 9)
    assert Fields.plane("round", TABLE.setup, "The round.").shape == (1,)
