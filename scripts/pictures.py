"""Takes the screenshots in docs/pictures: `python scripts/pictures.py [NAME…]`.

Bots play games up to a chosen moment, a real server shows them, and Chromium takes the screenshots.
The picture of the terminal is drawn without a server.
Every run plays different games.
"""

import argparse
import asyncio
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from urllib.error import URLError
from urllib.request import urlopen

DATA = tempfile.mkdtemp(prefix="ichiba-pictures-")
os.environ |= {"ICHIBA_DATA": DATA, "DJANGO_SETTINGS_MODULE": "ichiba.site.server.settings"}

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.signing import get_cookie_signer  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from ichiba import bots  # noqa: E402
from ichiba.arena.playing import derive  # noqa: E402
from ichiba.bots.characters import with_level  # noqa: E402
from ichiba.cli.screen.app import PlayApp  # noqa: E402
from ichiba.cli.session import Session  # noqa: E402
from ichiba.core.game import State  # noqa: E402
from ichiba.core.match import Match  # noqa: E402
from ichiba.core.observer import Observer  # noqa: E402
from ichiba.core.registry import load  # noqa: E402
from ichiba.site.models import Person, Table  # noqa: E402
from ichiba.site.store import snapshots  # noqa: E402
from ichiba.site.tables import lobby, play  # noqa: E402

TARGET = Path(__file__).parent.parent / "docs" / "pictures"
WIDE, PHONE = (1440, 900), (390, 844)
TERMINAL = "tsukiji-terminal"  # drawn, not photographed
COLUMNS_ROWS = (96, 30)
TERMINAL_SEED = 12
TERMINAL_NAMES = ["Aki", *(with_level(name, "strong") for name in ("Goro", "Rin", "Umeda"))]
TSUKIJI, SHINJUKU, MARKET = "tsukiji", "shinjuku", "tokyo-tsukiji-market"

Moment = Callable[[State, int], bool]


def _in_phase(*phases: str, after: int = 0) -> Moment:
    def here(state: State, moves: int) -> bool:
        return moves >= after and 0 in state.actors and state.view(0)["phase"] in phases

    return here


def _over(state: State, _: int) -> bool:
    return not state.actors


# By file name: the title, the moment, the window size, the theme and the element to scroll to.
PICTURES: dict[str, tuple[str, Moment, tuple[int, int], str, str]] = {
    "table": (TSUKIJI, _in_phase("valuation", after=50), WIDE, "light", ""),
    "reveal": (TSUKIJI, _in_phase("purchase", after=45), WIDE, "light", ""),
    "end": (TSUKIJI, _over, WIDE, "light", ""),
    "phone": (TSUKIJI, _in_phase("valuation", after=30), PHONE, "light", ""),
    "shinjuku": (SHINJUKU, _in_phase("action", after=120), WIDE, "light", ""),
    "shinjuku-dark": (SHINJUKU, _in_phase("expand_first", after=90), WIDE, "dark", ""),
    "shinjuku-phone": (SHINJUKU, _in_phase("open_station", after=60), PHONE, "light", ""),
    "ttm-harbor": (MARKET, _in_phase("fishing", after=120), WIDE, "light", ""),
    "ttm-hall": (MARKET, _in_phase("visiting", after=80), WIDE, "light", ".hall"),
    "ttm-auction": (MARKET, _in_phase("bidding", after=0), WIDE, "light", ""),
    "ttm-end": (MARKET, _over, WIDE, "light", ""),
    "ttm-phone": (MARKET, _in_phase("visiting", after=60), PHONE, "light", ""),
}


def _played(person: Person, title: str, moment: Moment) -> Table:
    """A table that bots have played up to a moment. Starts again if a game ends without it."""
    game = load(title)
    while True:
        table = lobby.create(person, game, [lobby.ME, "strong", "strong"], {})
        table.refresh_from_db()
        players = [bots.make("strong", game, Random(seat)) for seat in range(3)]
        match = snapshots.newest_of(table.pk).match.copy()
        while match.state.actors and not moment(match.state, len(match.record.moves)):
            seat = match.state.actors[-1]
            match.play(seat, players[seat].choose(Observer(game, match.state, seat)))
        if moment(match.state, len(match.record.moves)):
            for move in match.record.moves:
                seat, _, notation = move.partition(" ")
                play.play(table, int(seat), notation)
            return table


def _take(browser: Browser, base: str, cookie: str, name: str, table: Table) -> None:
    _, _, (width, height), theme, place = PICTURES[name]
    context = browser.new_context(
        base_url=base, viewport={"width": width, "height": height}, color_scheme=theme,
        has_touch=width < 900, is_mobile=width < 900, reduced_motion="reduce",
    )  # fmt: skip
    context.add_cookies([{"name": settings.PERSON_COOKIE, "value": cookie, "url": base}])
    page = context.new_page()
    page.goto(f"/t/{table.slug}/")
    page.wait_for_load_state()
    page.wait_for_timeout(1500)
    if place:
        page.locator(place).first.scroll_into_view_if_needed()
        page.wait_for_timeout(500)
    page.screenshot(path=TARGET / f"{name}.png")
    context.close()


def _serve() -> tuple[subprocess.Popen[bytes], str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(Path(sys.executable).parent / "ichiba"), "serve", "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
    base = f"http://127.0.0.1:{port}"
    while True:
        try:
            urlopen(base)
        except URLError:
            time.sleep(0.2)
        else:
            return server, base


def main(names: list[str]) -> None:
    """Take the named screenshots."""
    if TERMINAL in names:
        _terminal()
    call_command("migrate", verbosity=0)
    person = Person.objects.create(name="Aki")
    signer = get_cookie_signer(salt=settings.PERSON_COOKIE + "ichiba.person")
    cookie = signer.sign(f"{person.pk}.{person.key}")
    found = {name: _played(person, *PICTURES[name][:2]) for name in names if name in PICTURES}
    server, base = _serve()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium-headless-shell",
                args=["--no-sandbox", "--disable-gpu"],
            )
            for name, table in found.items():
                _take(browser, base, cookie, name, table)
            if "home" in names:
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                page.goto(base)
                page.screenshot(path=TARGET / "home.png")
    finally:
        server.terminate()


def _terminal() -> None:
    """Let bots play half a game of Tsukiji and draw the screen of the player to move."""
    game = load(TSUKIJI)
    match = Match.new(game, players=len(TERMINAL_NAMES), seed=TERMINAL_SEED, names=TERMINAL_NAMES)
    players = [
        bots.make("strong", game, Random(derive(TERMINAL_SEED, seat)))
        for seat in range(len(TERMINAL_NAMES))
    ]
    while len(match.record.moves) < 90 or match.state.actors != (0,):
        seat = match.state.actors[0]
        match.play(seat, players[seat].choose(Observer(game, match.state, seat)))
    session = Session(match, dict(enumerate(players[1:], start=1)), None)
    svg = asyncio.run(_drawn(session))
    # Use the viewer's monospace font, so that the picture loads nothing from the network.
    svg = re.sub(r"<!--.*?-->|@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    (TARGET / f"{TERMINAL}.svg").write_text(
        svg.replace("Fira Code, ", "").replace("Fira Code,", ""), "utf-8"
    )


async def _drawn(session: Session) -> str:
    app = PlayApp(session, [], _never, _never, _never, pause=0)
    async with app.run_test(size=COLUMNS_ROWS) as pilot:
        await pilot.pause(1)
        return app.export_screenshot(title="ichiba play tsukiji")


def _never(_: object) -> Session:
    raise AssertionError("The picture is taken before the game ends.")


if __name__ == "__main__":
    NAMES = ["home", TERMINAL, *PICTURES]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="*", help=f"of {', '.join(NAMES)}; all if none is given")
    chosen = parser.parse_args().name or NAMES
    if not {*chosen} <= {*NAMES}:
        parser.error(f"choose from {', '.join(NAMES)}")
    main(chosen)
