"""`ichiba person`: help or stop somebody who has an account."""

import secrets
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from ichiba.cli.console import WrongInput, console
from ichiba.cli.hosting import DatabaseUrl, DataFolder, database_errors, prepare

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from ichiba.site.models import Person


def person(
    name: Annotated[str, Argument(help="Name of an account on the site.")],
    new_password: Annotated[
        bool, Option("--new-password", help="Set a new password and print it.")
    ] = False,
    rename: Annotated[str | None, Option(help="Give the account another name.")] = None,
    ban: Annotated[
        bool | None,
        Option("--ban/--unban", help="Whether they may join tables and write.", show_default=False),
    ] = None,
    mute: Annotated[
        bool | None,
        Option("--mute/--unmute", help="Whether they may write.", show_default=False),
    ] = None,
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Show an account, set a new password, rename it, mute it or ban it.

    Examples: `ichiba person Aki`, `ichiba person Aki --new-password`, `ichiba person Aki --ban`
    """
    prepare(database_url, data)
    from ichiba.site.people import accounts

    with database_errors():
        found = accounts.person_called(name)
        if found is None or found.user is None:
            raise WrongInput(f"There is no account called {name!r}.")
        if rename is not None:
            _rename(found, found.user, rename)
        if ban is not None or mute is not None:
            _restrict(found, ban=ban, mute=mute)
        if new_password:
            password = secrets.token_urlsafe(9)
            accounts.change_password(found.user, password)
            _say(f"The new password of {found} is {password} (all devices are logged out).")
        _say(_described(found, moderator=found.user.is_staff))


def _rename(found: "Person", user: "User", wanted: str) -> None:
    from ichiba.site.people import accounts
    from ichiba.site.people.forms import SignUp

    form = SignUp({"name": wanted, "password": secrets.token_urlsafe(9)})
    if "name" in form.errors:
        raise WrongInput(" ".join(str(error) for error in form.errors["name"]))
    accounts.rename(found, user, form.cleaned_data["name"])


def _restrict(found: "Person", *, ban: bool | None, mute: bool | None) -> None:
    found.banned = found.banned if ban is None else ban
    found.muted = found.muted if mute is None else mute
    found.save(update_fields=["banned", "muted"])


def _described(found: "Person", *, moderator: bool) -> str:
    marks = [
        word
        for word, true in (
            ("moderator", moderator),
            ("banned", found.banned),
            ("muted", found.muted),
        )
        if true
    ]
    since = f"{found.created:%Y-%m-%d}"
    return f"{found}: joined {since}, {found.seats.count()} games" + "".join(
        f", {mark}" for mark in marks
    )


def _say(text: str) -> None:
    console.print(text, markup=False, soft_wrap=True)
