"""The project's Django application."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """The project's only Django application."""

    name = "scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks, and the signal handler that marks new sessions."""
        from django.contrib.auth.signals import user_logged_in

        from scorekeeper import checks, middleware  # noqa: F401 (importing the checks registers them)

        user_logged_in.connect(middleware.mark_new_session)
