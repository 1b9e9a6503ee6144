from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('scorekeeper', '0029_results'),
    ]

    operations = [
        migrations.AddField(
            model_name='recipe',
            name='note',
            field=models.TextField(blank=True, default=''),
        ),
    ]
