"""Stores with a bound: what they keep, what they drop, and that threads can share them."""

from concurrent.futures import ThreadPoolExecutor

from ichiba.site.bounded import Bounded


def test_what_was_unused_for_longest_goes() -> None:
    store: Bounded[str] = Bounded(3)
    for key in "abc":
        store.keep(key, key)
    assert store.get("a") == "a"
    store.keep("d", "d")
    assert [key for key in "abcd" if store.get(key)] == ["a", "c", "d"]
    store.clear()
    assert (len(store), store.get("a")) == (0, None)


def test_sizes_add_up_and_a_new_value_replaces_the_old_one() -> None:
    store: Bounded[str] = Bounded(10, len)
    store.keep("long", "12345678")
    store.keep("long", "12")
    store.keep("other", "12345678")
    assert (store.get("long"), store.get("other")) == ("12", "12345678")
    store.keep("too long", "1" * 11)
    assert len(store) == 0
    store.keep("again", "1" * 10)
    assert store.get("again"), "what was dropped takes no room"
    store.drop("again")
    store.drop("again")
    store.keep("last", "1" * 10)
    assert (store.get("again"), store.get("last")) == (None, "1" * 10)


def test_threads_share_it() -> None:
    store: Bounded[int] = Bounded(50)

    def use(start: int) -> None:
        for number in range(start, start + 2000):
            store.keep(number % 80, number)
            store.get((number + 7) % 80)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(use, range(4)))
    assert len(store) == 50
