"""The Django application of the project."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """Scorekeeper is one Django application; its rooms are packages of it."""

    name = "scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the checks, and the mark of a new session."""
        from django.contrib.auth.signals import user_logged_in

        from scorekeeper import checks, middleware  # noqa: F401 (importing the checks registers them)

        user_logged_in.connect(middleware.mark_new_session)
