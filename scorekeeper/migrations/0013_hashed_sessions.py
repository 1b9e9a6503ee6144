from typing import Any

from django.db import migrations

from scorekeeper.services.sessions import move_plain_sessions


def hash_keys(apps: Any, schema_editor: Any) -> None:
    """Move the existing sessions. On PostgreSQL, processes of the previous version may still be looking for them."""
    if schema_editor.connection.vendor == 'sqlite':
        models = ('sessions.Session', 'scorekeeper.Session', 'scorekeeper.User')
        move_plain_sessions(*(apps.get_model(name)._default_manager.all() for name in models))


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0012_strangers'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(hash_keys, migrations.RunPython.noop),
    ]
