"""`ichiba moderator`: who may look after the site's tables and people."""

import os
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from ichiba.cli.serve import prepare
from ichiba.cli.talk import WrongInput, console


def moderator(
    name: Annotated[str, Argument(help="The name of an account on the site.")],
    remove: Annotated[bool, Option("--remove", help="Not any more.")] = False,
    database_url: Annotated[
        str | None, Option(envvar="DATABASE_URL", help="sqlite:///file or postgres://…")
    ] = None,
    data: Annotated[
        Path | None, Option(envvar="ICHIBA_DATA", help="Where database and secret key are kept.")
    ] = None,
) -> None:
    """Make somebody with an account a moderator, who has the pages under /admin/.

    Example: `ichiba moderator Aki`
    """
    if database_url is not None:
        os.environ["DATABASE_URL"] = database_url
    if data is not None:
        os.environ["ICHIBA_DATA"] = str(data)
    prepare()
    from django.contrib.auth.models import User

    from ichiba.site.accounts import account_name

    found = User.objects.filter(username=account_name(name)).update(is_staff=not remove)
    if not found:
        raise WrongInput(f"there is no account called {name!r}: make it on the site first")
    what = "is no moderator any more" if remove else "is a moderator now: log in, then open /admin/"
    console.print(f"{name} {what}", markup=False)
