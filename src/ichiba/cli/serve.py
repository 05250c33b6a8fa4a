"""`ichiba serve`: the site."""

import atexit
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from typer import Option

from ichiba.cli.talk import WrongInput, at_least, console

# Any number, the same for every server of a database.
MIGRATING = 80_105


def serve(
    host: Annotated[str, Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Option(envvar="PORT", help="The port to listen on.")] = 8000,
    database_url: Annotated[
        str | None, Option(envvar="DATABASE_URL", help="sqlite:///file or postgres://…")
    ] = None,
    workers: Annotated[int, Option(help="How many server processes.")] = 1,
    data: Annotated[
        Path | None, Option(envvar="ICHIBA_DATA", help="Where database and secret key are kept.")
    ] = None,
) -> None:
    """Start the site: play in the browser, alone, with friends, or with bots.

    Example: `ichiba serve --port 8080`
    """
    at_least("--workers", workers, 1)
    if not 0 < port < 65536:
        raise WrongInput(f"--port goes from 1 to 65535, not {port}")
    _check_free(host, port)
    if database_url is not None:
        os.environ["DATABASE_URL"] = database_url
    if data is not None:
        os.environ["ICHIBA_DATA"] = str(data)
    _gather_numbers(workers)
    prepare()
    import uvicorn

    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host  # noqa: S104
    console.print(f"Ichiba is open: [bold]http://{shown}:{port}/[/]  (Ctrl-C ends it)")
    uvicorn.run(
        "ichiba.site.asgi:application",
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        access_log=False,  # it would tell whole addresses; the site logs requests itself
        log_config=None,  # the site's own, see ICHIBA_LOG_FORMAT
        timeout_graceful_shutdown=3,
        # Longer than a proxy keeps its end, so that it never writes to a closed connection.
        timeout_keep_alive=75,
        lifespan="on",
        http="ichiba.site.edge:PatientProtocol",
        limit_concurrency=_connections(),
        server_header=False,
    )


def _connections() -> int:
    """How many connections a process holds at once; the system must allow as many files."""
    most = os.environ.get("ICHIBA_CONNECTIONS", "2000")
    if not (most.isascii() and most.isdigit() and 0 < int(most) < 10**6):
        raise WrongInput(f"ICHIBA_CONNECTIONS must be a number above 0, not “{most}”")
    _allow_files(int(most) + 200)
    return int(most)


def _allow_files(count: int) -> None:
    """A connection is a file: raise the soft limit of this process as far as it may be."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _gather_numbers(workers: int) -> None:
    """Let /metrics tell the numbers of all processes, whichever is asked."""
    if workers > 1:
        folder = TemporaryDirectory(prefix="ichiba-metrics-")
        atexit.register(folder.cleanup)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder.name


def _check_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise WrongInput(f"cannot listen on {host} port {port}: {reason}") from None


def prepare() -> None:
    """Bring the database up to date; say plainly what is missing or wrong."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ichiba.site.settings")
    try:
        import django
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import call_command
        from django.db import Error
    except ImportError:
        raise WrongInput("the site is not installed: pip install 'ichiba[site]'") from None
    try:
        django.setup()
        with _alone():
            call_command("migrate", verbosity=0, interactive=False)
    except (ImproperlyConfigured, Error, OSError) as error:
        raise WrongInput(f"the database cannot be used: {error}") from None


@contextmanager
def _alone() -> Iterator[None]:
    """Of several machines that start at once, one at a time brings the database up to date."""
    from django.db import connection

    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])
    connection.close()
