"""The app's own settings, with the floor's addresses beside its own."""

from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "tests.trials.floor"
