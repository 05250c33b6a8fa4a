"""The random number generator of the games: small, part of the state, the same on every platform.

The n-th block of random bits is SHA-512(key ‖ n), where key = SHA-256("ichiba" ‖ seed). Unlike with
a linear generator, nobody can predict the next numbers from earlier ones. Anybody who learns the
seed after the game can verify the shuffle with any SHA library.
"""

from hashlib import sha256, sha512
from random import Random
from struct import Struct
from typing import Final, TypeVar

from ichiba.core.compiling import mypyc_attr

SEED_LIMIT: Final = 1 << 128
_BITS: Final = 32
_WORD: Final = 1 << _BITS
_MASK: Final = _WORD - 1
_WORDS_IN_BLOCK: Final = 512 // _BITS
_KEY_BYTES: Final = 32
_MOST_BLOCKS: Final = 1 << 60  # more than any game uses; the number is hashed as eight bytes
_cut = Struct(f">{_WORDS_IN_BLOCK}I").unpack

Item = TypeVar("Item")


@mypyc_attr(allow_interpreted_subclasses=True)
class Rng:
    """Uniformly distributed integers from a seed."""

    __slots__ = ("_blocks", "_key", "_words")

    def __init__(self, seed: int) -> None:
        self._key = sha256(b"ichiba" + seed.to_bytes(16, "big")).digest()
        self._blocks = 0  # blocks generated so far
        self._words: list[int] = []  # the unused words of the last block, used from the end

    def copy(self) -> "Rng":
        """An independent generator that will produce the same numbers."""
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
            # Lemire's method: reject if the low part is below (2**32 mod limit), to avoid a bias.
            low = scaled & _MASK
            if low >= limit or low >= _WORD % limit:
                return scaled >> _BITS

    def draw(self, items: list[Item]) -> Item:
        """Draw one item at random from a list; the others keep their order."""
        words, left = self._words, len(items)
        if words:
            scaled = words.pop() * left  # `below`, inlined
            if scaled & _MASK >= left:
                return items.pop(scaled >> _BITS)
            words.append(scaled // left)
        return items.pop(self.below(left))

    def take(self, items: list[Item], count: int) -> list[Item]:
        """Draw items at random from a list; the others keep their order."""
        words = self._words
        taken = []
        for left in range(len(items), len(items) - count, -1):
            if not words:
                self._make_block()
                words = self._words
            # `below`, inlined, because simulations spend most of their time dealing.
            scaled = words.pop() * left
            if scaled & _MASK >= left:
                taken.append(items.pop(scaled >> _BITS))
                continue
            words.append(scaled // left)
            taken.append(items.pop(self.below(left)))
            words = self._words
        return taken

    @property
    def state(self) -> str:
        """The generator as text: its key, the number of blocks, and the number of unused words.

        Setting it makes the generator produce the same numbers as the one it was read from. Raises
        ValueError if the text is wrong.
        """
        return f"{self._key.hex()} {self._blocks} {len(self._words)}"

    @state.setter
    def state(self, text: str) -> None:
        first, second, third = text.split(" ")
        key, blocks, words = bytes.fromhex(first), int(second), int(third)
        if len(key) != _KEY_BYTES or not 0 <= words < _WORDS_IN_BLOCK:
            raise ValueError(text)
        if not (words > 0) <= blocks < _MOST_BLOCKS:
            raise ValueError(text)
        self._key, self._blocks, self._words = key, blocks, []
        if words:
            self._blocks -= 1
            self._make_block()
            del self._words[words:]

    def dump(self) -> str:
        """The generator as text; the same as `state`."""
        return self.state

    @classmethod
    def restore(cls, dump: str) -> "Rng":
        """The generator that a dump describes. Raises ValueError if the dump is wrong."""
        rng = cls(0)
        rng.state = dump
        return rng

    @classmethod
    def drawn(cls, chance: Random) -> "Rng":
        """A new generator, drawn from another: for the future of an imagined position."""
        rng = cls.__new__(cls)
        rng._key, rng._blocks, rng._words = chance.randbytes(_KEY_BYTES), 0, []
        return rng

    def _make_block(self) -> None:
        block = sha512(self._key + self._blocks.to_bytes(8, "big")).digest()
        self._words = [*_cut(block)]
        self._blocks += 1
