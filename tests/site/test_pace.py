"""How a page shows what the others do: one step after the other, each to its end."""

import pytest

from browser_tools import lay, press
from server_process import SeededServer

# Counts the tickets that are still being turned over when the next step is shown.
WATCH = """() => {
    window.turning = [];
    const step = () => document.getElementById('table').dataset.step;
    let before;
    document.addEventListener('htmx:before:swap', () => {
        const all = document.getElementById('board-area').getAnimations({subtree: true});
        const turned = all.filter((one) => one.animationName === 'tsukiji-turn').length;
        const isRevealed = Boolean(document.querySelector('.phase-purchase'));
        before = {step: step(), turned, isRevealed};
    });
    document.addEventListener('htmx:after:swap', () => {
        if (before.isRevealed && before.step !== step()) turning.push(before.turned);
    });
}"""
BOT_BEGINS = 3  # the seed of a deal in which a bot is the first to buy


@pytest.fixture(scope="module")
def server(paced_server: SeededServer) -> SeededServer:
    return paced_server


def test_a_reveal_is_shown_to_its_end_before_anybody_buys(people, server: SeededServer) -> None:  # type: ignore[no-untyped-def]
    page = people(reduced_motion="no-preference")
    server.choose(BOT_BEGINS)
    page.goto("/")
    press(page, "Play against bots")
    begun = page.locator("#log").text_content() or ""
    assert "goes first" in begun
    assert "You go first" not in begun
    for ticket in ("0", "1", "2"):
        lay(page, ticket)
    page.evaluate(WATCH)
    lay(page, "3")
    page.wait_for_function("() => turning.length")
    assert page.evaluate("turning[0]") == 0


def test_a_server_for_tests_deals_what_it_is_told_to(people, server: SeededServer) -> None:  # type: ignore[no-untyped-def]
    page = people()
    dealt = []
    for seed in (3, 3, 4):
        server.choose(seed)
        page.goto("/")
        press(page, "Play against bots")
        dealt.append(page.locator(".fair code").text_content())
    assert dealt[0] == dealt[1] != dealt[2]
