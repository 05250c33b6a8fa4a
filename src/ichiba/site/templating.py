"""The templates of pages and boards: Jinja2, with moves that can be clicked, symbols, and parts
that are rendered once for all who see the same."""

import re
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import count
from typing import Any

from django.template.defaultfilters import date as formatted
from django.template.defaultfilters import slugify
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import localtime
from jinja2 import Environment, Undefined, nodes, pass_context
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context
from markupsafe import Markup

from ichiba.core.errors import UnknownGame
from ichiba.core.registry import load
from ichiba.site import charts

_INDENTATION = re.compile(r"\n[ \t]+")
SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "cross")


class Templates(Environment):
    """Looks into dicts first: `column.items` is what a presenter has put there."""

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        """A template without its indentation, which nobody needs to be sent."""
        return _INDENTATION.sub("\n", super().preprocess(source, name, filename))

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`obj.attribute` in a template."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(**options: Any) -> Environment:
    """What settings name: the environment of all templates."""
    extensions = ["jinja2.ext.i18n", OnceFor]
    made = Templates(**options, keep_trailing_newline=True, extensions=extensions)
    made.install_gettext_translations(translation)  # type: ignore[attr-defined]
    made.globals |= {
        "_": translation.gettext,
        "clock": clock,
        "move": move,
        "static": static,
        "url": url,
    }
    # Jinja2 works out a filter of what is written in the template when it reads the template.
    made.filters |= {
        "date": date,
        "game_title": game_title,
        "line_chart": charts.draw,
        "player_mark": player_mark,
        "slugify": slugify,
        "symbol": symbol,
    }
    made.tests["none"] = is_none
    return made


def is_none(value: object) -> bool:
    """In a template, what is not there is none."""
    return value is None or isinstance(value, Undefined)


class OnceFor(Extension):
    """`{% once_for lot, board.round %}…{% endonce_for %}`: a part of a board that depends on these
    values and on the language, and on nothing else; moves do not belong inside.

    It is rendered once for equal values, whoever looks, at whichever table. The key tells the
    values apart for sure, so nobody can get another's secrets out of it.
    `{% once_for harbor unless harbor.moves %}` renders anew whenever there are moves inside.
    """

    tags = {"once_for"}  # noqa: RUF012 - Jinja's
    most = 5000  # parts that are kept, of all boards together
    kept: OrderedDict[tuple[object, ...], Markup] = OrderedDict()  # noqa: RUF012 - shared on purpose
    _places = count()  # a number for each of these tags, wherever it stands

    def parse(self, parser: Parser) -> nodes.Node:
        """The tag as a call that gets what is inside as its caller."""
        line = next(parser.stream).lineno
        values = [parser.parse_expression()]
        while parser.stream.skip_if("comma"):
            values.append(parser.parse_expression())
        anew: nodes.Expr = nodes.Const(False)
        if parser.stream.skip_if("name:unless"):
            anew = parser.parse_expression()
        content = parser.parse_statements(("name:endonce_for",), drop_needle=True)
        place = nodes.Const(next(self._places))
        call = self.call_method(
            "_part", [nodes.ContextReference(), place, nodes.List(values), anew]
        )
        return nodes.CallBlock(call, [], [], content).set_lineno(line)

    def _part(
        self,
        context: Context,
        place: int,
        values: list[object],
        anew: object,
        caller: Callable[[], Markup],
    ) -> Markup:
        """The part, perhaps out of memory."""
        if anew:
            return caller()
        language = context.get("language") or translation.get_language()
        key = (place, language, _digest(repr(values)))
        html = self.kept.get(key)
        if html is None:
            html = self.kept[key] = caller()
            if len(self.kept) > self.most:
                self.kept.popitem(last=False)
        return html


def _digest(text: str) -> bytes:
    """As good as the text itself to tell it from others, and shorter."""
    return blake2b(text.encode(), digest_size=16).digest()


@pass_context
def move(
    context: Context,
    notation: str,
    caller: Callable[[], Markup],
    css: str = "",
    key: str = "",
    label: str = "",
) -> Markup:
    """A piece that makes a move when it is clicked; where it cannot, it says why."""
    moves, inside = context["moves"], caller()
    if moves.watching:
        return _WATCHED % (key, css, inside)
    if notation in moves.labels:
        return _POSSIBLE % (key, css, notation, moves.labels[notation], inside)
    why = moves.why(notation)
    return _IMPOSSIBLE % (key, css, why, label or notation, why, inside)


# Whatever is put into them is escaped, unless it is markup itself.
_WATCHED = Markup('<div id="%s" class="%s">%s</div>')
_POSSIBLE = Markup(
    '<button id="%s" class="%s can" type="submit" name="move" value="%s" '
    'aria-label="%s">%s</button>'
)
_IMPOSSIBLE = Markup(
    '<button id="%s" class="%s cannot" type="button" aria-disabled="true" data-why="%s" '
    'aria-label="%s. %s">%s</button>'
)


def symbol(name: str, label: str = "", css: str = "") -> Markup:
    """A picture out of the library; with a label it speaks, without it is decoration."""
    return _symbol(name, str(label), css)


@lru_cache(maxsize=2048)
def _symbol(name: str, label: str, css: str) -> Markup:
    href = f"{static('site/symbols.svg')}#{name}"
    if label:
        svg = Markup('<svg class="symbol {}" role="img" aria-label="{}"><use href="{}"/></svg>')
        return svg.format(css, label, href)
    svg = Markup('<svg class="symbol {}" aria-hidden="true"><use href="{}"/></svg>')
    return svg.format(css, href)


def player_mark(seat: int, name: str = "") -> Markup:
    """A player's shape in the player's colour."""
    return symbol(f"player-{SHAPES[seat]}", name, f"mark p{seat}")


class _Sentences(dict[str, str]):
    """What sentences are called in a language, each looked up once."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, message: str) -> str:
        with translation.override(self._language):
            said = self[message] = translation.gettext(message)
        return said


@cache
def voice(language: str) -> dict[str, object]:
    """For templates that speak a lot: the language, and how sentences are said in it."""
    say = _Sentences(language).__getitem__
    return {"language": language, "_": say, "gettext": say}


@lru_cache(maxsize=4096)
def url(name: str, *arguments: object) -> str:
    """The address of a page."""
    return reverse(name, args=arguments)


def clock(when: datetime) -> Markup:
    """A point in time; times.js puts it into the visitor's own."""
    return Markup('<time datetime="{}">{}</time>').format(when.isoformat(), date(when, "D H:i T"))


def date(when: datetime, form: str) -> str:
    """A point in time in the words of Django's filter."""
    return formatted(localtime(when), form)


def game_title(name: str) -> str:
    """What a title is called; one that is not here any more, by its name."""
    try:
        return load(name).title
    except UnknownGame:
        return name
