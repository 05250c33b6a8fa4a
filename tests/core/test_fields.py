"""Fields are declared once; slots, copying and dumping are written from that."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import ichiba
from ichiba.core.fields import all_fit

SCRIPT = Path(ichiba.__file__).parent.parent.parent / "scripts" / "write_fields.py"

DECLARED = '''
class Table(PhasedState):
    """A table."""

    setup: "Derived[Setup]"
    round: int  # from 1
    deck: list[int]
    rows: list[list[int]]
    racks: list[tuple[int, ...]]
    lots: Shared[list[list[int]]]
    cache: Derived[Shared[list[int]]]
    most: ClassVar[int] = 7

{begin}    old = "text"
{end}
    def other(self) -> None:
        """Stays."""
'''


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


def test_the_type_says_how_a_field_is_copied_and_stored(script: ModuleType) -> None:
    written = script.rewritten(DECLARED.format(begin=script.BEGIN, end=script.END))
    assert "old" not in written
    assert written.endswith('        """Stays."""\n')
    copied = [line.strip() for line in written.splitlines() if line.startswith("        twin.")]
    assert copied == [
        "twin.log = None",
        "twin.actors = self.actors",
        "twin.reveals = self.reveals",
        "twin.phase = self.phase",
        "twin.rng = self.rng.copy()",
        "twin.setup = self.setup",
        "twin.round = self.round",
        "twin.deck = self.deck[:]",
        "twin.rows = [row[:] for row in self.rows]",
        "twin.racks = self.racks[:]",
        "twin.lots = self.lots",
        "twin.cache = self.cache",
    ]
    stored = written.partition("stored: ClassVar[Stored] = {")[2].partition("}")[0]
    assert stored.split() == [
        *('"actors":', "tuple[int,", "...],", '"reveals":', "int,", '"phase":', "int,"),
        *('"round":', "int,", '"deck":', "list[int],", '"rows":', "list[list[int]],"),
        *('"racks":', "list[tuple[int,", "...]],", '"lots":', "list[list[int]],"),
    ]
    assert '        "cache",\n        "deck",\n        "lots",\n' in written


def test_a_field_that_cannot_be_dumped_must_be_derived(script: ModuleType) -> None:
    with pytest.raises(SystemExit, match=r"setup: Setup cannot be dumped"):
        script.field("setup", "Setup")


def test_rows_must_have_their_length_and_range() -> None:
    assert all_fit([([1, 2], 2, range(3)), ((), None, range(0))])
    assert not all_fit([([1, 2], 3, range(3))])
    assert not all_fit([([1, 3], None, range(3))])
