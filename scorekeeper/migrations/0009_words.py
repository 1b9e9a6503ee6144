"""Reword the labels of choices. Nothing changes in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0008_notice"),
    ]

    operations = [
        migrations.AlterField(
            model_name="link",
            name="role",
            field=models.CharField(blank=True, choices=[("owner", "owner"), ("recorder", "scorer")], max_length=10),
        ),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(choices=[("owner", "owner"), ("recorder", "scorer")], max_length=10),
        ),
        migrations.AlterField(
            model_name="revision",
            name="kind",
            field=models.CharField(
                choices=[
                    ("save", "recorded"),
                    ("correct", "corrected"),
                    ("undo", "undone"),
                    ("setup", "setup corrected"),
                    ("import", "imported"),
                ],
                max_length=10,
            ),
        ),
    ]
