"""`ichiba moderator`: make somebody a moderator of the site."""

from typing import Annotated

from typer import Argument, Option

from ichiba.cli.console import WrongInput, console
from ichiba.cli.hosting import DatabaseUrl, DataFolder, prepare


def moderator(
    name: Annotated[str, Argument(help="Name of an account on the site.")],
    remove: Annotated[bool, Option("--remove", help="Remove the moderator's rights.")] = False,
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Give an account moderator rights. Moderators can use the pages under /admin/.

    Example: `ichiba moderator Aki`
    """
    prepare(database_url, data)
    from django.contrib.auth.models import User

    from ichiba.site.people.accounts import account_name

    found = User.objects.filter(username=account_name(name)).update(is_staff=not remove)
    if not found:
        raise WrongInput(f"There is no account called {name!r}. Sign up on the site first.")
    what = "is no longer a moderator." if remove else "is now a moderator. Log in and open /admin/."
    console.print(f"{name} {what}", markup=False)
