"""The language of the terminal, as `LC_ALL`, `LC_MESSAGES` or `LANG` say."""

import os
from collections.abc import Sequence

from ichiba.core.words import ENGLISH, Words, add_translations, closest
from ichiba.site.configuration.settings import translations_folder


def use_translations() -> None:
    """Also use the translations in the folder that `ICHIBA_TRANSLATIONS` names."""
    folder = translations_folder(os.environ)
    if folder is not None:
        add_translations(folder)


def language() -> str:
    """The language of this terminal; English if there is no translation into it."""
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((os.environ[name] for name in variables if os.environ.get(name)), "")
    return closest(wanted.partition(".")[0].partition("@")[0]) or ENGLISH


def speaking(names: Sequence[str] = ()) -> Words:
    """Words in the language of this terminal."""
    return Words(names, language())
