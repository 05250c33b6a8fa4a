"""Writes the parts of the client that are made from others: `python scripts/write_client.py`.

`client/synchronous.py` is `client/asynchronous.py` without `await`. The classes in the middle of
`client/shapes.py` are those of `site/api/shapes.py`, as msgspec reads them. With `--check` it only
says which files are out of date; a test does this.
"""

import argparse
import ast
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "ichiba"
CLIENT = SOURCE / "client"
API = SOURCE / "site" / "api" / "shapes.py"

# Each pattern in the asynchronous client, and what it is in the synchronous one.
WITHOUT_AWAIT = [
    (r"import asyncio\n", "import time\n"),
    (r"asyncio\.sleep", "time.sleep"),
    (r"AsyncIterator, Callable", "Callable, Iterator"),  # in the order of the alphabet
    (r"\bAsyncIterator\b", "Iterator"),
    (r"\bAsyncClient\b", "Client"),
    (r"\b(?:await|async) ", ""),
    (r"__aenter__", "__enter__"),
    (r"__aexit__", "__exit__"),
    (r"\.aclose\(", ".close("),
    (r"\.aread\(", ".read("),
    (r"\.aiter_lines\(", ".iter_lines("),
    (r", with asyncio\.", "."),
]
WRITTEN = '"""Written by scripts/write_client.py from `{}`: edit that instead."""'
BEGIN = "# Written by scripts/write_client.py from `site/api/shapes.py`: edit that instead.\n"
END = "# End of what is written.\n"

# The names of shapes in the API, and what the client calls them. The others are for requests.
NAMES = {
    "OptionShape": "Option", "LevelShape": "Level", "TitleShape": "Title",
    "FreshToken": "Token", "PlayerShape": "Player",
    "ClockShape": "Clock", "TableLine": "TableLine",
    "EventShape": "Event", "WaitingShape": "Waiting", "ChatShape": "Chat",
    "ActionShape": "Action", "AmountShape": "Amount", "PositionShape": "Position",
    "AutomaticBidsShape": "AutomaticBids", "ResultShape": "Result", "TableShape": "Table",
    "WhyShape": "Why", "AdviceShape": "Advice", "HintShape": "Hint",
}  # fmt: skip
MIXINS = {"Amount": "WithNotation", "Table": "WithStatus"}
# What type checkers know better than the schema.
TYPES = {("Position", "view"): "View", ("Position", "known"): "dict[str, object]"}


def synchronous(text: str) -> str:
    """The synchronous client, given the asynchronous one."""
    _, _, rest = text.partition('"""\n')
    for pattern, other in WITHOUT_AWAIT:
        rest = re.sub(pattern, other, rest)
    return f"{WRITTEN.format('asynchronous.py')}\n{rest}"


def shapes(api: str) -> str:
    """The classes of the client, given the module with those of the API."""
    found = {node.name: node for node in ast.parse(api).body if isinstance(node, ast.ClassDef)}
    return "\n\n".join(_shape(found, node) for name, node in found.items() if name in NAMES)


def _shape(found: dict[str, ast.ClassDef], node: ast.ClassDef) -> str:
    name, [base] = NAMES[node.name], [ast.unparse(base) for base in node.bases]
    bases = [MIXINS[name]] if name in MIXINS else []
    bases.append(NAMES.get(base, "msgspec.Struct"))
    lines = [f"class {name}({', '.join(bases)}, frozen=True, kw_only=True):"]
    lines += [f'    """{ast.get_docstring(node)}"""', ""]
    inherited = found[base].body if base in found and base not in NAMES else []
    for line in (*inherited, *node.body):
        if isinstance(line, ast.AnnAssign):
            lines += _field(name, line)
    return "\n".join(lines) + "\n"


def _field(owner: str, line: ast.AnnAssign) -> list[str]:
    """A field, below a comment with its description."""
    name = ast.unparse(line.target)
    kind = re.sub(r"Literal\[[^]]*\]|\b(?:PaceName|BidKind)\b", "str", ast.unparse(line.annotation))
    kind = re.sub(r"\bValue\b", "Any", kind)
    for shape, other in NAMES.items():
        kind = re.sub(rf"\b{shape}\b", other, kind)
    words = line.value.keywords if isinstance(line.value, ast.Call) else []
    told = [ast.literal_eval(word.value) for word in words if word.arg == "description"]
    about = [f"    # {part}" for text in told for part in _lines(text)]
    return [*about, f"    {name}: {TYPES.get((owner, name), kind)}"]


def _lines(text: str, width: int = 92) -> list[str]:
    found = [""]
    for word in text.split():
        if len(found[-1]) + len(word) >= width:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    return found


def formatted(text: str) -> str:
    """The text as ruff formats it."""
    command = [sys.executable, "-m", "ruff", "format", "-q", "--stdin-filename", "client.py", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout  # noqa: S603


def files() -> dict[Path, str]:
    """The files that this script writes, with what should be in them."""
    plain = synchronous((CLIENT / "asynchronous.py").read_text(encoding="utf-8"))
    head, _, rest = (CLIENT / "shapes.py").read_text(encoding="utf-8").partition(BEGIN)
    _, _, tail = rest.partition(END)
    middle = f"{BEGIN}\n\n{shapes(API.read_text(encoding='utf-8'))}\n\n{END}"
    return {
        CLIENT / "synchronous.py": formatted(plain),
        CLIENT / "shapes.py": formatted(head + middle + tail),
    }


def main() -> None:
    """Write the files, or check them."""
    parser = argparse.ArgumentParser(description="Writes parts of the client.")
    parser.add_argument("--check", action="store_true", help="only say which files are out of date")
    checking = parser.parse_args().check
    outdated = [file for file, text in files().items() if file.read_text(encoding="utf-8") != text]
    if checking and outdated:
        raise SystemExit(f"Run scripts/write_client.py: {', '.join(map(str, outdated))}")
    for file, text in files().items():
        if file in outdated:
            file.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
