"""The project's Django application."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """The project's only Django application."""

    name = "scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks and the signal handlers for new database connections."""
        from django.db.backends.signals import connection_created

        from scorekeeper import checks, postgresql, sqlite  # noqa: F401 (importing the checks registers them)

        connection_created.connect(sqlite.join_the_line)
        connection_created.connect(postgresql.limit_waits)
