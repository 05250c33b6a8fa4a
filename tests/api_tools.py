"""A client of the API, for tests that call Django directly."""

from typing import Any

from django.test import Client

from ichiba.site.models import Table

BASE = "/api/v1"


class Program:
    """A client of the API with its own token."""

    def __init__(self, name: str = "Aki", **binding: object) -> None:
        self.client = Client()
        self.headers: dict[str, str] = {}
        made = self.post("/tokens", name=name, **binding)
        assert made.status_code == 201, made.content.decode()
        self.id, self.secret = made.json()["id"], made.json()["token"]
        self.headers = bearer(self.secret)

    def get(self, path: str) -> Any:
        return self.client.get(BASE + path, headers=self.headers)

    def post(self, path: str, **data: object) -> Any:
        return self.client.post(
            BASE + path, data, content_type="application/json", headers=self.headers
        )

    def delete(self, path: str) -> Any:
        return self.client.delete(BASE + path, headers=self.headers)

    def with_token(self, secret: str) -> "Program":
        """The same client with another token."""
        other = Program.__new__(Program)
        other.client, other.headers, other.secret = Client(), bearer(secret), secret
        return other

    def table(self, places: list[str], title: str = "tsukiji", **data: object) -> Table:
        """Create a table with these places."""
        made = self.post("/tables", title=title, places=places, **data)
        assert made.status_code == 201, made.content.decode()
        return Table.objects.get(slug=made.json()["slug"])

    def look(self, table: Table) -> dict[str, Any]:
        answer = self.get(f"/tables/{table.slug}")
        assert answer.status_code == 200, answer.content.decode()
        return answer.json()

    def move(self, table: Table, notation: str, page: str | None = None) -> Any:
        """Make a move from the current position, or from an older page."""
        if page is None:
            page = self.look(table)["position"]["page"]
        return self.post(f"/tables/{table.slug}/moves", notation=notation, page=page)


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def told(answer: Any) -> tuple[int, str]:
    """The status and the error word of a refusal. Checks that it also has a message."""
    body = answer.json()
    assert set(body) == {"error", "message"}
    assert body["message"]
    return answer.status_code, body["error"]


def sat(*names: str, **data: Any) -> tuple[list[Program], Table]:
    """Create a table with one client on each place, in this order."""
    programs = [Program(name) for name in names]
    table = programs[0].table(["me", *["friend"] * (len(names) - 1)], **data)
    for friend in programs[1:]:
        assert friend.post(f"/tables/{table.slug}/join").status_code == 200
    table.refresh_from_db()
    return programs, table
