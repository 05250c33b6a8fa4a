"""The service worker, under an address from which it may serve every page of the site; and what
makes the site an app that can be installed: its manifest and the page that is shown offline."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ichiba.site.assets.files import content_of

SCRIPT = "site/service_worker.js"


@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The script. Browsers look for a new version when it is a day old, or a page registers it."""
    response = HttpResponse(
        content_of(SCRIPT) or b"", content_type="text/javascript; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """What a device needs to know in order to install the site."""
    sizes = (("192", "any"), ("512", "any"), ("512", "maskable"))
    names = {"any": "site/app-%s.png", "maskable": "site/app-maskable-%s.png"}
    told = {
        "id": "/",
        "name": "Ichiba 市場",
        "short_name": "Ichiba",
        "description": _("Three board games set in Tokyo. Play with friends or against bots."),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#F6F1E6",
        "theme_color": "#F6F1E6",
        "icons": [
            {
                "src": static(names[purpose] % size),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size, purpose in sizes
        ],
    }
    return HttpResponse(json.dumps(told), content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the service worker shows if the site can't be reached."""
    return render(request, "site/offline.html")
