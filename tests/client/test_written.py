"""The parts of the client that a script writes are up to date, and the check finds others."""

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "write_client.py"


def test_what_the_script_writes_is_up_to_date() -> None:
    for file, text in runpy.run_path(str(SCRIPT))["files"]().items():
        assert file.read_text(encoding="utf-8") == text, "run scripts/write_client.py"


def test_a_field_of_the_api_becomes_one_of_the_client() -> None:
    written = runpy.run_path(str(SCRIPT))["shapes"](
        "class ActionShape(Schema):\n"
        "    '''A move.'''\n"
        "    cost: int | None = Field(description='What it costs.')\n"
    )
    assert "class Action(" in written
    assert "    # What it costs.\n    cost: int | None\n" in written


def test_the_synchronous_client_waits_for_nothing() -> None:
    written = runpy.run_path(str(SCRIPT))["synchronous"](
        '"""Top."""\nimport asyncio\nasync def f(self):\n    await asyncio.sleep(1)\n'
    )
    assert written.endswith("import time\ndef f(self):\n    time.sleep(1)\n")
