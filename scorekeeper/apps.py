"""The Django application of the project."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """Scorekeeper is one Django application; its rooms are packages of it."""

    name = "scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"
