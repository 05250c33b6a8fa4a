"""A title's words in the visitor's language."""

from django.utils.translation import get_language

from ichiba.core.words import Words


def words_for(names: list[str]) -> Words:
    """Return the words in the visitor's language."""
    return Words(names, get_language() or "en")
