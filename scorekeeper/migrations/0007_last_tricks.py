"""Say of both sides whether they took the last trick, where a hand of Pinochle said it of one alone."""

from typing import Any

from django.db import migrations


def say_who_did_not_take_it(apps: Any, schema_editor: Any) -> None:
    """Complete the stored entries, and those of their earlier versions."""
    Hand, Revision = apps.get_model("scorekeeper", "Hand"), apps.get_model("scorekeeper", "Revision")
    for row in (
        *Hand.objects.filter(game__rules="pinochle", entry__isnull=False),
        *Revision.objects.filter(hand__game__rules="pinochle", entry__isnull=False),
    ):
        sides = row.entry.get("sides", [])
        if any(side.get("last_trick") for side in sides):
            for side in sides:
                side.setdefault("last_trick", False)
            row.save(update_fields=["entry"])


class Migration(migrations.Migration):

    dependencies = [
        ("scorekeeper", "0006_sides"),
    ]

    operations = [
        migrations.RunPython(say_who_did_not_take_it, migrations.RunPython.noop),
    ]
