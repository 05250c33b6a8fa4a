"""Mail is sent apart from requests, as errands: nobody waits for it, and none is lost."""

import re
from errno import ECONNREFUSED
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from account_tools import log_in, sign_up, text_of
from configuring import configure
from errand_tools import do_soon
from ichiba.site.models import Errand
from ichiba.site.people import mailing

pytestmark = pytest.mark.django_db(transaction=True)

answer: list[Exception] = []  # what the mail server answers, one after the other


class Moody(EmailBackend):
    """A mail server that refuses mails as a test wants."""

    def send_messages(self, messages: Any) -> int:
        if answer:
            raise answer.pop(0)
        return super().send_messages(messages)


@pytest.fixture
def moody(settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Moody"
    answer.clear()


def reset(name: str) -> Any:
    return Client().post("/account/reset/", {"name": name})


def test_a_request_only_orders_a_mail_and_the_same_only_once() -> None:
    sign_up(Client(), "Aki", email="aki@example.org")
    for _ in range(4):
        assert "Check your email" in text_of(reset("Aki"))
    assert mail.outbox == []
    assert Errand.objects.count() == 1
    assert do_soon() == 2, "one to find the account, one to send the mail"
    assert len(mail.outbox) == 1
    assert not Errand.objects.exists()


def test_what_waits_contains_no_link() -> None:
    sign_up(Client(), "Aki", email="aki@example.org")
    reset("Aki")
    do_all = [*Errand.objects.values_list("payload", flat=True)]
    assert "/account/reset/" not in str(do_all)


def test_several_accounts_with_one_address_get_one_mail() -> None:
    for name in ("Aki", "Ben", "Chie"):
        sign_up(Client(), name, email="aki@example.org")
    sign_up(Client(), "Dai", email="dai@example.org")
    reset("aki@example.org")
    do_soon()
    [one] = mail.outbox
    assert one.to == ["aki@example.org"]
    links = [line.split(": ") for line in one.body.splitlines() if "/account/reset/" in line]
    assert [name for name, _ in links] == ["aki", "ben", "chie"]
    client, ben = Client(), links[1][1].removeprefix("http://testserver")
    assert client.post(ben, {"password": "seven small boats"}).status_code == 302
    assert log_in(Client(), "Ben", "seven small boats").status_code == 302
    assert log_in(Client(), "Aki").status_code == 302, "the others keep theirs"


def test_an_address_gets_only_so_many_mails_whichever_names_are_given(settings: Any) -> None:
    for number in range(4):
        sign_up(Client(), f"Aki {number}", email="aki@example.org")
    configure(settings, limits={"reset": (2, 600)})
    for number in range(4):
        home = Client(REMOTE_ADDR=f"192.0.2.{number}")
        assert home.post("/account/reset/", {"name": f"Aki {number}"}).status_code == 200
    do_soon()
    assert len(mail.outbox) == 2


def test_a_request_does_the_same_whether_or_not_there_is_an_account() -> None:
    sign_up(Client(), "Aki", email="aki@example.org")
    sign_up(Client(), "Ben")
    done = []
    for name in ("Aki", "Ben", "Who"):
        with CaptureQueriesContext(connection) as queries:
            reset(name)
        # Without the name itself, its hash and the times.
        done.append(
            [re.sub(r"[0-9a-f]{40}|\d+", "", one["sql"].replace(name, "")) for one in queries]
        )
    assert done[0] == done[1] == done[2]
    assert not any("auth_user" in one for one in done[0])


def test_only_so_many_mails_wait_and_then_everybody_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mailing, "MOST", 3)
    sign_up(Client(), "Aki", email="aki@example.org")
    for name in ("Aki", "Nobody", "Somebody"):
        assert reset(name).status_code == 200
    refused = [reset(name) for name in ("Aki", "Another")]
    assert [one.status_code for one in refused] == [503, 503]
    assert all(one.headers["Retry-After"] for one in refused)
    assert "We can't send mail right now." in text_of(refused[0]).replace("&#39;", "'")
    do_soon()
    assert reset("Aki").status_code == 200, "there is room again"


def test_a_mail_that_could_not_be_sent_is_tried_again(moody: None) -> None:
    answer[:] = [ConnectionRefusedError(ECONNREFUSED, "secret words of the server")]
    sign_up(Client(), "Aki", email="aki@example.org")
    reset("Aki")
    do_soon()
    [waiting] = Errand.objects.all()
    assert (waiting.kind, waiting.tries, waiting.failed) == ("mail", 1, None)
    assert waiting.error == f"ConnectionRefusedError {ECONNREFUSED}"
    Errand.objects.update(due=waiting.created)
    do_soon()
    assert len(mail.outbox) == 1
    assert not Errand.objects.exists()


def test_an_address_that_is_refused_is_given_up_at_once(moody: None) -> None:
    answer[:] = [SMTPRecipientsRefused({"aki@example.org": (550, b"aki@example.org: unknown")})]
    sign_up(Client(), "Aki", email="aki@example.org")
    reset("Aki")
    do_soon()
    [failed] = Errand.objects.all()
    assert failed.failed is not None
    assert failed.error == "The mail server refused the address of the recipient (550)."


def test_a_mail_that_is_sent_twice_has_the_same_id(moody: None) -> None:
    """As if the server had been killed after sending it."""
    sign_up(Client(), "Aki", email="aki@example.org")
    reset("Aki")
    do_soon()
    answer[:] = [ConnectionResetError()]
    reset("Aki")
    do_soon()
    [waiting] = Errand.objects.all()
    Errand.objects.update(due=waiting.created)
    do_soon()
    first, second = (one.extra_headers["Message-ID"] for one in mail.outbox)
    assert first != second, "different mails have different ids"
    assert f".{waiting.pk}." in second
