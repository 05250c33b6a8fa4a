"""A temporary PostgreSQL server for the tests, and a proxy to cut its connections."""

import os
import shutil
import socket
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import Thread

import psycopg

from patience import PATIENCE, until
from ports import free_port

# Not in the PATH on Debian: each version has its own folder.
FOLDERS = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]


def program(name: str) -> str | None:
    """The path of a PostgreSQL program, if it is installed."""
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(map(str, FOLDERS)))


class Postgres:
    """A database server that can be stopped and started again. Every test gets its own database."""

    def __init__(self) -> None:
        self.port = free_port()
        # It refuses to run as root; Debian's package creates a user for it.
        self.user = "postgres" if os.geteuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="ichiba-postgres-"))
        if self.user:
            shutil.chown(self.folder, self.user)
        options = ["--username=ichiba", "--auth=trust", "--encoding=UTF8", "--no-sync"]
        self._run("initdb", f"--pgdata={self.folder}/data", *options)
        self.databases = 0
        self.start()

    def _run(self, name: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(program(name)), *arguments],
            user=self.user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "off",  # the tests never kill this server, only ours
            "max_connections": 60,
        }
        options = [f"--{name}={value}" for name, value in settings.items()]
        self.process = subprocess.Popen(
            [str(program("postgres")), "-D", f"{self.folder}/data", *options],
            user=self.user,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / "log").open("ab"),
        )
        until(self._answers, lambda: f"PostgreSQL does not answer: {self.log()}")

    def _answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            self.ask("SELECT 1")
            return True
        assert self.process.poll() is None, self.log()
        return False

    def stop(self) -> None:
        """Close all connections and stop."""
        self.process.send_signal(2)  # SIGINT is a "fast shutdown"
        self.process.wait(PATIENCE)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def new_database(self) -> str:
        """Create an empty database and return its name."""
        self.databases += 1
        name = f"ichiba_{self.databases}"
        self.ask(f"CREATE DATABASE {name}")
        return name

    def url(self, database: str, port: int | None = None) -> str:
        return f"postgres://ichiba@127.0.0.1:{port or self.port}/{database}"

    def ask(self, query: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """The result of a query."""
        with psycopg.connect(self.url(database), autocommit=True, connect_timeout=5) as line:
            cursor = line.execute(query)  # type: ignore[arg-type]
            return cursor.fetchall() if cursor.description else []

    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8")


class Line:
    """A proxy to a port that can be cut and restored, like a network connection."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.port = free_port()
        self._ends: list[socket.socket] = []
        self.mend()

    def mend(self) -> None:
        self._door = socket.create_server(("127.0.0.1", self.port))
        Thread(target=self._serve, args=(self._door,), daemon=True).start()

    def cut(self) -> None:
        """Break all connections and accept no new ones."""
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def _serve(self, door: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = door.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self.to))
                except OSError:  # nobody is listening at the other end
                    near.close()
                    continue
                self._ends += [near, far]
                for start, end in ((near, far), (far, near)):
                    Thread(target=_carry, args=(start, end), daemon=True).start()


def _carry(start: socket.socket, end: socket.socket) -> None:
    with suppress(OSError):
        while data := start.recv(65536):
            end.sendall(data)
        end.shutdown(socket.SHUT_WR)


def may_run() -> bool:
    """Whether PostgreSQL is installed. With CI=true it must be."""
    return program("initdb") is not None or os.environ.get("CI") == "true"
