"""Notices at webhooks: Discord, Slack, or anything that takes JSON."""

import json
from html import escape

from django.conf import settings
from django.utils.translation import override

from ichiba.site.errands.kinds import GiveUp, Lane, Task, does
from ichiba.site.models import Notices
from ichiba.site.notices import outgoing
from ichiba.site.notices.about import find, read_about
from ichiba.site.notices.choosing import changing
from ichiba.site.notices.wording import Notice, compose

HOOK = "hook"
_GONE = (404, 410)


def possible() -> bool:
    """Return whether webhooks can be used: their links need the address of the site."""
    return bool(settings.CONFIGURATION.url)


def body_of(kind: str, notice: Notice) -> bytes:
    """Return what a webhook gets."""
    link = settings.CONFIGURATION.url + notice.path
    if kind == Notices.Hook.DISCORD:  # a name must not call everyone
        told: object = {"content": f"{notice.whole}\n{link}", "allowed_mentions": {"parse": []}}
    elif kind == Notices.Hook.SLACK:
        told = {"text": f"{escape(notice.whole, quote=False)}\n{link}"}
    else:
        told = {
            "event": notice.event,
            "title": notice.title,
            "players": notice.players,
            "headline": notice.headline,
            "text": notice.text,
            "deadline": None if notice.deadline is None else notice.deadline.isoformat(),
            "link": link,
        }
    return json.dumps(told).encode()


@does(HOOK, Lane.HOOK)
def tell(task: Task) -> None:
    """Post a notice to a person's webhook. One that is gone is forgotten."""
    about = read_about(task.payload)
    found = find(about)
    if found is None or not found[2].hook:
        return
    table, seat, notices = found
    with override(notices.language):
        notice = compose(about.event, table, seat, notices.zone)
    try:
        body = body_of(notices.hook_kind, notice)
        outgoing.post(notices.hook, body, {"Content-Type": "application/json"})
    except outgoing.BadAnswer as answer:
        if answer.status in _GONE:
            with changing(notices.person_id):
                Notices.objects.filter(pk=notices.pk, hook=notices.hook).update(hook="")
        elif answer.status < 500 and answer.status != 429:
            raise GiveUp(f"The webhook refused it ({answer.status}).") from None
        else:
            raise
    except outgoing.NotAllowed as why:
        raise GiveUp(str(why)) from None
