"""Settings of the site, each from the environment with a default that just works on one machine."""

import os
import secrets
from pathlib import Path
from urllib.parse import unquote, urlparse

from django.core.exceptions import ImproperlyConfigured

BASE = Path(__file__).parent
GAMES = BASE.parent / "games"


def _flag(name: str, default: str) -> bool:
    return os.environ.get(name, default).lower() in ("1", "true", "yes", "on")


def _data_folder() -> Path:
    """Where the database and the secret key of this server live."""
    default = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "ichiba"
    folder = Path(os.environ.get("ICHIBA_DATA", default))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _secret_key(folder: Path) -> str:
    """The key from the environment, or one that is made once and kept beside the database."""
    if key := os.environ.get("ICHIBA_SECRET_KEY"):
        return key
    file = folder / "secret-key"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(50), encoding="ascii")
    return file.read_text(encoding="ascii")


def _database(url: str) -> dict[str, object]:
    """The database that a URL names: sqlite:///file or postgres://user:password@host:port/name."""
    parts = urlparse(url)
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(parts.path.removeprefix("/")),
            "OPTIONS": {
                # Writers wait for each other at the start of a transaction, not in the middle.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    if parts.scheme in ("postgres", "postgresql"):
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.removeprefix("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": parts.hostname or "",
            "PORT": str(parts.port or ""),
        }
    raise ImproperlyConfigured(f"DATABASE_URL must begin with sqlite: or postgres:, not {url!r}")


DATA = _data_folder()
SECRET_KEY = _secret_key(DATA)
DEBUG = _flag("ICHIBA_DEBUG", "no")
ALLOWED_HOSTS = os.environ.get("ICHIBA_HOSTS", "*").split(",")
CSRF_TRUSTED_ORIGINS = [
    origin for origin in os.environ.get("ICHIBA_ORIGINS", "").split(",") if origin
]

DATABASES = {
    "default": _database(os.environ.get("DATABASE_URL", f"sqlite:///{DATA / 'ichiba.sqlite3'}"))
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "django_htmx",
    "ichiba.site",
]
MIDDLEWARE = [
    "ichiba.site.observing.requests.ObservingMiddleware",
    "ichiba.site.observing.probes.ProbesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ichiba.site.identity.PersonMiddleware",
    "ichiba.site.headers.ContentSecurityMiddleware",
    "ichiba.site.api.reading.ApiMiddleware",
]
ROOT_URLCONF = "ichiba.site.urls"
ASGI_APPLICATION = "ichiba.site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # A title's board lies in its own folder: "tsukiji/board/board.html".
        "DIRS": [BASE / "templates", GAMES],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "ichiba.site.identity.person",
            ],
            "builtins": ["django.templatetags.i18n", "ichiba.site.templatetags.ichiba"],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.DjangoTemplates"

STATIC_URL = "static/"
STATICFILES_DIRS = [
    (folder.name, folder / "board" / "static")
    for folder in sorted(GAMES.iterdir())
    if (folder / "board" / "static").is_dir()
]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

CSRF_COOKIE_NAME = "ichiba_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "ichiba.site.views.errors.expired_form"
PERSON_COOKIE = "ichiba"
PERSON_COOKIE_AGE = 400 * 24 * 3600
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# Bots: processes that think, how long a move may take, and the pause before one is made in the open
# so that people can follow.
BOT_WORKERS = int(os.environ.get("ICHIBA_BOT_WORKERS", "1"))
BOT_SECONDS = float(os.environ.get("ICHIBA_BOT_SECONDS", "5"))
BOT_PAUSE = float(os.environ.get("ICHIBA_BOT_PAUSE", "0.7"))
# How often a process looks for what other processes have written.
POLL_SECONDS = float(os.environ.get("ICHIBA_POLL_SECONDS", "0.5"))

# Streams that may be open at once in a process: for all, for one person, from one address.
STREAMS = int(os.environ.get("ICHIBA_STREAMS", "1000"))
STREAMS_BY_PERSON = int(os.environ.get("ICHIBA_STREAMS_BY_PERSON", "20"))
STREAMS_BY_ADDRESS = int(os.environ.get("ICHIBA_STREAMS_BY_ADDRESS", "200"))

# The largest body of a request, and how long one may take to arrive.
LARGEST_BODY = DATA_UPLOAD_MAX_MEMORY_SIZE
SLOW_SECONDS = float(os.environ.get("ICHIBA_SLOW_SECONDS", "20"))

# Who may read /metrics from elsewhere than this machine; without a token nobody.
METRICS_TOKEN = os.environ.get("ICHIBA_METRICS_TOKEN", "")

LOG_FORMAT = os.environ.get("ICHIBA_LOG_FORMAT", "plain")
if LOG_FORMAT not in ("plain", "json"):
    raise ImproperlyConfigured(f"ICHIBA_LOG_FORMAT must be plain or json, not {LOG_FORMAT!r}")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"discreet": {"()": "ichiba.site.observing.logs.Discreet"}},
    "formatters": {
        "plain": {"()": "ichiba.site.observing.logs.PlainLines"},
        "json": {"()": "ichiba.site.observing.logs.JsonLines"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["discreet"],
        },
        "counter": {"class": "ichiba.site.observing.metrics.ErrorCounter", "level": "ERROR"},
    },
    "root": {"handlers": ["console", "counter"], "level": os.environ.get("ICHIBA_LOG", "WARNING")},
    # Django's own handlers would write to the console in their own way, with whole addresses.
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
    },
}
