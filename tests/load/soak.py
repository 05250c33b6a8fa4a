"""Measures a server for a long time: memory must stay flat, and moves must not become slower.

This is `make soak`. It runs the same load as `measure.py` and prints a line for each part of the
time. At the end it compares the last third with the first, after a warm-up in which caches fill and
games reach all stages.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean

from load.client import Figures, Seat
from load.measure import OPTIONS, first_table, memory, percentile, say, server_settings, work
from server_process import Server

PARTS = 15  # lines that are printed
# How much more memory and time the last third may take than the first. Short runs vary more.
MORE_MEMORY = 1.03
MORE_TIME = 1.5
LEAST_MILLISECONDS = 20.0  # a p95 below this is as good as any other


async def soak(server: Server, given: argparse.Namespace) -> int:
    """Load the server and print figures. Returns 1 if there were errors or it got worse."""
    await first_table(server)
    figures, bare = Figures(), memory([server])
    titles = given.titles.split(",")
    seats = [
        Seat([server.port], number, titles[number % len(titles)], given.bots, given.think, figures)
        for number in range(given.tables)
    ]
    for seat in seats:
        await seat.sit_down()
        seat.open_streams()
    start = time.monotonic() + given.warm
    until = start + given.seconds
    people = [asyncio.create_task(seat.play(until, start)) for seat in seats]
    await asyncio.sleep(given.warm)
    parts = [await _part(server, figures, given) for _ in range(PARTS)]
    await asyncio.gather(*people)
    for seat in seats:
        seat.close_streams()
    return _judge(given, figures, bare, parts)


async def _part(
    server: Server, figures: Figures, given: argparse.Namespace
) -> tuple[float, list[float]]:
    """Wait for a part of the time; return the memory in MB and the times of its moves."""
    known, worked = len(figures.waits), work([server])
    await asyncio.sleep(given.seconds / PARTS)
    size, waits = memory([server]), figures.waits[known:]
    cores = (work([server]) - worked) / (given.seconds / PARTS)
    say(f"  {size:.0f} MB, p50 {percentile(waits, 0.5):.0f} ms, "
        f"p95 {percentile(waits, 0.95):.0f} ms, {len(waits)} moves, {cores:.2f} cores, "
        f"load average {os.getloadavg()[0]:.1f}")  # fmt: skip
    return size, waits


def _judge(
    given: argparse.Namespace,
    figures: Figures,
    bare: float,
    parts: list[tuple[float, list[float]]],
) -> int:
    third = PARTS // 3
    first, last = parts[:third], parts[-third:]
    sizes = [mean(size for size, _ in some) for some in (first, last)]
    slow = [percentile([wait for _, waits in some for wait in waits], 0.95)
            for some in (first, last)]  # fmt: skip
    say(f"{given.tables} tables, {2 * given.tables} streams, {given.seconds / 60:.0f} minutes, "
        f"{figures.moves} moves, {len(figures.errors)} errors {figures.errors[:3]}")  # fmt: skip
    each = 1024 * (sizes[1] - bare) / given.tables
    say(f"memory: {bare:.0f} MB at first, {each:.0f} KB a table; "
        f"{sizes[0]:.0f} MB in the first third, {sizes[1]:.0f} MB in the last")  # fmt: skip
    say(f"p95: {slow[0]:.0f} ms in the first third, {slow[1]:.0f} ms in the last")
    flat = sizes[1] <= MORE_MEMORY * sizes[0]
    quick = slow[1] <= max(MORE_TIME * slow[0], LEAST_MILLISECONDS)
    say("memory stays flat" if flat else "memory GROWS")
    say("moves stay quick" if quick else "moves GET SLOWER")
    return 0 if flat and quick and not figures.errors else 1


def main() -> int:
    """Start a server, load it and stop it."""
    parser = argparse.ArgumentParser(description=__doc__, parents=[OPTIONS])
    parser.set_defaults(seconds=1800, warm=300)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), **server_settings(given))
        try:
            return asyncio.run(soak(server, given))
        finally:
            server.stop()
            if server.errors():
                say(f"the server logged errors:\n{server.log()[-2000:]}")


if __name__ == "__main__":
    sys.exit(main())
