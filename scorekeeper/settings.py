"""Django's settings, where its defaults don't fit. Those that an operator can change come from `configuration`."""

from functools import cache
from typing import Any

from django.utils.functional import lazy

from scorekeeper.rules import limits
from scorekeeper.web import configuration, network
from scorekeeper.web.database import LockingConnection
from scorekeeper.web.logs import MASKED

CONFIGURATION = configuration.Configuration()
DATA_DIR = CONFIGURATION.data

# Read once, on first use, so that `manage.py score` works without a data folder.
SECRET_KEY = CONFIGURATION.secret_key or lazy(cache(configuration.secret_key), str)(DATA_DIR)

ROOT_URLCONF = "scorekeeper.urls"
CSRF_FAILURE_VIEW = "scorekeeper.web.refusals.csrf_failure"
AUTH_USER_MODEL = "scorekeeper.User"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "scorekeeper",
]
MIDDLEWARE = [
    # First, since a page's headers would weigh as much as a small script.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scorekeeper.web.middleware.EveryResponse",
    "django.middleware.security.SecurityMiddleware",
    # Compresses pages for phones. As a defense against BREACH, Django's own middleware adds random bytes.
    "django.middleware.gzip.GZipMiddleware",
    "scorekeeper.web.sessions.session_cookie",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "scorekeeper.web.middleware.ClosedDoors",
    "scorekeeper.web.middleware.Headers",
    "scorekeeper.web.middleware.PageAbove",
    "scorekeeper.web.middleware.LimitForms",  # none of the above reads a form before a view is found
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [configuration.ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

BASE_URL = CONFIGURATION.url
ALLOWED_HOSTS = [*CONFIGURATION.hosts]
CSRF_TRUSTED_ORIGINS = [BASE_URL] if BASE_URL else []
if not CONFIGURATION.tls:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]", *network.host_names()]
    ALLOWED_HOSTS += map(network.in_url, network.addresses())
LOCAL_NAME = ""  # the host name that `serve` announces on the network, such as "scorekeeper.local"

# The Wi-Fi that the page for the table shows, in one browser only. Whoever comes over the internet isn't at the table.
WIFI, WIFI_PASSWORD = ("", "") if CONFIGURATION.tls else (CONFIGURATION.wifi, CONFIGURATION.wifi_password)

TRUSTED_PROXIES = frozenset(CONFIGURATION.proxies)
SIGN_UP_IS_OPEN = CONFIGURATION.sign_up
GROUPS_ARE_OPEN = CONFIGURATION.groups
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name"]},
    },
]

DATABASES: dict[str, dict[str, Any]] = {"default": {**CONFIGURATION.database, "CONN_MAX_AGE": None}}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # One writer at a time (IMMEDIATE, and our lock), readers never wait (WAL), and acknowledged hands survive a power
    # outage (FULL). What is deleted is overwritten, so that it is gone from the file as well.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": limits.LONGEST_WAIT_OF_COMMANDS,
        "factory": LockingConnection,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA secure_delete=ON;",
    }
else:
    # Each thread keeps its connection, and checks it at the beginning of a request: after a PostgreSQL restart, it
    # connects again at once, while a pool would wait longer and longer. Nothing outlasts a transaction (no cursors, no
    # prepared statements), so pgbouncer may stand between. If the database's machine vanishes, that is noticed soon.
    DATABASES["default"] |= {
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": True,
        "OPTIONS": {
            "connect_timeout": 3,
            "keepalives_idle": 2,
            "keepalives_interval": 1,
            "keepalives_count": 2,
            "tcp_user_timeout": 3000,
            **DATABASES["default"].get("OPTIONS", {}),
        },
    }

# Rendered parts of pages, which are looked up by the version of what they show: one about 5 kB large, in all 40 MB.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "KEY_FUNCTION": "scorekeeper.templatetags.scores.key",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 8000},
    }
}

LANGUAGE_CODE = CONFIGURATION.language
LANGUAGES = list(configuration.LANGUAGES.items())
LOCALE_PATHS = [configuration.PACKAGE / "locale"]
TIME_ZONE = CONFIGURATION.time_zone

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [configuration.ROOT / "static"]
STORAGES = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}
# Pages use hashed names; nobody requests the plain ones, so they needn't be compressed.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False

# Cookies: they last 400 days, the longest that browsers keep one; `sessions` renews the session's on use. Their names
# are the app's own: those of another app on this host come here, too, whatever its port. A browser accepts the __Host-
# prefix only over https, and then no other host or plain http page can set that cookie.
DAY = 24 * 60 * 60
SESSION_ENGINE = "scorekeeper.web.sessions"
SESSION_COOKIE_NAME = "__Host-scorekeeper" if CONFIGURATION.tls else "scorekeeper"
CSRF_COOKIE_NAME = f"{SESSION_COOKIE_NAME}-csrf"
SESSION_COOKIE_AGE = CSRF_COOKIE_AGE = 400 * DAY
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = CONFIGURATION.tls

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}
# Over plain http, browsers ignore this header and complain about it in the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if CONFIGURATION.tls else None
if CONFIGURATION.tls:
    # TLS ends at a reverse proxy, which must set this header itself and drop any that a visitor sends.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # whatever watches the server asks it directly
    SECURE_HSTS_SECONDS = 365 * DAY
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SILENCED_SYSTEM_CHECKS = [
        "security.W021",  # HSTS preload: it would commit all of a domain to https, for good; its owner decides that
    ]
else:
    # The LAN profile uses plain http: nobody can get a certificate for a laptop's address.
    SILENCED_SYSTEM_CHECKS = [
        "security.W004",  # HSTS: only meaningful over https
        "security.W008",  # redirect to https: nothing is listening there
        "security.W010",  # a Secure session cookie would never come back over http
        "security.W016",  # nor would a Secure CSRF cookie
    ]

# To stderr, without an access log, and with tokens masked.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"masked": MASKED},
    "filters": {"one_line": {"()": "scorekeeper.web.logs.OneLine"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "masked", "filters": ["one_line"]}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    # Django's own handlers would mail admins; here everything goes to stderr. A 404 isn't worth logging.
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},
        "scorekeeper.security": {"level": "INFO"},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        "waitress.queue": {"level": "ERROR"},  # it warns of every request that waits for a thread
        "zeroconf": {"level": "CRITICAL"},  # what a network doesn't allow, it logs as an error
    },
}
