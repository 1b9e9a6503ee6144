"""The project's Django application."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """The project's only Django application."""

    name = "scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks and the signal handlers for new sessions and new database connections."""
        from django.contrib.auth.signals import user_logged_in
        from django.db.backends.signals import connection_created

        from scorekeeper import checks, middleware, sqlite  # noqa: F401 (importing the checks registers them)

        user_logged_in.connect(middleware.mark_new_session)
        connection_created.connect(sqlite.join_the_line)
