"""The Jinja2 environment for pages and boards, with clickable moves, symbols, and cached parts that
are rendered once for all viewers.

`{% once_for values %}` renders a part of a page once for equal values. The cache key covers the
values completely, so no viewer can get a part with another viewer's secrets. Parts can be nested: a
whole restaurant or map is looked up first, and its smaller parts only if something in it has
changed. Templates that are included by name are inserted when a template is compiled. `symbol` and
`player_mark` are filters, because Jinja2 evaluates a filter of a constant once, at compile time.
"""

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import count
from typing import Any

import msgspec
from django.template.backends.utils import csrf_input
from django.template.defaultfilters import date as formatted
from django.template.defaultfilters import slugify
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from jinja2 import Environment, Undefined, nodes, pass_context
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context
from markupsafe import Markup, escape

from ichiba.core.errors import UnknownGame
from ichiba.core.registry import load
from ichiba.site.assets.files import modules_of
from ichiba.site.bounded import Bounded
from ichiba.site.pages import charts
from ichiba.site.request import Request
from ichiba.site.titles.words import words_for

_INDENTATION = re.compile(r"\n[ \t]+")
# An attribute on a line of its own (see `scripts/templates.py`).
_ATTRIBUTE = re.compile(r'\n[ \t]+(?=[\w:-]+=")')
_INCLUDED = re.compile(r'{% include "([^"]+)" %}')
_Key = tuple[int, str | None, bytes]
SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "cross")


class Templates(Environment):
    """Looks up dict keys before attributes, so that `column.items` is the presenter's value."""

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        """Insert included templates, and strip the indentation to make pages smaller.

        Jinja2 would look up each of them and copy the context whenever it renders the page, which
        takes about a tenth longer.
        """
        source = _INCLUDED.sub(self._included, source)
        source = _ATTRIBUTE.sub(" ", super().preprocess(source, name, filename))
        return _INDENTATION.sub("\n", source)

    def _included(self, tag: re.Match[str]) -> str:
        assert self.loader is not None  # noqa: S101 - for the type checker
        source = self.loader.get_source(self, tag[1])[0]
        return _INCLUDED.sub(self._included, source)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Look up `obj.attribute` in a template."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(**options: Any) -> Environment:
    """Return the environment of all templates, as named in the settings."""
    extensions: list[str | type[Extension]] = ["jinja2.ext.i18n", OnceFor]
    made = Templates(**options, keep_trailing_newline=True, extensions=extensions)
    made.install_gettext_translations(translation)  # type: ignore[attr-defined]
    made.globals |= {
        "_": translation.gettext,
        "clock": clock,
        "modules": modules,
        "move": move,
        "number_format": number_format,
        "static": static,
        "url": url,
    }
    # Jinja2 evaluates a filter of a constant when it compiles the template.
    made.filters |= {
        "date": date,
        "game_title": game_title,
        "line_chart": charts.draw,
        "once_found": OnceFor.found,
        "once_kept": OnceFor.keep,
        "once_key": OnceFor.key,
        "player_mark": player_mark,
        "portrait": portrait,
        "slugify": slugify,
        "symbol": symbol,
        "series": series,
        "signed": signed,
        "yen": yen,
    }
    made.tests["none"] = is_none
    return made


def is_none(value: object) -> bool:
    """Return whether a value is None or undefined."""
    return value is None or isinstance(value, Undefined)


class OnceFor(Extension):
    """`{% once_for lot, board.round %}…{% endonce_for %}`: cache a part of a board that depends
    only on these values and on the language. It must not contain moves.

    It is rendered once for equal values, for all viewers and tables. Different values have
    different keys, so the cache can't leak secrets. `{% once_for harbor unless harbor.moves %}`
    bypasses the cache while there are moves inside.
    """

    tags = {"once_for"}  # noqa: RUF012 - defined by Jinja2
    # In bytes, for the parts of all boards. To find everything that hasn't changed, a table of
    # Tsukiji needs 100,000, and one of Tokyo Tsukiji Market 40,000. With half of that, a fifth more
    # is rendered anew.
    # Parts that are not ASCII are kept as UTF-8: Python would take two bytes for each character.
    kept: Bounded[Markup | bytes] = Bounded(12_000_000, len)
    _places = count()  # a number for each occurrence of the tag

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """Parse the tag: look the part up, and if it isn't there, render and keep it.

        These are filters because Jinja2 calls them directly, unlike functions and macros.
        """
        line = next(parser.stream).lineno
        values = [parser.parse_expression()]
        while parser.stream.skip_if("comma"):
            values.append(parser.parse_expression())
        anew: nodes.Expr = nodes.Const(False)
        if parser.stream.skip_if("name:unless"):
            anew = parser.parse_expression()
        content = parser.parse_statements(("name:endonce_for",), drop_needle=True)
        key, part = parser.free_identifier(line), parser.free_identifier(line)
        place = nodes.Const(next(self._places))
        render: list[nodes.Node] = [
            nodes.AssignBlock(part, None, content),
            nodes.Assign(part, _filtered(part, "once_kept", key)),
        ]
        return [
            nodes.Assign(key, _filtered(nodes.List(values), "once_key", place, anew)),
            nodes.Assign(part, _filtered(key, "once_found")),
            nodes.If(nodes.Not(part), render, [], []),
            nodes.Output([part]),
        ]

    @staticmethod
    @pass_context
    def key(context: Context, values: list[object], place: int, anew: object) -> "_Key | None":
        """Return the key of a part, or None if it has to be rendered anew."""
        if anew:
            return None
        language = context.get("language") or translation.get_language()
        return place, language, _digest(values)

    @classmethod
    def found(cls, key: "_Key | None") -> Markup | None:
        """Return a part that has been kept, or None."""
        part = None if key is None else cls.kept.get(key)
        return Markup(part.decode()) if isinstance(part, bytes) else part  # noqa: S704 - kept markup

    @classmethod
    def keep(cls, part: Markup, key: "_Key | None") -> Markup:
        """Keep a part and return it. Drop the parts that haven't been used for longest."""
        if key is not None:
            cls.kept.keep(key, part if part.isascii() else part.encode())
        return part

    @classmethod
    def forget_all(cls) -> None:
        """Empty the cache."""
        cls.kept.clear()


def _filtered(value: nodes.Expr, name: str, *arguments: nodes.Expr) -> nodes.Filter:
    return nodes.Filter(value, name, [*arguments], [], None, None)


# Takes a fifth of the time of `repr`.
_encode = msgspec.msgpack.Encoder(enc_hook=repr).encode


def _digest(values: list[object]) -> bytes:
    """Return a short digest to use in cache keys instead of the values."""
    return blake2b(_encode(values), digest_size=16).digest()


@pass_context
def move(
    context: Context,
    notation: str,
    caller: Callable[[], Markup],
    css: str = "",
    key: str = "",
    label: str = "",
    **more: str,
) -> Markup:
    """Render a piece that makes a move when clicked, or explains why it can't.

    `more` can have `tip` (what the piece is, and what it does for the viewer now), `note` (what
    the choice costs and brings, for the tray) and `ask` (the question before it is confirmed) or
    `brings` (what the question says besides the label).
    """
    moves, inside = context["moves"], caller()
    brings = more.pop("brings", "")
    name, kind = escape(key), escape(css)
    if moves.watching:
        tip = _data(tip=more.get("tip", ""))
        return Markup(f'<div id="{name}" class="{kind}"{tip}>{inside}</div>')  # noqa: S704 - escaped
    if notation in moves.labels:
        moves.shown.add(notation)
        # It can't be undone: ask.js may ask for confirmation.
        final = " data-final" if notation in moves.final else ""
        if brings:
            asked = {"action": moves.labels[notation], "brings": brings}
            more["ask"] = _("%(action)s? %(brings)s") % asked
        return Markup(  # noqa: S704 - escaped
            f'<button id="{name}" class="{kind} can" type="submit" name="move" '
            f'value="{escape(notation)}"{final}{_data(**more)} '
            f'aria-label="{escape(moves.labels[notation])}">{inside}</button>'
        )
    why = moves.why(notation)
    told = _("%(label)s. %(why)s") % {"label": label or notation, "why": why}
    more.pop("ask", None)
    return Markup(  # noqa: S704 - escaped
        f'<button id="{name}" class="{kind} cannot" type="button" aria-disabled="true" '
        f'data-why="{escape(why)}"{_data(**more)} aria-label="{escape(told)}">'
        f"{inside}</button>"
    )


def _data(**values: str) -> str:
    """Return data attributes, without those that are empty."""
    return "".join(f' data-{name}="{escape(value)}"' for name, value in values.items() if value)


def modules(*scripts: str | None) -> Markup:
    """Return the tags for these modules. What they import is fetched at the same time."""
    return _module_tags(tuple(script for script in scripts if script))


@lru_cache(maxsize=64)
def _module_tags(scripts: tuple[str, ...]) -> Markup:
    imported = [name for name in modules_of(*scripts) if name not in scripts]
    preload = Markup('<link rel="modulepreload" fetchpriority="low" href="{}">')
    load = Markup('<script type="module" src="{}"></script>')
    tags = [load.format(static(name)) for name in scripts]
    tags += [preload.format(static(name)) for name in imported]
    return Markup("\n").join(tags)


def symbol(name: str, label: str = "", css: str = "") -> Markup:
    """Return an icon. Without a label it is decorative and hidden from screen readers."""
    return _picture("symbols", name, str(label), css)


@lru_cache(maxsize=2048)
def _picture(library: str, name: str, label: str, css: str) -> Markup:
    href = f"{static(f'site/{library}.svg')}#{name}"
    if label:
        svg = Markup('<svg class="symbol {}" role="img" aria-label="{}"><use href="{}"/></svg>')
        return svg.format(css, label, href)
    svg = Markup('<svg class="symbol {}" aria-hidden="true"><use href="{}"/></svg>')
    return svg.format(css, href)


def player_mark(seat: int, name: str = "") -> Markup:
    """Return a player's shape in the player's colour."""
    return symbol(f"player-{SHAPES[seat]}", name, f"mark p{seat}")


def portrait(key: str, label: str = "", css: str = "") -> Markup:
    """Return the portrait of a bot's character."""
    return _picture("portraits", key, str(label), f"portrait {css}".strip())


class _Sentences(dict[str, str]):
    """A cache of translations into one language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, message: str) -> str:
        with translation.override(self._language):
            said = self[message] = translation.gettext(message)
        return said


@cache
def voice(language: str) -> dict[str, object]:
    """Return the language and a cached gettext, for templates with many translations."""
    say = _Sentences(language).__getitem__
    return {"language": language, "_": say, "gettext": say}


def form_token(request: Request) -> dict[str, object]:
    """Context processor: the CSRF token for forms, with one mask for the whole page.

    Django makes a new mask for each form, and random text can't be compressed.
    """
    return {"csrf_input": SimpleLazyObject(lambda: csrf_input(request))}


@lru_cache(maxsize=4096)
def url(name: str, *arguments: object) -> str:
    """Return the URL of a page, cached."""
    return reverse(name, args=arguments)


def clock(when: datetime) -> Markup:
    """Return a point in time. times.js converts it to the visitor's time zone."""
    return Markup('<time datetime="{}">{}</time>').format(when.isoformat(), date(when, "D H:i T"))


def date(when: datetime, form: str) -> str:
    """Format a point in time like Django's filter of the same name."""
    return formatted(localtime(when), form)


def series(items: list[str]) -> str:
    """Return texts with commas between them, as the visitor's language writes them."""
    return words_for([]).series(items)


def yen(amount: int) -> str:
    """Return an amount of money as the visitor's language writes it: ¥1,200."""
    return words_for([]).yen(amount)


def signed(number: int) -> str:
    """Return a change as the visitor's language writes it: +4, −1, ±0."""
    return words_for([]).signed(number)


def number_format() -> Markup:
    """Return how the visitor's language writes numbers, as data attributes for scripts."""
    grammar = words_for([]).grammar
    given = {"thousands": grammar.thousands, "yen": grammar.money, "minus": grammar.minus}
    return Markup(_data(**given))  # noqa: S704 - escaped


def game_title(name: str) -> str:
    """Return the title of a game, or its name if it isn't installed any more."""
    try:
        return load(name).title
    except UnknownGame:
        return name
