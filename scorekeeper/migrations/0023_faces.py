from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('scorekeeper', '0022_sessions'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='player',
            name='player_mark_is_known',
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('mark__lt', 16)), name='player_mark_is_known'),
        ),
    ]
