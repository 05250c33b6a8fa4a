"""The generator of all chance in the games: small, held in the state, the same on every platform.

The n-th block of random bits is SHA-512(key ‖ n), where key = SHA-256("ichiba" ‖ seed). So nobody
can work out what comes from what came, as one could with a linear generator, and anybody who is
shown the seed after the game can check the shuffle with any SHA library.
"""

from hashlib import sha256, sha512
from struct import Struct
from typing import TypeVar

SEED_LIMIT = 1 << 128
_BITS = 32
_WORD = 1 << _BITS
_MASK = _WORD - 1
_WORDS_IN_BLOCK = 512 // _BITS
_cut = Struct(f">{_WORDS_IN_BLOCK}I").unpack

Item = TypeVar("Item")


class Rng:
    """Uniform whole numbers from a seed."""

    __slots__ = ("_blocks", "_key", "_words")

    def __init__(self, seed: int) -> None:
        self._key = sha256(b"ichiba" + seed.to_bytes(16, "big")).digest()
        self._blocks = 0  # made so far
        self._words: list[int] = []  # what is left of the last one, used from its end

    def copy(self) -> "Rng":
        """A generator that will give the same numbers, independently."""
        twin = Rng.__new__(Rng)
        twin._key = self._key
        twin._blocks = self._blocks
        twin._words = self._words[:]
        return twin

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely (limit up to 2**32)."""
        while True:
            if not self._words:
                self._make_block()
            scaled = self._words.pop() * limit
            # Lemire's method: only a low part below (2**32 mod limit) would favour some numbers.
            low = scaled & _MASK
            if low >= limit or low >= _WORD % limit:
                return scaled >> _BITS

    def take(self, items: list[Item], count: int) -> list[Item]:
        """Draw items at random out of a list; the others keep their order."""
        words = self._words
        taken = []
        for left in range(len(items), len(items) - count, -1):
            if not words:
                self._make_block()
                words = self._words
            # As in `below`, written out: dealing is where simulations spend their time.
            scaled = words.pop() * left
            if scaled & _MASK < left and scaled & _MASK < _WORD % left:
                taken.append(items.pop(self.below(left)))
                words = self._words
            else:
                taken.append(items.pop(scaled >> _BITS))
        return taken

    def dump(self) -> str:
        """The generator as text: its key, the blocks made, the words left of the last."""
        return f"{self._key.hex()} {self._blocks} {len(self._words)}"

    @classmethod
    def restore(cls, dump: str) -> "Rng":
        """The generator that a dump describes; ValueError if it describes none."""
        key, blocks, left = dump.split(" ")
        rng = cls.__new__(cls)
        rng._key, rng._blocks, rng._words = bytes.fromhex(key), int(blocks), []
        words = int(left)
        if len(rng._key) != 32 or not 0 <= words < _WORDS_IN_BLOCK or rng._blocks < (words > 0):
            raise ValueError(dump)
        if words:
            rng._blocks -= 1
            rng._make_block()
            del rng._words[words:]
        return rng

    def _make_block(self) -> None:
        block = sha512(self._key + self._blocks.to_bytes(8, "big")).digest()
        self._words = [*_cut(block)]
        self._blocks += 1
