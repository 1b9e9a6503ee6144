"""Groups no longer have copies of ready games that they play as they come."""

import json
from pathlib import Path
from typing import Any

from django.db import migrations

# The ready games when groups got a copy of each one they played, without the options that had their defaults.
FROZEN = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


def drop_copies(apps: Any, schema_editor: Any) -> None:
    """Delete the copies that a group has neither changed nor retired, and has no note about: a mended game reaches it."""
    ready, defaults = FROZEN["ready"], FROZEN["defaults"].items()
    recipes = apps.get_model("scorekeeper", "Recipe").objects
    for recipe in recipes.filter(rules__in=ready, retired=False, note=""):
        if dict(option for option in recipe.options.items() if option not in defaults) == ready[recipe.rules]:
            recipe.delete()


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0030_recipe_notes"),
    ]

    operations = [
        migrations.RunPython(drop_copies, migrations.RunPython.noop),
    ]
