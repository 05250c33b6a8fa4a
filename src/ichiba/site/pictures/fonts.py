"""The fonts of pictures: packages from PyPI, so that pictures look alike on every machine."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

_PACKAGED = (
    ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    ("font_source_sans_pro", "SourceSansPro-Bold.ttf"),
    ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
)
# Where systems keep a font for names in Japanese. Without one, such a name is left out.
_JAPANESE = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
    "/System/Library/Fonts/ヒラギノ角ゴシック W3.ttc",
    "C:/Windows/Fonts/YuGothR.ttc",
)
_EAST_ASIAN = "\u2e80"


def fonts_for(text: str) -> list[str]:
    """Return the files of the fonts that a text needs."""
    japanese = _japanese() if max(text, default="") >= _EAST_ASIAN else []
    return [*packaged(), *japanese]


@cache
def packaged() -> tuple[str, ...]:
    """Return the files that were installed with the site."""
    found = []
    for package, name in _PACKAGED:
        spec = find_spec(package)
        if spec is not None and spec.origin is not None:
            found.append(str(Path(spec.origin).parent / "files" / name))
    return tuple(found)


@cache
def _japanese() -> list[str]:
    return [file for file in _JAPANESE if Path(file).is_file()][:1]
