"""Tags for boards and pages: moves that can be clicked, symbols, players' shapes."""

from functools import lru_cache
from itertools import count
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from ichiba.core.registry import load

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


class _Keep(template.Node):
    """Renders what depends on some data alone only when that data is new."""

    def __init__(self, data: Any, changing: Any, content: Any) -> None:
        self.data, self.changing, self.content = data, changing, content
        self.number = next(_numbers)  # unlike `id`, never that of another place

    def render(self, context: Any) -> str:
        if self.changing is not None and self.changing.resolve(context):
            return str(self.content.render(context))
        key = f"{self.number} {get_language()} {self.data.resolve(context)!r}"
        kept = _kept.get(key)
        if kept is None:
            kept = _kept[key] = str(self.content.render(context))
            while len(_kept) > _MOST_KEPT:
                _kept.pop(next(iter(_kept)), None)
        return kept


_numbers = count()
_MOST_KEPT = 10_000
_kept: dict[str, str] = {}


@register.tag
def keep(parser: Any, token: Any) -> _Keep:
    """`{% keep data %}…{% endkeep %}`: a part of a board that shows this data and nothing else.

    `{% keep data changing %}` renders anew while `changing` is true, such as when there are moves.
    What is kept is a function of the data, so nobody gets another's secrets out of it.
    """
    _, data, *changing = token.split_contents()
    content = parser.parse(("endkeep",))
    parser.delete_first_token()
    compiled = [parser.compile_filter(one) for one in changing]
    return _Keep(parser.compile_filter(data), compiled[0] if compiled else None, content)


@register.filter
def game_title(name: str) -> str:
    """What a title is called."""
    return load(name).title


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
