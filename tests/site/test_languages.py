"""Every page in another language: nothing is left in English, and nothing is glued together.

The language is the pseudo-language of `pseudo.py`. Also how a language is chosen.
"""

import dataclasses
import html
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import timezone, translation

import pseudo
from account_tools import account, sign_up
from errand_tools import do_soon
from finished_games import finished
from ichiba.bots.characters import CHARACTERS
from ichiba.core.words import ENGLISH
from ichiba.core.words.translations import folders
from ichiba.site.models import Person, Rating, Result
from ichiba.site.pictures import exhibition
from ichiba.site.tables import play
from site_scene import hold, new_table

GAMES = ("tsukiji", "shinjuku", "tokyo-tsukiji-market")
SPOKEN = {
    "title", "aria-label", "alt", "placeholder", "label", "data-ask", "data-note", "data-tip",
    "data-why",
}  # fmt: skip
# The money at the start, in the pseudo-language and in English.
MONEY = {"tsukiji": ("48 ¥", "¥48"), "tokyo-tsukiji-market": ("2.000 ¥", "¥2,000")}
HIDDEN = {"script", "style", "template", "code", "pre", "kbd"}
BLOCKS = {
    "p", "div", "li", "td", "th", "h1", "h2", "h3", "h4", "button", "label", "legend", "summary",
    "option", "section", "dt", "dd", "a", "title", "figcaption", "time", "text",
}  # fmt: skip


VOID = {"use", "img", "input", "br", "path", "link", "meta", "circle", "rect"}


class Shown(HTMLParser):
    """The texts of a page that people see or hear, block by block."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._text, self._hidden = "", 0
        self._mine: list[str] = []  # open elements in another language, or that are hidden
        self.feed(page)
        self._end()

    def _end(self) -> None:
        self.texts.append(" ".join(self._text.split()))
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.texts += [value or "" for name, value in attrs if name in SPOKEN]
        is_rules = "stall-rules" in (found.get("class") or "")  # sentences of the rules
        is_hidden = tag in HIDDEN or found.get("lang") == "ja" or is_rules
        if (self._mine or is_hidden) and tag not in VOID:
            self._mine.append(tag)
        if tag in BLOCKS:
            self._end()

    def handle_endtag(self, tag: str) -> None:
        if self._mine and self._mine[-1] == tag:
            self._mine.pop()
        if tag in BLOCKS:
            self._end()

    def handle_data(self, data: str) -> None:
        if not self._mine:
            self._text += data


NAMES = (
    "Ichiba", "市場", "EN-XA", "Tsukiji", "Shinjuku", "Tokyo Tsukiji Market", "Aki", "Ben",
    "English", "UTC",
    *CHARACTERS,
)  # fmt: skip


def left(page: str, names: tuple[str, ...] = NAMES) -> set[str]:
    """What a page shows that is not in the pseudo-language."""
    found = {pseudo.untranslated(html.unescape(text), names) for text in Shown(page).texts}
    return found - {""}


@pytest.fixture(scope="module")
def translations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("translations")
    pseudo.write(folder)
    return folder


@pytest.fixture
def _pseudo(translations: Path, settings) -> Iterator[None]:  # type: ignore[no-untyped-def]
    settings.LANGUAGES = [(ENGLISH, "English"), (pseudo.LANGUAGE, "[ÉÉñĝlîîšh]")]
    settings.LOCALE_PATHS = [translations / "ichiba" / "site" / "locale"]
    folders.append(translations)
    with translation.override(ENGLISH):
        yield
    folders.remove(translations)


@pytest.fixture
def client(request: pytest.FixtureRequest) -> Client:
    request.getfixturevalue("_pseudo")
    return Client(headers={"accept-language": "en-XA"})


pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "path",
    [
        "/", "/me/", "/me/notices/", "/account/new/", "/account/log-in/", "/account/reset/",
        "/day/tsukiji/", "/find/", "/ratings/tsukiji/live/",
        "/replay/", "/offline/", "/language/", "/nothing-here/",
        *(f"/new/{name}/" for name in GAMES),
    ],
)  # fmt: skip
def test_a_page_is_in_the_language(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert '<html lang="en-xa" ' in page
    assert left(page) == set()


def test_the_lab_is_in_the_language(client: Client, settings, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Except for the paths of numbers and the command, which are the same in every language."""
    settings.CONFIGURATION = dataclasses.replace(settings.CONFIGURATION, lab=True)
    settings.DATA = tmp_path
    asked = {"players": "2", "games": "2", "bot": "quick", "seed": "1"}
    study = client.post("/lab/tsukiji/", asked)["Location"]
    pages = [client.get(path) for path in ("/", "/lab/", "/lab/tsukiji/", study)]
    pages.append(client.post("/lab/tsukiji/", asked | {"games": "0"}))
    client.post(f"{study}stop/")
    for page in pages:
        shown = re.sub(r"<code>[^<]*</code>", "", page.content.decode())
        assert left(shown) == set(), page.request["PATH_INFO"]


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_in_the_language(client: Client, name: str) -> None:
    """Their sentences have no brackets, because they hold numbers with signs."""
    names = (*NAMES, *places())
    for path in (f"/rules/{name}/", f"/rules/{name}/table/"):
        shown = Shown(client.get(path).content.decode()).texts
        assert {pseudo.english(html.unescape(text), names) for text in shown} == {""}


def places() -> Iterator[str]:
    """The names on Shinjuku's map, which are the same in every language."""
    text = (files("ichiba.games.shinjuku") / "cities" / "tokyo.toml").read_text(encoding="utf-8")
    yield from (found[1] for found in re.finditer(r'name = "([^"]+)"', text))


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_table_is_in_the_language(client: Client, name: str) -> None:
    """Its page while it is open, after every few moves and at the end, its rules and its replay."""
    table = new_table(["me", "friend"], client, name, name="Aki")
    names = (*NAMES, *places())
    address = f"/t/{table.slug}/"
    found = left(client.get(address).content.decode(), names)
    Client().post(f"{address}join/", {"name": "Ben"})
    page = client.get(address).content.decode()
    own, english = MONEY.get(name, ("", "¥0"))
    assert own in page
    assert english not in page
    rng = Random(8)
    for number in range(60):
        with hold(table) as match:
            if not match.state.actors:
                break
            seat = match.state.actors[0]
            move = match.game.notation(rng.choice(match.state.legal(seat)))
        play.play(table, seat, move)
        if number % 6 == 5:
            found |= left(client.get(address).content.decode(), names)
    found |= left(client.get(f"{address}replay/?at=30").content.decode(), names)
    assert sorted(found) == []


def test_a_finished_game_and_its_hints_are_in_the_language(client: Client) -> None:
    """The page after the end: result, places, scoring, charts; and the log."""
    table = new_table(["me", "friend"], client, "tsukiji", name="Aki")
    Client().post(f"/t/{table.slug}/join/", {"name": "Ben"})
    rng = Random(3)
    while True:
        with hold(table) as match:
            if not match.state.actors:
                break
            seat = match.state.actors[0]
            move = match.game.notation(rng.choice(match.state.legal(seat)))
        play.play(table, seat, move)
    page = client.get(f"/t/{table.slug}/").content.decode()
    assert sorted(left(page)) == []
    form = client.get(f"/t/{table.slug}/report/").content.decode()
    sent = client.post(f"/t/{table.slug}/report/", {"text": "x"}).content.decode()
    empty = client.post(f"/t/{table.slug}/report/", {"text": ""}).content.decode()
    assert sorted(left(form) | left(sent) | left(empty)) == []


@pytest.mark.parametrize("live", [True, False])
def test_the_game_on_the_front_page_is_in_the_language(
    client: Client, monkeypatch: pytest.MonkeyPatch, *, live: bool
) -> None:
    shown = exhibition.Showing("x", "tsukiji", ["Aki", "Ben"], 1, (2,), live)
    monkeypatch.setattr(exhibition, "current", lambda: shown)
    page = client.get("/").content.decode()
    assert 'id="playing"' in page
    assert sorted(left(page)) == []


def test_profiles_and_suggestions_are_in_the_language(client: Client) -> None:
    """Of somebody who has won against bots and people, and what others see of it."""
    sign_up(client, "Aki")
    aki, (_, ben) = Person.objects.get(), account("Ben")
    Person.objects.update(profile="everyone", portrait="rin")
    for name in GAMES:
        finished((aki, 1), ("gentle", 2), ("gentle", 3), title=name)
    habits = {"tsukiji.card.ebi": 3, "tsukiji.card.fugu": 1}
    Result.objects.filter(seat__table__title="tsukiji").update(habits=habits)
    finished((aki, 1), (ben, 2), rated=True, listed=True)
    for person in (aki, ben):
        Rating.objects.create(
            person=person, title="tsukiji", tempo="live", rating=900, deviation=90, games=3,
            last=timezone.now(),
        )  # fmt: skip
    names = (*NAMES, "Bot 1", "Bot 2", timezone.now().strftime("%B"))
    for path in ("/", "/me/", f"/people/{aki.pk}/", f"/people/{ben.pk}/", "/ratings/tsukiji/live/"):
        page = re.sub("<time .*?</time>", "", client.get(path).content.decode())
        assert sorted(left(page, names)) == [], path


def test_errors_are_in_the_language(client: Client) -> None:
    """Refusals of the pages and problems of the API."""
    table = new_table(["me", "friend"], client, "tsukiji", name="Aki")
    answers = [
        client.post(f"/t/{table.slug}/move/", {"move": "buy 1"}),
        client.post("/new/tsukiji/", {"players": "9"}),
        client.post("/me/", {"name": ""}),
        client.post("/account/new/", {"name": "", "password": "long enough, this one"}),
        client.post("/account/log-in/", {"name": "nobody", "password": "x"}),
        client.get("/t/no-such-table/"),
    ]
    for answer in answers:
        assert answer.status_code >= 400 or answer.status_code == 302
        assert sorted(left(answer.content.decode())) == [], answer.request["PATH_INFO"]
    calls = [
        client.get("/api/v1/nothing/"),
        client.get("/api/v1/me"),
        client.post("/api/v1/tables", "{", content_type="application/json"),
        client.get("/api/v1/tables/no-such-table"),
    ]
    for call in calls:
        assert call.status_code >= 400
        told = json.loads(call.content)["message"]
        assert pseudo.untranslated(told) == "", told


def test_a_mail_is_in_the_language(client: Client) -> None:
    form = {"name": "Aki", "password": "long enough, this", "email": "aki@example.org"}
    assert client.post("/account/new/", form).status_code == 302
    client.post("/account/reset/", {"name": "Aki"})
    do_soon()
    [sent] = mail.outbox
    for text in (sent.subject, *str(sent.body).split("\n")):
        assert "http" in text or pseudo.english(text, (*NAMES, "testserver")) == "", text


# --- Choosing a language


@pytest.mark.usefixtures("_pseudo")
def test_a_link_opens_a_page_in_its_language() -> None:
    client = Client()
    assert '<html lang="en" ' in client.get("/").content.decode()
    assert '<html lang="en-xa" ' in client.get("/?language=en-XA").content.decode()
    assert '<html lang="en-xa" ' in client.get("/me/").content.decode(), "the browser remembers it"
    assert '<html lang="en-xa" ' in client.get("/?language=tlh").content.decode()
    assert '<html lang="en" ' in client.get("/?language=en").content.decode()


@pytest.mark.usefixtures("_pseudo")
def test_a_language_is_chosen_for_the_browser_and_the_account() -> None:
    client = Client()
    client.post("/me/", {"name": "Aki"})
    page = client.get("/").content.decode()
    assert 'href="/language/?next=/"' in page
    answer = client.post("/language/", {"language": "en-xa", "next": "/me/"})
    assert answer.headers["location"] == "/me/"
    assert Person.objects.get(name="Aki").language == "en-xa"
    assert '<html lang="en-xa" ' in client.get("/").content.decode()
    other = Client(headers={"accept-language": "en"})
    other.cookies["ichiba"] = client.cookies["ichiba"].value
    assert '<html lang="en-xa" ' in other.get("/").content.decode(), "another device of theirs"
    assert client.post("/language/", {"language": "tlh"}).status_code == 400
    away = client.post("/language/", {"language": "en", "next": "https://example.org/"})
    assert away.headers["location"] == "/"


def test_nothing_is_offered_while_there_is_only_english() -> None:
    assert len(settings.LANGUAGES) == 1
    assert "/language/" not in Client().get("/").content.decode()
    assert '<html lang="en" ' in Client().get("/?language=en-xa").content.decode()


def test_scripts_write_numbers_as_the_page_does(client: Client) -> None:
    """They get the grammar from the page, and none formats numbers by itself."""
    page = client.get("/").content.decode()
    assert 'data-thousands="." data-yen="# ¥" data-minus="−#"' in page
    package = Path(str(files("ichiba")))
    scripts = [*package.glob("site/static/site/*.js"), *package.glob("games/*/board/static/*.js")]
    assert len(scripts) > 30
    for script in scripts:
        assert "toLocaleString" not in script.read_text(encoding="utf-8"), script.name
