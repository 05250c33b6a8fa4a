"""Whose turn it is when many wait for the same: visitors in turn, not requests in order.

Somebody who asks for a hundred things at once delays others no more than with one.
"""

from collections import Counter, OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")

# An address, and somebody or something at that address, such as a person.
Visitor = tuple[str, str]


class Turns(Generic[T]):
    """What waits, by address and then by person. Whoever has been served goes to the end.

    It has no lock: everyone who uses it must hold their own.
    """

    def __init__(self) -> None:
        self.waiting = 0
        self.running = 0
        # Both dictionaries are in the order of turns.
        self._lines: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._running: Counter[str] = Counter()  # by address

    def add(self, visitor: Visitor, item: T) -> None:
        """Let something wait for its turn."""
        address, person = visitor
        people = self._lines.setdefault(address, OrderedDict())
        people.setdefault(person, deque()).append(item)
        self.waiting += 1

    def take(self) -> tuple[Visitor, T] | None:
        """Return what is next, or None. Call `done` when it is finished.

        An address for which something is running comes after those for which nothing is.
        """
        if not self._lines:
            return None
        address = min(self._lines, key=self._running.__getitem__)
        person = next(iter(self._lines[address]))
        item = self._lines[address][person].popleft()
        self._removed(address, person)
        self._running[address] += 1
        self.running += 1
        return (address, person), item

    def done(self, visitor: Visitor, *, goes_on: bool = False) -> None:
        """Note that something has finished. Its visitor now comes last or, if `goes_on`, first."""
        self.drop(visitor)
        address, person = visitor
        if address in self._lines:
            self._lines.move_to_end(address, last=not goes_on)
            if person in self._lines[address]:
                self._lines[address].move_to_end(person, last=not goes_on)

    def drop(self, visitor: Visitor) -> None:
        """Note that something was taken for nothing. The order of turns stays."""
        address = visitor[0]
        self.running -= 1
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]

    def waiting_for(self, visitor: Visitor) -> int:
        """Return how much of a visitor is waiting."""
        address, person = visitor
        people = self._lines.get(address)
        return 0 if people is None else len(people.get(person, ()))

    def waiting_at(self, address: str) -> int:
        """Return how much of all people at an address is waiting."""
        return sum(map(len, self._lines.get(address, {}).values()))

    def give_way(self, newest: Visitor) -> T:
        """Remove and return the last item of whoever has most waiting: an address, there a person.

        Where several have as much, it is the visitor who has come last.
        """
        address = max(self._lines, key=lambda one: (self.waiting_at(one), one == newest[0]))
        people = self._lines[address]
        person = max(people, key=lambda one: (len(people[one]), (address, one) == newest))
        return self.drop_last((address, person))

    def drop_last(self, visitor: Visitor) -> T:
        """Remove and return the last item of a visitor."""
        address, person = visitor
        item = self._lines[address][person].pop()
        self._removed(address, person)
        return item

    def _removed(self, address: str, person: str) -> None:
        self.waiting -= 1
        if not self._lines[address][person]:
            del self._lines[address][person]
        if not self._lines[address]:
            del self._lines[address]
