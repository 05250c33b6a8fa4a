"""`ichiba serve`: run the site."""

import atexit
import os
import socket
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from ichiba.cli.browser import can_open, open_when_ready
from ichiba.cli.console import WrongInput, at_least, console, counted
from ichiba.cli.hosting import (
    DatabaseUrl,
    DataFolder,
    alone,
    configure,
    connect,
    database_errors,
    migrate,
)

if TYPE_CHECKING:
    from ichiba.site.configuration.settings import Configuration


APPLICATION = "ichiba.site.server.asgi:application"
NewKey = Annotated[
    bool,
    Option("--new-key", help="Use this secret key from now on, although it was another before."),
]
EndOldGames = Annotated[
    bool, Option("--end-old-games", help="End games that this version of Ichiba can't continue.")
]
Browser = Annotated[
    bool | None,
    Option(
        "--browser/--no-browser",
        help="Open the site in a browser. [default: if you are at a desktop]",
        show_default=False,
    ),
]


def serve(
    host: Annotated[str, Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Option(envvar="PORT", help="Port to listen on.")] = 8000,
    database_url: DatabaseUrl = None,
    workers: Annotated[int, Option(help="Number of server processes.")] = 1,
    data: DataFolder = None,
    new_key: NewKey = False,
    end_old_games: EndOldGames = False,
    browser: Browser = None,
) -> None:
    """Run the site, to play in the browser with friends or bots.

    Example: `ichiba serve --port 8080`
    """
    at_least("--workers", workers, 1)
    if not 0 < port < 65536:
        raise WrongInput(f"--port must be from 1 to 65535, not {port}.")
    configuration = configure(database_url, data)
    _check_free(host, port)
    _gather_numbers(workers)
    connect()
    with database_errors(), alone():
        _start_on_database(new_key=new_key, end_old_games=end_old_games)
    _allow_files(configuration.connections + 200)
    _greet(host, port, configuration, browser=browser)
    _run(host, port, workers, configuration)


def _greet(host: str, port: int, configuration: "Configuration", *, browser: bool | None) -> None:
    """Print where the site is, and open it in a browser if that is wanted."""
    if not configuration.bot_workers:
        console.print("This server doesn't move bots (ICHIBA_BOT_WORKERS is 0).")
    url = f"http://{_shown(host)}:{port}/"
    console.print(f"Ichiba is running at [bold]{url}[/] (press Ctrl-C to stop)")
    if can_open() if browser is None else browser:
        open_when_ready(url, _shown(host).strip("[]"), port)


def _run(host: str, port: int, workers: int, configuration: "Configuration") -> None:
    """Run the server until it is stopped."""
    import uvicorn

    options: dict[str, Any] = {
        "host": host,
        "port": port,
        "log_level": "warning",
        "access_log": False,  # it would contain full URLs; the site logs requests itself
        "log_config": None,  # the site configures logging, see ICHIBA_LOG_FORMAT
        "timeout_graceful_shutdown": 3,
        # Longer than a proxy's own timeout, so that it never writes to a closed connection.
        "timeout_keep_alive": 75,
        "lifespan": "on",
        "http": "ichiba.site.server.edge:PatientProtocol",
        "limit_concurrency": configuration.connections,
        "forwarded_allow_ips": configuration.proxies,
        "server_header": False,
    }
    if workers == 1 and host == "::":
        # One process would listen to IPv6 alone; several listen to both kinds of addresses.
        config = uvicorn.Config(APPLICATION, **options)
        uvicorn.Server(config).run(sockets=[config.bind_socket()])
    else:
        uvicorn.run(APPLICATION, workers=workers, **options)


def _start_on_database(*, new_key: bool, end_old_games: bool) -> None:
    """Check that this server may use the database, and bring it up to date."""
    from django.conf import settings

    from ichiba.site.notices import push
    from ichiba.site.server import startup

    if startup.is_weak(settings.SECRET_KEY):
        raise WrongInput(
            f"The secret key can be guessed. Set ICHIBA_SECRET_KEY to at least {startup.LEAST_KEY} "
            'random characters, such as those of: python3 -c "import secrets; '
            'print(secrets.token_hex(32))". If servers have used this key, start with '
            "--new-key: everybody is logged out, and guests lose their games."
        )
    other = startup.foreign_key()
    if other and not new_key:
        raise WrongInput(
            f"The servers of this database have another secret key (fingerprint {other}). "
            "Use the same ICHIBA_SECRET_KEY, or the same file secret-key, on all of them. "
            "To change the key of all servers, start one with --new-key: everybody is logged out, "
            "and guests lose their games."
        )
    old = startup.outdated_games()
    if old and not end_old_games:
        raise WrongInput(
            f"This version of Ichiba can't continue {counted(len(old), 'game')} in progress: "
            f"{startup.in_words(old)}. Finish them with the version that you had before, or start "
            "with --end-old-games: they end without a result, and their records can be downloaded."
        )
    migrate()
    startup.claim_database()
    push.site_key()
    startup.end_games(old)
    if old:
        console.print(f"Ended {counted(len(old), 'game')} that this version can't continue.")


def _shown(host: str) -> str:
    """The host in an address that works on this machine."""
    if host in ("127.0.0.1", "0.0.0.0", "::"):  # noqa: S104
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _allow_files(count: int) -> None:
    """Raise the soft limit of open files as far as allowed: each connection needs one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _gather_numbers(workers: int) -> None:
    """Collect metrics in a shared folder, so that /metrics covers all processes."""
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
            raise WrongInput(f"Cannot listen on {host} port {port}: {reason}.") from None
