from typing import Any

import django.db.models.deletion
from django.db import migrations, models

# Rows that refer to others come before them. Until an import was done, only games, nights and players were in its group.
OF_HIDDEN_GROUPS = (
    *(("Score", "hand__game__group"), ("Revision", "hand__game__group"), ("Hand", "game__group")),
    *((name, "game__group") for name in ("Rating", "Tally", "Standing", "Setup", "Seat")),
    *((name, "group") for name in ("Game", "Night", "Player")),
)


def delete_unfinished_imports(apps: Any, schema_editor: Any) -> None:
    """Delete the hidden groups of imports that weren't finished, and files that an earlier version stored as they were."""
    for name, group in OF_HIDDEN_GROUPS:
        apps.get_model("scorekeeper", name).objects.filter(**{f"{group}__staged_for__isnull": False}).delete()
    apps.get_model("scorekeeper", "Playgroup").objects.filter(staged_for__isnull=False).delete()
    apps.get_model("scorekeeper", "Upload").objects.filter(size=0).delete()
    # PostgreSQL alters no table for which it has yet to check whether what was deleted is referred to.
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [
        ('scorekeeper', '0017_ends'),
    ]

    operations = [
        migrations.RunPython(delete_unfinished_imports, migrations.RunPython.noop),
        migrations.RemoveField(model_name='playgroup', name='staged_for'),
        migrations.RemoveField(model_name='upload', name='size'),
        migrations.AddField('upload', 'total', models.PositiveIntegerField(null=True)),
        migrations.AddField('upload', 'done', models.PositiveIntegerField(default=0)),
        migrations.AddField('upload', 'games', models.PositiveIntegerField(default=0)),
        migrations.AddField('upload', 'hands', models.PositiveIntegerField(default=0)),
        migrations.AddField('upload', 'players', models.PositiveIntegerField(default=0)),
        migrations.AddField('upload', 'here', models.PositiveIntegerField(default=0)),
        migrations.AddField('upload', 'newest', models.PositiveBigIntegerField(default=0)),
        migrations.AddField(
            'upload',
            'event',
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name='+',
                to='scorekeeper.event',
            ),
        ),
    ]
