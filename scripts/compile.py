"""Compiles the engine and the bots with mypyc. `--clean` undoes it.

The compiled code does the same as the plain one, only faster. Modules that define structs, read
files or check arguments from outside stay as they are. So do those that hardly run during a game,
because compiling takes long.
"""

import argparse
import os
from pathlib import Path
from sysconfig import get_path

ROOT = Path(__file__).resolve().parent.parent
# Folders of `src/ichiba`. Their modules are compiled, except those with these names.
FOLDERS = (
    "bots/search",
    "games/shinjuku",
    "games/shinjuku/bots",
    "games/shinjuku/bots/quick",
    "games/tokyo_tsukiji_market",
    "games/tokyo_tsukiji_market/bots",
    "games/tokyo_tsukiji_market/bots/quick",
    "games/tokyo_tsukiji_market/markets",
    "games/tsukiji",
    "games/tsukiji/bots",
)
EXCEPT = (
    "__init__", "adviser", "box", "census", "dumping", "event_types", "fields", "game", "keys",
    "lessons", "levels", "map_file", "options", "planes", "registry", "sight", "view_types",
)  # fmt: skip
# Single modules that are compiled too, and one that is not: it is large, unlike its namesakes.
ALSO = (
    "core/actions.py",
    "core/decision.py",
    "core/flowing.py",
    "core/phased.py",
    "core/rng.py",
    "core/state.py",
)
NEITHER = ("games/tokyo_tsukiji_market/view.py",)


def modules(source: Path) -> list[str]:
    """All modules that are compiled, with paths from `src/ichiba`."""
    package = source / "ichiba"
    found = [
        path.relative_to(package).as_posix()
        for folder in FOLDERS
        for path in (package / folder).glob("*.py")
        if path.stem not in EXCEPT
    ]
    return sorted({*found, *ALSO} - {*NEITHER})


def clean(source: Path) -> None:
    """Delete everything that was compiled."""
    for pattern in ("ichiba__mypyc*", "ichiba/bots/**/*", "ichiba/core/*", "ichiba/games/**/*"):
        for file in source.glob(pattern):
            if file.suffix in (".so", ".pyd"):
                file.unlink()


def compile_all(source: Path, build: Path, optimize: str) -> None:
    """Build the extension modules next to their sources."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class Build(build_ext):
        """Reads Python's headers once. For most modules, reading them takes most of the time."""

        def build_extensions(self) -> None:
            if os.name == "posix":  # gcc looks for such files; other compilers ignore them
                header = Path(get_path("include"), "Python.h")
                folder = build / "headers"
                folder.mkdir(parents=True, exist_ok=True)
                self.compiler.spawn([
                    *self.compiler.compiler_so, f"-I{header.parent}",
                    *self.extensions[0].extra_compile_args,
                    "-x", "c-header", str(header), "-o", str(folder / "Python.h.gch"),
                ])  # fmt: skip
                self.compiler.include_dirs.insert(0, str(folder))
            super().build_extensions()

    paths = [str(source / "ichiba" / module) for module in modules(source)]
    # Without mypy's settings, which are for checking the whole project, with the site.
    extensions = mypycify(
        ["--config-file=", *paths],
        group_name="ichiba", opt_level=optimize, target_dir=str(build),
    )  # fmt: skip
    if os.name == "posix":  # without optimization, looking for warnings takes most of the time
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, "-Wno-all", "-g0"]
    command = Build(Distribution({"ext_modules": extensions, "package_dir": {"": str(source)}}))
    command.inplace = True
    command.build_temp = command.build_lib = str(build)
    command.ensure_finalized()
    command.run()


def main() -> None:
    """Compile or clean up, as the command line says."""
    parser = argparse.ArgumentParser(description="Compile the engine in place.")
    parser.add_argument("--clean", action="store_true", help="delete what was compiled")
    parser.add_argument(
        "--source", type=Path, default=ROOT / "src", help="the folder with the package [src]"
    )
    parser.add_argument(
        "--optimize", choices="0123", default="3", help="0 compiles fastest, 3 runs fastest [3]"
    )
    given = parser.parse_args()
    source = given.source.resolve()
    clean(source)
    if not given.clean:
        compile_all(source, source.parent / "build" / "compiled", given.optimize)


if __name__ == "__main__":
    main()
