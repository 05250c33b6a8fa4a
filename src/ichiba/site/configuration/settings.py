"""All settings of a server, each declared once: its name, kind, default and meaning."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from platformdirs import user_data_path

from ichiba.site.configuration.kinds import (
    Database,
    Limits,
    Mail,
    UnfitError,
    database,
    flag,
    folder,
    hosts,
    limits,
    mail,
    number,
    one_of,
    origins,
    path,
    text,
    url,
    whole,
    without_port,
)

T = TypeVar("T")
MAIN, DATA, MAIL, BOTS, LOGS, LOAD = (
    "The site", "Data", "Mail and notices", "Bots", "Logs and metrics", "Limits and performance"
)  # fmt: skip
YEAR = 365 * 24 * 3600


class SettingError(Exception):
    """A setting has a value that it can't have; the message says which one, and what it may be."""


class Declared:
    """A setting: the name of its variable and everything about it."""

    def __init__(
        self, name: str, read: Callable[[str], object], default: str, meaning: str, group: str,
        shown: str, secret: bool,
    ) -> None:  # fmt: skip
        self.name = name
        self.read = read
        self.default = default
        self.meaning = meaning
        self.group = group
        self.shown = shown  # the default as the documents show it
        self.secret = secret  # whether error messages must not repeat the value

    def value(self, environment: Mapping[str, str]) -> object:
        """The value in an environment. An empty variable counts as unset."""
        given = environment.get(self.name, "").strip()
        try:
            return self.read(given or self.default)
        except UnfitError as wanted:
            told = "" if self.secret else f", not “{given}”"
            raise SettingError(f"{self.name} must be {wanted}{told}.") from None

    def is_set(self, environment: Mapping[str, str]) -> bool:
        """Whether the environment has a value for it."""
        return bool(environment.get(self.name, "").strip())


def setting(
    name: str, read: Callable[[str], T], default: str, meaning: str, group: str, shown: str = "",
    secret: bool = False,
) -> T:  # fmt: skip
    """Declare a field of the configuration. Its type is that of what `read` returns."""
    declared = Declared(name, read, default, meaning, group, shown or f"`{default}`", secret)
    return cast(T, dataclasses.field(metadata={"declared": declared}))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Configuration:
    """The values of all settings."""

    url: str = setting(
        "ICHIBA_URL", lambda given: url(given) if given else "", "",
        "the address of the site, such as `https://play.example`; sets the next three, and links "
        "in mails start with it", MAIN, "none",
    )  # fmt: skip
    hosts: tuple[str, ...] = setting(
        "ICHIBA_HOSTS", hosts, "*",
        "host names that the site accepts, separated by commas", MAIN,
        "that of `ICHIBA_URL`, or any",
    )  # fmt: skip
    origins: tuple[str, ...] = setting(
        "ICHIBA_ORIGINS", origins, "",
        "other addresses whose forms are trusted, such as `https://play.example`", MAIN,
        "`ICHIBA_URL`",
    )  # fmt: skip
    https: bool = setting(
        "ICHIBA_HTTPS", flag, "no",
        "whether everything must go through HTTPS: see [HTTPS](#https)", MAIN,
        "`yes` if `ICHIBA_URL` starts with https, else `no`",
    )  # fmt: skip
    hsts_seconds: int = setting(
        "ICHIBA_HSTS_SECONDS", whole(0, 10 * YEAR), str(YEAR),
        "how long browsers remember to use HTTPS", MAIN,
    )  # fmt: skip
    hsts_subdomains: bool = setting(
        "ICHIBA_HSTS_SUBDOMAINS", flag, "no",
        "whether that includes all subdomains", MAIN,
    )  # fmt: skip
    proxies: str = setting(
        "FORWARDED_ALLOW_IPS", text, "127.0.0.1",
        "proxies whose `X-Forwarded-*` headers are trusted, separated by commas; `*` trusts all",
        MAIN,
    )  # fmt: skip
    translations: Path | None = setting(
        "ICHIBA_TRANSLATIONS", folder, "",
        "folder with more languages: see [Translations](../CONTRIBUTING.md#how-to-add-a-language)",
        MAIN, "none",
    )  # fmt: skip
    lab: bool = setting(
        "ICHIBA_LAB", flag, "no",
        "whether moderators, and people at this machine, can use [the lab](lab.md) at `/lab/`",
        MAIN,
    )  # fmt: skip
    debug: bool = setting(
        "ICHIBA_DEBUG", flag, "no",
        "show error pages for developers; they contain secrets", MAIN,
    )  # fmt: skip

    data: Path = setting(
        "ICHIBA_DATA", path, str(user_data_path("ichiba", appauthor=False)),
        "folder for the database, the secret key, backups and games saved by `ichiba play` "
        "(`saved/`); also `--data`", DATA,
        "`~/.local/share/ichiba` on Linux, `~/Library/Application Support/ichiba` on macOS, "
        "`%LOCALAPPDATA%\\ichiba` on Windows, `var/` with `make play`",
    )  # fmt: skip
    database: Database | None = setting(
        "DATABASE_URL", lambda given: database(given) if given else None, "",
        "`sqlite:///file` or `postgres://user:password@host/database`; also `--database-url`", DATA,
        "SQLite in the data folder", secret=True,
    )  # fmt: skip
    database_connections: int = setting(
        "ICHIBA_DATABASE_CONNECTIONS", whole(1, 1000), "8",
        "maximum number of PostgreSQL connections for each process", DATA,
    )  # fmt: skip
    secret_key: str = setting(
        "ICHIBA_SECRET_KEY", text, "",
        "signs cookies and links; the same for all servers of a database", DATA,
        "created once and kept in the data folder", secret=True,
    )  # fmt: skip
    upload_days: int = setting(
        "ICHIBA_UPLOAD_DAYS", whole(1, 100_000), "30",
        "how many days uploaded records are kept", DATA,
    )  # fmt: skip
    uploads: int = setting(
        "ICHIBA_UPLOADS", whole(0, 10_000_000), "5000",
        "maximum number of uploaded records; the oldest are deleted first", DATA,
    )  # fmt: skip

    mail: Mail = setting(
        "ICHIBA_MAIL", mail, "console:",
        "how to send mail: see [Accounts and mail](#accounts-and-mail)", MAIL, secret=True,
    )  # fmt: skip
    mail_from: str = setting(
        "ICHIBA_MAIL_FROM", text, "ichiba@localhost", "sender of mails", MAIL,
    )  # fmt: skip

    private_networks: bool = setting(
        "ICHIBA_PRIVATE_NETWORKS", flag, "no",
        "whether notices may go to webhooks and push services in private networks, and without "
        "HTTPS", MAIL,
    )  # fmt: skip

    bot_workers: int = setting(
        "ICHIBA_BOT_WORKERS", whole(0, 256), "1",
        "processes in which bots think, for each server process; with 0, only other servers move "
        "bots", BOTS,
    )  # fmt: skip
    bot_seconds: float = setting(
        "ICHIBA_BOT_SECONDS", number(0.1, 3600), "5",
        "time limit for a bot move, in seconds; after that, a quicker bot moves", BOTS,
    )  # fmt: skip
    bot_pause: float = setting(
        "ICHIBA_BOT_PAUSE", number(0, 60), "0.7",
        "seconds between two visible bot moves; people can choose slower or instant", BOTS,
    )  # fmt: skip
    hint_seconds: float = setting(
        "ICHIBA_HINT_SECONDS", number(0.1, 3600), "20",
        "time limit for a hint, in seconds", BOTS,
    )  # fmt: skip

    log: str = setting(
        "ICHIBA_LOG", one_of("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"), "WARNING",
        "log level; `INFO` logs every request and every move (but not which move)", LOGS,
    )  # fmt: skip
    log_format: str = setting(
        "ICHIBA_LOG_FORMAT", one_of("plain", "json"), "plain",
        "`plain`, or `json` for one object a line", LOGS,
    )  # fmt: skip
    metrics_token: str = setting(
        "ICHIBA_METRICS_TOKEN", text, "",
        "token for `/metrics`, sent as `Authorization: Bearer …`; without it, only this machine "
        "may read them", LOGS, "none", secret=True,
    )  # fmt: skip

    limits: Limits = setting(
        "ICHIBA_LIMITS", limits, "", "rate limits: see [Limits](#limits)", LOAD, "see there",
    )  # fmt: skip
    connections: int = setting(
        "ICHIBA_CONNECTIONS", whole(1, 999_999), "2000",
        "maximum number of connections for each process; further ones get 503", LOAD,
    )  # fmt: skip
    slow_seconds: float = setting(
        "ICHIBA_SLOW_SECONDS", number(0.1, 3600), "20",
        "how many seconds a request may take to arrive, and how long a client may stop reading an "
        "answer", LOAD,
    )  # fmt: skip
    streams: int = setting(
        "ICHIBA_STREAMS", whole(1, 999_999), "1000",
        "maximum number of open streams for each process; further ones get 503", LOAD,
    )  # fmt: skip
    streams_by_person: int = setting(
        "ICHIBA_STREAMS_BY_PERSON", whole(1, 999_999), "20", "the same for one person (429)", LOAD,
    )  # fmt: skip
    streams_by_address: int = setting(
        "ICHIBA_STREAMS_BY_ADDRESS", whole(1, 999_999), "200", "the same for one address (429)",
        LOAD,
    )  # fmt: skip
    request_threads: int = setting(
        "ICHIBA_REQUEST_THREADS", whole(1, 1000), "4", "threads for requests, for each process",
        LOAD,
    )  # fmt: skip
    stream_threads: int = setting(
        "ICHIBA_STREAM_THREADS", whole(1, 1000), "4",
        "threads that render for open streams, for each process, if the thread that changed the "
        "table doesn't", LOAD,
    )  # fmt: skip
    replay_threads: int = setting(
        "ICHIBA_REPLAY_THREADS", whole(1, 1000), "1",
        "threads for replays and uploads, for each process", LOAD,
    )  # fmt: skip
    replays_waiting: int = setting(
        "ICHIBA_REPLAYS_WAITING", whole(0, 100_000), "20",
        "maximum number of requests that wait for each of these threads; then whoever has most of "
        "them waiting gets 503", LOAD,
    )  # fmt: skip
    hints_waiting: int = setting(
        "ICHIBA_HINTS_WAITING", whole(0, 100_000), "5",
        "maximum number of requests that wait for a hint, for each process; then whoever has most "
        "of them waiting is asked to try again", LOAD,
    )  # fmt: skip
    pictures_waiting: int = setting(
        "ICHIBA_PICTURES_WAITING", whole(0, 100_000), "20",
        "maximum number of requests that wait for a picture of a position, for each process, and "
        "as many for an animation; then whoever has most of them waiting gets 503", LOAD,
    )  # fmt: skip
    poll_seconds: float = setting(
        "ICHIBA_POLL_SECONDS", number(0.01, 3600), "0.5",
        "how often a process polls for changes by other processes if it cannot listen", LOAD,
    )  # fmt: skip


def declared() -> Iterator[tuple[str, Declared]]:
    """All settings with the fields in which the configuration has their values."""
    for field in dataclasses.fields(Configuration):
        yield field.name, field.metadata["declared"]


def data_folder(environment: Mapping[str, str]) -> Path:
    """The data folder alone, for commands that need no server."""
    return cast(Path, dict(declared())["data"].value(environment))


def translations_folder(environment: Mapping[str, str]) -> Path | None:
    """The folder with more languages alone, for commands that need no server."""
    return cast(Path | None, dict(declared())["translations"].value(environment))


def read(environment: Mapping[str, str]) -> Configuration:
    """Read and check all settings. Raises SettingError if one is wrong, or if two don't fit."""
    # `setting` has made sure that each value has the type of its field.
    values: dict[str, Any] = {field: one.value(environment) for field, one in declared()}
    given = {field for field, one in declared() if one.is_set(environment)}
    found = Configuration(**values | _from_url(values["url"], given))
    if found.mail.host and not found.url:
        raise SettingError("Set ICHIBA_URL to send mail, for example to https://play.example.")
    return found


def _from_url(address: str, given: set[str]) -> dict[str, object]:
    """What the address of the site says about settings that are not given."""
    if not address:
        return {}
    scheme, _, location = address.partition("://")
    told = {"hosts": (without_port(location),), "origins": (address,), "https": scheme == "https"}
    return {field: value for field, value in told.items() if field not in given}


def unknown(environment: Mapping[str, str]) -> list[str]:
    """Variables that look like settings but aren't any: probably typing errors."""
    names = {one.name for _, one in declared()}
    return sorted(name for name in environment if name.startswith("ICHIBA_") and name not in names)
