"""The settings for mypy's Django plugin, which imports them. They create no files."""

import os
import tempfile

os.environ["ICHIBA_DATA"] = tempfile.gettempdir()
os.environ["ICHIBA_SECRET_KEY"] = "only for mypy"  # noqa: S105 - so that none is generated

from ichiba.site.server.settings import *  # noqa: F403
