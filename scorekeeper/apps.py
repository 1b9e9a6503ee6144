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
        # Django's own also work for asynchronous tasks, behind a lock that all threads share. Every text, address and
        # look into the cache takes it, so with fifty tables the threads mostly waited for each other.
        for owner, name in (
            (trans_real, "_active"),
            (timezone, "_active"),
            (base, "_prefixes"),
            (base, "_urlconfs"),
            (caches, "_connections"),
        ):
            setattr(owner, name, threading.local())
