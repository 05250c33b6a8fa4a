"""Tags for boards and pages: moves that can be clicked, symbols, players' shapes."""

from collections import OrderedDict
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.dateformat import format as date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from ichiba.core.errors import UnknownGame
from ichiba.core.registry import load
from ichiba.site.loading import language_of

register = template.Library()

SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "cross")


@register.simple_block_tag(takes_context=True)
def move(
    context: Any, content: str, notation: str, css: str = "", key: str = "", label: str = ""
) -> SafeString:
    """A piece that makes a move when it is clicked; where it cannot, it says why."""
    moves = context["moves"]
    inside = mark_safe(content)  # noqa: S308 - rendered by the template itself
    if moves.watching:
        return format_html('<div id="{}" class="{}">{}</div>', key, css, inside)
    if notation in moves.labels:
        return format_html(
            '<button id="{}" class="{} can" type="submit" name="move" value="{}" '
            'aria-label="{}">{}</button>',
            key, css, notation, moves.labels[notation], inside,
        )  # fmt: skip
    why = moves.why(notation)
    return format_html(
        '<button id="{}" class="{} cannot" type="button" aria-disabled="true" data-why="{}" '
        'aria-label="{}. {}">{}</button>',
        key, css, why, label or notation, why, inside,
    )  # fmt: skip


def _digest(text: str) -> bytes:
    """As good as the text itself to tell it from others, and shorter."""
    return blake2b(text.encode(), digest_size=16).digest()


class OnceFor(template.Node):
    """A part of a board that depends on the named values and on the language, and on nothing else.

    It is rendered once for equal values, whoever looks, at whichever table. The key tells the
    values apart for sure, so nobody can get another's secrets out of it.
    """

    child_nodelists = ("content",)
    most = 5000  # parts that are kept, of all boards together
    kept: OrderedDict[tuple[object, ...], str] = OrderedDict()  # noqa: RUF012 - shared on purpose

    def __init__(self, values: list[Any], unless: Any, content: template.NodeList) -> None:
        self.values, self.unless, self.content = values, unless, content

    def render(self, context: Any) -> str:
        """The part, perhaps out of memory."""
        if self.unless is not None and self.unless.resolve(context):
            return self.content.render(context)
        values = repr([value.resolve(context) for value in self.values])
        key = (self, language_of(context), context.use_l10n, _digest(values))
        html = self.kept.get(key)
        if html is None:
            html = self.kept[key] = self.content.render(context)
            if len(self.kept) > self.most:
                self.kept.popitem(last=False)
        return html


@register.tag
def once_for(parser: Any, token: Any) -> OnceFor:
    """`{% once_for lot board.round %}…{% endonce_for %}`; moves do not belong inside.

    `{% once_for harbor unless harbor.moves %}` renders anew whenever there are moves inside.
    """
    words = token.split_contents()[1:]
    unless = parser.compile_filter(words[-1]) if "unless" in words else None
    values = [parser.compile_filter(word) for word in (words[:-2] if unless else words)]
    content = parser.parse(("endonce_for",))
    parser.delete_first_token()
    return OnceFor(values, unless, content)


@register.simple_tag
def symbol(name: str, label: str = "", css: str = "") -> SafeString:
    """A picture out of the library; with a label it speaks, without it is decoration."""
    return _symbol(name, str(label), css)


@lru_cache(maxsize=2048)
def _symbol(name: str, label: str, css: str) -> SafeString:
    href = f"{static('site/symbols.svg')}#{name}"
    if label:
        return format_html(
            '<svg class="symbol {}" role="img" aria-label="{}"><use href="{}"/></svg>',
            css, label, href,
        )  # fmt: skip
    return format_html(
        '<svg class="symbol {}" aria-hidden="true"><use href="{}"/></svg>', css, href
    )


@register.simple_tag
def player_mark(seat: int, name: str = "") -> SafeString:
    """A player's shape in the player's colour."""
    shape = SHAPES[seat]
    return symbol(f"player-{shape}", name, f"mark p{seat}")


@register.filter
def game_title(name: str) -> str:
    """What a title is called; one that is not here any more, by its name."""
    try:
        return load(name).title
    except UnknownGame:
        return name


@register.simple_tag
def clock(when: datetime) -> SafeString:
    """A point in time; times.js puts it into the visitor's own."""
    shown = date_format(when, "D H:i T")
    return format_html('<time datetime="{}">{}</time>', when.isoformat(), shown)


@register.filter
def at(items: Any, place: Any) -> Any:
    """`items[place]`, for lists and dicts."""
    try:
        return items[place]
    except (KeyError, IndexError, TypeError):
        return None


@register.filter
def times(count: int) -> range:
    """To repeat something so many times."""
    return range(max(0, int(count)))


@register.simple_tag
def line_chart(chart: Any) -> SafeString:
    """A chart as a picture: lines by round, each with its own shape at every point."""
    from ichiba.site.charts import draw

    return draw(chart)
