from django.db import migrations


class Migration(migrations.Migration):
    """Drops the table of Django's own sessions, which the app no longer has."""

    dependencies = [
        ('scorekeeper', '0017_ends'),
    ]

    operations = [
        migrations.RunSQL('DROP TABLE IF EXISTS django_session', migrations.RunSQL.noop),
    ]
