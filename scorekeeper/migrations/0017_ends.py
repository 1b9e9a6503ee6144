from django.db import migrations


class Migration(migrations.Migration):
    """Changes no table: after any migration all games are rescored, and some of any game's end differently now."""

    dependencies = [
        ('scorekeeper', '0001_score_sheets'),
    ]

    operations = []
