"""The wheel, installed in a clean environment outside of the checkout, as `pip install` does it."""

import json
import os
import re
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import ichiba
from patience import PATIENCE, until
from ports import free_port

ROOT = Path(__file__).parents[2]
MEGABYTE = 1024 * 1024


class Installed:
    """A virtual environment in which the wheel is installed, with a home folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("ICHIBA_", "DJANGO_", "PYTHON", "XDG_", "VIRTUAL_ENV"))
            and name not in ("PORT", "DATABASE_URL")
        } | {"HOME": str(self.home), "COLUMNS": "100"}
        self.bin = folder / "venv" / "bin"
        self.install()

    def install(self) -> None:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        quiet = ["--quiet", "--constraint", str(ROOT / "constraints.txt")]
        wheels = self.folder / "wheels"
        build = [*pip, "wheel", *quiet, "--no-deps", "--wheel-dir", str(wheels), str(ROOT)]
        subprocess.run(build, check=True, capture_output=True)
        (self.wheel,) = wheels.iterdir()
        venv.create(self.folder / "venv", symlinks=True)
        into = ["--python", str(self.bin / "python"), "install", "--no-compile"]
        subprocess.run(
            [*pip, *into, *quiet, f"{self.wheel}[site]"], check=True, capture_output=True
        )

    def run(self, *command: str) -> str:
        """What a command prints, started from the home folder."""
        return subprocess.run(
            [str(self.bin / command[0]), *command[1:]], env=self.environment, cwd=self.home,
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    def packages(self) -> set[str]:
        """The names of all installed packages."""
        code = "from importlib.metadata import distributions as d; print(*(x.name for x in d()))"
        return {canonicalize_name(name) for name in self.run("python", "-c", code).split()}


@contextmanager
def serving(installed: Installed) -> Iterator[str]:
    """Run `ichiba serve` without any setting."""
    port = free_port()
    server = subprocess.Popen(
        [str(installed.bin / "ichiba"), "serve", "--port", str(port)],
        env=installed.environment, cwd=installed.home, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(url, server)
        yield url
    finally:
        server.send_signal(signal.SIGINT)
        output, _ = server.communicate(timeout=PATIENCE)
    assert output.startswith(f"Ichiba is running at http://localhost:{port}/")
    assert "Traceback" not in output


def wait_for(url: str, server: subprocess.Popen[str]) -> None:
    def answers() -> bool:
        try:
            httpx.get(f"{url}/healthz", timeout=PATIENCE)
        except httpx.TransportError:
            assert server.poll() is None, server.communicate()
            return False
        return True

    until(answers, "the server does not answer")


@pytest.mark.long
def test_the_wheel_works_in_a_clean_environment(tmp_path: Path) -> None:
    """One test, because several could run in several processes, which would all install it."""
    installed = Installed(tmp_path)
    the_command_says_what_it_can_do(installed)
    the_masters_have_what_they_learned(installed)
    with serving(installed) as site:
        pages_have_their_files_and_games_their_boards(site)
        the_health_check_of_the_container_passes(installed, site)
    data_is_in_the_folder_of_the_platform(installed)
    only_what_playing_needs_is_installed(installed)


def the_command_says_what_it_can_do(installed: Installed) -> None:
    bare = installed.run("ichiba")
    for command in ("play", "serve", "simulate", "replay", "games"):
        assert f" {command} " in bare
    assert installed.run("python", "-m", "ichiba") == bare
    assert installed.run("ichiba", "--version") == f"ichiba {ichiba.__version__}\n"
    assert "tokyo-tsukiji-market" in installed.run("ichiba", "games")


def the_masters_have_what_they_learned(installed: Installed) -> None:
    code = "from ichiba.games.shinjuku.bots.features import learned; print(*learned().players)"
    assert "2" in installed.run("python", "-c", code).split()


def pages_have_their_files_and_games_their_boards(site: str) -> None:
    with httpx.Client(base_url=site, follow_redirects=True, timeout=PATIENCE) as client:
        assert "Play against bots" in client.get("/").text
        for path in ("site/site.css", "tsukiji/board.css", "shinjuku/tokyo.svg"):
            assert client.get(f"/static/{path}").status_code == 200, path
        token = client.post("/api/v1/tokens", json={"name": "Aki"}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        for title in ichiba.games():
            wanted = {"title": title, "places": ["me", "greedy"], "listed": True}
            table = client.post("/api/v1/tables", json=wanted).json()
            assert client.get(f"/t/{table['slug']}/").status_code == 200, title


def the_health_check_of_the_container_passes(installed: Installed, site: str) -> None:
    check = health_check().replace("http://127.0.0.1:8000", site)
    assert site in check
    installed.run("python", "-c", check)
    with pytest.raises(subprocess.CalledProcessError):
        installed.run("python", "-c", check.replace("/healthz", "/nowhere"))


def health_check() -> str:
    """The Python code in the HEALTHCHECK of the Dockerfile."""
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    found = re.search(r"^HEALTHCHECK .*?CMD (\[.*?\])$", dockerfile, re.DOTALL | re.MULTILINE)
    assert found, "there is no HEALTHCHECK"
    python, option, code = json.loads(found[1])
    assert (python, option) == ("python", "-c")
    return str(code)


def data_is_in_the_folder_of_the_platform(installed: Installed) -> None:
    folder = installed.home / ".local" / "share" / "ichiba"
    assert {"ichiba.sqlite3", "secret-key"} <= {file.name for file in folder.iterdir()}
    assert sorted(entry.name for entry in installed.home.iterdir()) == [".local"]


def only_what_playing_needs_is_installed(installed: Installed) -> None:
    for_developers = names_of("ichiba", "dev") | names_of("ichiba", "train")
    for_developers -= needed("ichiba", "site")
    assert len(for_developers) > 8
    assert installed.packages() & for_developers == set()
    files = [file for file in (installed.folder / "venv").rglob("*") if not file.is_symlink()]
    assert sum(file.stat().st_size for file in files) < 200 * MEGABYTE


def test_every_package_has_a_pin() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {canonicalize_name(line.partition("==")[0]) for line in lines}
    for extra in ("dev", "site", "postgres", "client", "train"):
        assert {one for one in needed("ichiba", extra) if is_installed(one)} <= pinned


def names_of(package: str, extra: str = "") -> set[str]:
    """The packages that a package asks for, with one of its extras."""
    wanted = [Requirement(line) for line in requires(package) or ()]
    return {
        canonicalize_name(one.name)
        for one in wanted
        if one.marker is None or one.marker.evaluate({"extra": extra})
    }


def needed(package: str, extra: str) -> set[str]:
    """All packages that a package needs, directly or through others."""
    found: set[str] = set()
    due = names_of(package, extra)
    while due:
        found |= due
        due = set().union(*(names_of(one) for one in due if is_installed(one))) - found
    return found


def is_installed(package: str) -> bool:
    try:
        distribution(package)
    except PackageNotFoundError:  # for another platform
        return False
    return True
