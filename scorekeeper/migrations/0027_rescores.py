from django.db import migrations, models


class Migration(migrations.Migration):
    """The command `migrate` plans a rescore after any migration, so where an earlier one had stopped is of no use."""

    dependencies = [
        ('scorekeeper', '0026_code_keys'),
    ]

    operations = [
        migrations.RemoveField(model_name='installation', name='rescoring'),
        migrations.AddField(
            model_name='installation',
            name='rescore_is_due',
            field=models.BooleanField(default=False),
        ),
    ]
