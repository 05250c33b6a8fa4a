"""Compresses pages. Event streams are compressed where they are made.

The length of compressed content can betray a secret to someone who watches the network and can put
text of their own beside it (BREACH). So pages with a lasting secret, such as the personal link, are
sent as they are: they are marked `no-store`. The token in forms has a new mask in every page.
Django's GZipMiddleware knows only gzip, which takes about twice as long for larger pages.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from ichiba.site.live.encodings import FOR_EVENTS, FOR_PAGES, encoding_for, pack_page

SMALLEST = 500  # bytes; smaller content is not worth it


class CompressionMiddleware:
    """Compresses HTML if the client accepts it."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not _may_be_compressed(response):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        # People wait for the answer to a move, and it is frequent, like an event.
        best_first = FOR_EVENTS if "HX-Request" in request.headers else FOR_PAGES
        encoding = encoding_for(request.headers.get("Accept-Encoding", ""), best_first)
        if encoding:
            response.content = pack_page(response.content, encoding)
            response.headers["Content-Encoding"] = encoding
            response.headers["Content-Length"] = str(len(response.content))
        return response


def _may_be_compressed(response: HttpResponse) -> bool:
    return (
        not response.streaming
        and response.headers.get("Content-Type", "").startswith("text/html")
        and "Content-Encoding" not in response.headers
        and "no-store" not in response.headers.get("Cache-Control", "")
        and len(response.content) >= SMALLEST
    )
