from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('scorekeeper', '0024_tv_codes'),
    ]

    operations = [
        migrations.AddField(
            model_name='playgroup',
            name='needs',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='link',
            name='needs',
            field=models.BooleanField(default=False),
        ),
    ]
