"""Clocks on the page: they count, warn once, and move nothing."""

import re

from playwright.sync_api import expect

from browser_tools import press, sideways

PLACES = """() => ["tray", "board-area", "players"].map((id) => {
  const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


def test_a_clock_counts_and_warns_once_and_nothing_moves(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    page.clock.install()
    page.goto("/new/tsukiji/?mode=bots")
    page.get_by_text("Time limit and spectators").click()
    limit = page.get_by_label("Time limit")
    expect(page.get_by_label("Minutes at the start")).to_be_hidden()
    limit.select_option("days3")
    expect(page.get_by_label("Clocks rest on weekends")).to_be_visible()
    limit.select_option("own")
    expect(page.get_by_label("Clocks rest on weekends")).to_be_hidden()
    page.get_by_label("Minutes at the start").fill("4")
    press(page, "Start game")
    clock = page.locator(".player.own .player-clock")
    expect(clock).to_have_text(re.compile(r"^3:5\d|4:00$"))
    expect(page.locator("#players .player-clock")).to_have_count(1)
    in_line = page.locator("#standing-line .player-clock")
    expect(in_line).to_be_hidden()
    before = page.evaluate(PLACES)
    page.clock.fast_forward(10_000)
    expect(clock).to_have_text(re.compile(r"^3:[1-5]\d$"))
    said = page.locator("#clock-said")
    expect(said).to_be_empty()
    page.clock.fast_forward(175_000)
    expect(clock).to_have_class(re.compile(r"\blow\b"))
    expect(said).to_have_text("You have less than a minute left.")
    page.evaluate("document.getElementById('clock-said').textContent = ''")
    page.clock.fast_forward(5_000)
    expect(clock).to_have_text(re.compile(r"^0:[0-5]\d$"))
    expect(said).to_be_empty()
    assert page.evaluate(PLACES) == before
    assert clock.get_attribute("role") == "timer"
    page.set_viewport_size({"width": 390, "height": 844})
    expect(in_line).to_be_in_viewport()
    expect(in_line).to_have_text(re.compile(r"^0:[0-5]\d$"))
    expect(in_line).to_have_class(re.compile(r"\blow\b"))
    assert sideways(page) <= 0
