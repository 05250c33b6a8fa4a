"""The models as they were at a migration, for tests of its functions."""

from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader


def apps_at(migration: str) -> Any:
    """The models after a migration of the site."""
    return MigrationLoader(connection).project_state([("site", migration)]).apps
