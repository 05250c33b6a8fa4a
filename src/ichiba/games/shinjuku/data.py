"""The numbers and names of the box, and how a store is written as one number."""

from typing import Final

from ichiba.games.shinjuku.box import BOX

NAME: Final = "shinjuku"
TITLE: Final = "Shinjuku"
# Increased when a rule change would make old records replay differently.
REVISION: Final = 1

SLOTS: Final = BOX.queue_slots.value
HAND: Final = BOX.hand.value
ACTIONS_IN_TURN: Final = BOX.actions.value
WILD_CARDS: Final = BOX.wild_cards.value
BONUS_STACKS: Final = tuple(BOX.bonus_stacks.value)

GOODS: Final = ("food", "clothing", "books", "electronics")
DEPARTMENT: Final = len(GOODS)  # used in place of a good; a department store sells all goods
STORE_NAMES: Final = (*GOODS, "department")


# A store on the map is one number, made of its owner and its good.
def store_of(owner: int, good: int) -> int:
    """The store of an owner with this good; DEPARTMENT is a department store."""
    return owner * len(STORE_NAMES) + good


def owner_of(store: int) -> int:
    """The owner of a store."""
    return store // len(STORE_NAMES)


def good_of(store: int) -> int:
    """What a store sells."""
    return store % len(STORE_NAMES)


def good_key(good: int) -> str:
    """The message key of a good's name."""
    return f"shinjuku.good.{GOODS[good]}"


def store_key(good: int) -> str:
    """The message key of the name of a store with this good."""
    return f"shinjuku.store.{STORE_NAMES[good]}"
