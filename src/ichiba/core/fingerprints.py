"""Fingerprints of what a trained policy depends on: the action table and the observation.

Both may change from one version to the next. A policy is useless afterwards, but nothing else would
tell: it would still get numbers and give numbers.
"""

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from ichiba.core.observation import Plane

_LENGTH = 12  # hexadecimal digits of each part
# What a fingerprint consists of, in this order. Messages have these names.
_PARTS = ("game", "actions", "observation")


def fingerprint(game: str, notations: Sequence[str], planes: Sequence[Plane]) -> str:
    """The name of the game and two digests, such as `tsukiji 5d0c27a3f1be 90ab6e41d277`."""
    shapes = [(plane.name, plane.shape, plane.low, plane.high) for plane in planes]
    return f"{game} {_digest(notations)} {_digest(shapes)}"


def compared(saved: str, current: str) -> str:
    """What has changed: `game`, `actions` or `observation`; "" if nothing has."""
    ours, theirs = current.split(" "), str(saved).split(" ")
    theirs += [""] * (len(ours) - len(theirs))
    parts = zip(_PARTS, ours, theirs, strict=False)
    return next((part for part, one, other in parts if one != other), "")


def _digest(content: object) -> str:
    return sha256(msgspec.json.encode(content)).hexdigest()[:_LENGTH]
