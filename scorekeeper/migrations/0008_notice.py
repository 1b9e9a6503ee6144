"""Store with each group what its last write did, and how to undo it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0007_last_tricks"),
    ]

    operations = [
        migrations.AddField(
            model_name="playgroup",
            name="notice",
            field=models.JSONField(null=True),
        ),
    ]
