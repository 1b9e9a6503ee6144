from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery, deletion


def touch(apps: Any, schema_editor: Any) -> None:
    """Take the night of a game for the last one in which it was touched. Later ones weren't kept."""
    games, nights = (apps.get_model("scorekeeper", name).objects for name in ("Game", "Night"))
    games.update(touched=Subquery(nights.filter(pk=OuterRef("night")).values("date")))


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0031_ready_games'),
    ]

    operations = [
        migrations.AddField(model_name='game', name='touched', field=models.DateField(null=True)),
        migrations.AddField(model_name='game', name='stays_open', field=models.BooleanField(default=False)),
        migrations.AddField(
            model_name='game',
            name='came_with',
            field=models.ForeignKey(null=True, on_delete=deletion.PROTECT, related_name='games', to='scorekeeper.event'),
        ),
        migrations.AddField(model_name='event', name='taken_back', field=models.BooleanField(default=False)),
        migrations.AddField(model_name='event', name='is_final', field=models.BooleanField(default=False)),
        migrations.RunPython(touch, migrations.RunPython.noop),
    ]
