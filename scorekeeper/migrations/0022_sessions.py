from datetime import timedelta
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def move_sessions(apps: Any, schema_editor: Any) -> None:
    """Move the sessions to Django's table, so that everybody stays signed in, and keep what lets others in."""
    old = apps.get_model("scorekeeper", "Session")
    new = apps.get_model("sessions", "Session")
    link = apps.get_model("scorekeeper", "PersonalLink")
    new.objects.bulk_create(
        (
            new(session_key=key[:40], session_data=data, expire_date=seen_at + timedelta(days=400))
            for key, data, seen_at in old.objects.values_list("session_key", "session_data", "seen_at").iterator()
        ),
        batch_size=500,
    )
    hand_overs = apps.get_model("scorekeeper", "HandOver").objects.filter(session__user__isnull=False)
    link.objects.bulk_create(
        link(key=key, user_id=user, used_by=used_by, expires_at=expires_at)
        for key, user, used_by, expires_at in hand_overs.values_list("key", "session__user", "used_by", "expires_at")
    )
    # PostgreSQL alters no table for which it has yet to check whether what was added refers to something.
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [
        ('scorekeeper', '0021_recipes'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='PersonalLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(unique=True)),
                ('used_by', models.UUIDField(null=True)),
                ('expires_at', models.DateTimeField()),
                (
                    'user',
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name='+',
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(move_sessions, migrations.RunPython.noop),
        migrations.DeleteModel(name='HandOver'),
        migrations.DeleteModel(name='Session'),
    ]
