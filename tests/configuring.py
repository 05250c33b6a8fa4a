"""Changes settings of the server for one test."""

import dataclasses
from typing import Any


def configure(settings: Any, **values: Any) -> None:
    """Change settings by their fields in the configuration, given the fixture `settings`."""
    settings.CONFIGURATION = dataclasses.replace(settings.CONFIGURATION, **values)
