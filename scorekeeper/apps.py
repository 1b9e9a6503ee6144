"""The project's Django application."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """The project's only Django application."""

    name = "scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.db.backends.signals import connection_created

        from scorekeeper import writers

        connection_created.connect(writers.use_lock)
