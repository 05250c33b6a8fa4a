"""Collects the sentences of the pages for translators, also those of Jinja2's templates."""

from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages
from django.template import engines
from jinja2 import Environment


def marked(source: str, environment: Environment) -> str:
    """The sentences of a template as a program that says nothing else, line by line."""
    lines = [""] * (source.count("\n") + 1)
    for number, function, message in environment.extract_translations(source):  # type: ignore[attr-defined]
        if isinstance(message, tuple):
            said = ", ".join(repr(one) for one in message if one is not None)
            lines[number - 1] += f"{function}({said}, 1); "
        else:
            lines[number - 1] += f"{function}({message!r}); "
    return "\n".join(lines)


class TemplateFile(makemessages.BuildFile):
    """A file with sentences; templates of moderators' pages are Django's, all others Jinja2's."""

    def preprocess(self) -> None:
        """Write what gettext's tools can read."""
        path = Path(self.path)
        if not self.is_templatized or "admin_pages" in path.parts:
            super().preprocess()
            return
        source = path.read_text(encoding="utf-8")
        content = marked(source, engines["jinja2"].env)
        Path(self.work_path).write_text(content, encoding="utf-8")


class Command(makemessages.Command):
    """`makemessages` that reads our templates."""

    build_file_class: type[Any] = TemplateFile
