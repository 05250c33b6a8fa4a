"""A `makemessages` command that also extracts strings from Jinja2 templates."""

from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from jinja2 import Environment


def marked(source: str, environment: Environment) -> str:
    """Return the translatable strings of a template as gettext calls on the same lines."""
    lines = [""] * (source.count("\n") + 1)
    for number, function, message in environment.extract_translations(source):  # type: ignore[attr-defined]
        if isinstance(message, tuple):
            said = ", ".join(repr(one) for one in message if one is not None)
            lines[number - 1] += f"{function}({said}, 1); "
        else:
            lines[number - 1] += f"{function}({message!r}); "
    return "\n".join(lines)


class TemplateFile(makemessages.BuildFile):
    """A file with translatable strings. Only the admin pages use Django's template language."""

    def preprocess(self) -> None:
        """Write a file that gettext's tools can read."""
        path = Path(self.path)
        if not self.is_templatized or "admin_pages" in path.parts:
            super().preprocess()
            return
        source = path.read_text(encoding="utf-8")
        engine = engines["jinja2"]
        if not isinstance(engine, Jinja2):
            raise TypeError(engine)
        content = marked(source, engine.env)
        Path(self.work_path).write_text(content, encoding="utf-8")


class Command(makemessages.Command):
    """`makemessages` with support for our templates."""

    build_file_class: type[Any] = TemplateFile
