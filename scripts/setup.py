"""Creates the virtual environment and installs what a command of the Makefile needs.

`setup.py play` installs what playing needs, `setup.py dev` also the tools of developers,
`setup.py bench` what ours is compared with, `setup.py cluster` what only long tests need, and
`setup.py docs` what builds the documents. The Makefile runs it again only if a file that it depends
on has changed. It uses only the standard library.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from threading import Thread

EXTRAS = {
    "play": "site",
    "dev": "dev,site,postgres,train,pettingzoo,gymnasium,openspiel",
    "bench": "bench",
    "cluster": "ray,parquet",
    "docs": "docs",
}
# The files that tell make what is installed.
STAMPS = {
    "play": ["ready-play"],
    "dev": ["ready", "ready-play"],
    "bench": ["ready-bench"],
    "cluster": ["ready-cluster"],
    "docs": ["ready-docs"],
}
# The oldest pip that can install into another environment.
PIP_WITH_PYTHON = (22, 3)


def main(purpose: str) -> None:
    """Set up the environment for a purpose: play, dev, bench, cluster or docs."""
    os.chdir(Path(__file__).parent.parent)
    started = time.monotonic()
    venv = Path(os.environ.get("VENV", ".venv"))
    python = create(venv, with_pip=purpose != "play" or not pip_can_reach_out())
    pip = [str(python), "-m", "pip"]
    if not has_pip(python):
        pip = [sys.executable, "-m", "pip", "--python", str(python)]
    folder = packages_folder(python)
    if purpose == "play" and os.name == "posix":
        install(pip, needs(EXTRAS[purpose]), folder)
        link(python, folder)
    else:
        install(pip, ["--editable", f".[{EXTRAS[purpose]}]"], folder)
    for name in STAMPS[purpose]:
        (venv / name).touch()
    say(f"Installed in {time.monotonic() - started:.0f} s.")


def create(venv: Path, *, with_pip: bool) -> Path:
    """Create the environment unless it exists, and return its Python."""
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        say(f"Creating a virtual environment in {venv} …")
        need_venv(with_pip=with_pip)
        run([sys.executable, "-m", "venv", *([] if with_pip else ["--without-pip"]), str(venv)])
    elif with_pip and not has_pip(python):
        run([str(python), "-m", "ensurepip"])
    return python


def need_venv(*, with_pip: bool) -> None:
    """Debian has parts of the standard library in a separate package; install or name it."""
    modules = "import venv, ensurepip" if with_pip else "import venv"
    if ask([sys.executable, "-c", modules]).returncode == 0:
        return
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if os.name == "posix" and os.geteuid() == 0 and Path("/usr/bin/apt-get").exists():
        say(f"Installing {package} …")
        run(["apt-get", "update", "-qq"])
        run(["apt-get", "install", "-y", "-qq", package])
    else:
        fail(f"Python's venv module is missing. Run: sudo apt-get install {package}")


def has_pip(python: Path) -> bool:
    """Whether the environment has its own pip."""
    return (packages_folder(python) / "pip").is_dir()


def pip_can_reach_out() -> bool:
    """Whether our own pip can install into another environment, which then needs none."""
    version = ask([sys.executable, "-m", "pip", "--version"]).stdout
    found = re.match(r"pip (\d+)\.(\d+)", version)
    return found is not None and (int(found[1]), int(found[2])) >= PIP_WITH_PYTHON


def packages_folder(python: Path) -> Path:
    """The folder in which an environment has its packages."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(ask([str(python), "-c", code]).stdout.strip())


def needs(extra: str) -> list[str]:
    """The packages that the project needs with this extra."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"][extra]]


def link(python: Path, folder: Path) -> None:
    """Add the package and the command `ichiba` to the environment.

    An editable installation does the same, but pip needs some seconds to prepare it. A later
    `make setup` replaces the command.
    """
    (folder / "ichiba-source.pth").write_text(f"{Path('src').resolve()}\n", encoding="utf-8")
    command = python.with_name("ichiba")
    interpreter = shlex.quote(str(python.absolute()))
    command.write_text(f'#!/bin/sh\nexec {interpreter} -m ichiba "$@"\n', encoding="utf-8")
    command.chmod(0o755)


def install(pip: list[str], wanted: list[str], folder: Path) -> None:
    """Install packages, and show how far it is."""
    command = [*pip, "install", "--disable-pip-version-check", "--no-compile",
               "--progress-bar", "off", "--constraint", "constraints.txt",
               *wanted]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as process:
        complaints: list[str] = []
        reader = Thread(target=lambda: complaints.extend(process.stderr or ()))
        reader.start()
        progress = Progress(folder)
        for line in process.stdout or ():
            progress.read(line)
        reader.join()
        progress.end()
    if process.returncode:
        fail("The packages could not be installed. pip says:\n" + "".join(complaints))


class Progress:
    """Shows how far pip is: what it has collected, then how many packages are in place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.collected = 0
        self.installing = False
        self.shown = ("", -1)
        self.show("Collecting packages", 0)

    def read(self, line: str) -> None:
        """Take a line of pip's output."""
        if line.startswith(("Collecting ", "Processing ")):
            self.collected += 1
            self.show("Collecting packages", self.collected, f" ({package_name(line.split()[1])})")
        elif line.startswith("Installing collected packages:"):
            total = line.count(",") + 1
            self.installing = True
            Thread(target=self.count, args=(total, self.installed()), daemon=True).start()

    def installed(self) -> int:
        """How many packages are in place; pip writes this folder when it has copied the rest."""
        return len(list(self.folder.glob("*.dist-info")))

    def count(self, total: int, before: int) -> None:
        """Show how many of the packages are installed until pip is done."""
        while self.installing:
            self.show("Installing packages", self.installed() - before, f" of {total}")
            time.sleep(0.2)

    def show(self, what: str, number: int, more: str = "") -> None:
        """Replace the last line on a terminal; elsewhere, print a line for every ten packages."""
        text = f"{what}: {number}{more} …" if number else f"{what} …"
        if sys.stdout.isatty():
            sys.stdout.write(f"\r\x1b[K{text}")
            sys.stdout.flush()
        elif (what, number // 10) != self.shown:
            say(text)
        self.shown = (what, number // 10)

    def end(self) -> None:
        """Stop counting and clear the line."""
        self.installing = False
        if sys.stdout.isatty():
            sys.stdout.write("\r\x1b[K")


def ask(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command and return what it printed."""
    return subprocess.run(command, check=False, capture_output=True, text=True, errors="replace")


def package_name(text: str) -> str:
    """The name of a package in a requirement (`rich<16`) or a path (`…/rich-15.0.0-….whl`)."""
    return re.split(r"[<>=!~;\[]|-(?=\d)", Path(text).name)[0]


def run(command: list[str]) -> None:
    """Run a command that must succeed."""
    done = ask(command)
    if done.returncode:
        fail(f"This did not work: {' '.join(command)}\n{done.stdout}{done.stderr}")


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def fail(message: str) -> None:
    """Say what is wrong and stop."""
    sys.stderr.write(f"setup: {message.rstrip()}\n")
    sys.exit(1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=[*EXTRAS], help="what to install")
    main(parser.parse_args().what)
