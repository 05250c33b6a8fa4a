"""The pages of moderators. They show of a table what a spectator could see, and nothing else:

a moderator may sit at it. So no seed, no move that is still hidden, and no search by either.
"""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from ichiba.site import moderation, tables
from ichiba.site.log import in_words
from ichiba.site.matches import Unreplayable, hold, names_of
from ichiba.site.models import Person, Table, somebody
from ichiba.site.seeing import words_for


class ModeratorSite(admin.AdminSite):
    """Django's admin, entered through the site's own log-in with its limits."""

    site_header = _("Ichiba: for moderators")
    site_title = _("Moderators")
    index_title = _("Tables and people")
    enable_nav_sidebar = False

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002
        """Log in where everybody does."""
        wanted = request.GET.get("next", reverse("admin:index"))
        return redirect(f"{reverse('log-in')}?{urlencode({'next': wanted})}")

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002
        """Where everybody does, since there old cookies and links end too."""
        return redirect("password")


site = ModeratorSite(name="admin")


class ForModerators(admin.ModelAdmin):
    """What a moderator may look at; nothing is added or deleted by hand."""

    def _is_moderator(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_staff)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """All moderators."""
        return self._is_moderator(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        """All moderators."""
        return self._is_moderator(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        """All moderators."""
        return self._is_moderator(request)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        """Nobody."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:  # noqa: ARG002
        """Only by the offered filters: a question like seed__startswith would find out secrets."""
        return lookup.removesuffix("__exact") in self.list_filter


@admin.register(Table, site=site)
class TableAdmin(ForModerators):
    """Tables: what happened there, and how to end one or get it going."""

    list_display = ("slug", "game", "who", "status", "pace", "listed", "created")
    list_filter = ("status", "game", "pace", "listed")
    search_fields = ("slug", "seats__name")
    ordering = ("-created",)
    actions = ("end", "unblock")
    fields = (
        "slug", "game", "status", "pace", "listed", "owner", "created", "started", "finished",
        "who", "coming_and_going", "story", "talk",
    )  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """With who sits there."""
        return super().get_queryset(request).prefetch_related("seats").select_related("owner")

    @admin.display(description=_("who plays"))
    def who(self, table: Table) -> str:
        """Who sits there, in order."""
        return ", ".join(_t("free") if seat.free else seat.shown for seat in table.seats.all())

    @admin.display(description=_("coming and going"))
    def coming_and_going(self, table: Table) -> SafeString | str:
        """Who sat when, who was played for, who came back."""
        return _lines((one.created, in_words(one)) for one in table.happenings.all())

    @admin.display(description=_("what happened, as everybody could see it"))
    def story(self, table: Table) -> SafeString | str:
        """The public events with their times; all moves once they are no secret any more."""
        if table.started is None:
            return "-"
        times = dict(table.moves.values_list("number", "created"))
        if table.status == Table.Status.FINISHED:
            moves = table.moves.values_list("created", "number", "text")
            return _lines((when, f"{number}: {text}") for when, number, text in moves)
        words = words_for(names_of(table.seats.all()))
        try:
            with hold(table) as match:
                return _lines(
                    (times.get(event.move, table.started), event.say(words))
                    for event in match.events
                    if event.is_for(None)
                )
        except Unreplayable:
            return _t("This game was played by other rules than this server has. It is kept.")

    @admin.display(description=_("chat"))
    def talk(self, table: Table) -> SafeString | str:
        """What was said, with the way to who said it."""
        return _lines(
            (line.created, format_html("{}: {}", _link(line.person, line.shown), line.text))
            for line in table.chat.select_related("person")
        )

    @admin.action(description=_("End the chosen tables, without a result"))
    def end(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        """End them."""
        self._do(request, chosen, moderation.end, _t("ended"))

    @admin.action(description=_("Let a bot play for whoever the table waits for"))
    def unblock(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        """Get them going."""
        self._do(request, chosen, moderation.unblock, _t("a bot plays on"))

    def _do(self, request: HttpRequest, chosen: QuerySet[Table], do: Any, done: str) -> None:
        for table in chosen:
            try:
                do(table)
            except tables.Refused as refusal:
                self.message_user(request, f"{table}: {refusal}", messages.WARNING)
            else:
                self.log_change(request, table, done)
                self.message_user(request, f"{table}: {done}")


@admin.register(Person, site=site)
class PersonAdmin(ForModerators):
    """People: who may not write, who may not sit down."""

    list_display = ("__str__", "account", "muted", "banned", "created")
    list_filter = ("muted", "banned")
    search_fields = ("name", "user__username")
    ordering = ("-created",)
    fields = ("name", "account", "created", "muted", "banned", "places")
    readonly_fields = ("name", "account", "created", "places")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Person]:
        """With their accounts."""
        return super().get_queryset(request).select_related("user")

    @admin.display(description=_("account"))
    def account(self, person: Person) -> str:
        """The name of the account; a guest has none."""
        return person.user.username if person.user is not None else _t("guest")

    @admin.display(description=_("tables"))
    def places(self, person: Person) -> SafeString | str:
        """Where this person sits or sat, the newest first."""
        seats = person.seats.select_related("table").order_by("-table__created")[:50]
        return _lines((seat.table.created, _link(seat.table, str(seat.table))) for seat in seats)


def _lines(rows: Any) -> SafeString | str:
    """Lines with times, the oldest first."""
    shown = [(date_format(when, "Y-m-d H:i:s") if when else "", text) for when, text in rows]
    return format_html_join("", "{} {}<br>", shown) or "-"


def _link(thing: Model | None, text: str) -> SafeString | str:
    if thing is None:
        return text or somebody()
    path = reverse(f"admin:site_{thing._meta.model_name}_change", args=[thing.pk])
    return format_html('<a href="{}">{}</a>', path, text)
