"""Loads templates, and puts together at once what never changes in them.

Text, sentences without variables and symbols make up most of a board. Django would go through them
one by one for everybody who looks; here neighbours become one piece of text for each language, with
the indentation left out.
"""

import re
from typing import Any

from django.template import Node, NodeList, Template
from django.template.base import FilterExpression, TextNode, Variable
from django.template.defaulttags import IfNode
from django.template.library import SimpleNode
from django.template.loaders import base, cached, filesystem
from django.templatetags.i18n import TranslateNode
from django.utils.translation import get_language

_LANGUAGE = "ichiba.language"
_INDENTATION = re.compile(r"\s*\n\s*")
# Tags of ours that show the same wherever their arguments are the same.
_STEADY_TAGS = {"symbol", "player_mark"}


class Steady(Node):
    """Nodes that show the same to everybody who reads the same language."""

    child_nodelists = ()

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self.token, self.origin = nodes[0].token, nodes[0].origin
        self.kept: dict[str, str] = {}

    def render(self, context: Any) -> str:
        """Their text, put together the first time."""
        language = language_of(context)
        text = self.kept.get(language)
        if text is None:
            text = self.kept[language] = "".join(node.render(context) for node in self.nodes)
        return text


def language_of(context: Any) -> str:
    """The visitor's language, asked once for each template: boards want to know it very often."""
    known: str | None = context.render_context.get(_LANGUAGE)
    if known is None:
        known = context.render_context[_LANGUAGE] = get_language() or ""
    return known


def _is_steady(node: Node) -> bool:
    if isinstance(node, TextNode):
        return True
    if isinstance(node, TranslateNode):
        plain = node.asvar is None and node.message_context is None
        return plain and _is_constant(node.filter_expression)
    if isinstance(node, SimpleNode):
        given = [*node.args, *node.kwargs.values()]
        steady = node.func.__name__ in _STEADY_TAGS and node.target_var is None
        return steady and all(map(_is_constant, given))
    return False


def _is_constant(expression: FilterExpression) -> bool:
    """Whether it is written out in the template."""
    if expression.filters:
        return False
    return not isinstance(expression.var, Variable) or expression.var.literal is not None


def _settle(nodes: NodeList) -> None:
    """Put steady neighbours together, here and inside."""
    settled: list[Node] = []
    steady: list[Node] = []
    for node in [*nodes, None]:
        if node is not None and _is_steady(node):
            if isinstance(node, TextNode):
                node.s = _INDENTATION.sub("\n", node.s)
            steady.append(node)
            continue
        if steady:
            alone = len(steady) == 1 and isinstance(steady[0], TextNode)
            settled.append(steady[0] if alone else Steady(steady))
            steady = []
        if node is not None:
            _settle_inside(node)
            settled.append(node)
    nodes[:] = settled


def _settle_inside(node: Node) -> None:
    if isinstance(node, IfNode):  # its one list is made up whenever it is asked for
        inside = [some for _, some in node.conditions_nodelists]
    else:
        # Tags made by `simple_block_tag` do not name what is inside them.
        names = {*node.child_nodelists, "nodelist"}
        inside = [getattr(node, name, None) for name in names]
    for some in inside:
        if isinstance(some, NodeList):
            _settle(some)


class _Settling(base.Loader):
    """Templates of the site and of the titles are settled; those of others stay as they are."""

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        """A template, before anybody uses it."""
        template = super().get_template(template_name, skip)
        if type(template.origin.loader) is filesystem.Loader and template_name.endswith(".html"):
            _settle(template.nodelist)
        return template


class Loader(cached.Loader, _Settling):
    """Keeps the templates that other loaders find."""
