"""`ichiba serve`: the site."""

import os
import socket
from pathlib import Path
from typing import Annotated

from typer import Option

from ichiba.cli.talk import WrongInput, at_least, console


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
        timeout_graceful_shutdown=1,
        lifespan="on",
    )


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
        call_command("migrate", verbosity=0, interactive=False)
    except (ImproperlyConfigured, Error, OSError) as error:
        raise WrongInput(f"the database cannot be used: {error}") from None
