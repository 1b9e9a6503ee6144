from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('scorekeeper', '0028_deficits'),
    ]

    operations = [
        migrations.AddField(
            model_name='recipe',
            name='note',
            field=models.TextField(blank=True, default=''),
        ),
    ]
