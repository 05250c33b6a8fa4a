"""The API put together, and its OpenAPI document."""

from ninja import NinjaAPI

from ichiba import __version__
from ichiba.site.api import play, streaming, tables, titles, tokens
from ichiba.site.api.problems import answer_with_problems
from ichiba.site.api.reading import StrictParser

api = NinjaAPI(
    title="Ichiba",
    version=__version__,
    description="Play at the tables of this site with a program of your own.",
    urls_namespace="api",
    docs_url=None,  # our own page: no script from elsewhere
    parser=StrictParser(),
)
api.add_router("/titles", titles.router)
api.add_router("/tokens", tokens.router)
for router in (tables.router, play.router, streaming.router):
    api.add_router("/tables", router)
answer_with_problems(api)
