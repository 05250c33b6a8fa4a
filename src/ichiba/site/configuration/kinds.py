"""The kinds of values that settings have. Each function turns text into a value, or says what the
text should have been."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import msgspec

_YES = ("1", "true", "yes", "on")
_NO = ("0", "false", "no", "off")
_HOST = re.compile(r"\*|\.?[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]", re.IGNORECASE)


class UnfitError(Exception):
    """The text is no value of this kind; the message completes the sentence “It must be …”."""


def text(given: str) -> str:
    """Any text."""
    return given


def path(given: str) -> Path:
    """The path of a folder; `~` is your home folder."""
    return Path(given).expanduser()


def folder(given: str) -> Path | None:
    """The path of a folder that exists, or none."""
    if not given:
        return None
    if not path(given).is_dir():
        raise UnfitError("the path of a folder")
    return path(given)


def flag(given: str) -> bool:
    """A yes or a no."""
    if given.lower() in _YES + _NO:
        return given.lower() in _YES
    raise UnfitError("yes or no")


def whole(least: int, most: int) -> Callable[[str], int]:
    """A whole number in a range."""

    def read(given: str) -> int:
        if re.fullmatch(r"[0-9]{1,12}", given) and least <= int(given) <= most:
            return int(given)
        raise UnfitError(f"a whole number from {least} to {most}")

    return read


def number(least: float, most: float) -> Callable[[str], float]:
    """A number in a range, perhaps with a decimal point."""

    def read(given: str) -> float:
        if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", given) and least <= float(given) <= most:
            return float(given)
        raise UnfitError(f"a number from {least:g} to {most:g}")

    return read


def one_of(*allowed: str) -> Callable[[str], str]:
    """One of a few words, in upper or lower case; the value is as it is written here."""

    def read(given: str) -> str:
        for word in allowed:
            if given.lower() == word.lower():
                return word
        raise UnfitError(f"one of {', '.join(allowed)}")

    return read


def hosts(given: str) -> tuple[str, ...]:
    """Host names, separated by commas; a leading dot stands for all subdomains."""
    names = _listed(given)
    if names and all(_HOST.fullmatch(name) for name in names):
        return names
    raise UnfitError(
        "host names without https:// and port, such as play.example, separated by commas"
    )


def origins(given: str) -> tuple[str, ...]:
    """Origins of forms, separated by commas."""
    found = _listed(given)
    if all(_is_origin(one) for one in found):
        return found
    raise UnfitError("addresses such as https://play.example, separated by commas")


def url(given: str) -> str:
    """The address of a site, without a path."""
    address = given.rstrip("/")
    if _is_origin(address):
        return address
    raise UnfitError("the address of the site without a path, such as https://play.example")


def _listed(given: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in given.split(",") if part.strip())


def _is_origin(address: str) -> bool:
    parts = _split(address)
    return (
        parts is not None
        and parts.scheme in ("http", "https")
        and _HOST.fullmatch(without_port(parts.netloc)) is not None
        and parts.netloc[0] not in "*."
        and address == f"{parts.scheme}://{parts.netloc}"
    )


def without_port(location: str) -> str:
    """The host in `host`, `host:port`, `[address]` or `[address]:port`."""
    return re.sub(r":[0-9]+$", "", location)


def _split(address: str) -> SplitResult | None:
    """The parts of an address, or None if it can't be read."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises ValueError if it isn't a number
    except ValueError:
        return None
    return parts


class Database(msgspec.Struct, frozen=True):
    """Where the database is: a file, or a PostgreSQL."""

    is_postgres: bool
    name: str  # of the file, or of the database
    user: str = ""
    password: str = ""
    host: str = ""
    port: str = ""
    options: Mapping[str, str] = {}


def database(given: str) -> Database:
    """The address of a database: sqlite:///file or postgres://user:password@host:port/name.

    dj-database-url would also accept databases that the site can't use, and addresses without the
    name of a database, so we would have to check all of it again.
    """
    parts = _split(given)
    name = "" if parts is None else unquote(parts.path.removeprefix("/"))
    if parts is not None and parts.scheme == "sqlite" and name and not parts.netloc:
        return Database(is_postgres=False, name=name)
    if parts is not None and parts.scheme in ("postgres", "postgresql") and name:
        return Database(
            is_postgres=True,
            name=name,
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            host=parts.hostname or "",
            port=str(parts.port or ""),
            options=dict(parse_qsl(parts.query)),
        )
    raise UnfitError("sqlite:///file or postgres://user:password@host/database")


class Mail(msgspec.Struct, frozen=True):
    """How to send mail; without a host, it is printed."""

    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    starttls: bool = False
    tls: bool = False


_MAIL_PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}


def mail(given: str) -> Mail:
    """The address of a mail server.

    smtp: uses STARTTLS, smtps: TLS from the start; smtp+plain: is unencrypted, for a relay on the
    same network. dj-email-url would send passwords unencrypted with smtp:, and accept any scheme.
    """
    if given == "console:":
        return Mail()
    parts = _split(given)
    if parts is None or parts.scheme not in _MAIL_PORTS or not parts.hostname:
        raise UnfitError("console: or an address like smtp://user:password@mail.example:587")
    return Mail(
        host=parts.hostname,
        port=parts.port or _MAIL_PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starttls=parts.scheme == "smtp",
        tls=parts.scheme == "smtps",
    )


Limits = dict[str, tuple[int, int]]

# How many times, in how many seconds.
LIMITS: Limits = {
    "log-in": (20, 600),
    "sign-up": (10, 3600),
    "reset": (5, 3600),
    "table": (60, 600),
    "join": (60, 600),
    "chat": (30, 60),
    "guest": (60, 600),
    "upload": (20, 600),
    "moment": (3000, 60),
    "token": (60, 600),
    "hint": (60, 300),
    "export": (10, 600),
    "picture": (600, 60),
    "film": (20, 600),
    "report": (10, 3600),
}


def limits(given: str) -> Limits:
    """Rate limits: the defaults, changed by the text, or none."""
    if given == "off":
        return {}
    changed = dict(LIMITS)
    for part in _listed(given):
        found = re.fullmatch(r"([a-z-]+)=([1-9][0-9]{0,8})/([1-9][0-9]{0,8})", part)
        if found is None or found[1] not in LIMITS:
            raise UnfitError(
                "off, or like chat=30/60: two whole numbers from 1 to 999999999, "
                f"with one of these limits: {', '.join(LIMITS)}"
            )
        changed[found[1]] = int(found[2]), int(found[3])
    return changed
