"""Every page in another language: nothing is left in English, and nothing is glued together.

The language is the pseudo-language of `pseudo.py`. Also how a language is chosen.
"""

import html
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

import pseudo
from ichiba.bots.characters import CHARACTERS
from ichiba.core.words import ENGLISH
from ichiba.core.words.translations import folders

GAMES = ("tsukiji", "shinjuku", "tokyo-tsukiji-market")
SPOKEN = {
    "title", "aria-label", "alt", "placeholder", "label", "data-ask", "data-note", "data-tip",
    "data-why",
}  # fmt: skip
HIDDEN = {"script", "style", "template", "code", "pre", "kbd"}
BLOCKS = {
    "p", "div", "li", "td", "th", "h1", "h2", "h3", "h4", "button", "label", "legend", "summary",
    "option", "section", "dt", "dd", "a", "title", "figcaption", "time", "text",
}  # fmt: skip


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
        if self._mine or tag in HIDDEN or found.get("lang") == "ja":
            self._mine += [tag] if tag not in ("use", "img", "input", "br", "path") else []
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
    "Ichiba", "市場", "EN-XA", "Tsukiji", "Shinjuku", "Tokyo Tsukiji Market", "Aki", "Ben", "English",
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
def client(_pseudo: None) -> Client:
    return Client(headers={"accept-language": "en-XA"})


pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "path",
    [
        "/", "/me/", "/me/notices/", "/account/new/", "/account/log-in/", "/account/reset/",
        "/replay/", "/offline/", "/language/", "/nothing-here/",
        *(f"/new/{name}/" for name in GAMES),
        *(f"/rules/{name}/table/" for name in GAMES),
    ],
)  # fmt: skip
def test_a_page_is_in_the_language(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert '<html lang="en-xa">' in page
    assert left(page) == set()
