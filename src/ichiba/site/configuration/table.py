"""The table of all settings in docs/running.md. Run it to update the document:
python -m ichiba.site.configuration.table docs/running.md"""

import sys
from pathlib import Path

from ichiba.site.configuration.settings import Declared, declared

_BEGIN = "<!-- Settings: made from the code by ichiba.site.configuration.table -->\n"
_END = "<!-- End of settings -->\n"


def table() -> str:
    """All settings in groups, as Markdown."""
    groups: dict[str, list[Declared]] = {}
    for _, one in declared():
        groups.setdefault(one.group, []).append(one)
    parts = []
    for group, settings in groups.items():
        rows = [f"| `{one.name}` | {one.shown} | {one.meaning} |\n" for one in settings]
        head = f"**{group}**\n\n| setting | default | meaning |\n|---|---|---|\n"
        parts.append(head + "".join(rows))
    return "\n".join(parts)


def updated(document: str) -> str:
    """A document with the table as it should be."""
    before, _, rest = document.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n{table()}\n{_END}{after}"


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(updated(file.read_text(encoding="utf-8")), encoding="utf-8")
