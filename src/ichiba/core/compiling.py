"""Compiling the engine: hints for mypyc, and whether the compiled engine is running.

mypyc does not have to be installed where the engine runs.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

__all__ = ["is_compiled", "mypyc_attr"]

Class = TypeVar("Class", bound=type)

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_: object) -> Callable[[Class], Class]:
        """Give mypyc a hint about a class. It does nothing while the program runs."""
        return lambda cls: cls


def is_compiled() -> bool:
    """Whether the compiled engine is running (see `scripts/compile.py`)."""
    spec = find_spec("ichiba.core.state")
    return spec is not None and not str(spec.origin).endswith(".py")
