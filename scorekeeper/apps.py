"""The project's Django application."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """The project's only Django application."""

    name = "scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks, and the signal handler for new database connections."""
        from django.db.backends.signals import connection_created

        from scorekeeper import checks, writers  # noqa: F401 (importing the checks registers them)

        connection_created.connect(writers.use_lock)
