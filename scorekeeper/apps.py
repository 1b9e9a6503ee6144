"""The project's only Django application."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from scorekeeper.web import database


class ScorekeeperConfig(AppConfig):
    name = "scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        connection_created.connect(database.use_lock)
