"""What a server checks before it starts: its key, and games that it can no longer continue."""

import os
import sqlite3
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from command import COMMAND
from ichiba.site.models import Move, SiteValue, Table
from ichiba.site.pictures import exhibition
from ichiba.site.server import startup
from patience import PATIENCE
from ports import free_port
from sampling import first_is_enough
from server_process import Server
from site_scene import new_table, post_move
from site_tools import Person

OTHER = {"ICHIBA_SECRET_KEY": "another key, which is long enough"}
# Keys that can be guessed.
GUESSED = first_is_enough(["a", "sesame", "a" * 64, "0123456789abcdef0123456789abcde"])


def start(data: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Try to start a server that is expected to refuse."""
    return subprocess.run(
        [COMMAND, "serve", "--port", str(free_port()), "--data", str(data), *arguments],
        env={**os.environ, **settings}, capture_output=True, text=True, check=False,
        timeout=PATIENCE,
    )  # fmt: skip


@pytest.mark.long
def test_a_server_with_another_key_does_not_start(tmp_path: Path) -> None:
    server = Server(tmp_path)
    aki = Person(server.url)
    table = aki.quick()
    refused = start(tmp_path, **OTHER)
    assert refused.returncode == 2
    assert "have another secret key (fingerprint " in refused.stderr
    assert "ICHIBA_SECRET_KEY" in refused.stderr
    assert "another key" not in refused.stderr.partition("(")[2], "the key is secret"
    assert len(refused.stderr.splitlines()) == 1
    server.stop()
    server.start()
    assert aki.get(table).status_code == 200, "the same key is fine"
    server.stop()
    key = (tmp_path / "secret-key").read_text()
    server.arguments = ("--new-key",)
    server.settings |= OTHER
    server.start()
    server.stop()
    assert start(tmp_path, ICHIBA_SECRET_KEY=key).returncode == 2, (
        "now the old key is the wrong one"
    )


@pytest.mark.parametrize("key", GUESSED)
def test_a_key_that_can_be_guessed_is_refused(key: str, tmp_path: Path) -> None:
    refused = start(tmp_path, ICHIBA_SECRET_KEY=key)
    assert refused.returncode == 2
    assert "The secret key can be guessed. Set ICHIBA_SECRET_KEY to at least 32" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert key == "a" or key not in refused.stderr, "the key is secret"


def test_a_key_in_the_data_folder_must_be_as_good(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("short")
    (tmp_path / "secret-key").chmod(0o600)
    refused = start(tmp_path)
    assert (refused.returncode, "can be guessed" in refused.stderr) == (2, True)


@pytest.mark.long
def test_servers_of_a_postgres_need_the_same_key(postgres, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folders = [tmp_path / name for name in ("here", "there")]
    for folder in folders:
        folder.mkdir()
    url = postgres.url(postgres.new_database())
    here = Server(folders[0], DATABASE_URL=url, **OTHER)
    refused = start(folders[1], DATABASE_URL=url)
    assert refused.returncode == 2
    assert "another secret key" in refused.stderr
    assert "password" not in refused.stderr
    here.stop()


@pytest.mark.long
def test_games_of_other_rules_are_named_and_ended_only_when_told(tmp_path: Path) -> None:
    server = Server(tmp_path)
    aki = Person(server.url)
    lost, kept = aki.quick(), aki.quick()
    aki.act(lost, "ticket 4")
    server.stop()
    slug = lost.rstrip("/").rpartition("/")[2]
    with sqlite3.connect(tmp_path / "ichiba.sqlite3") as database:
        database.execute("UPDATE site_table SET revision = 99 WHERE slug = ?", [slug])
    refused = start(tmp_path)
    assert refused.returncode == 2
    assert (
        "can't continue 1 game in progress: 1 of tsukiji revision 99: table 1 (" in refused.stderr
    )
    assert "--end-old-games" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    server.arguments = ("--end-old-games",)
    server.start()
    page = aki.get(lost)
    assert page.status_code == 410
    assert "The game is kept." in page.text
    assert "Download record" in page.text
    record = aki.get(f"{lost}record.json").json()
    assert record["revision"] == 99
    assert "0 ticket 4" in record["moves"]
    assert aki.get(kept).status_code == 200
    server.stop()
    server.arguments = ()
    server.start()  # nothing is left to ask about
    server.stop()
    assert not server.errors(), server.log()


@pytest.mark.django_db(transaction=True)
def test_an_ended_game_leaves_the_lists(client: Client) -> None:
    table = new_table(["me", "greedy"], client, listed="yes")
    assert post_move(client, table, "ticket 4").status_code == 302
    Table.objects.update(revision=99)
    found = startup.outdated_games()
    assert [(one.table, one.game, one.revision) for one in found] == [(table.pk, "tsukiji", 99)]
    assert table.slug in Client().get("/").content.decode()
    startup.end_games(found)
    assert startup.outdated_games() == []
    exhibition.forget_all()  # the game on the front page is chosen every few seconds
    assert table.slug not in Client().get("/").content.decode()
    assert Table.objects.get().status == Table.Status.ENDED
    assert Move.objects.filter(table=table).count() == 1, "nothing is deleted"


@pytest.mark.django_db(transaction=True)
def test_a_game_that_a_moderator_ended_keeps_its_secrets(client: Client) -> None:
    table = new_table(["me", "greedy"], client, listed="yes")
    Table.objects.update(status=Table.Status.ENDED)
    assert client.get(f"/t/{table.slug}/record.json").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_the_fingerprint_does_not_contain_the_key() -> None:
    assert startup.foreign_key() == ""
    startup.claim_database()
    stored = SiteValue.objects.get().value
    assert stored == startup.fingerprint(settings.SECRET_KEY)
    assert len(stored) == 16
    assert startup.foreign_key() == ""
    SiteValue.objects.update(value="0123456789abcdef")
    assert startup.foreign_key() == "0123456789abcdef"
