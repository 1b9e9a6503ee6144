"""Settings for the tests: the app's own, but independent of the environment and with a separate database."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# The developer's environment must not influence a test.
TEST_DATABASE = os.environ.get("SCOREKEEPER_TEST_DATABASE_URL", "")
FOLDER = Path(tempfile.mkdtemp(prefix="scorekeeper-tests-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
for name in [*os.environ]:
    if name.startswith("SCOREKEEPER_"):
        del os.environ[name]
os.environ |= {
    "SCOREKEEPER_DATA": str(FOLDER),
    "SCOREKEEPER_TIME_ZONE": "Europe/Berlin",
    "SCOREKEEPER_SECRET_KEY": "only-for-tests-" + "0123456789" * 5,
    "DATABASE_URL": TEST_DATABASE,
}

from scorekeeper.settings import *  # noqa: E402, F403
from scorekeeper.settings import CONFIGURATION, DATABASES, INSTALLED_APPS, MIDDLEWARE  # noqa: E402

if CONFIGURATION.database["ENGINE"] == "django.db.backends.sqlite3":
    # A file, because browser and race tests use several connections; commits need not wait for the disk.
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "tests.sqlite3")}
    pragmas = "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;PRAGMA secure_delete=ON;"
    DATABASES["default"]["OPTIONS"]["init_command"] = pragmas

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Serve static files straight from their folders, so that nothing needs to be collected first.
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True

# A query repeated in a loop is an error.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]
MIDDLEWARE = ["zeal.middleware.zeal_middleware", *MIDDLEWARE]
ZEAL_RAISE = True
