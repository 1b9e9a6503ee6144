"""What an operator can choose, by environment variables, and the secret key, which signs links and sessions.

Nothing else in the project reads the environment. An invalid value raises a `ConfigurationError`, whose one-line
message names the variable. It is always in English, because translation needs the settings that are being read here.
"""

import contextlib
import importlib.util
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import dj_database_url
import platformdirs

from scorekeeper.web.network import in_url, parsed_network

PACKAGE = Path(__file__).resolve().parent.parent
# The wheel has the templates and the static files in the package; in a checkout, they are beside it.
INSTALLED = (PACKAGE / "templates").is_dir()
ROOT = PACKAGE if INSTALLED else PACKAGE.parent
COMMAND = "scorekeeper" if INSTALLED else "manage.py"
LANGUAGES = {"en": "English"}
# Only `serve` makes the key: a process that can't find it must not carry on with another, which opens nothing.
KEY_FILE = "secret-key"
WIFI = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]+")
WIFI_PASSWORD = re.compile(r"[ -~]{8,63}")
NOT_A_HOST = "{} is not a host name; separate names with commas"
NOT_A_NETWORK = "{} is neither an IP address nor a network like 172.18.0.0/16"
HOST = re.compile(r"\.?[a-z0-9_]([a-z0-9_.-]*[a-z0-9])?|\[[0-9a-f:.]+\]", re.IGNORECASE)


class ConfigurationError(ValueError):
    """An environment variable has an invalid value. The one-line message names the variable."""

    def __init__(self, variable: str, problem: str) -> None:
        super().__init__(f"{variable}: {problem}")


class Configuration:
    """The operator's choices, or the defaults; an empty variable counts as unset.

    `tls` says whether browsers reach the app over https. `secret_key` is empty if the data folder holds the key. `wifi`
    is the name of the network that guests join, if any. The names of all variables are in `variables`.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        values = defaultdict(str, {name: value.strip() for name, value in environment.items()})
        usual_data = platformdirs.user_data_path("scorekeeper", appauthor=False) if INSTALLED else ROOT / "data"
        self.data = Path(values["SCOREKEEPER_DATA"] or usual_data).expanduser().absolute()
        self.database = _database(values["DATABASE_URL"], self.data)
        profile = _choice(values, "SCOREKEEPER_PROFILE", "lan", "internet")
        self.tls = profile == "internet"
        self.url = _url(values["SCOREKEEPER_URL"], profile)
        hosts = _several(values, "SCOREKEEPER_HOSTS", HOST.fullmatch, NOT_A_HOST)
        if self.tls and not (self.url or hosts):
            problem = "the internet profile needs it; for example, https://cards.example.org"
            raise ConfigurationError("SCOREKEEPER_URL", problem)
        self.hosts = (*hosts, *([in_url(urlsplit(self.url).hostname or "")] if self.url else []))
        zone = _checked(values, "SCOREKEEPER_TIME_ZONE", _is_zone, "{} is not a time zone like Europe/Berlin")
        self.time_zone = zone or machine_time_zone()
        self.language = _choice(values, "SCOREKEEPER_LANGUAGE", *LANGUAGES)
        self.secret_key = _checked(
            values,
            "SCOREKEEPER_SECRET_KEY",
            lambda key: len(key) >= 50 and len(set(key)) >= 5,  # what Django's deployment check requires
            "it must have at least 50 random characters",
        )
        # The proxies that are trusted to report a client's address.
        self.proxies = _several(values, "SCOREKEEPER_PROXIES", parsed_network, NOT_A_NETWORK)
        if not values["SCOREKEEPER_PROXIES"] and self.tls:
            self.proxies = ("127.0.0.1", "::1")
        self.sign_up = _choice(values, "SCOREKEEPER_SIGN_UP", "open", "closed") == "open"
        self.groups = _choice(values, "SCOREKEEPER_GROUPS", "open", "closed") == "open"
        self.wifi = _checked(
            values,
            "SCOREKEEPER_WIFI",
            lambda name: WIFI.fullmatch(name) and len(name.encode()) <= 32,
            "{} is not a network's name, which has at most 32 bytes",
        )
        if values["SCOREKEEPER_WIFI_PASSWORD"] and not self.wifi:
            raise ConfigurationError("SCOREKEEPER_WIFI_PASSWORD", "it needs SCOREKEEPER_WIFI, the network's name")
        password = "it must have 8 to 63 ASCII letters, digits or signs"
        self.wifi_password = _checked(values, "SCOREKEEPER_WIFI_PASSWORD", WIFI_PASSWORD.fullmatch, password)
        self.variables = {*values}


def unknown(environment: Mapping[str, str] = os.environ) -> Iterator[str]:
    """Yield a line for each variable that looks like one of ours but isn't, with the one that was probably meant."""
    ours = Configuration({}).variables  # all that are asked for
    for name in sorted({*environment} - ours):
        if name.startswith("SCOREKEEPER_") and "_TEST_" not in name:
            (nearest,) = get_close_matches(name, sorted(ours), n=1, cutoff=0)
            yield f"{name}: there is no such variable; did you mean {nearest}?"


def _choice(values: Mapping[str, str], variable: str, *choices: str) -> str:
    """Return one of the choices, the first unless the variable is set."""
    return _checked(values, variable, choices.__contains__, f"{{}} is not one of {', '.join(choices)}") or choices[0]


def _several(
    values: Mapping[str, str], variable: str, is_valid: Callable[[str], object], problem: str
) -> tuple[str, ...]:
    parts = tuple(part.strip() for part in values[variable].split(",") if part.strip())
    return tuple(_checked({variable: part}, variable, is_valid, problem) for part in parts)


def _checked(values: Mapping[str, str], variable: str, is_valid: Callable[[str], object], problem: str) -> str:
    """Return a variable's value, if it is empty or valid. `problem` has a {} for the value, unless it is a secret."""
    value = values[variable]
    if value and not is_valid(value):
        raise ConfigurationError(variable, problem.format(repr(value)))
    return value


def _url(value: str, profile: str) -> str:
    """Return the base address without a trailing slash. It has no path, because the app lives at the root."""
    if not value:
        return ""
    scheme = "https" if profile == "internet" else "http"
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        raise ConfigurationError("SCOREKEEPER_URL", f"{value!r} is not an address") from None
    if parts.scheme not in ("http", "https") or not HOST.fullmatch(in_url(parts.hostname or "")):
        raise ConfigurationError("SCOREKEEPER_URL", f"{value!r} is not an address like {scheme}://cards.example.org")
    if parts.scheme != scheme:
        raise ConfigurationError("SCOREKEEPER_URL", f"{value!r} must start with {scheme}:// in the {profile} profile")
    if parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise ConfigurationError("SCOREKEEPER_URL", f"{value!r} must be an address without a path or user name")
    return f"{parts.scheme}://{in_url(parts.hostname or '')}" + (f":{port}" if port else "")


def _database(value: str, data: Path) -> Mapping[str, Any]:
    """Return Django's database settings. Errors never repeat the value, which can contain a password."""
    if not value:
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(data / "scorekeeper.sqlite3")}
    if not value.startswith(("sqlite:///", "postgresql://", "postgres://")):
        raise ConfigurationError("DATABASE_URL", "it must start with sqlite:/// or postgresql://")
    try:
        database = dict(dj_database_url.parse(value))
    except ValueError:
        raise ConfigurationError("DATABASE_URL", "it is not a valid address; write special characters as %XX") from None
    name = str(database.get("NAME", ""))
    if not name or name == ":memory:":
        raise ConfigurationError("DATABASE_URL", "it has no database name")
    if value.startswith("sqlite:"):
        file = Path(name).expanduser()
        if not file.is_absolute():  # it would be another database in every folder that a command is run in
            problem = "it needs the file's whole path, with four slashes, such as sqlite:////srv/cards.sqlite3"
            raise ConfigurationError("DATABASE_URL", problem)
        return {"ENGINE": database["ENGINE"], "NAME": str(file)}
    if importlib.util.find_spec("psycopg") is None:
        raise ConfigurationError("DATABASE_URL", "PostgreSQL needs psycopg; install the app with its extra [full]")
    return database


def machine_time_zone() -> str:
    """Return the IANA name of this machine's time zone, or UTC if it can't be determined."""
    candidates = [os.environ.get("TZ", "").lstrip(":")]
    with contextlib.suppress(OSError, ValueError):
        candidates.append(Path("/etc/timezone").read_text(encoding="ascii").strip())
    candidates.append(str(Path("/etc/localtime").resolve()).rpartition("zoneinfo/")[2])
    return next((name for name in candidates if _is_zone(name)), "UTC")


def _is_zone(name: str) -> bool:
    # A folder of zones ("Europe") raises OSError; a path outside the zone folder raises ValueError.
    with contextlib.suppress(OSError, ValueError, KeyError):
        return bool(name and ZoneInfo(name))
    return False


def secret_key(data: Path) -> str:
    """Return this installation's key, or raise `ConfigurationError` if it is missing or can't be read."""
    path = data / KEY_FILE
    try:
        key = path.read_text(encoding="ascii").strip()
    except (FileNotFoundError, NotADirectoryError):
        problem = f"there is no secret key at {path}. `{COMMAND} serve` makes one for a new database"
        raise ConfigurationError("SCOREKEEPER_DATA", problem) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it isn't text"
        raise ConfigurationError("SCOREKEEPER_DATA", f"can't read the secret key {path}: {reason}") from None
    if not key:
        raise ConfigurationError("SCOREKEEPER_DATA", f"the secret key {path} is empty; put back a copy of it")
    return key
