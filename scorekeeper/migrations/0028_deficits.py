from django.db import migrations


class Migration(migrations.Migration):
    """The command `migrate` plans a rescore after any migration: it counts how far winners had been behind."""

    dependencies = [
        ('scorekeeper', '0027_rescores'),
    ]

    operations = []
