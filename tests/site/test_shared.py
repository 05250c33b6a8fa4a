"""What threads share: nothing that breaks when two of them use it at once."""

from threading import Barrier, Thread

import pytest
from django.test import Client, RequestFactory
from markdown_it import MarkdownIt

import ichiba
from configuring import configure
from ichiba.site.live import propagation, streams
from ichiba.site.pages import rulebook
from ichiba.site.people import limits
from ichiba.site.store import snapshots
from ichiba.site.tables import play
from patience import PATIENCE
from site_scene import hold, seated


def test_each_thread_has_a_parser_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """MarkdownIt keeps what it is doing in itself: two threads in one parser disturb each other."""
    used: list[MarkdownIt] = []
    together, render = Barrier(2, timeout=PATIENCE), MarkdownIt.render

    def slow(self: MarkdownIt, text: str) -> str:
        if len(used) < 2:
            used.append(self)
            together.wait()
        return render(self, text)

    monkeypatch.setattr(MarkdownIt, "render", slow)
    rulebook.rendered.cache_clear()
    game = ichiba.load("tsukiji")
    readers = [Thread(target=rulebook.chapters_as_html, args=(game,)) for _ in range(2)]
    for thread in readers:
        thread.start()
    for thread in readers:
        thread.join()
    rulebook.rendered.cache_clear()
    first, second = used
    assert first is not second


def test_a_home_of_new_addresses_has_the_streams_of_one(settings) -> None:  # type: ignore[no-untyped-def]
    configure(settings, streams_by_address=2)
    asked = [
        RequestFactory(REMOTE_ADDR=f"2001:db8:1:{net}::{host}").get("/")
        for net, host in ((1, 1), (1, 2), (1, 3), (2, 1))
    ]
    addresses = [limits.address(request) for request in asked]
    places = [streams.place_for(address, None) for address in addresses[:2]]
    with pytest.raises(streams.TooManyStreams):
        streams.place_for(addresses[2], None)
    places.append(streams.place_for(addresses[3], None))
    for place in places:
        place.give_back()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", ["tsukiji", "shinjuku"])
def test_the_bell_rings_after_the_move_is_published(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated([Client(), Client()], "7", game)
    snapshots.newest(table.slug)
    known: list[tuple[int, int]] = []

    def ring(pk: int) -> None:
        version = play.sql.version_by_pk(pk)[1]  # type: ignore[index]
        known.append((version, snapshots.in_memory(pk).version))

    monkeypatch.setattr(propagation, "ring", ring)
    for _ in range(4):
        with hold(table) as match:
            seat = match.state.actors[0]
            move = match.game.notation(match.state.legal(seat)[0])
        play.play(table, seat, move)
    assert len(known) == 4
    assert all(version == published for version, published in known), known
