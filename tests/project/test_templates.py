"""What `make format` does to templates: long lines are broken, and pages stay the same."""

import re
import runpy
from pathlib import Path

import pytest
from jinja2 import Environment

SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "templates.py"))
PAGES = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
PAGES.install_null_translations()  # type: ignore[attr-defined]
SHORT = SCRIPT["LONGEST"]
LIST = (
    '<ul>{% for one in things %}<li id="thing-{{ one }}" class="thing{% if one is odd %} odd'
    '{% endif %}"{% if one > 1 %} data-more="{{ one }} of them"{% endif %}>{{ one }}<b>,</b> '
    "{% if not loop.last %}and <i>then</i>{% else %}that is all{% endif %}</li>{% endfor %}</ul>"
)
MESSAGE = (
    "<p>{% trans count=things|length %}There is {{ count }} thing <b class='x' id='y'>here</b>"
    "{% pluralize %}There are {{ count }} things <b class='x' id='y'>here</b>, all of them"
    '{% endtrans %}</p><p title="A sentence  with { and > in it">{{ "a  b %}" }}</p>'
)


@pytest.mark.parametrize("source", [LIST, MESSAGE, f"<main>\n  {LIST}\n  {MESSAGE}\n</main>\n"])
def test_a_page_stays_the_same(source: str) -> None:
    new = SCRIPT["wrapped"](source)
    assert new != source, "nothing was broken"
    assert SCRIPT["wrapped"](new) == new
    before, after = (PAGES.from_string(one).render(things=[1, 2, 3]) for one in (source, new))
    # Between two attributes, a line may end instead of a space.
    assert re.sub(r"\n +(?=[\w-]+=)", " ", after) == before


def test_lines_are_broken_where_they_are_long() -> None:
    assert max(len(line) for line in SCRIPT["wrapped"](LIST).splitlines()) <= SHORT
    assert SCRIPT["wrapped"](LIST[:SHORT]) == LIST[:SHORT]


def test_what_cannot_be_broken_stays() -> None:
    sentence = f"<p>{'Some words. ' * 20}</p>\n"
    assert SCRIPT["wrapped"](sentence) == sentence
    include = f'{{% include "{"long/" * 30}.html" %}}\n'
    assert SCRIPT["wrapped"](include) == include


def test_the_end_of_an_included_file_is_not_stripped() -> None:
    source = (
        f'<b>{"Some words. " * 10}</b>{{% include "one.html" %}}{{% if True %}}yes{{% endif %}}'
    )
    assert '" %}{% if True' in SCRIPT["wrapped"](source)
