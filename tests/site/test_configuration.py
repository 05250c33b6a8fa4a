"""Settings: one place reads and checks them, and says in one line which one is wrong."""

import os
import re
import stat
import subprocess
from pathlib import Path

import pytest

import ichiba
from command import COMMAND
from ichiba.site.configuration import files
from ichiba.site.configuration.settings import SettingError, declared, read, unknown
from ichiba.site.configuration.table import updated

SOURCE = Path(ichiba.__file__).parent
RUNNING = SOURCE.parents[1] / "docs" / "running.md"


def test_defaults_are_valid_and_empty_counts_as_unset() -> None:
    plain = read({})
    assert plain == read({one.name: " " for _, one in declared()})
    assert (plain.bot_workers, plain.hosts, plain.https, plain.database) == (1, ("*",), False, None)


@pytest.mark.parametrize(
    ("address", "hosts", "https"),
    [
        ("https://play.example", ("play.example",), True),
        ("https://play.example/", ("play.example",), True),
        ("http://192.168.1.5:8000", ("192.168.1.5",), False),
        ("https://[fd00::5]:8443", ("[fd00::5]",), True),
    ],
)
def test_the_address_gives_hosts_origins_and_https(
    address: str, hosts: tuple[str, ...], https: bool
) -> None:
    found = read({"ICHIBA_URL": address})
    assert (found.hosts, found.https) == (hosts, https)
    assert found.origins == (found.url,) == (address.rstrip("/"),)


def test_other_settings_override_the_address() -> None:
    found = read(
        {
            "ICHIBA_URL": "https://play.example",
            "ICHIBA_HOSTS": "play.example, www.play.example",
            "ICHIBA_ORIGINS": "https://a.example,https://b.example:8443",
            "ICHIBA_HTTPS": "no",
        }
    )
    assert found.hosts == ("play.example", "www.play.example")
    assert found.origins == ("https://a.example", "https://b.example:8443")
    assert not found.https


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("ICHIBA_BOT_WORKERS", "two", "must be a whole number from 0 to 256, not “two”."),
        ("ICHIBA_BOT_WORKERS", "-1", "must be a whole number from 0 to 256, not “-1”."),
        ("ICHIBA_REQUEST_THREADS", "0", "must be a whole number from 1 to 1000, not “0”."),
        ("ICHIBA_BOT_PAUSE", "fast", "must be a number from 0 to 60, not “fast”."),
        ("ICHIBA_BOT_SECONDS", "nan", "must be a number from 0.1 to 3600, not “nan”."),
        ("ICHIBA_LOG", "verbose", "must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL, not"),
        ("ICHIBA_LOG_FORMAT", "xml", "must be one of plain, json, not “xml”."),
        ("ICHIBA_HTTPS", "maybe", "must be yes or no, not “maybe”."),
        ("ICHIBA_ORIGINS", "play.example", "must be addresses such as https://play.example"),
        ("ICHIBA_ORIGINS", "https://play.example/t/", "must be addresses such as"),
        ("ICHIBA_HOSTS", "https://play.example", "must be host names without https:// and port"),
        ("ICHIBA_HOSTS", "play.example:8000", "must be host names without https:// and port"),
        ("ICHIBA_URL", "play.example", "must be the address of the site without a path"),
        ("ICHIBA_URL", "https://play.example/games", "must be the address of the site"),
        ("ICHIBA_URL", "https://play.example:port", "must be the address of the site"),
        ("ICHIBA_URL", "https://*", "must be the address of the site"),
        ("ICHIBA_MAIL", "foo", "must be console: or an address like smtp://"),
        ("ICHIBA_LIMITS", "chat=often", "must be off, or like chat=30/60"),
        ("DATABASE_URL", "mysql://a/b", "must be sqlite:///file or postgres://"),
        ("DATABASE_URL", "postgres://host", "must be sqlite:///file or postgres://"),
        ("DATABASE_URL", "postgres://host:x/b", "must be sqlite:///file or postgres://"),
    ],
)
def test_a_wrong_setting_is_named_with_what_it_may_be(name: str, value: str, told: str) -> None:
    with pytest.raises(SettingError) as error:
        read({name: value})
    assert str(error.value).startswith(f"{name} {told}")
    assert "\n" not in str(error.value)


def test_what_may_contain_a_password_is_not_repeated() -> None:
    for name in ("DATABASE_URL", "ICHIBA_MAIL"):
        with pytest.raises(SettingError) as error:
            read({name: "wrong://aki:hunter2@host:x/"})
        assert "hunter2" not in str(error.value)


def test_passwords_are_decoded() -> None:
    found = read({"DATABASE_URL": "postgres://u:p%40ss@db.example:5433/games?sslmode=require"})
    assert found.database is not None
    assert (found.database.password, found.database.port) == ("p@ss", "5433")
    assert found.database.options == {"sslmode": "require"}


def test_typing_errors_are_found() -> None:
    environment = {"ICHIBA_BOTWORKERS": "2", "ICHIBA_BOT_WORKERS": "2", "HOME": "/"}
    assert unknown(environment) == ["ICHIBA_BOTWORKERS"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("ICHIBA_BOT_WORKERS", "two"), ("ICHIBA_LOG", "verbose"), ("ICHIBA_MAIL", "foo"),
     ("ICHIBA_ORIGINS", "play.example"), ("ICHIBA_DATA", "/dev/null/x")],
)  # fmt: skip
@pytest.mark.parametrize("command", [["serve", "--port", "1"], ["moderator", "Aki"]])
def test_commands_say_it_in_one_line(name: str, value: str, command: list[str]) -> None:
    done = subprocess.run(
        [COMMAND, *command], env={**os.environ, name: value}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert name in done.stderr or value in done.stderr
    assert "atabase" not in done.stderr, "the database is not to blame"


def test_the_table_in_the_documents_is_up_to_date() -> None:
    document = RUNNING.read_text(encoding="utf-8")
    assert "| `ICHIBA_BOT_WORKERS` | `1` |" in document
    assert updated(document) == document, (
        "run: python -m ichiba.site.configuration.table docs/running.md"
    )


def test_nothing_else_reads_settings_from_the_environment() -> None:
    for file in SOURCE.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        asked = re.findall(
            r"""environ(?:\.get\(|\[)["'](?:ICHIBA_|DATABASE_URL)\w*["'](?!\] =)""", text
        )
        assert asked == [], file


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_data_folder_is_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    configuration = read({"ICHIBA_DATA": str(folder)})
    assert files.open_folder(configuration) == folder
    key = files.secret_key(configuration, folder)
    database = files.database_file(configuration, folder)
    assert database is not None
    assert mode(folder) == 0o700
    assert mode(folder / "secret-key") == mode(database) == 0o600
    assert files.secret_key(configuration, folder) == key
    assert {file.name for file in folder.iterdir()} == {"secret-key", "ichiba.sqlite3"}


def test_an_older_folder_is_closed_when_it_is_opened(tmp_path: Path) -> None:
    names = ("secret-key", "ichiba.sqlite3", "ichiba.sqlite3-wal")
    for name in names:
        (tmp_path / name).write_text("x")
        (tmp_path / name).chmod(0o644)
    tmp_path.chmod(0o755)
    configuration = read({"ICHIBA_DATA": str(tmp_path)})
    files.open_folder(configuration)
    files.secret_key(configuration, tmp_path)
    files.database_file(configuration, tmp_path)
    assert mode(tmp_path) == 0o700
    assert {mode(tmp_path / name) for name in names} == {0o600}


def test_a_shared_folder_is_left_as_it_is(tmp_path: Path) -> None:
    """Whoever keeps the data in /tmp or in a home folder still needs that for other things."""
    tmp_path.chmod(0o755)
    files.open_folder(read({"ICHIBA_DATA": str(tmp_path)}))
    assert mode(tmp_path) == 0o755
