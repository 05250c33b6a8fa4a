"""`ichiba ratings`: count the ratings of people on the site, or compute them anew."""

from typing import Annotated

from typer import Option

from ichiba.cli.console import console, counted
from ichiba.cli.hosting import DatabaseUrl, DataFolder, database_errors, prepare


def ratings(
    recompute: Annotated[
        bool, Option("--recompute", help="Compute all ratings anew from the rated games.")
    ] = False,
    database_url: DatabaseUrl = None,
    data: DataFolder = None,
) -> None:
    """Count rated games and rated people, and with --recompute, compute all ratings anew.

    This is only needed after the ratings of bots have changed, or after an update that says so. It
    gives the same numbers otherwise. Servers may run meanwhile.

    Example: `ichiba ratings --recompute`
    """
    prepare(database_url, data)
    from ichiba.site.models import RatedGame, Rating
    from ichiba.site.tables import ratings as rating

    with database_errors():
        if recompute:
            console.print(f"Computed anew from {counted(rating.recompute(), 'rated game')}.")
        games, people = RatedGame.objects.count(), Rating.objects.values("person").distinct()
        rated = counted(people.count(), "player")
        console.print(f"{counted(games, 'rated game')}, {rated} with a rating.")
