"""The form to report a problem with a game. It works without a script, too."""

import re
from collections.abc import Callable

import msgspec
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ichiba.site import operations
from ichiba.site.models import Report, Table
from ichiba.site.people import limits, reports
from ichiba.site.people.reports import Seen
from ichiba.site.request import Request
from ichiba.site.tables.changes import Refused
from ichiba.site.views.replay import uploaded_record
from ichiba.site.views.table import visitor

_NUMBER = re.compile(r"[0-9]{1,5}", re.ASCII)
_SIZE = re.compile(r"[0-9]{1,5}×[0-9]{1,5}", re.ASCII)


class _Subject(msgspec.Struct, frozen=True):
    """What a report is about."""

    back: str  # the address of its page
    replay: str  # and of its replay
    count: int  # moves so far
    is_over: bool
    store: Callable[[str, Seen], Report]


@require_http_methods(["GET", "HEAD", "POST"])
def of_table(request: Request, slug: str) -> HttpResponse:
    """Report a problem with a table that the visitor may see."""
    found = visitor(request).find(slug)
    match = found.match_or_none

    def store(text: str, seen: Seen) -> Report:
        report: Report = operations.run(
            "report", visitor(request), found, lambda: limits.visitor(request, request.person),
            text, seen,
        )  # fmt: skip
        return report

    return _form(
        request,
        _Subject(
            back=reverse("table", args=[slug]),
            replay=reverse("replay", args=[slug]),
            count=0 if match is None else len(match.record.moves),
            is_over=found.table.status == Table.Status.FINISHED,
            store=store,
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def of_upload(request: Request, slug: str) -> HttpResponse:
    """Report a problem with an uploaded game."""
    record = uploaded_record(slug)

    def store(text: str, seen: Seen) -> Report:
        limits.spend("report", *limits.visitor(request, request.person))
        return reports.report_record(record, request.person, text, seen)

    back = reverse("uploaded", args=[slug])
    return _form(request, _Subject(back, back, len(record.moves), True, store))


def _form(request: Request, about: _Subject) -> HttpResponse:
    seen = _seen(request, about)
    context = {
        "at": seen.at,
        "page": seen.page,
        "back": f"{seen.page}?at={seen.at}" if seen.page == about.replay else about.back,
        "is_over": about.is_over,
        "longest": Report.LONGEST,
        "text": request.POST.get("text", ""),
        "problem": "",
        "sent": False,
    }
    status = 200
    if request.method == "POST":
        try:
            about.store(str(context["text"]), seen)
            context["sent"] = True
        except Refused as refusal:
            context["problem"], status = str(refusal), 422
    return render(request, "site/report.html", context, status=status)


def _seen(request: Request, about: _Subject) -> Seen:
    """Return what the form says, as far as it makes sense."""
    given = request.POST if request.method == "POST" else request.GET
    at, page, window = (given.get(name, "") for name in ("at", "page", "window"))
    return Seen(
        at=min(int(at), about.count) if _NUMBER.fullmatch(at) else about.count,
        page=page if page == about.replay else about.back,
        window=window if _SIZE.fullmatch(window) else "",
        agent=request.headers.get("User-Agent", ""),
    )
