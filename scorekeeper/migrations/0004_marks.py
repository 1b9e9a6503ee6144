"""Give the players that are there already a colour and a sign, in the order in which they came."""

from typing import Any

from django.db import migrations

MARKS = 12


def give_marks(apps: Any, schema_editor: Any) -> None:
    """Number the players of each group."""
    Player = apps.get_model("scorekeeper", "Player")
    counts: dict[int, int] = {}
    for player in Player.objects.order_by("group_id", "id"):
        player.mark = counts.get(player.group_id, 0) % MARKS
        counts[player.group_id] = counts.get(player.group_id, 0) + 1
        player.save(update_fields=["mark"])


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0003_looking_back'),
    ]

    operations = [
        migrations.RunPython(give_marks, migrations.RunPython.noop),
    ]
