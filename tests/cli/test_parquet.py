"""Tables as Parquet have the same rows as those with a JSON object on each line."""

import json
from pathlib import Path

import pytest

from command import run
from envs.setups import need

need("pyarrow", "parquet")


@pytest.mark.long
def test_parquet_and_json_have_the_same_rows(tmp_path: Path) -> None:
    from pyarrow.parquet import read_table

    files = {name: tmp_path / name for name in ("a.parquet", "a.jsonl", "d.parquet", "d.jsonl")}
    plan = ["simulate", "tsukiji", "--games", "4", "--bots", "random", "--jobs", "1"]
    done = run(*plan, "--parquet", str(files["a.parquet"]), "--jsonl", str(files["a.jsonl"]),
               "--decisions", str(files["d.parquet"]))  # fmt: skip
    assert done.returncode == 0, done.stderr
    run(*plan, "--decisions", str(files["d.jsonl"]))
    for name in "ad":
        lines = files[f"{name}.jsonl"].read_text().splitlines()
        assert lines
        assert read_table(files[f"{name}.parquet"]).to_pylist() == [*map(json.loads, lines)]
