"""Settings of the site, each from the environment with a default that just works on one machine."""

import os
import re
import secrets
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlparse

from django.core.exceptions import ImproperlyConfigured

BASE = Path(__file__).parent
GAMES = BASE.parent / "games"

# How the site speaks to PostgreSQL: through a few connections that all requests of a process share,
# and without waiting long for a database that is away.
POSTGRES = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 10_000,
    "pool": {
        "min_size": 1,
        "max_size": int(os.environ.get("ICHIBA_DATABASE_CONNECTIONS", "8")),
        "timeout": 4,
        "reconnect_timeout": 3,
    },
}


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
            "CONN_MAX_AGE": None,  # threads are few and stay, and so do their connections
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
            # A connection that broke while nobody used it is replaced before somebody does.
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": dict(parse_qsl(parts.query)) | POSTGRES,
        }
    raise ImproperlyConfigured(f"DATABASE_URL must begin with sqlite: or postgres:, not {url!r}")


def _mail(url: str) -> dict[str, object]:
    """How mail is sent: console: (into the log), smtp://user:password@host:587 or smtps://…

    smtp: turns to TLS before it says anything (STARTTLS); smtp+plain: is for a relay next door.
    """
    parts = urlparse(url)
    if parts.scheme == "console":
        return {"BACKEND": "console"}
    if parts.scheme not in ("smtp", "smtps", "smtp+plain") or not parts.hostname:
        raise ImproperlyConfigured(
            f"ICHIBA_MAIL must be console: or like smtp://user:password@host:587, not {url!r}"
        )
    usual = {"smtp": 587, "smtps": 465, "smtp+plain": 25}[parts.scheme]
    return {
        "BACKEND": "smtp",
        "HOST": parts.hostname,
        "PORT": parts.port or usual,
        "HOST_USER": unquote(parts.username or ""),
        "HOST_PASSWORD": unquote(parts.password or ""),
        "USE_TLS": parts.scheme == "smtp",
        "USE_SSL": parts.scheme == "smtps",
    }


def _limits(text: str) -> dict[str, tuple[int, int]]:
    """How often, in how many seconds: the usual limits but for what the text changes, or none."""
    limits = {
        "log-in": (20, 600),
        "sign-up": (10, 3600),
        "reset": (5, 3600),
        "table": (60, 600),
        "join": (60, 600),
        "chat": (30, 60),
        "upload": (20, 600),
        "token": (60, 600),
    }
    if text.strip() == "off":
        return {}
    for part in text.split(","):
        if not part.strip():
            continue
        found = re.fullmatch(r"\s*([a-z-]+)=([0-9]{1,9})/([0-9]{1,9})\s*", part)
        if found is None or found[1] not in limits:
            raise ImproperlyConfigured(
                f"ICHIBA_LIMITS: {part.strip()!r} is not like chat=30/60; "
                f"there are limits for {', '.join(limits)}"
            )
        limits[found[1]] = int(found[2]), int(found[3])
    return limits


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
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
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
    # Only moderators have a session; everybody else is known by the person cookie alone.
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ichiba.site.identity.PersonMiddleware",
    "ichiba.site.headers.ContentSecurityMiddleware",
    "ichiba.site.api.reading.ApiMiddleware",
    "ichiba.site.views.errors.RefusalsMiddleware",
]
ROOT_URLCONF = "ichiba.site.urls"
ASGI_APPLICATION = "ichiba.site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        # A title's board lies in its own folder: "tsukiji/board/board.html".
        "DIRS": [BASE / "templates", GAMES],
        "OPTIONS": {
            "environment": "ichiba.site.templating.environment",
            "context_processors": [
                "django.template.context_processors.i18n",
                "ichiba.site.identity.person",
            ],
        },
    },
    {  # the pages of moderators
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE / "admin_pages"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
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

# Accounts: a name and a password; the person cookie above is what a browser keeps of them.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
PASSWORD_RESET_TIMEOUT = 24 * 3600
LOGIN_URL = "log-in"

# Moderators log in again after half a day.
SESSION_COOKIE_NAME = "ichiba_moderator"
SESSION_COOKIE_AGE = 12 * 3600

# Mail: in the log, unless a server for it is named. Links in mails begin with ICHIBA_URL, since a
# visitor who asks for a mail to somebody else can claim any host.
MAIL = _mail(os.environ.get("ICHIBA_MAIL", "console:"))
SITE_URL = os.environ.get("ICHIBA_URL", "").rstrip("/")
if MAIL["BACKEND"] == "smtp" and not SITE_URL:
    raise ImproperlyConfigured("ICHIBA_MAIL needs ICHIBA_URL, such as https://play.example")
EMAIL_BACKEND = f"django.core.mail.backends.{MAIL['BACKEND']}.EmailBackend"
EMAIL_HOST = MAIL.get("HOST", "localhost")
EMAIL_PORT = MAIL.get("PORT", 25)
EMAIL_HOST_USER = MAIL.get("HOST_USER", "")
EMAIL_HOST_PASSWORD = MAIL.get("HOST_PASSWORD", "")
EMAIL_USE_TLS = MAIL.get("USE_TLS", False)
EMAIL_USE_SSL = MAIL.get("USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("ICHIBA_MAIL_FROM", "ichiba@localhost")

# How often an address or a name may try something: {"log-in": (times, seconds)}.
LIMITS = _limits(os.environ.get("ICHIBA_LIMITS", ""))

# Behind a proxy that speaks HTTPS: nothing is served or sent without it.
if _flag("ICHIBA_HTTPS", "no"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = int(os.environ.get("ICHIBA_HSTS_SECONDS", str(365 * 24 * 3600)))
    # What else lives under the domain is the operator's to say, not ours.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = _flag("ICHIBA_HSTS_SUBDOMAINS", "no")
    SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Bots: processes that think, how long a move may take, and the pause before one is made in the open
# so that people can follow.
BOT_WORKERS = int(os.environ.get("ICHIBA_BOT_WORKERS", "1"))
BOT_SECONDS = float(os.environ.get("ICHIBA_BOT_SECONDS", "5"))
BOT_PAUSE = float(os.environ.get("ICHIBA_BOT_PAUSE", "0.7"))
# Threads of a process that answer requests, and that render for its streams.
REQUEST_THREADS = int(os.environ.get("ICHIBA_REQUEST_THREADS", "4"))
STREAM_THREADS = int(os.environ.get("ICHIBA_STREAM_THREADS", "4"))
# How often a process looks for what other processes have written, where it cannot listen.
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
