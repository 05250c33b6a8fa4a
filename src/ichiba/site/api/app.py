"""The API application and its OpenAPI document."""

from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from ichiba import __version__
from ichiba.site.api import me, play, streaming, tables, titles, tokens
from ichiba.site.api.descriptions import describe
from ichiba.site.api.problems import answer_with_problems
from ichiba.site.api.reading import StrictParser


class Api(NinjaAPI):
    """The API. Its document also describes the views and events of every title."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """Return the OpenAPI document."""
        document = super().get_openapi_schema(**options)
        describe(document)
        return document


api = Api(
    title="Ichiba",
    version=__version__,
    description="Play at the tables of this site with your own program.",
    urls_namespace="api",
    docs_url=None,  # we have our own page, without third-party scripts
    parser=StrictParser(),
)
api.add_router("/titles", titles.router)
api.add_router("/tokens", tokens.router)
for router in (tables.router, play.router, streaming.router):
    api.add_router("/tables", router)
api.add_router("/me", me.router)
answer_with_problems(api)
