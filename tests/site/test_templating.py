"""Extensions of our Jinja2 templates."""

import re
from collections.abc import Iterator

import pytest
from django.template import engines
from django.utils import translation

from ichiba.site.pages.templating import OnceFor, voice


class Deciding:
    """The possible moves in these tests."""

    watching = False
    labels = {"buy 1": 'Buy "one" & all'}  # noqa: RUF012 - never changed
    final: set[str] = set()  # noqa: RUF012 - no move is final
    shown: set[str] = set()  # noqa: RUF012 - moves with a button on the page

    def why(self, notation: str) -> str:
        """The reason why a move is not possible."""
        return f"<{notation}> is too dear."


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    OnceFor.forget_all()
    yield
    OnceFor.forget_all()


def rendered(source: str, **context: object) -> str:
    return str(engines["jinja2"].from_string(source).render(context))


def test_a_dict_is_asked_for_what_is_in_it_before_its_methods() -> None:
    assert rendered("{{ row.items }}", row={"items": "two crabs"}) == "two crabs"
    assert rendered("{% for k, v in row.items() %}{{ k }}{{ v }}{% endfor %}", row={"a": 1}) == "a1"


def test_what_is_not_there_is_none() -> None:
    source = (
        "{% if row.price is none %}free{% endif %}{% if row.name is not none %}named{% endif %}"
    )
    assert rendered(source, row={}) == "free"
    assert rendered(source, row={"price": 0, "name": ""}) == "named"
    assert rendered(source, row={"price": None, "name": None}) == "free"


def test_indentation_is_not_sent() -> None:
    assert rendered("<p>\n    {% if 1 %}\n      x\n    {% endif %}\n</p>\n") == "<p>\n\nx\n\n</p>\n"


def test_a_move_that_can_be_made_is_a_button_with_its_label() -> None:
    source = '{% call move("buy 1", css="lot", key="lot-1") %}<b>{{ name }}</b>{% endcall %}'
    assert rendered(source, moves=Deciding(), name="<Aki>") == (
        '<button id="lot-1" class="lot can" type="submit" name="move" value="buy 1" '
        'aria-label="Buy &#34;one&#34; &amp; all"><b>&lt;Aki&gt;</b></button>'
    )


def test_a_move_that_cannot_be_made_says_why() -> None:
    source = '{% call move("buy 2", css="lot", key="lot-2", label="Lot 2") %}x{% endcall %}'
    why = "&lt;buy 2&gt; is too dear."
    assert rendered(source, moves=Deciding()) == (
        '<button id="lot-2" class="lot cannot" type="button" aria-disabled="true" '
        f'data-why="{why}" aria-label="Lot 2. {why}">x</button>'
    )


def test_a_part_is_rendered_once_for_equal_values() -> None:
    source = "{% once_for lot, buyer %}{{ lot }} {{ seen }};{% endonce_for %}"
    template = engines["jinja2"].from_string(source)
    shown = [
        template.render({"lot": lot, "buyer": buyer, "seen": seen})
        for seen, (lot, buyer) in enumerate([("1", 2), ("1", 2), ("1", 3), (1, 2), ("1", 2)])
    ]
    assert shown == ["1 0;", "1 0;", "1 2;", "1 3;", "1 0;"]


def test_two_parts_side_by_side_are_not_the_same() -> None:
    part = "{% once_for lot %}{{ seen }}{% endonce_for %}"
    source = part + part.replace("seen", "seen + 1")
    assert rendered(source, lot=1, seen=3) == "34"
    assert rendered(part, lot=1, seen=5) == "5", (
        "parts of two unnamed templates must not be mixed up"
    )


def test_a_part_is_rendered_anew_where_that_is_wanted() -> None:
    source = "{% once_for lot unless moves %}{{ seen }}{% endonce_for %}"
    template = engines["jinja2"].from_string(source)
    shown = [
        template.render({"lot": 1, "moves": moves, "seen": seen})
        for seen, moves in enumerate([[], ["buy"], [], ["buy"]])
    ]
    assert shown == ["0", "1", "0", "3"]


def test_a_part_is_rendered_for_every_language() -> None:
    template = engines["jinja2"].from_string("{% once_for 1 %}{{ seen }}{% endonce_for %}")
    shown = []
    for seen, language in enumerate(["en", "nl", "en", "nl"]):
        with translation.override(language):
            shown.append(template.render({"seen": seen}))
            shown.append(template.render({"seen": seen} | voice(language)))
    assert shown == ["0", "0", "1", "1", "0", "0", "1", "1"]


def test_sentences_are_looked_up_in_the_language_of_the_voice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def gettext(message: str) -> str:
        asked.append((translation.get_language(), message))
        return f"{message} in {translation.get_language()}"

    monkeypatch.setattr(translation, "gettext", gettext)
    source = "{{ _('here') }}, {% trans name=who %}{{ name }} there{% endtrans %}"
    with translation.override("en"):
        for _ in range(2):
            told = rendered(source, who="<i>", **voice("mi"))
            assert told == "here in mi, &lt;i&gt; there in mi"
    assert asked == [("mi", "here"), ("mi", "%(name)s there")]


def test_the_kept_parts_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OnceFor.kept, "most", 3)
    template = engines["jinja2"].from_string("{% once_for n %}{{ n }}{% endonce_for %}")
    for n in range(10):
        template.render({"n": n})
    assert len(OnceFor.kept) == 3


def test_a_symbol_is_drawn_when_its_template_is_compiled() -> None:
    code = engines["jinja2"].env.compile('{{ "bot"|symbol }}', raw=True)
    assert "#bot" in code
    assert "symbol" not in re.sub(r"'[^']*'", "", code)
