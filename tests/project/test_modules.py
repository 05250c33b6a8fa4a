"""`make modules` prints what modules are for."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "modules.py"


def test_it_prints_the_first_sentence_of_each_module() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "site/store"], capture_output=True, text=True, check=True
    )
    folder, *modules = done.stdout.strip().splitlines()
    assert folder.startswith("ichiba/site/store/: How tables are kept: ")
    told = dict(line.split(maxsplit=1) for line in modules)
    assert "snapshots.py" in told
    assert all(sentence.endswith(".") for sentence in told.values())


def test_a_wrong_folder_is_told() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "nowhere"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "There is no folder" in done.stderr
