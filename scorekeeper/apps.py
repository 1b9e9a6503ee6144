"""The project's only Django application."""

import threading

from django.apps import AppConfig
from django.core.cache import caches
from django.db.backends.signals import connection_created
from django.urls import base
from django.utils import timezone
from django.utils.translation import trans_real

from scorekeeper.web import database


class ScorekeeperConfig(AppConfig):
    name = "scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        connection_created.connect(database.use_lock)
        # Django's own know asynchronous tasks as well, so threads take turns at a lock for every text, address and part
        # in the cache: with fifty tables, that made every second request wait for over a second.
        for owner, name in (
            (trans_real, "_active"),
            (timezone, "_active"),
            (base, "_prefixes"),
            (base, "_urlconfs"),
            (caches, "_connections"),
        ):
            setattr(owner, name, threading.local())
