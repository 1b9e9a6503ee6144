from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0028_deficits'),
    ]

    operations = [
        migrations.AddField(model_name='setup', name='result', field=models.JSONField(default=dict)),
        migrations.AlterField(model_name='standing', name='half_points', field=models.IntegerField(null=True)),
    ]
