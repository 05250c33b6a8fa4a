"""Where all tests run: the site's data goes to a folder that is thrown away.

A plugin and no conftest.py, since the settings of the site are read before any of these.
"""

import os
import tempfile

os.environ["ICHIBA_DATA"] = tempfile.mkdtemp(prefix="ichiba-tests-")
os.environ.pop("DATABASE_URL", None)
if "ICHIBA_TEST_DATABASE" in os.environ:  # set by a test that runs others on PostgreSQL
    os.environ["DATABASE_URL"] = os.environ["ICHIBA_TEST_DATABASE"]
# All tests come from one address; those of the limits set their own.
os.environ["ICHIBA_LIMITS"] = "off"
