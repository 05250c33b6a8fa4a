"""Sentences, nouns and lists in English. Other languages are in test_languages.py."""

import pytest

import ichiba.cli
from ichiba.core import words
from ichiba.core.words import ENGLISH, Words, catalogue
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY

for title in ichiba.games():
    ichiba.load(title)


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
        "New in Minato: two food customers and a books customer (2×)."
    )
    cards = ["tsukiji.card.fugu", "tsukiji.card.sake", "tsukiji.card.sake"]
    assert say("tsukiji.story.did.bought", {"lot": 2, "cards": cards, "price": 9}) == (
        "buys lot 2 (Fugu and two Sake) for ¥9"
    )


def test_a_noun_has_all_its_forms() -> None:
    everything = catalogue(ENGLISH)
    nouns = {key.partition(":")[0] for key in everything if ":" in key}
    assert "tokyo-tsukiji-market.fish.eel" in nouns
    for noun in nouns:
        assert everything[noun] == everything[f"{noun}:one"]
        for form in ("a", "many"):
            assert everything[f"{noun}:{form}"], noun
        assert everything[f"{noun}:a"].split()[0] in ("a", "an", "the"), noun


def test_the_reader_is_you() -> None:
    words = Words(["Aki", "Ben", "Chie"])
    over = {"seats": [1], "count": 1, "score": 55, "others": [2, 0], "scores": [42, 40]}
    key = "shinjuku.event.over"
    assert words.say(key, over) == "Ben wins with 55 points, ahead of Chie (42) and Aki (40)."
    assert words.to(1).say(key, over) == "You win with 55 points, ahead of Chie (42) and Aki (40)."
    assert words.to(0).say(key, over).endswith("ahead of Chie (42) and you (40).")
    shared = over | {"seats": [1, 2], "count": 2, "others": [], "scores": []}
    assert words.to(1).say(key, shared) == "You and Chie share the victory with 55 points."
    assert words.to(0).say(key, shared) == "Ben and Chie share the victory with 55 points."
    fares = {"seat": [0, 2], "count": 1}
    fare = "shinjuku.story.line.fare"
    assert words.say(fare, fares) == "Aki and Chie each draw a card for their track."
    assert words.to(2).say(fare, fares) == "You and Aki each draw a card for your track."
    lifts = {"seat": 0, "ticket": "tsukiji.ticket.4", "lot": 2, "was": 9, "price": 12}
    assert words.say("tsukiji.event.lifts", lifts) == "Aki's 4 lifts lot 2 from ¥9 to ¥12."
    assert words.to(0).say("tsukiji.event.lifts", lifts) == "Your 4 lifts lot 2 from ¥9 to ¥12."
    assert words.to(1).name(1) == "Ben", "a name stays a name"
    assert words.to(1).to(None).say(key, over) == words.say(key, over)


def test_a_name_in_small_letters_stays_so() -> None:
    words = Words(["aki", "you know who"]).to(1)
    assert words.say("tsukiji.event.first_player", {"seat": 0}) == "aki goes first."


def test_one_of_several_and_signs() -> None:
    say = Words(["Aki"]).say
    wards = {"wards": ["Koto", "Kita", "Ota"]}
    assert say("shinjuku.web.pay_for", wards) == "Pay with Koto, Kita or Ota, or with a wild card."
    valued = {"lot": 1, "seats": [0], "tickets": ["tsukiji.ticket.x2"], "value": 0, "price": 6}
    told = [say("tsukiji.event.valued", valued | {"move": move}) for move in ("+4", "+0", "-1")]
    assert [text.partition("costs ")[2] for text in told] == [
        "¥6 and raises its fish by 4.",
        "¥6 and doesn't move the market.",
        "¥6 and lowers its fish by 1.",
    ]


def test_a_name_is_never_taken_for_a_blank() -> None:
    """Names that people type are inserted as they are, never interpreted."""
    say = Words(["{lot} {0}", "tsukiji.card.ebi"]).say
    assert say("tsukiji.event.first_player", {"seat": 0}) == "{lot} {0} goes first."
    assert say("tsukiji.event.first_player", {"seat": 1}) == "tsukiji.card.ebi goes first."


def test_an_article_goes_with_the_name_behind_it() -> None:
    market = ichiba.load("tokyo-tsukiji-market").name
    say = Words(["Aki"]).say
    for fish, told in (("octopus", "an Octopus"), ("eel", "an Eel"), ("squid", "a Squid")):
        returned = say(f"{market}.label.return", {"fish": f"{market}.fish.{fish}"})
        assert returned == f"Return {told} license"
    bought = say(f"{market}.label.buy_boat", {"boat": f"{market}.boat.one_slot", "yen": 300})
    assert bought == "Buy a One-slot Ship for ¥300"
    did = {"count": 2, "fish": f"{market}.fish.spider_crab"}
    assert say(f"{market}.story.part.caught", did) == "two Spider Crabs"
    assert say(f"{market}.story.part.returned", did) == "two Spider Crab licenses"


def test_boats_have_names() -> None:
    market = ichiba.load("tokyo-tsukiji-market").name
    boats = [f"{market}.ship.{name}" for name in ("two_slot_1", "blue", "six_slot_barge")]
    told = Words(["Aki"]).say(f"{market}.story.did.docked", {"boat": boats})
    assert told == "docks the Gull, the Eagle and the Swan"
    names = [Words().say(key) for key in BOAT_KEY]
    assert len({*names}) == len(names), "no two boats have the same name"
    assert all(len(name) <= 5 for name in names), "the name has to fit on the piece"


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
