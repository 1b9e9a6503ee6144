from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('scorekeeper', '0025_needs'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='link',
            name='links_with_a_code',
        ),
        migrations.AddField(
            model_name='link',
            name='code_key',
            field=models.UUIDField(null=True, unique=True),
        ),
        # Letters without a key open nothing.
        migrations.RunSQL('UPDATE scorekeeper_link SET code_until = NULL', migrations.RunSQL.noop),
    ]
