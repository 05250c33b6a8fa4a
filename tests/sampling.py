"""Cases of which `make test` takes only the first; the others belong to the long run."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_is_enough(cases: Iterable[Any]) -> list[Any]:
    """The cases of a parametrized test, all but the first of them marked as long."""
    first, *others = cases
    rest = [one if isinstance(one, tuple) else (one,) for one in others]
    return [first, *(pytest.param(*one, marks=pytest.mark.long) for one in rest)]
