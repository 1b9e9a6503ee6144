from django.db import migrations, models


class Migration(migrations.Migration):
    """Drops what is computed when somebody looks: the sums of years, ratings, and the scores of hands."""

    dependencies = [
        ('scorekeeper', '0018_imports'),
    ]

    operations = [
        migrations.DeleteModel(
            name='Rating',
        ),
        migrations.DeleteModel(
            name='Score',
        ),
        migrations.DeleteModel(
            name='YearTally',
        ),
        migrations.RemoveField(
            model_name='playgroup',
            name='unrated',
        ),
        migrations.RemoveIndex(
            model_name='tally',
            name='tallies_of_a_group',
        ),
        migrations.AddIndex(
            model_name='tally',
            index=models.Index(
                fields=['group', 'rules', 'key', 'player', 'column', 'most', 'amount', 'count'],
                name='tallies_of_a_group',
            ),
        ),
    ]
