"""The form in which people choose what they want to hear, and where."""

from ipaddress import ip_address
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from ichiba.site.models import Channel, Event, Notices
from ichiba.site.notices import outgoing
from ichiba.site.tables import rests

MINUTES = (5, 15, 30, 60, 180, 720)


class Wishes(forms.Form):
    """Everything on the page, except browsers and feeds."""

    mail = forms.ChoiceField(choices=Notices.Mail.choices, required=False)
    minutes = forms.TypedChoiceField(choices=[(one, one) for one in MINUTES], coerce=int)
    hour = forms.IntegerField(min_value=0, max_value=23)
    time_zone = forms.CharField(max_length=64)
    quiet_from = forms.IntegerField(min_value=0, max_value=23, required=False)
    quiet_until = forms.IntegerField(min_value=0, max_value=23, required=False)
    hook = forms.CharField(max_length=500, required=False)
    hook_kind = forms.ChoiceField(choices=Notices.Hook.choices)

    def __init__(self, data: Any, notices: Notices) -> None:
        super().__init__(data)
        self.notices = notices
        for channel in Channel:
            self.fields[f"events_{channel}"] = forms.MultipleChoiceField(
                choices=Event.choices, required=False
            )

    def clean_time_zone(self) -> str:
        """Accept only time zones that exist."""
        zone: str = self.cleaned_data["time_zone"].strip().replace(" ", "_")
        if zone not in available_timezones():
            raise ValidationError(_("Choose a time zone from the list, such as Europe/Amsterdam."))
        return zone

    def clean_quiet_until(self) -> int | None:
        """Accept quiet hours that leave time to play, or none."""
        begin, end = self.cleaned_data.get("quiet_from"), self.cleaned_data["quiet_until"]
        if begin is None and end is None:
            return None
        if begin is None or end is None or not rests.are_quiet(begin, end):
            raise ValidationError(
                _("Choose both hours, at most %d hours apart.") % rests.MOST_QUIET
            )
        return int(end)

    def clean_hook(self) -> str:
        """Accept only addresses to which we would send."""
        url: str = self.cleaned_data["hook"].strip()
        if not url:
            return ""
        try:
            host = outgoing.check(url).hostname or ""
            if _is_ip(host):
                outgoing.resolve(host, 443)
        except outgoing.NotAllowed as why:
            raise ValidationError(str(why)) from None
        return url

    def apply(self) -> Notices:
        """Return the wishes with what was chosen, not stored yet."""
        data, notices = self.cleaned_data, self.notices
        for name in ("mail", "minutes", "hour", "time_zone", "hook", "hook_kind"):
            setattr(notices, name, data[name])
        notices.quiet_from, notices.quiet_until = data["quiet_from"], data["quiet_until"]
        notices.events = {one.value: data[f"events_{one}"] for one in Channel}
        return notices


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
