"""What languages other than English need: plural forms, genders, numbers, chains of clauses."""

from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import ichiba
import pseudo
from ichiba.core.match import Match
from ichiba.core.rulings import rulings
from ichiba.core.story import chapters, story_of
from ichiba.core.telling import tell
from ichiba.core.words import ENGLISH, Words, catalogue, closest, languages
from ichiba.core.words.grammar import Grammar
from ichiba.core.words.translations import folders

for title in ichiba.games():
    ichiba.load(title)


@pytest.fixture(scope="module")
def translations(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("translations")
    pseudo.write(folder)
    folders.append(folder)
    yield folder
    folders.remove(folder)


@pytest.fixture
def _pseudo(translations: Path) -> Path:
    return translations


def blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def required(sentences: dict[str, str]) -> set[str]:
    """Keys that every language needs. Forms of nouns and second persons are its own affair."""
    return {key for key in sentences if ":" not in key and not key.endswith("_you")}


@pytest.mark.usefixtures("_pseudo")
def test_every_language_says_everything_with_the_same_blanks() -> None:
    assert languages() == (ENGLISH, pseudo.LANGUAGE)
    english = catalogue(ENGLISH)
    for language in languages():
        other = catalogue(language)
        assert required(english) <= set(other), language
        for key in required(english) & set(other):
            if not key.startswith("core.grammar."):
                assert blanks(other[key]) == blanks(english[key]), (language, key)


@pytest.mark.usefixtures("_pseudo")
def test_the_closest_language_is_spoken() -> None:
    assert closest("en-XA") == closest("en_xa") == closest("en-XA-u-nu-latn") == "en-xa"
    assert closest("en-GB") == "en"
    assert closest("C") is closest("") is closest("tlh") is None


def test_a_grammar_counts_as_its_language_does() -> None:
    own = {f"core.grammar.{key}": text for key, text in pseudo.GRAMMAR.items()}
    found = Grammar(own)
    assert [found.form(count) for count in (1, 2, 4, 5, 0, 21, -3)] == [
        "one", "few", "few", "many", "other", "many", "few",
    ]  # fmt: skip
    assert found.yen(-1200) == "−1.200 ¥"
    assert [found.signed(one) for one in (4, 0, -1)] == ["+4", "±0", "−1"]
    japanese = Grammar(own | {"core.grammar.plural": "0", "core.grammar.forms": "other"})
    assert {japanese.form(count) for count in range(5)} == {"other"}


@pytest.fixture
def klingon(tmp_path: Path) -> Iterator[Words]:
    """A few sentences that need what English does not have."""
    file = tmp_path / "ichiba" / "core" / "words" / "tlh.toml"
    file.parent.mkdir(parents=True)
    file.write_text(
        """
        [core]
        language = "tlh"
        times = "{count} {name}"
        sold = "{fish:a} {fish:agree vendido|vendida}"
        lots = "{count:# pez|# peces} y {fish:times count}"
        counted = "{fish:times count}を"
        [core.grammar]
        plural = "n != 1"
        forms = "one other"
        genders = "m f"
        thousands = "."
        yen = "# ¥"
        minus = "−#"
        [core.list]
        and = "{first} y {last}"
        and_before = "h?i(?!e)"
        and_instead = "{first} e {last}"
        [core.story]
        turn = "{seat}は{did}。"
        comma = "{first}、{last}"
        and = "{first}、{last}"
        [core.fish]
        clam = { one = "almeja", a = "una almeja", many = "almejas", gender = "f" }
        eel = { one = "anguila", a = "el eel", many = "anguilas", gender = "m" }
        squid = { one = "イカ", a = "イカ1杯", many = "イカ", times = "{name}{count}杯" }
        """,
        encoding="utf-8",
    )
    folders.append(tmp_path)
    yield Words(["Aki"], "tlh")
    folders.remove(tmp_path)


def test_nouns_agree_and_are_counted_in_the_way_of_the_language(klingon: Words) -> None:
    say = klingon.say
    assert say("core.sold", {"fish": "core.fish.clam"}) == "una almeja vendida"
    assert say("core.sold", {"fish": "core.fish.eel"}) == "el eel vendido"
    both = ["core.fish.clam", "core.fish.eel"]
    assert say("core.sold", {"fish": both}) == "una almeja y el eel vendido"
    lots = {"count": 12, "fish": "core.fish.clam"}
    assert say("core.lots", lots) == "twelve peces y twelve almejas", "numbers are still English"
    assert say("core.counted", {"fish": "core.fish.squid", "count": 1200}) == "イカ1.200杯を"
    assert say("tsukiji.label.refuse", {"yen": 1200}) == "Refuse and take 1.200 ¥"


def test_lists_and_clauses_are_joined_in_the_way_of_the_language(klingon: Words) -> None:
    assert klingon.listed(["Ana", "Juan"]) == "Ana y Juan"
    assert klingon.listed(["Ana", "Inés"]) == "Ana e Inés"
    assert klingon.listed(["agua", "hielo"]) == "agua y hielo"
    did = klingon.clauses(["魚を仕入れて", "競りに勝って", "港に戻る"])
    assert klingon.say("core.story.turn", {"seat": 0, "did": did}) == (
        "Akiは魚を仕入れて、競りに勝って、港に戻る。"
    )


def story(name: str, language: str, reader: int | None) -> Iterator[str]:
    """The headlines and details of a game in a language."""
    game = ichiba.load(name)
    match = Match.new(game, players=3, seed=5, names=["Aki", "Ben", "Chie"])
    for number in range(80):
        seat = match.state.actors[0]
        legal = match.state.legal(seat)
        match.play(seat, legal[number * 7 % len(legal)])
    words = Words(match.record.names, language)
    for chapter in chapters(story_of(game), match.events):
        block = tell(name, story_of(game), chapter, words, reader)
        yield from (*block.headline, *(line.text for line in (*block.details, *block.bookkeeping)))


@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize("reader", [None, 0])
@pytest.mark.parametrize("name", ichiba.games())
def test_a_whole_story_is_told_in_the_language(name: str, reader: int | None) -> None:
    told = [*story(name, pseudo.LANGUAGE, reader)]
    assert len(told) > 10
    assert {pseudo.untranslated(line) for line in told} == {""}
    assert any("-téé] " in line for line in told), "a verb that another clause follows"


@pytest.mark.usefixtures("_pseudo")
def test_rulings_keep_their_names_in_every_language() -> None:
    for name in ichiba.games():
        game = ichiba.load(name)
        english, other = rulings(game.package, ENGLISH), rulings(game.package, pseudo.LANGUAGE)
        assert [one.name for one in other] == [one.name for one in english]
        assert other != english
        assert [one.name for one in game.rules(pseudo.LANGUAGE)] == [
            one.name for one in game.rules()
        ]
        assert game.rules(pseudo.LANGUAGE) != game.rules()
