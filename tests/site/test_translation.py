"""Every sentence of a page can be translated: those of the pages and those of the engine."""

import re
import struct
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template import engines
from django.test import Client

import ichiba
from ichiba.core import words
from ichiba.site.management.commands.makemessages import marked
from site_scene import new_table

SOURCE = Path(ichiba.__file__).parent
TEMPLATES = sorted([*SOURCE.glob("site/templates/**/*.html"), *SOURCE.glob("games/*/board/*.html")])
SPOKEN = {"title", "aria-label", "alt", "placeholder", "label"}
# A name, and a command that is the same in every language.
KEPT = re.compile(r"Ichiba|printf %s .* \| sha256sum")


class Sayings(HTMLParser):
    """The text that a page shows or a screen reader reads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in SPOKEN]


def within_after(tag: str, within: str) -> str:
    """The block after a tag, if its text is marked for translation or not shown."""
    name = tag.partition(" ")[0]
    if name == "trans" or tag == "block body_class":
        return name
    return "" if name == f"end{within}" else within


def unmarked(source: str) -> list[str]:
    """Words of a template that are not marked for translation."""
    plain, within, tag = "", "", ""
    for _, kind, text in engines["jinja2"].env.lex(source):
        if kind == "block_begin":
            tag = ""
        elif kind == "block_end":
            within = within_after(tag.strip(), within)
        elif kind == "data" and not within:
            plain += text
        elif kind == "variable_begin":
            plain += "…"
        tag += text if kind in ("name", "whitespace") else ""
    page = Sayings()
    page.feed(plain)
    return [text for text in page.found if re.search("[A-Za-z]{2}", KEPT.sub("", text))]


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_all_text_of_a_template_is_marked_for_translation(file: Path) -> None:
    assert unmarked(file.read_text(encoding="utf-8")) == []


def test_text_that_is_not_marked_is_found() -> None:
    source = (
        '<b title="Here">{% if a %}There{% endif %}</b>{{ _("fine") }}{# Why #}<i class="x">1</i>'
    )
    assert unmarked(source) == ["Here", "There"]


def test_translators_get_every_kind_of_sentence() -> None:
    source = (
        '{{ _("Here") }}\n{{ "bot"|symbol(_("bot")) }} {% if _(\'x "y"\') %}{% endif %}\n'
        "{% trans name=who %}Harbor of {{ name }}{% endtrans %}"
        "{% trans n=count %}{{ n }} turn{% pluralize %}{{ n }} turns{% endtrans %}"
    )
    assert marked(source, engines["jinja2"].env).split("\n") == [
        "_('Here'); ",
        "_('bot'); _('x \"y\"'); ",
        "gettext('Harbor of %(name)s'); ngettext('%(n)s turn', '%(n)s turns', 1); ",
    ]


def compiled(sentences: dict[str, str]) -> bytes:
    """A gettext catalogue in its compiled form."""
    head = {"": "Content-Type: text/plain; charset=UTF-8\n"}
    pairs = [(a.encode(), b.encode()) for a, b in sorted((head | sentences).items())]
    tables, texts = b"", b""
    start = 28 + 16 * len(pairs)
    for column in (0, 1):
        for pair in pairs:
            tables += struct.pack("<2I", len(pair[column]), start + len(texts))
            texts += pair[column] + b"\0"
    count = len(pairs)
    return struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0) + tables + texts


@pytest.fixture
def esperanto(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:  # type: ignore[no-untyped-def]
    """A language with one translated sentence of the pages and one of the engine."""
    locale = tmp_path / "locale"
    (locale / "eo" / "LC_MESSAGES").mkdir(parents=True)
    sentences = {"Restart my turn": "Rekomenci mian vicon"}
    (locale / "eo" / "LC_MESSAGES" / "django.mo").write_bytes(compiled(sentences))
    settings.LANGUAGES = [("en", "English"), ("eo", "Esperanto")]
    settings.LOCALE_PATHS = [locale]
    package = tmp_path / "esperanto_words"
    (package / "words").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "words" / "eo.toml").write_text(
        'tsukiji.prompt.valuation = "Metu bileton sur aron {lot}."', encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    words.add_catalogue(package.name)
    yield
    words.packages.remove(package.name)
    sys.modules.pop(package.name, None)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("esperanto")
def test_pages_and_engine_speak_the_visitors_language() -> None:
    client = Client(headers={"accept-language": "eo"})
    table = new_table(["me", "greedy"], client, name="Aki")
    page = client.get(f"/t/{table.slug}/").content.decode()
    assert '<html lang="eo"' in page
    assert "Metu bileton sur aron 1." in page
    assert "Rekomenci mian vicon" in page
    assert "Restart my turn" not in page
    english = client.get(f"/t/{table.slug}/", headers={"accept-language": "en"}).content.decode()
    assert "Lay a ticket on lot 1." in english
    assert "Restart my turn" in english
