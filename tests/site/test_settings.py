"""Server settings: environment variables, and Django's deployment check."""

import os
import subprocess
import sys

import pytest
from django.test import Client

from site_scene import new_table

CHECK = """
import django, sys
from django.core.management import call_command
django.setup()
call_command("check", "--deploy", "--fail-level", "WARNING")
"""


def run_settings(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("ICHIBA_")}
    settings = {"DJANGO_SETTINGS_MODULE": "ichiba.site.server.settings", **environment}
    settings["ICHIBA_DATA"] = os.environ["ICHIBA_DATA"]
    return subprocess.run(
        [sys.executable, "-c", code], env=kept | settings, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def test_djangos_check_for_servers_finds_nothing() -> None:
    run = run_settings(CHECK, ICHIBA_HTTPS="yes", ICHIBA_HOSTS="play.example")
    assert run.returncode == 0, run.stderr
    assert "W0" not in run.stderr
    plain = run_settings(CHECK)
    assert plain.returncode != 0, "without HTTPS the check must report something"


SHOW = """
from django.conf import settings as s
print(s.EMAIL_BACKEND.split(".")[-2], s.EMAIL_HOST, s.EMAIL_PORT, s.EMAIL_HOST_USER,
      s.EMAIL_HOST_PASSWORD, s.EMAIL_USE_TLS, s.EMAIL_USE_SSL, s.CONFIGURATION.limits.get("chat"))
"""


@pytest.mark.parametrize(
    ("environment", "shown"),
    [
        ({}, "console localhost 25   False False (30, 60)"),
        (
            {"ICHIBA_MAIL": "smtp://a%40b:p%2Fw@mx.example", "ICHIBA_URL": "https://x.example"},
            "smtp mx.example 587 a@b p/w True False (30, 60)",
        ),
        (
            {"ICHIBA_MAIL": "smtps://mx.example:466", "ICHIBA_URL": "https://x.example",
             "ICHIBA_LIMITS": "chat=5/10, log-in=3/60"},
            "smtp mx.example 466   False True (5, 10)",
        ),
        ({"ICHIBA_LIMITS": "off"}, "console localhost 25   False False None"),
    ],
)  # fmt: skip
def test_mail_and_limits_come_from_the_environment(environment: dict[str, str], shown: str) -> None:
    assert run_settings(SHOW, **environment).stdout.strip() == shown


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"ICHIBA_MAIL": "smtp://mx.example"}, "Set ICHIBA_URL to send mail"),
        ({"ICHIBA_MAIL": "pigeon"}, "ICHIBA_MAIL must be console:"),
        ({"ICHIBA_LIMITS": "chat=often"}, "ICHIBA_LIMITS must be off, or like chat=30/60"),
        ({"ICHIBA_LIMITS": "dance=3/60"}, "with one of these limits: log-in, "),
        ({"ICHIBA_LIMITS": "chat=0/0"}, "two whole numbers from 1 to 999999999"),
        ({"ICHIBA_LIMITS": "chat=30/0"}, "two whole numbers from 1 to 999999999"),
        ({"ICHIBA_LIMITS": "chat=0/60"}, "two whole numbers from 1 to 999999999"),
    ],
)
def test_wrong_settings_are_told(environment: dict[str, str], told: str) -> None:
    run = run_settings(SHOW, **environment)
    assert run.returncode != 0
    assert told in run.stderr


@pytest.mark.django_db(transaction=True)
def test_cookies_are_secure_where_the_site_is(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.SESSION_COOKIE_SECURE = True
    new_table(["me", "greedy"], client)
    cookie = client.cookies["ichiba"]
    assert cookie["secure"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
