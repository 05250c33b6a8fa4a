"""Catalogues are complete in every language and have the same placeholders."""

from collections.abc import Iterator
from importlib.resources import files
from string import Formatter

import pytest

import ichiba.cli
from ichiba.core import words
from ichiba.core.words import ENGLISH, Words, catalogue

for title in ichiba.games():
    ichiba.load(title)


def languages() -> Iterator[str]:
    for package in words._packages:
        for file in (files(package) / "words").iterdir():
            if file.name.endswith(".toml"):
                yield file.name.removesuffix(".toml")


def blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", sorted(set(languages())))
def test_a_language_says_everything_with_the_same_blanks(language: str) -> None:
    english, other = catalogue(ENGLISH), catalogue(language)
    assert set(other) == set(english)
    for key, sentence in other.items():
        assert blanks(sentence) == blanks(english[key]), key


@pytest.mark.parametrize("name", ichiba.games())
def test_the_rules_have_chapters_with_text(name: str) -> None:
    chapters = ichiba.load(name).rules()
    assert len(chapters) > 3
    assert all(chapter.title and len(chapter.text) > 50 for chapter in chapters)
    assert len({chapter.name for chapter in chapters}) == len(chapters)
    assert ichiba.load(name).rules("xx") == chapters, "an unknown language falls back to English"


@pytest.mark.parametrize("name", ichiba.games())
def test_every_title_tells_its_result_in_its_own_units(name: str) -> None:
    say = Words().say
    assert "12" in say(f"{name}.result.score", {"count": 12})
    for key in (f"{name}.summary", f"{name}.result.tie", f"{name}.result.shared"):
        assert say(key) != key


def test_names_lists_and_plurals() -> None:
    say = Words(["Aki", "Ben", "Chie"]).say
    assert say("core.reason.not_your_turn", {"seats": [1], "count": 1}) == (
        "It is not your turn: Ben has to decide first."
    )
    assert say("core.reason.not_your_turn", {"seats": [0, 1, 2], "count": 3}) == (
        "It is not your turn: Aki, Ben and Chie have to decide first."
    )
    assert Words(["Aki"]).name(3) == "Player 4"
    assert say("no.such.key", {"n": 1}) == "no.such.key n=1"


def test_things_are_counted() -> None:
    say = Words().say
    kinds = [f"shinjuku.customer.{kind}" for kind in ("food", "books2", "food")]
    assert say("shinjuku.event.placed", {"ward": "Minato", "customers": kinds}) == (
        "New customers in Minato: two for food and one for books ②."
    )
    cards = ["tsukiji.card.ebi", "tsukiji.card.tako", "tsukiji.card.tako"]
    assert say("tsukiji.story.did.bought", {"lot": 2, "cards": cards, "price": 9}) == (
        "buys lot 2 (one Ebi and two Tako) for ¥9"
    )


def test_a_name_is_never_taken_for_a_blank() -> None:
    """Names that people type are inserted as they are, never interpreted."""
    say = Words(["{lot} {0}", "tsukiji.card.ebi"]).say
    assert say("tsukiji.event.ready", {"seat": 0}) == "{lot} {0} has laid all their tickets."
    assert say("tsukiji.event.ready", {"seat": 1}) == "tsukiji.card.ebi has laid all their tickets."


def test_an_article_goes_with_the_name_behind_it() -> None:
    market = ichiba.load("tokyo-tsukiji-market").name
    say = Words(["Aki"]).say
    for fish, told in (("octopus", "an Octopus"), ("eel", "an Eel"), ("squid", "a Squid")):
        returned = say(f"{market}.event.returned", {"seat": 0, "fish": f"{market}.fish.{fish}"})
        assert returned == f"Aki returns {told} license."
    bought = say(f"{market}.label.buy_boat", {"boat": f"{market}.boat.one_slot", "yen": 300})
    assert bought == "Buy a One-slot Ship for ¥300"


def test_a_thing_with_a_number_takes_no_article() -> None:
    market = ichiba.load("tokyo-tsukiji-market").name
    boats = [f"{market}.boat.{name}" for name in ("two_slot_1", "blue", "six_slot_barge")]
    told = Words(["Aki"]).say(f"{market}.story.did.docked", {"boat": boats})
    assert told == "docks Two-slot Ship 1, the Blue Ship and the Six-slot Barge"
    told = Words(["Aki"]).say(f"{market}.event.docked", {"seat": 0, "boat": boats[1]})
    assert told == "Aki docks the Blue Ship."


class _Fish:
    def __str__(self) -> str:
        return "a fish"

    def __format__(self, form: str) -> str:
        return str(self)


def test_sentences_that_are_kept_are_not_mixed_up() -> None:
    said = {
        (*names, value): Words(names).say("core.story.turn", {"seat": value, "did": ["rests"]})
        for names in (["Aki", "Ben"], ["Aki", "Bea"])
        for value in (0, 1)
    }
    assert [*said.values()] == ["Aki rests.", "Ben rests.", "Aki rests.", "Bea rests."]
    lot, cards = "tsukiji.board.lot_label", ["Ebi"]
    labels = [Words().say(lot, {"lot": value, "cards": cards}) for value in (1, True, "1", 2)]
    assert labels[0] == labels[2] != labels[1]
    assert labels[3] not in labels[:3]
    assert "a fish" in Words().say(lot, {"lot": _Fish(), "cards": cards})


def test_only_so_many_sentences_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "MOST_SAID", 3)
    speaker = Words()
    for lot in range(10):
        label = speaker.say("tsukiji.board.lot_label", {"lot": lot, "cards": ["Ebi"]})
        assert str(lot) in label
        assert len(speaker._said) <= 3
