"""Backups: made while a server runs, restored into both databases, readable by nobody else."""

import sqlite3
import stat
from pathlib import Path

import pytest

from command import run
from sampling import first_is_enough
from server_process import Server
from site_tools import Person, wait_for_moves


def database(kind: str, request: pytest.FixtureRequest) -> dict[str, str]:
    """The settings of a new database."""
    if kind == "sqlite":
        return {}
    postgres = request.getfixturevalue("postgres")
    return {"DATABASE_URL": postgres.url(postgres.new_database())}


def options(data: Path, settings: dict[str, str]) -> list[str]:
    url = settings.get("DATABASE_URL")
    return ["--data", str(data), *(["--database-url", url] if url else [])]


@pytest.mark.parametrize(
    ("before", "after"),
    first_is_enough([("sqlite", "postgres"), ("sqlite", "sqlite"), ("postgres", "sqlite")]),
)
@pytest.mark.long
def test_a_site_moves_with_all_its_games(
    before: str, after: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    old, new = database(before, request), database(after, request)
    key = {"ICHIBA_SECRET_KEY": "the key of both, which is long enough"}
    server = Server(here, **old, **key)
    aki = Person(server.url)
    table = aki.quick()
    assert aki.act(table, "ticket 4").status_code == 200
    file = tmp_path / "copy.sqlite3"
    done = run("backup", str(file), *options(here, old))  # the server is running
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    server.stop()

    other = Server(there, **new, **key)
    stranger = Person(other.url)
    gone = stranger.quick()
    done = run("restore", str(file), "--yes", *options(there, new))  # also while it runs
    assert done.returncode == 0, done.stderr
    assert done.stdout == "Restored 1 table and 1 player.\n"
    moved = aki.at(other.url)
    assert "Lay a ticket on lot 2." in moved.get(table).text, "the cookie of a guest is still valid"
    for ticket in ("3", "2", "1"):
        assert moved.act(table, f"ticket {ticket}").status_code == 200
    assert wait_for_moves(moved, table), "the bots play on"
    assert stranger.get(gone).status_code == 404
    newcomer = Person(other.url)
    assert newcomer.get(newcomer.quick()).status_code == 200, "new rows get new numbers"
    other.stop()
    assert not other.errors(), other.log()


@pytest.mark.long
def test_nothing_is_lost_on_the_way(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """SQLite to PostgreSQL and back: the rows are the same, byte by byte."""
    here = tmp_path / "here"
    here.mkdir()
    server = Server(here)
    aki = Person(server.url)
    table = aki.quick()
    for ticket in ("4", "3", "2", "1"):
        aki.act(table, f"ticket {ticket}")
    assert wait_for_moves(aki, table)
    server.stop()
    with sqlite3.connect(here / "ichiba.sqlite3") as live:
        live.execute("UPDATE site_seat SET name = 'Renamed' WHERE bot <> ''")
    first, second = tmp_path / "first.sqlite3", tmp_path / "second.sqlite3"
    assert run("backup", str(first), "--data", str(here)).returncode == 0
    new = options(here, database("postgres", request))
    assert run("restore", str(first), "--yes", *new).returncode == 0
    assert run("backup", str(second), *new).returncode == 0
    names = {row[0] for row in sqlite3.connect(second).execute("SELECT name FROM site_seat")}
    assert "Renamed" in names, "the migrations of the copy must not touch the original"
    rows = [content(file) for file in (first, second)]
    assert len(rows[0]["site_move"]) > 4
    assert rows[0].keys() == rows[1].keys()
    for name, there in rows[0].items():
        if name not in ("django_migrations", "sqlite_sequence"):
            assert there == rows[1][name], name


def content(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a SQLite database by table, without what a restore renews."""
    with sqlite3.connect(file) as found:
        found.execute("UPDATE site_table SET version = 0")
        found.execute("DELETE FROM site_sitevalue WHERE name = 'epoch'")
        names = [
            row[0] for row in found.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return {name: sorted(found.execute(f"SELECT * FROM {name}").fetchall(), key=repr)  # noqa: S608
                for name in names}  # fmt: skip


@pytest.mark.long
def test_backups_have_a_folder_of_their_own_and_can_be_thinned_out(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.stop()
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in (1, 2, 3):
        (folder / f"ichiba-2026010{day}-000000.sqlite3").touch()
    (folder / "mine.sqlite3").touch()
    done = run("backup", "--keep", "2", "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Deleted 2 older backups." in done.stdout
    assert f"Keep a copy of {tmp_path / 'secret-key'}, too." in " ".join(done.stdout.split())
    left = sorted(file.name for file in folder.iterdir())
    assert len(left) == 3
    assert {"ichiba-20260103-000000.sqlite3", "mine.sqlite3"} < {*left}


@pytest.mark.long
def test_what_is_no_backup_is_refused_and_nothing_is_changed(tmp_path: Path) -> None:
    server = Server(tmp_path)
    aki = Person(server.url)
    table = aki.quick()
    good, text, other, newer = (tmp_path / name for name in ("good", "text", "other", "newer"))
    run("backup", str(good), "--data", str(tmp_path))
    text.write_text("not a database, but long enough to be read as one" * 100)
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE fish (name TEXT)")
    newer.write_bytes(good.read_bytes())
    with sqlite3.connect(newer) as database:
        row = ("site", "9999_later", "2030-01-01")
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)", row)
    for file, why in (
        (text, "it is not a backup of Ichiba."),
        (other, "it is not a backup of Ichiba."),
        (newer, "it belongs to a newer version of Ichiba."),
        (tmp_path / "none", "There is no file"),
    ):
        done = run("restore", str(file), "--yes", "--data", str(tmp_path))
        assert done.returncode == 2
        assert why in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert run("restore", str(good), "--data", str(tmp_path), typed="n\n").returncode == 130
    for wrong in (str(tmp_path), str(good), "no/folder/file"):
        assert run("backup", wrong, "--data", str(tmp_path)).returncode == 2
    assert aki.get(table).status_code == 200
    server.stop()
