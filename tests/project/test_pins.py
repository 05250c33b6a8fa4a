"""What we depend on so closely that another version could break the site is pinned exactly."""

import inspect
import re
import tomllib
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import django_htmx
import pytest
from django.core.handlers.asgi import ASGIHandler

import ichiba

ROOT = Path(__file__).parents[2]
HTMX = Path(django_htmx.__file__).parent / "static" / "django_htmx"
SCRIPTS = Path(ichiba.__file__).parent / "site" / "static" / "site"
# The version of htmx that the pages were written and tested for. Before you change it, play a table
# in a browser: our modules listen to its events, which betas rename.
WRITTEN_FOR = "4.0.0-beta6"


@pytest.mark.parametrize("package", ["django-htmx", "uvicorn"])
def test_it_is_pinned_without_constraints(package: str) -> None:
    """`pip install ".[site]"` does not read constraints.txt."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pinned = f"{package}=={version(package)}"
    assert pinned in project["optional-dependencies"]["site"]
    assert pinned in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()


def test_it_brings_the_htmx_that_the_pages_were_written_for() -> None:
    script = (HTMX / "htmx-4.min.js").read_text(encoding="utf-8")
    assert re.findall(r'version="([^"]+)"', script) == [WRITTEN_FOR]


def test_htmx_has_the_events_that_our_modules_listen_to() -> None:
    known = "".join((HTMX / name).read_text(encoding="utf-8")
                    for name in ("htmx-4.min.js", "ext/hx-sse-4.min.js"))  # fmt: skip
    names = {
        name
        for file in SCRIPTS.glob("*.js")
        for name in re.findall(r'"(htmx:[\w:]+)"', file.read_text(encoding="utf-8"))
    }
    assert len(names) > 5
    assert not {name for name in names if name not in known}


# What `InOneThread` (server/asgi.py) replaces or relies on in Django's ASGI handler, by the hash of
# its source. If one changes, compare Django's new method with ours, and then update the hash.
HANDLER = {
    "handle": "98faeb5bef80",
    "load_middleware": "a1fb7ee5f858",
    "read_body": "cf4aa904631d",
    "create_request": "5eae59c66960",
    "send_response": "77eda2b08689",
}


@pytest.mark.parametrize("method", HANDLER)
def test_djangos_handler_is_the_one_that_ours_was_written_for(method: str) -> None:
    owner = getattr(ASGIHandler, method)
    found = sha256(inspect.getsource(owner).encode()).hexdigest()[:12]
    assert found == HANDLER[method], f"look at Django's ASGIHandler.{method}"
