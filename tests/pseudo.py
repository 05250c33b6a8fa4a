"""A pseudo-language, made of English: accented, in brackets, two fifths longer, with two genders,
four plural forms and verbs at the end of clauses.

What a page shows outside of brackets is not translated, or glued together from parts.
"""

import ast
import gettext
import re
import struct
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter

import django
from django.template import engines

import ichiba

LANGUAGE = "en-xa"
SOURCE = Path(ichiba.__file__).parent
PLURAL = "n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : n == 0 ? 3 : 2"
ENDINGS = ("", "ë", "ï", "ö")  # of the plural forms one, few, many and other
GRAMMAR = {
    "plural": PLURAL,
    "forms": "one few many other",
    "genders": "common neuter",
    "thousands": ".",
    "yen": "# ¥",
    "minus": "−#",
    "reader": "in order",
}
ACCENTS = str.maketrans("acdeginosuyACEINOUY", "åçðéĝîñöšüýÅÇÉÎÑÖÜÝ")
_VOWEL = re.compile(r"([aeiouAEIOU])")
# What must not be changed: blanks of Python and gettext, tags, entities, addresses, escapes.
_KEPT = re.compile(
    r"(%(?:\(\w+\))?[sd]|%%|\{[^{}]*\}|<[^<>]*>|&#?\w+;|\]\([^)]*\)|https?:\S+|\\.|`[^`]*`)"
)
_PACKAGES = ("core", "cli", *(f"games/{name}" for name in ("tsukiji", "shinjuku")))
PACKAGES = (*_PACKAGES, "games/tokyo_tsukiji_market")


def accented(text: str) -> str:
    """The text with accents, and every vowel twice; blanks and tags stay as they are."""
    parts = _KEPT.split(text)
    parts[::2] = [_VOWEL.sub(lambda v: v[1] * 2, one).translate(ACCENTS) for one in parts[::2]]
    return "".join(parts)


def bracketed(text: str) -> str:
    """The text as a whole sentence or phrase of the language."""
    return f"[{accented(text)}]" if re.search(r"\w|\{", text) else text


# --- Catalogues of the engine


def _blank(name: str, form: str) -> str:
    """A blank in the grammar of the language."""
    first, _, rest = form.partition(" ")
    if first == "sign":
        form = f"sign {accented(rest)}"
    elif first == "if":
        form = f"if {accented(rest)}"
    elif "|" in form:
        one, many = map(accented, form.split("|"))
        form = "|".join([one, *(many + ending for ending in ENDINGS[1:])])
    agreeing = f"{{{name}:agree °c|°n}}" if form in ("a", "the") else ""
    return f"{{{name}{':' if form else ''}{form}}}{agreeing}"


def sentence(text: str) -> str:
    """A sentence of a catalogue."""
    said = ""
    for before, name, form, _ in Formatter().parse(text):
        said += accented(before).replace("{", "{{").replace("}", "}}")
        said += "" if name is None else _blank(name, form or "")
    return f"[{said}]" if re.search(r"\w", said) else said


def clause(text: str, ending: str = "") -> str:
    """A clause with its verb at the end."""
    found = re.match(r"((?:\{[^}]*\}|[^ {])+)( ?)(.*)", text)
    assert found is not None, text
    verb, space, rest = found.groups()
    return sentence(f"{rest}{space}{verb}{ending}")


def noun(forms: Mapping[str, str], gender: str) -> dict[str, str]:
    """A noun with its gender and four plural forms."""
    said = {form: sentence(text) for form, text in forms.items()}
    many = said.get("many", said["one"])
    plurals = {form: f"{many}{ending}" for form, ending in zip(("few", "other"), "ëö", strict=True)}
    return {**said, **plurals, "gender": gender}


def catalogue(table: Mapping[str, object], path: tuple[str, ...] = ()) -> dict[str, object]:
    """A whole catalogue in the language."""
    made: dict[str, object] = {}
    for key, value in table.items():
        here = (*path, key)
        if here[:2] == ("core", "grammar"):
            made[key] = GRAMMAR
        elif isinstance(value, Mapping):
            is_noun = "one" in value
            gender = ("common", "neuter")[len(str(value)) % 2]
            made[key] = noun(value, gender) if is_noun else catalogue(value, here)
        elif here[-3:-1] == ("story", "did"):
            made[key] = clause(str(value))
            stem = key.removesuffix("_you")
            made[f"{stem}_then{'_you' if stem != key else ''}"] = clause(str(value), "-te")
        else:
            made[key] = sentence(str(value))
    return made


def _toml(table: Mapping[str, object], path: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _toml(value, f'{path}"{key}".')
        else:
            text = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            yield f'{path}"{key}" = "{text}"\n'


# --- Rules


def markdown(text: str) -> str:
    """Rules or rulings, with their headings, tables and numbers."""
    return "\n".join(map(_line, text.split("\n")))


def _line(line: str) -> str:
    if not line.strip() or re.fullmatch(r"[|\s:-]+", line):
        return line
    start = re.match(r"(#+ |> |[-*] |\d+\. |\s+)*", line)
    assert start is not None
    if line.startswith("|"):
        cells = line.strip("|").split("|")
        return "|" + "|".join(map(_cell, cells)) + "|"
    name = re.search(r"\s*\{#[^}]*\}$", line)
    end = name.start() if name else len(line)
    return f"{start[0]}{accented(line[start.end() : end])}{line[end:]}"


def _cell(cell: str) -> str:
    is_name = re.fullmatch(r"\s*[A-Z]?\d*\s*", cell)
    return cell if is_name else accented(cell)


# --- Pages


def _of_templates() -> Iterator[object]:
    environment = engines["jinja2"].env  # type: ignore[attr-defined]
    for file in [*SOURCE.glob("site/templates/**/*"), *SOURCE.glob("games/*/board/*.html")]:
        if file.suffix in (".html", ".txt"):
            source = file.read_text(encoding="utf-8")
            for _, _, message in environment.extract_translations(source):
                yield message


def _of_python() -> Iterator[object]:
    names = {"_", "_t", "_now", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy"}
    for file in SOURCE.glob("site/**/*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names:
                texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
                yield texts[0] if len(texts) == 1 else tuple(texts[:2])


def _of_django() -> Iterator[object]:
    root = Path(django.__file__).parent
    for place in ("conf", "contrib/auth"):
        file = root / place / "locale" / "nl" / "LC_MESSAGES" / "django.mo"
        with file.open("rb") as opened:
            known = gettext.GNUTranslations(opened)._catalog  # type: ignore[attr-defined]
        # Plurals have a tuple as a key, and only the singular; they are left out.
        yield from (key for key in known if isinstance(key, str) and key and "\x04" not in key)


def _message(found: object) -> tuple[bytes, bytes]:
    if isinstance(found, tuple):
        one, many = (str(text) for text in found[:2])
        forms = [bracketed(one), *(bracketed(f"{many}{ending}") for ending in ENDINGS[1:])]
        return f"{one}\0{many}".encode(), "\0".join(forms).encode()
    return str(found).encode(), bracketed(str(found)).encode()


def compiled(pairs: Mapping[bytes, bytes]) -> bytes:
    """A gettext catalogue in its compiled form."""
    rows, tables, texts = sorted(pairs.items()), b"", b""
    start = 28 + 16 * len(rows)
    for column in (0, 1):
        for row in rows:
            tables += struct.pack("<2I", len(row[column]), start + len(texts))
            texts += row[column] + b"\0"
    count = len(rows)
    return struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0) + tables + texts


def gettext_catalogue() -> bytes:
    """All sentences of the pages."""
    head = f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=4; plural={PLURAL};\n"
    pairs = {b"": head.encode()}
    for messages in (_of_django(), _of_python(), _of_templates()):
        pairs |= dict(map(_message, messages))
    return compiled(pairs)


# --- Writing and reading


def write(folder: Path) -> None:
    """Write the language as a folder of translations."""
    for package in PACKAGES:
        source = files("ichiba").joinpath(*package.split("/"))
        target = folder / "ichiba" / package
        table = tomllib.loads((source / "words" / "en.toml").read_text(encoding="utf-8"))
        _write(target / "words" / f"{LANGUAGE}.toml", "".join(_toml(catalogue(table))).encode())
        for kind in ("rules", "rulings"):
            file = source / kind / "en.md"
            if file.is_file():
                text = markdown(file.read_text(encoding="utf-8"))
                _write(target / kind / f"{LANGUAGE}.md", text.encode())
    place = folder / "ichiba" / "site" / "locale" / "en_XA" / "LC_MESSAGES"
    _write(place / "django.mo", gettext_catalogue())


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def outside(text: str) -> str:
    """What stands outside of brackets. A closing bracket without an opening one stays."""
    depth, found = 0, ""
    for letter in text:
        if letter == "[":
            depth += 1
        elif letter == "]" and depth:
            depth -= 1
        elif not depth:
            found += letter
    return found


@cache
def _names(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)) or "$^")


def untranslated(text: str, names: tuple[str, ...] = ()) -> str:
    """Words or punctuation outside of brackets, without proper names; "" if there are none."""
    rest = _names(names).sub("", outside(text))
    is_left = re.search(r"[^\W\d_]{2}|[,;:.!](?!\d)|(?<!¥ )\?\s", rest)
    return " ".join(rest.split()) if is_left else ""


def english(text: str, names: tuple[str, ...] = ()) -> str:
    """Text with an English word, without proper names; "" if there is none."""
    rest = _names(names).sub("", text)
    return " ".join(rest.split()) if re.search(r"[aeiou]", rest) else ""
