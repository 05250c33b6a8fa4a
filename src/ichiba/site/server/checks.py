"""Checks that everything is set up well, for `ichiba check`."""

import os
import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from smtplib import SMTPException
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.core import checks, mail
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Max
from django.utils import timezone

from ichiba.core.compiling import is_compiled
from ichiba.site.configuration.files import readable_by_others
from ichiba.site.configuration.settings import Configuration, unknown
from ichiba.site.models import Errand, Move, PushSubscription
from ichiba.site.notices import outgoing, push
from ichiba.site.observing.logs import in_short
from ichiba.site.pictures import fonts, painter
from ichiba.site.server import startup

GOOD, NOTE, BAD = "good", "note", "bad"
_LEAST_SPACE = 500_000_000  # bytes
_LEAST_KEY = 50  # characters
_CLOCKS_DIFFER = timedelta(seconds=5)
_LATE = timedelta(minutes=10)
_MOST_SERVICES = 5  # push services that are tried
_OLDEST_POSTGRES = 140_000
_SAMPLE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><text y="8">a</text></svg>'
# What some of Django's deployment checks mean for our settings; the key has a check of its own.
_OURS = {
    "security.W009": "",
    "security.W004": "Browsers may forget to use HTTPS: ICHIBA_HSTS_SECONDS is 0.",
    "security.W018": "Error pages show secrets: set ICHIBA_DEBUG to no.",
}


class Finding(msgspec.Struct, frozen=True):
    """One result: how bad it is, what was checked, and a sentence about it."""

    level: str
    what: str
    text: str


def findings(configuration: Configuration, mail_to: str | None) -> Iterator[Finding]:
    """Check everything, in the order in which a host would set it up."""
    yield from _settings(configuration)
    yield _engine()
    yield from _files(configuration.data)
    try:
        yield from _database()
    except Error as error:
        yield Finding(BAD, "database", f"The database can't be used: {in_short(error)}")
        return
    yield from _key()
    yield from _games()
    yield from _clock()
    yield from _mail(configuration, mail_to)
    yield from pushing(configuration)
    yield _pictures()
    yield from errands()
    yield from _internet(configuration)


def _settings(configuration: Configuration) -> Iterator[Finding]:
    yield Finding(GOOD, "settings", "All settings have valid values.")
    for name in unknown(os.environ):
        yield Finding(NOTE, "settings", f"There is no setting {name}. Is it a typing error?")
    if not configuration.bot_workers:
        yield Finding(NOTE, "settings", "This server doesn't move bots: ICHIBA_BOT_WORKERS is 0.")


def _engine() -> Finding:
    if is_compiled():
        return Finding(GOOD, "engine", "The compiled engine is running.")
    told = "The plain engine is running. A compiled one is about twice as fast: see docs/speed.md."
    return Finding(GOOD, "engine", told)


def _files(folder: Path) -> Iterator[Finding]:
    free = shutil.disk_usage(folder).free
    told = f"{free / 1e9:.1f} GB are free for {folder}."
    yield Finding(GOOD if free > _LEAST_SPACE else BAD, "disk", told)
    own = [folder, *(file for file in folder.rglob("*") if file.suffix != ".tmp")]
    shared = [file for file in own if readable_by_others(file)]
    if shared:
        told = f"Other users of this machine can read {shared[0]}. Run: chmod -R go= {folder}"
        yield Finding(BAD, "files", told)
    else:
        yield Finding(GOOD, "files", "Only you can read the data folder.")


def _database() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    if connection.vendor == "postgresql":
        number: int = connection.pg_version  # type: ignore[attr-defined] # only PostgreSQL's
        level = GOOD if number >= _OLDEST_POSTGRES else BAD
        yield Finding(level, "database", f"PostgreSQL {number // 10_000} answers; 14 is needed.")
    else:
        yield Finding(GOOD, "database", "The SQLite database can be opened.")
    executor = MigrationExecutor(connection)
    left = executor.migration_plan(executor.loader.graph.leaf_nodes())
    known = executor.loader.disk_migrations
    later = [key for key in executor.loader.applied_migrations if key not in known]
    if any(app == "site" for app, _ in later):
        told = "The database belongs to a newer version of Ichiba. Install that one."
        yield Finding(BAD, "migrations", told)
    elif left:
        told = f"{len(left)} migrations are left. The server runs them when it starts."
        yield Finding(NOTE, "migrations", told)
    else:
        yield Finding(GOOD, "migrations", "The database is up to date.")


def _key() -> Iterator[Finding]:
    if other := startup.foreign_key():
        told = f"The servers of this database have another key (fingerprint {other})."
        yield Finding(BAD, "secret key", told)
    elif startup.is_weak(settings.SECRET_KEY) or len(settings.SECRET_KEY) < _LEAST_KEY:
        told = f"ICHIBA_SECRET_KEY should have at least {_LEAST_KEY} random characters."
        yield Finding(BAD, "secret key", told)
    else:
        told = f"The key has the fingerprint {startup.fingerprint(settings.SECRET_KEY)}."
        yield Finding(GOOD, "secret key", told)


def _games() -> Iterator[Finding]:
    old = startup.outdated_games()
    if old:
        told = f"This version can't continue {startup.in_words(old)}. See `ichiba serve --help`."
        yield Finding(BAD, "games", told)
    damaged = startup.damaged_games()
    for one in damaged[: startup.SHOWN]:
        told = f"Damaged: {one} Restore a backup, or end the game as a moderator."
        yield Finding(BAD, "games", told)
    if len(damaged) > startup.SHOWN:
        more = f"{len(damaged) - startup.SHOWN} more games are damaged."
        yield Finding(BAD, "games", more)
    if not old and not damaged:
        yield Finding(GOOD, "games", "All games in progress can be continued.")


def _clock() -> Iterator[Finding]:
    now = timezone.now()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            theirs = cursor.fetchone()[0]
        if abs(theirs - now) > _CLOCKS_DIFFER:
            told = f"This clock and that of the database differ by {abs(theirs - now)}."
            yield Finding(BAD, "clock", told)
            return
    last = None
    if Move._meta.db_table in connection.introspection.table_names():
        last = Move.objects.aggregate(last=Max("created"))["last"]
    if last is not None and last > now + _CLOCKS_DIFFER:
        yield Finding(BAD, "clock", f"The last move was made at {last:%Y-%m-%d %H:%M} UTC, "
                      f"but the clock says {now:%Y-%m-%d %H:%M}.")  # fmt: skip
    else:
        yield Finding(GOOD, "clock", f"It is {now:%Y-%m-%d %H:%M} UTC.")


def _mail(configuration: Configuration, mail_to: str | None) -> Iterator[Finding]:
    if not configuration.mail.host:
        yield Finding(NOTE, "mail", "Mails are printed and not sent: ICHIBA_MAIL is not set.")
        return
    try:
        if mail_to is None:
            with mail.get_connection():
                pass
            told = f"{configuration.mail.host} accepts us. Send a test: --mail-to you@example.org"
        else:
            text = "If you can read this, your Ichiba site can send mail."
            mail.send_mail("Test of Ichiba", text, None, [mail_to])
            told = f"A mail to {mail_to} is on its way."
    except (OSError, SMTPException) as error:
        yield Finding(BAD, "mail", f"Mail can't be sent through {configuration.mail.host}: {error}")
    else:
        yield Finding(GOOD, "mail", told)


def pushing(configuration: Configuration) -> Iterator[Finding]:
    """Whether browsers can subscribe, the key for push works, and push services can be reached."""
    if PushSubscription._meta.db_table not in connection.introspection.table_names():
        return
    if not configuration.https:
        told = "Browsers allow notifications only with HTTPS, or on this machine. Set ICHIBA_URL."
        yield Finding(NOTE, "push", told)
        return
    if not push.has_key():
        yield Finding(NOTE, "push", "The key for push is made when the server starts.")
        return
    try:
        push.authorization(configuration.url or "https://localhost")
    except ValueError:
        yield Finding(BAD, "push", "The key for push can't be used. Restore a backup.")
        return
    yield Finding(GOOD, "push", "The key for push works.")
    yield _push_services()


def _push_services() -> Finding:
    """Whether the services of the browsers that want notifications can be reached.

    Visitors give us these addresses, so it is a problem only if none of them answers.
    """
    endpoints = PushSubscription.objects.values_list("endpoint", flat=True)
    services = {urlsplit(endpoint).netloc: endpoint for endpoint in endpoints}
    silent = []
    for name, endpoint in sorted(services.items())[:_MOST_SERVICES]:
        try:
            outgoing.reach(endpoint)
        except (OSError, outgoing.NotAllowed):
            silent.append(name)
    if not services:
        told = "No browser wants notifications yet, so no push service was tried."
        return Finding(GOOD, "push", told)
    if not silent:
        return Finding(GOOD, "push", "The push services of browsers can be reached.")
    told = f"No connection to {', '.join(silent)}."
    if len(silent) < min(len(services), _MOST_SERVICES):
        return Finding(NOTE, "push", f"{told} The other push services can be reached.")
    return Finding(BAD, "push", f"{told} Notifications need outgoing connections to port 443.")


def _pictures() -> Finding:
    """Whether links to tables have pictures."""
    if not painter.is_installed():
        told = 'Links have no pictures. To change that: pip install "resvg-py>=0.5,<0.6"'
        return Finding(NOTE, "pictures", told)
    if not fonts.packaged():
        told = "Pictures use the fonts of this system: the packages with ours are missing."
        return Finding(NOTE, "pictures", told)
    try:
        painter.png(_SAMPLE)
    except ValueError as error:
        return Finding(BAD, "pictures", f"Pictures can't be made: {error}")
    return Finding(GOOD, "pictures", "Pictures of positions can be made.")


def errands() -> Iterator[Finding]:
    """What was given up, with the last reason of each kind, and what nobody does."""
    if Errand._meta.db_table not in connection.introspection.table_names():
        return
    failed = Errand.objects.exclude(failed=None)
    counts = failed.values("kind").annotate(count=Count("pk")).order_by("kind")
    for kind, count in counts.values_list("kind", "count"):
        last = failed.filter(kind=kind).order_by("-failed")[0]
        told = (
            f"{count} of kind “{kind}” were given up, the last at {last.failed:%Y-%m-%d %H:%M} UTC:"
            f" {last.error} Moderators can have them tried again at /admin/."
        )
        yield Finding(BAD, "errands", told)
    late = Errand.objects.filter(failed=None, due__lt=timezone.now() - _LATE).count()
    if late:
        told = f"{late} have been due for more than ten minutes. Is a server running?"
        yield Finding(NOTE, "errands", told)
    if not counts and not late:
        yield Finding(GOOD, "errands", "Nothing is late, and nothing was given up.")


def _internet(configuration: Configuration) -> Iterator[Finding]:
    """Django's own checks for servers on the internet, in the words of our settings."""
    if not configuration.https:
        told = "This site is not for the internet: it has no HTTPS. Set ICHIBA_URL to https://…"
        yield Finding(NOTE, "internet", told)
        return
    if "*" in configuration.hosts:
        wide = "Requests for any host name are accepted. Set ICHIBA_URL or ICHIBA_HOSTS."
        yield Finding(BAD, "internet", wide)
    found = checks.run_checks(include_deployment_checks=True)
    problems = [_OURS.get(one.id or "", one.msg) for one in found if not one.is_silenced()]
    for text in filter(None, problems):
        yield Finding(BAD, "internet", " ".join(text.split()))
    if not any(problems):
        yield Finding(GOOD, "internet", f"Ready for {configuration.url or 'HTTPS'}.")
