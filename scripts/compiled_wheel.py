"""A build hook for hatchling that puts the compiled engine into the wheel, for this platform only.

It is off by default. `make compiled-wheel` turns it on.
"""

import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledWheel(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles a copy of the engine and adds the extension modules to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is put together."""
        if version != "standard":  # an editable install
            return
        self.folder = TemporaryDirectory()
        source = Path(self.folder.name) / "src"
        compiled = ignore_patterns("*.so", "*.pyd", "__pycache__")
        copytree(Path(self.root) / "src", source, ignore=compiled)
        script = Path(self.root) / "scripts" / "compile.py"
        command = [sys.executable, str(script), "--source", str(source)]
        subprocess.run(command, cwd=self.root, check=True)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for file in source.rglob("*"):
            if file.suffix in (".so", ".pyd"):
                build_data["force_include"][str(file)] = file.relative_to(source).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the copy."""
        del version, build_data, artifact_path
        if hasattr(self, "folder"):
            self.folder.cleanup()
