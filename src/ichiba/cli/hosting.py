"""What the commands for hosts share: where the data is, settings, and a database that is ready."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from ichiba.cli.console import WrongInput

if TYPE_CHECKING:
    from ichiba.site.configuration.settings import Configuration

# Key of the advisory lock. Any number will do, as long as all servers of a database use the same.
MIGRATING = 80_105

DatabaseUrl = Annotated[
    str | None, Option(envvar="DATABASE_URL", help="Database: sqlite:///file or postgres://…")
]
DataFolder = Annotated[
    Path | None, Option(envvar="ICHIBA_DATA", help="Folder for the database and secret key.")
]


def configure(database_url: str | None, data: Path | None) -> "Configuration":
    """Read all settings; the options of a command count more than the environment."""
    if database_url is not None:
        os.environ["DATABASE_URL"] = database_url
    if data is not None:
        os.environ["ICHIBA_DATA"] = str(data)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ichiba.site.server.settings")
    try:
        from ichiba.site.configuration.settings import SettingError, read
    except ImportError:
        raise WrongInput("The site is not installed. Run: pip install 'ichiba[site]'") from None
    try:
        return read(os.environ)
    except SettingError as error:
        raise WrongInput(str(error)) from None


def connect() -> None:
    """Set up Django. Raises WrongInput if the data folder or a package can't be used."""
    try:
        import django
    except ImportError:
        raise WrongInput("The site is not installed. Run: pip install 'ichiba[site]'") from None
    from ichiba.site.configuration.settings import SettingError

    try:
        django.setup()
    except SettingError as error:
        raise WrongInput(str(error)) from None
    except ImportError as error:
        if error.name and error.name.startswith("psycopg"):
            raise WrongInput(
                "PostgreSQL needs another package. Run: pip install 'ichiba[site,postgres]'"
            ) from None
        raise


@contextmanager
def database_errors() -> Iterator[None]:
    """Report that the database can't be used in one line."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db import Error

    try:
        yield
    except (Error, OSError, ImproperlyConfigured) as error:
        raise WrongInput(f"Cannot use the database: {error}") from None


@contextmanager
def alone() -> Iterator[None]:
    """Hold a lock, so that servers that start at the same time migrate one after the other."""
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


def prepare(database_url: str | None = None, data: Path | None = None) -> "Configuration":
    """Read the settings and connect to a database that has all migrations."""
    configuration = configure(database_url, data)
    connect()
    with database_errors(), alone():
        migrate()
    return configuration


def migrate() -> None:
    """Bring the database up to date."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
