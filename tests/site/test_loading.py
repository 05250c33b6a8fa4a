"""What never changes in a template is put together once, and shows what it would have shown."""

import pytest
from django.template import Context, Template
from django.template.loader import get_template
from django.utils import translation

from ichiba.site import loading
from ichiba.site.loading import Steady, _settle

SOURCE = """<p class="a">
      {% translate "here" %} {% symbol "bot" _("bot") %}{% symbol name %}
  {% if name == "bot" %}
    {% translate "away" %}{% else %}<b>{% translate "free" %}</b>
  {% endif %}
  {% for number in numbers %}{% player_mark 2 %}<i>{{ number }}</i>{% translate "x" %}{% endfor %}
</p>"""


def settled(source: str) -> Template:
    template = Template(source)
    _settle(template.nodelist)
    return template


def without_space(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("name", ["bot", "eye"])
def test_it_shows_the_same_without_indentation(name: str) -> None:
    context = {"name": name, "numbers": [1, 2, 3]}
    template = settled(SOURCE)
    for _ in range(2):  # put together, and out of memory
        text = template.render(Context(context))
        assert without_space(text) == without_space(Template(SOURCE).render(Context(context)))
        assert "\n " not in text


def test_steady_neighbours_become_one_and_the_rest_stays() -> None:
    kinds = [type(node).__name__ for node in settled(SOURCE).nodelist]
    assert kinds == [
        "Steady",
        "SimpleNode",
        "TextNode",
        "IfNode",
        "TextNode",
        "ForNode",
        "TextNode",
    ]


def test_every_language_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"en": "here", "ja": "ここ"}
    template = settled('{% translate "here" %}!')

    def gettext(_: str) -> str:
        return said[translation.get_language() or "en"]

    monkeypatch.setattr("django.template.base.gettext_lazy", gettext)
    for language in ("en", "ja", "en"):
        with translation.override(language):
            assert template.render(Context()) == f"{said[language]}!"


def test_boards_and_pages_are_settled_and_those_of_others_are_not() -> None:
    ours = get_template("tsukiji/board/board.html").template.nodelist
    assert ours.get_nodes_by_type(Steady)
    others = get_template("admin/base.html").template.nodelist
    assert not others.get_nodes_by_type(Steady)


def test_what_depends_on_variables_is_not_steady() -> None:
    for source in (
        "{% symbol name %}", "{% translate name %}", '{% translate "x" as y %}', "{{ name }}",
        "{% player_mark seat %}", '{% symbol "bot"|upper %}', '{% translate "x" context "y" %}',
    ):  # fmt: skip
        [node] = Template(source).nodelist
        assert not loading._is_steady(node), source
