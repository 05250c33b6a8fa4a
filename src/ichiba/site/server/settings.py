"""Django's settings, made from the configuration, with defaults that work on a single machine."""

import os
from pathlib import Path

from csp.constants import NONE, SELF

from ichiba.core.words import Words, add_translations, languages
from ichiba.site.configuration.files import database_file, open_folder, secret_key
from ichiba.site.configuration.kinds import Database
from ichiba.site.configuration.settings import read

BASE = Path(__file__).parent.parent
GAMES = BASE.parent / "games"

# What Django itself needs is set below. Everything else reads this.
CONFIGURATION = configuration = read(os.environ)
# PostgreSQL: the requests of a process share a small connection pool, with short time-outs in case
# the database is down.
postgres = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 10_000,
    "pool": {
        "min_size": 1,
        "max_size": configuration.database_connections,
        "timeout": 4,
        "reconnect_timeout": 3,
    },
}


def _database(chosen: Database | None, file: Path | None) -> dict[str, object]:
    if chosen is None or not chosen.is_postgres:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(file),
            "CONN_MAX_AGE": None,  # the threads are few and permanent, so keep their connections
            "OPTIONS": {
                # Take the write lock at the start of a transaction, not in the middle.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": chosen.name,
        "USER": chosen.user,
        "PASSWORD": chosen.password,
        "HOST": chosen.host,
        "PORT": chosen.port,
        # Replace connections that broke while idle.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**chosen.options, **postgres},
    }


DATA = open_folder(configuration)
SECRET_KEY = secret_key(configuration, DATA)
DEBUG = configuration.debug
ALLOWED_HOSTS = [*configuration.hosts]
CSRF_TRUSTED_ORIGINS = [*configuration.origins]

DATABASES = {"default": _database(configuration.database, database_file(configuration, DATA))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "ichiba.site",
]
MIDDLEWARE = [
    "ichiba.site.observing.requests.ObservingMiddleware",
    "ichiba.site.observing.probes.ProbesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "ichiba.site.assets.serving.AssetsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ichiba.site.server.compression.CompressionMiddleware",
    "ichiba.site.people.languages.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    # Only moderators have a session. Everyone else is identified by the person cookie.
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ichiba.site.people.identity.PersonMiddleware",
    "ichiba.site.people.languages.OwnLanguageMiddleware",
    "csp.middleware.CSPMiddleware",
    "ichiba.site.api.reading.ApiMiddleware",
    "ichiba.site.views.errors.RefusalsMiddleware",
]
ROOT_URLCONF = "ichiba.site.urls"
ASGI_APPLICATION = "ichiba.site.server.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        # Each title has its board in its own folder, such as "tsukiji/board/board.html".
        "DIRS": [BASE / "templates", GAMES],
        "OPTIONS": {
            "environment": "ichiba.site.pages.templating.environment",
            "context_processors": [
                "django.template.context_processors.i18n",
                "ichiba.site.people.identity.person",
                "ichiba.site.pages.templating.form_token",
            ],
        },
    },
    {  # the admin pages
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
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},  # Django expects one
    "staticfiles": {"BACKEND": "ichiba.site.assets.storage.HashedFiles"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE / "locale"]
if configuration.translations is not None:
    add_translations(configuration.translations)
    LOCALE_PATHS.insert(0, configuration.translations / "ichiba" / "site" / "locale")
LANGUAGES = [(code, Words(language=code).say("core.language")) for code in languages()]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

CSRF_COOKIE_NAME = "ichiba_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "ichiba.site.views.errors.expired_form"
PERSON_COOKIE = "ichiba"
DEVICE_COOKIE = "ichiba_device"  # marks browsers in which someone has logged in
PERSON_COOKIE_AGE = 400 * 24 * 3600
X_FRAME_OPTIONS = "DENY"
# Pages may load resources only from this site.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
        "worker-src": [SELF],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# Accounts have a name and a password. Browsers stay logged in with the person cookie above.
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

# Moderators have to log in again after half a day.
SESSION_COOKIE_NAME = "ichiba_moderator"
SESSION_COOKIE_AGE = 12 * 3600

# Mail is printed to the console unless a server is set. Links in mails start with ICHIBA_URL,
# because a visitor can send any Host header when requesting a mail to someone else.
mail = configuration.mail
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if mail.host else 'console'}.EmailBackend"
EMAIL_HOST = mail.host or "localhost"
EMAIL_PORT = mail.port
EMAIL_HOST_USER = mail.user
EMAIL_HOST_PASSWORD = mail.password
EMAIL_USE_TLS = mail.starttls
EMAIL_USE_SSL = mail.tls
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = configuration.mail_from

# Behind a proxy that terminates HTTPS: never serve pages or send cookies without it.
if configuration.https:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = configuration.hsts_seconds
    # Whether subdomains support HTTPS is up to the operator.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = configuration.hsts_subdomains
    SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "discreet": {"()": "ichiba.site.observing.logs.Discreet"},
        "refusals": {"()": "ichiba.site.observing.logs.Refusals"},
    },
    "formatters": {
        "plain": {"()": "ichiba.site.observing.logs.PlainLines"},
        "json": {"()": "ichiba.site.observing.logs.JsonLines"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": configuration.log_format,
            "filters": ["discreet", "refusals"],
        },
        "counter": {
            "class": "ichiba.site.observing.metrics.ErrorCounter",
            "level": "ERROR",
            "filters": ["refusals"],
        },
    },
    "root": {"handlers": ["console", "counter"], "level": configuration.log},
    # Django's own handlers would log in another format, with full addresses.
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
    },
}
