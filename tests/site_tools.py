"""A visitor without a browser: cookies, forms and pages."""

import re

import httpx

from patience import PATIENCE, until


class Person:
    """Submits forms as a browser would."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=url, follow_redirects=True, timeout=PATIENCE)
        self.client.get("/")

    def at(self, url: str) -> "Person":
        """The same person on another server of the site."""
        twin = Person.__new__(Person)
        twin.client = httpx.Client(base_url=url, follow_redirects=True, timeout=PATIENCE)
        twin.client.cookies = self.client.cookies
        return twin

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path)

    def post(self, path: str, **data: object) -> httpx.Response:
        form = {key: str(value) for key, value in data.items()}
        return self.client.post(
            path,
            data={**form, "csrfmiddlewaretoken": self.csrf()},
            headers={"Referer": str(self.client.base_url)},
        )

    def quick(self, game: str = "tsukiji") -> str:
        """Start a game against bots; return its path."""
        return self.post(f"/quick/{game}/").url.path

    def new(self, seats: list[str], game: str = "tsukiji", **data: object) -> str:
        """Create a table with these places; return its path."""
        places = {f"seat{number}": who for number, who in enumerate(seats)}
        return self.post(f"/new/{game}/", players=len(seats), **places, **data).url.path

    def page_token(self, table: str) -> str:
        return token_in(self.get(table).text)

    def act(self, table: str, move: str, page: str | None = None) -> httpx.Response:
        """Make a move with the token of the current page, or of an older one."""
        token = self.page_token(table) if page is None else page
        return self.post(f"{table}move/", move=move, page=token)

    def wait_for_turn(self, table: str) -> None:
        """Wait until it is the person's turn or the game is over. The server hardly notices."""

        def is_due() -> bool:
            pulse = self.get(f"{table}pulse/").json()
            return pulse["turn"] or pulse["status"] == "finished"

        until(is_due, "the others don't move", pause=0.1)

    def csrf(self) -> str:
        if "ichiba_csrf" not in self.client.cookies:
            self.client.get("/new/tsukiji/")
        return self.client.cookies["ichiba_csrf"]


def token_in(page: str) -> str:
    """The token of a page; empty if it offers no moves."""
    found = re.search(r'name="page" value="([^"]*)"', page)
    return found[1] if found else ""


def moves_in(page: str) -> list[str]:
    """The moves that a page offers."""
    return re.findall(r'name="move" value="([^"]*)"', page)


def moves_of(person: Person, table: str) -> list[str]:
    """The moves that the current page offers."""
    return moves_in(person.get(table).text)


def wait_for_moves(person: Person, table: str) -> list[str]:
    """The same, once the others have moved; empty if the game ends."""
    person.wait_for_turn(table)
    return moves_of(person, table)
