"""Measures a server under load: many tables with bots and two streams each (`make load`).

At every table there is one player and one spectator, each with an open stream, as in a browser.
After a pause the player posts a move, as htmx would. We measure the time until both streams have
received it. Times end when the bytes arrive, before the client decompresses and reads them.

Then a bare ASGI program (`bare_server.py`) gets the same load from the same client: as many posts,
streams, events and bytes on the wire. The ratio says how far the site is from the best that this
machine and server can do. The bare program doesn't compress, render or store anything.
"""

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean, median

from load.client import Figures, Seat
from load.notices import Pair, Webhooks
from ports import free_port
from postgres_process import Postgres, may_run
from server_process import Server

PAUSE = "0.7"  # seconds between the moves of bots
TITLES = ("tsukiji", "shinjuku", "tokyo-tsukiji-market")

# What this and `soak.py` can be told.
OPTIONS = argparse.ArgumentParser(add_help=False)
OPTIONS.add_argument("--seconds", type=float, default=300)
OPTIONS.add_argument("--warm", type=float, default=90)
OPTIONS.add_argument("--tables", type=int, default=200)
OPTIONS.add_argument("--think", type=float, default=10.0, help="mean seconds before a move")
OPTIONS.add_argument("--titles", default="tsukiji", help="names, separated by commas")
OPTIONS.add_argument("--bots", default="strong", help="whom people play against")


def server_settings(given: argparse.Namespace) -> dict[str, str | None]:
    """The settings of a server. All visitors have one address, so its limits are off or high."""
    called = {"ICHIBA_URL": "http://127.0.0.1", "ICHIBA_PRIVATE_NETWORKS": "yes"}
    return {
        **(called if getattr(given, "away", 0) else {}),
        "ICHIBA_SECRET_KEY": "a key for the servers under load",
        "ICHIBA_BOT_PAUSE": PAUSE,
        "ICHIBA_POLL_SECONDS": None,  # the default, unlike in tests
        "ICHIBA_LIMITS": "off",
        "ICHIBA_STREAMS": str(2 * given.tables + 100),
        "ICHIBA_STREAMS_BY_ADDRESS": str(2 * given.tables + 100),
    }


def memory(servers: list[Server]) -> float:
    """Memory of the server processes in MB, without the bot processes."""
    total = 0.0
    for server in servers:
        status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
        total += int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]
    return total


def work(servers: list[Server]) -> float:
    """CPU seconds that the server processes have used."""
    total = 0.0
    for server in servers:
        fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="utf-8").split()
        total += (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
    return total


def percentile(values: list[float], share: float) -> float:
    """The percentile of the values, in milliseconds."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000 if ordered else 0.0


async def first_table(server: Server) -> None:
    """Open a table of each title, so that templates are compiled before memory is measured."""
    for number, title in enumerate(TITLES):
        seat = Seat([server.port], number, title, "strong", 1.0, Figures())
        await seat.sit_down()
        await seat.player.ask(seat.table)


async def run(servers: list[Server], given: argparse.Namespace) -> int:
    """Load the servers and print the figures. Returns 1 if there were errors."""
    figures = Figures()
    ports = [server.port for server in servers]
    titles = given.titles.split(",")
    for server in servers:
        await first_table(server)
    bare = memory(servers)
    seats = [
        Seat(ports, number, titles[number % len(titles)], given.bots, given.think, figures)
        for number in range(given.tables)
    ]
    for seat in seats:
        await seat.sit_down()
    for seat in seats:
        seat.open_streams()
    hooks = Webhooks()
    await hooks.start()
    called = await _call(ports, hooks, figures, given.away)
    await asyncio.sleep(1)
    begin = time.monotonic()
    start, until = begin + given.warm, begin + given.warm + given.seconds
    people = [asyncio.create_task(seat.play(until, start)) for seat in seats]
    await asyncio.sleep(start - time.monotonic())
    early, events, worked = memory(servers), figures.events, work(servers)
    own = time.process_time()
    for _ in range(4):
        await asyncio.sleep(given.seconds / 4)
        say(f"  {memory(servers):.0f} MB, load average {os.getloadavg()[0]:.1f}")
    late, events = memory(servers), figures.events - events
    worked, own = work(servers) - worked, time.process_time() - own
    await asyncio.gather(*people)
    figures.errors += await _no_longer(called)
    hooks.stop()
    for seat in seats:
        seat.close_streams()
    tell(given, figures, events, (bare, early, late))
    say(f"cores used: {worked / given.seconds:.2f} by the servers, "
        f"{own / given.seconds:.2f} by this client; "
        f"{1000 * worked / max(figures.moves, 1):.1f} ms for a player move "
        "and what follows from it")  # fmt: skip
    await compare(given, figures, events)
    say(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 1 if figures.errors else 0


async def _call(
    ports: list[int], hooks: Webhooks, figures: Figures, count: int
) -> list["asyncio.Task[None]"]:
    """Let people play who are called when it is their turn."""
    pairs = [Pair(ports[number % len(ports)], number, hooks, figures) for number in range(count)]
    for pair in pairs:
        await pair.sit_down()
    return [asyncio.create_task(pair.play()) for pair in pairs]


async def _no_longer(called: list["asyncio.Task[None]"]) -> list[str]:
    """Let these people stop, and return the errors that they met."""
    for task in called:
        task.cancel()
    ended = await asyncio.gather(*called, return_exceptions=True)
    return [repr(error) for error in ended if isinstance(error, Exception)]


async def compare(given: argparse.Namespace, site: Figures, events: int) -> None:
    """Give a bare server the same load for at most a minute, and print the ratio."""
    port = free_port()
    bots = max(events / 2 / max(site.moves, 1) - 1, 0.0)  # a move of a person is one event
    sizes = {"BARE_EVENT": round(mean(site.sizes)), "BARE_ANSWER": round(mean(site.answers))}
    settings = {name: str(value) for name, value in {**sizes, "BARE_BOTS": bots}.items()}
    uvicorn = str(Path(sys.executable).parent / "uvicorn")
    arguments = ["--app-dir", str(Path(__file__).parent), "--port", str(port), "--http", "h11"]
    bare = subprocess.Popen(
        [uvicorn, "bare_server:application", *arguments, "--log-level", "warning"],
        env={**os.environ, **settings, "BARE_PAUSE": PAUSE},
    )
    figures = Figures()
    try:
        await _answers(port)
        seats = [
            Seat([port], number, "bare", "", given.think, figures) for number in range(given.tables)
        ]
        for seat in seats:
            seat.ahead = 0  # there is no game whose stage matters
            await seat.sit_down()
            seat.open_streams()
        start = time.monotonic() + 2 * given.think
        seconds = min(given.seconds, 60)
        until = start + seconds
        await asyncio.gather(*(seat.play(until, start) for seat in seats))
        for seat in seats:
            seat.close_streams()
    finally:
        bare.kill()
        bare.wait()
    say(f"a bare ASGI server with the same streams, events and bytes: "
        f"p50 {percentile(figures.waits, 0.50):.1f} ms, "
        f"p95 {percentile(figures.waits, 0.95):.1f} ms, {figures.moves / seconds:.1f} moves/s, "
        f"{len(figures.errors)} errors {figures.errors[:3]}")  # fmt: skip
    ratio = percentile(site.waits, 0.95) / max(percentile(figures.waits, 0.95), 0.1)
    say(f"the site takes {ratio:.1f} times as long at p95")


async def _answers(port: int) -> None:
    """Wait until a server answers."""
    for _ in range(1200):  # two minutes
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise ConnectionError("the bare server does not answer")


def tell(
    given: argparse.Namespace,
    figures: Figures,
    events: int,
    sizes: tuple[float, float, float],
) -> None:
    """Print the figures."""
    bare, early, late = sizes
    waits = figures.waits
    say(f"{given.tables} tables against {given.bots}, {2 * given.tables} streams, "
        f"{given.seconds:.0f} s, players move about {given.think:.1f} s after the bots, "
        f"{given.database}")  # fmt: skip
    say(f"from a posted move to the last stream: p50 {percentile(waits, 0.50):.0f} ms, "
        f"p95 {percentile(waits, 0.95):.0f} ms, p99 {percentile(waits, 0.99):.0f} ms")  # fmt: skip
    say(f"{figures.moves / given.seconds:.1f} player moves/s, {events / given.seconds:.0f} "
        f"events/s to streams, {len(figures.errors)} errors {figures.errors[:3]}")  # fmt: skip
    if given.away:
        notices = figures.notices
        say(f"from a move to the notice at a webhook: p50 {percentile(notices, 0.50):.0f} ms, "
            f"p95 {percentile(notices, 0.95):.0f} ms, {len(notices)} notices")  # fmt: skip
    say(f"bytes an event: median {median(figures.sizes):.0f}, mean {mean(figures.sizes):.0f}; "
        f"answer to a move: median {median(figures.answers):.0f}")  # fmt: skip
    say(f"memory: {bare:.0f} MB at first, {1024 * (early - bare) / given.tables:.0f} KB a table, "
        f"{late - early:+.1f} MB during the run")  # fmt: skip


def say(text: str) -> None:
    """Print a line without buffering."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    """Start the servers, load them and stop them."""
    parser = argparse.ArgumentParser(description=__doc__, parents=[OPTIONS])
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    told = "tables of two who are away and called by webhook"
    parser.add_argument("--away", type=int, default=0, help=told)
    parser.add_argument("--profile", help="write a py-spy profile of the first server to this file")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = server_settings(given)
        count, postgres = 1, None
        if given.database == "postgres":
            if not may_run():
                say("PostgreSQL is not installed: apt-get install postgresql")
                return 2
            count, postgres = 2, Postgres()
            settings["DATABASE_URL"] = postgres.url(postgres.new_database())
        servers = []
        for number in range(count):
            data = Path(folder) / str(number)
            data.mkdir()
            servers.append(Server(data, **settings))
        spy = _spy(servers[0], given) if given.profile else None
        try:
            return asyncio.run(run(servers, given))
        finally:
            if spy:
                spy.wait()
            for server in servers:
                server.stop()
                if server.errors():
                    say(f"the server logged errors:\n{server.log()[-2000:]}")
            if postgres:
                postgres.remove()


def _spy(server: Server, given: argparse.Namespace) -> subprocess.Popen[bytes]:
    spy = str(Path(sys.executable).parent / "py-spy")
    arguments = ["record", "--gil", "--format", "raw", "--rate", "50"]
    arguments += ["--duration", str(int(given.warm + given.seconds)), "--output", given.profile]
    return subprocess.Popen([spy, *arguments, "--pid", str(server.process.pid)])


if __name__ == "__main__":
    sys.exit(main())
