"""The app's settings, with the floor's addresses added."""

from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "tests.trials.floor"
