"""The admin pages for moderators. They show only what a spectator of the table could see.

A moderator may be playing at that table. So they show no seed and no hidden moves, and nobody can
search by them.
"""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from ichiba.site.models import Errand, Person, Report, Table, somebody
from ichiba.site.pages.log import in_words
from ichiba.site.people import moderation, reports
from ichiba.site.store import snapshots
from ichiba.site.store.records import names_of
from ichiba.site.store.snapshots import Unreplayable
from ichiba.site.store.transactions import writing
from ichiba.site.tables import days
from ichiba.site.tables.changes import Refused
from ichiba.site.titles.words import words_for


class ModeratorSite(admin.AdminSite):
    """Django's admin behind the site's own log-in page, with its rate limits."""

    site_header = _("Ichiba moderation")
    site_title = _("Moderation")
    index_title = _("Tables and people")
    enable_nav_sidebar = False

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002
        """Redirect to the site's log-in page."""
        wanted = request.GET.get("next", reverse("admin:index"))
        return redirect(f"{reverse('log-in')}?{urlencode({'next': wanted})}")

    # A redirect is no TemplateResponse.
    def password_change(  # type: ignore[override]
        self,
        request: HttpRequest,  # noqa: ARG002
        extra_context: Any = None,  # noqa: ARG002
    ) -> HttpResponse:
        """Redirect to the site's own page, which also disables old cookies and links."""
        return redirect("password")


site = ModeratorSite(name="admin")


if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
else:  # Django's class isn't generic at run time
    _ModelAdmin = admin.ModelAdmin


class ForModerators(_ModelAdmin):
    """Base class: all moderators may view and change; nobody may add or delete."""

    def _is_moderator(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_staff)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Allow all moderators."""
        return self._is_moderator(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        """Allow all moderators."""
        return self._is_moderator(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        """Allow all moderators."""
        return self._is_moderator(request)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        """Allow nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        """Allow nobody."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:  # noqa: ARG002
        """Allow only the offered filters: a lookup like seed__startswith would reveal secrets."""
        return lookup.removesuffix("__exact") in self.list_filter


@admin.register(Table, site=site)
class TableAdmin(ForModerators):
    """Tables: what happened there, with actions to end or unblock them."""

    list_display = ("slug", "title", "who", "status", "pace", "listed", "created")
    list_filter = ("status", "title", "pace", "listed")
    search_fields = ("slug", "seats__name")
    ordering = ("-created",)
    actions = ("end", "unblock")
    fields = (
        "slug", "title", "status", "pace", "listed", "owner", "created", "started", "finished",
        "who", "coming_and_going", "story", "talk",
    )  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Fetch the seats and the owner along with the tables."""
        return super().get_queryset(request).prefetch_related("seats").select_related("owner")

    @admin.display(description=_("players"))
    def who(self, table: Table) -> str:
        """List the players in seat order."""
        return ", ".join(_t("free") if seat.free else seat.shown for seat in table.seats.all())

    @admin.display(description=_("players joining and leaving"))
    def coming_and_going(self, table: Table) -> SafeString | str:
        """List who joined, who was replaced by a bot and who came back, with times."""
        return _lines((one.created, in_words(one)) for one in table.happenings.all())

    @admin.display(description=_("public log"))
    def story(self, table: Table) -> SafeString | str:
        """List the public events with times, or all moves once the game is finished."""
        if table.started is None:
            return "-"
        if days.is_secret(table):
            return _t("This is a market of the day. Others can see the game when the day is over.")
        times = dict(table.moves.values_list("number", "created"))
        if table.status == Table.Status.FINISHED:
            moves = table.moves.values_list("created", "number", "text")
            return _lines((when, f"{number}: {text}") for when, number, text in moves)
        words = words_for(names_of(table.seats.all()))
        try:
            return _lines(
                (times.get(event.move, table.started), event.say(words))
                for event in snapshots.of(table).match.events
                if event.is_for(None)
            )
        except Unreplayable:
            return _t(
                "This server can't show this game: it uses another version of the rules, or its "
                "moves are incomplete or damaged."
            )

    @admin.display(description=_("chat"))
    def talk(self, table: Table) -> SafeString | str:
        """List the chat messages, with a link to each author."""
        return _lines(
            (line.created, format_html("{}: {}", _link(line.person, line.shown), line.text))
            for line in table.chat.select_related("person")
        )

    @admin.action(description=_("End the selected games without a result"))
    def end(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        """End the selected games."""
        self._do(request, chosen, moderation.end, _t("ended"))

    @admin.action(description=_("Let bots play for the players who are holding up the game"))
    def unblock(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        """Unblock the selected games."""
        self._do(request, chosen, moderation.unblock, _t("a bot has taken over"))

    def _do(self, request: HttpRequest, chosen: QuerySet[Table], do: Any, done: str) -> None:
        for table in chosen:
            try:
                do(table)
            except Refused as refusal:
                self.message_user(request, f"{table}: {refusal}", messages.WARNING)
            else:
                self.log_change(request, table, done)
                self.message_user(request, f"{table}: {done}")


@admin.register(Person, site=site)
class PersonAdmin(ForModerators):
    """People: mute them, so that they can't chat, or ban them."""

    list_display = ("__str__", "account", "muted", "banned", "created")
    list_filter = ("muted", "banned")
    search_fields = ("name", "user__username")
    ordering = ("-created",)
    fields = ("name", "account", "created", "muted", "banned", "places")
    readonly_fields = ("name", "account", "created", "places")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Person]:
        """Fetch the accounts along with the people."""
        return super().get_queryset(request).select_related("user")

    @admin.display(description=_("account"))
    def account(self, person: Person) -> str:
        """Return the name of the account, or "guest"."""
        return person.user.username if person.user is not None else _t("guest")

    @admin.display(description=_("tables"))
    def places(self, person: Person) -> SafeString | str:
        """List the tables where this person has played, newest first."""
        seats = person.seats.select_related("table").order_by("-table__created")[:50]
        return _lines((seat.table.created, _link(seat.table, str(seat.table))) for seat in seats)


@admin.register(Errand, site=site)
class ErrandAdmin(ForModerators):
    """Errands: what waits and what failed. What they are about isn't shown: it may be private."""

    list_display = ("__str__", "kind", "due", "tries", "error", "failed")
    list_filter = ("kind",)
    ordering = ("-failed", "due")
    actions = ("try_again", "forget")
    fields = ("kind", "created", "due", "tries", "error", "failed")
    readonly_fields = fields

    @admin.action(description=_("Try the selected errands again now"))
    def try_again(self, request: HttpRequest, chosen: QuerySet[Errand]) -> None:
        """Let workers try again."""
        with writing():
            waiting = chosen.filter(holder="")
            count = waiting.update(due=timezone.now(), tries=0, failed=None)
        self.message_user(request, _t("%d will be tried again.") % count)

    @admin.action(description=_("Delete the selected errands that were given up"))
    def forget(self, request: HttpRequest, chosen: QuerySet[Errand]) -> None:
        """Delete failed errands."""
        with writing():
            count = chosen.exclude(failed=None).delete()[0]
        self.message_user(request, _t("%d deleted.") % count)


@admin.register(Report, site=site)
class ReportAdmin(ForModerators):
    """Reports of problems, with the game for developers once it is over."""

    list_display = ("__str__", "title", "status", "reporter", "at", "created")
    list_filter = ("status", "title")
    search_fields = ("text",)
    ordering = ("-created",)
    fields = (
        "text", "status", "title", "game", "at", "page", "window", "agent", "reporter", "created",
        "golden",
    )  # fmt: skip
    readonly_fields = tuple(name for name in fields if name != "status")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Fetch the tables and the people along with the reports."""
        return super().get_queryset(request).select_related("table", "person")

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the record."""
        golden = self.admin_site.admin_view(self.download)
        own = path("<int:pk>/golden.json", golden, name="site_report_golden")
        return [own, *super().get_urls()]

    @admin.display(description=_("reported by"))
    def reporter(self, report: Report) -> SafeString | str:
        """Link to the person, if it is known."""
        return _link(report.person, str(report.person)) if report.person else _t("guest")

    @admin.display(description=_("table"))
    def game(self, report: Report) -> SafeString | str:
        """Link to the table, and to the position for those who may see it."""
        if report.table is None:
            return "-"
        replay = f"{reverse('replay', args=[report.table.slug])}?at={report.at}"
        shown = format_html('<a href="{}">{}</a>', replay, _t("position"))
        return format_html("{} · {}", _link(report.table, str(report.table)), shown)

    @admin.display(description=_("golden game"))
    def golden(self, report: Report) -> SafeString | str:
        """Link to the record for developers, or say why there is none yet."""
        try:
            reports.golden_game(report)
        except Refused as refusal:
            return str(refusal)
        file = reverse("admin:site_report_golden", args=[report.pk])
        return format_html('<a href="{}" download>{}</a>', file, _t("Download"))

    def download(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Send the record as a golden game."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        report = get_object_or_404(Report, pk=pk)
        try:
            content = reports.golden_game(report)
        except Refused as refusal:
            raise PermissionDenied(str(refusal)) from None
        response = HttpResponse(content, content_type="application/json")
        name = f"{report.title}-report-{report.pk}-move-{report.at}.json"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


def _lines(rows: Any) -> SafeString | str:
    """Format rows of (time, text) as lines."""
    shown = [(date_format(when, "Y-m-d H:i:s") if when else "", text) for when, text in rows]
    return format_html_join("", "{} {}<br>", shown) or "-"


def _link(thing: Model | None, text: str) -> SafeString | str:
    if thing is None:
        return text or somebody()
    path = reverse(f"admin:site_{thing._meta.model_name}_change", args=[thing.pk])
    return format_html('<a href="{}">{}</a>', path, text)
