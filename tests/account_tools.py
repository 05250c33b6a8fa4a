"""Helpers for tests of accounts: signing up and logging in."""

from django.test import Client

from ichiba.site.models import Person

PASSWORD = "market at dawn"  # noqa: S105
OTHER = "seven small boats"


def text_of(response) -> str:  # type: ignore[no-untyped-def]
    return " ".join(response.content.decode().split())


def sign_up(client: Client, name: str = "Aki", **more: str):  # type: ignore[no-untyped-def]
    return client.post("/account/new/", {"name": name, "password": PASSWORD, **more})


def log_in(client: Client, name: str = "Aki", password: str = PASSWORD, **more: str):  # type: ignore[no-untyped-def]
    return client.post("/account/log-in/", {"name": name, "password": password, **more})


def account(name: str) -> tuple[Client, Person]:
    """Somebody who has just signed up, and their browser."""
    client = Client()
    sign_up(client, name)
    return client, Person.objects.get(name=name)
