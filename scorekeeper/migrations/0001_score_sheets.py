import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    """Creates what the first sixteen migrations did. A database that has all of them has this one as well."""

    initial = True

    replaces = [
        ('scorekeeper', '0001_first'),
        ('scorekeeper', '0002_whole_table'),
        ('scorekeeper', '0003_looking_back'),
        ('scorekeeper', '0004_marks'),
        ('scorekeeper', '0005_covering'),
        ('scorekeeper', '0006_sides'),
        ('scorekeeper', '0007_last_tricks'),
        ('scorekeeper', '0008_notice'),
        ('scorekeeper', '0009_words'),
        ('scorekeeper', '0010_counters'),
        ('scorekeeper', '0011_results'),
        ('scorekeeper', '0012_strangers'),
        ('scorekeeper', '0013_hashed_sessions'),
        ('scorekeeper', '0014_hand_over'),
        ('scorekeeper', '0015_template'),
        ('scorekeeper', '0016_whole_hands'),
    ]

    dependencies = []

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('name', models.CharField(max_length=40, null=True, unique=True)),
                ('name_key', models.CharField(max_length=160, null=True, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('recovery', models.CharField(blank=True, max_length=128)),
                ('sessions', models.PositiveIntegerField(default=0)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('rules', models.CharField(max_length=40)),
                ('options', models.JSONField()),
                ('first_dealer', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('playing', 'playing'), ('over', 'over')], default='playing', max_length=10)),
                ('stopped', models.CharField(blank=True, choices=[('', 'not stopped'), ('leader_wins', 'the leader wins'), ('no_winner', 'no winner')], default='', max_length=12)),
                ('hidden', models.BooleanField(default=False)),
                ('version', models.PositiveBigIntegerField(default=1)),
                ('started_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Night',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('date', models.DateField()),
                ('place', models.TextField(blank=True)),
                ('note', models.TextField(blank=True)),
            ],
        ),
        migrations.CreateModel(
            name='Throttle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, unique=True)),
                ('count', models.PositiveIntegerField(default=0)),
                ('since', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Hand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('dealer', models.PositiveSmallIntegerField()),
                ('entry', models.JSONField(null=True)),
                ('taps', models.JSONField(default=list)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hands', to='scorekeeper.game')),
            ],
            options={
                'ordering': ['game', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Installation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fingerprint', models.CharField(blank=True, max_length=64)),
                ('days', models.PositiveIntegerField(default=0)),
                ('today', models.DateField(null=True)),
                ('purged_at', models.DateTimeField(null=True)),
                ('rescoring', models.PositiveBigIntegerField(null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='only_one_installation')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('recorder', 'scorer')], max_length=10)),
                ('name', models.CharField(max_length=40)),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('removed_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddField(
            model_name='game',
            name='night',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games', to='scorekeeper.night'),
        ),
        migrations.CreateModel(
            name='Playgroup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('name', models.CharField(max_length=40)),
                ('time_zone', models.CharField(max_length=64)),
                ('version', models.PositiveBigIntegerField(default=1)),
                ('sheets', models.PositiveBigIntegerField(default=1)),
                ('results', models.PositiveBigIntegerField(default=1)),
                ('archived', models.BooleanField(default=False)),
                ('notice', models.JSONField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('deletes_at', models.DateTimeField(null=True)),
                ('deletes_day', models.PositiveIntegerField(null=True)),
                ('unrated', models.JSONField(null=True)),
                ('staged_for', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='staged', to='scorekeeper.playgroup')),
            ],
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('name_key', models.CharField(max_length=160)),
                ('retired', models.BooleanField(default=False)),
                ('mark', models.PositiveSmallIntegerField(default=0)),
                ('member', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='players', to='scorekeeper.membership')),
                ('same_as', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='others', to='scorekeeper.player')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='scorekeeper.playgroup')),
            ],
        ),
        migrations.AddField(
            model_name='night',
            name='group',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='nights', to='scorekeeper.playgroup'),
        ),
        migrations.AddField(
            model_name='membership',
            name='group',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='scorekeeper.playgroup'),
        ),
        migrations.CreateModel(
            name='Link',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('join', 'to join'), ('watch', 'to watch')], default='join', max_length=5)),
                ('role', models.CharField(blank=True, choices=[('owner', 'owner'), ('recorder', 'scorer')], max_length=10)),
                ('label', models.CharField(blank=True, max_length=60)),
                ('ident', models.CharField(max_length=32, unique=True)),
                ('nonce', models.CharField(max_length=32)),
                ('uses_left', models.PositiveSmallIntegerField(default=1)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField(null=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('last_used_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='links', to='scorekeeper.game')),
                ('member', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.membership')),
                ('night', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='links', to='scorekeeper.night')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='scorekeeper.playgroup')),
            ],
        ),
        migrations.AddField(
            model_name='game',
            name='group',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games', to='scorekeeper.playgroup'),
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('started', 'group started'), ('joined', 'joined'), ('left', 'left'), ('removed', 'removed'), ('role', 'role changed'), ('link made', 'link made'), ('link used', 'link used'), ('link renewed', 'link renewed'), ('link revoked', 'link turned off'), ('exported', 'exported'), ('imported', 'imported'), ('deletion planned', 'deletion planned'), ('deletion stopped', 'deletion stopped')], max_length=20)),
                ('values', models.JSONField(default=dict)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('member', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.membership')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='scorekeeper.playgroup')),
            ],
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('night', models.DateField()),
                ('started_at', models.DateTimeField()),
                ('ratings', models.JSONField()),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rating', to='scorekeeper.game')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.playgroup')),
            ],
        ),
        migrations.CreateModel(
            name='Score',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('column', models.CharField(max_length=20)),
                ('half_points', models.IntegerField()),
                ('marks', models.JSONField(default=list)),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='scorekeeper.hand')),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='scorekeeper.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='scorekeeper.player')),
            ],
            options={
                'ordering': ['game', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('session_data', models.TextField()),
                ('device', models.CharField(blank=True, max_length=80)),
                ('seen_at', models.DateTimeField()),
                ('day', models.PositiveIntegerField(default=0)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='open_sessions', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='HandOver',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(unique=True)),
                ('used_by', models.UUIDField(null=True)),
                ('expires_at', models.DateTimeField()),
                ('session', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='scorekeeper.session')),
            ],
        ),
        migrations.CreateModel(
            name='Setup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('players', models.JSONField()),
                ('first_dealer', models.PositiveSmallIntegerField()),
                ('options', models.JSONField()),
                ('at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='setups', to='scorekeeper.game')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.membership')),
            ],
        ),
        migrations.CreateModel(
            name='Revision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('save', 'recorded'), ('correct', 'corrected'), ('undo', 'undone'), ('setup', 'setup corrected'), ('import', 'imported')], max_length=10)),
                ('dealer', models.PositiveSmallIntegerField()),
                ('entry', models.JSONField(null=True)),
                ('taps', models.JSONField(default=list)),
                ('at', models.DateTimeField()),
                ('key', models.UUIDField(null=True)),
                ('recorded_at', models.DateTimeField(null=True)),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='revisions', to='scorekeeper.hand')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='revisions', to='scorekeeper.membership')),
                ('setup', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.setup')),
            ],
            options={
                'ordering': ['hand', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('column', models.CharField(max_length=20)),
                ('half_points', models.IntegerField()),
                ('rank', models.PositiveSmallIntegerField(null=True)),
                ('winner', models.BooleanField(default=False)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='scorekeeper.game')),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='scorekeeper.seat')),
            ],
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('year', models.PositiveSmallIntegerField()),
                ('column', models.CharField(max_length=20)),
                ('key', models.CharField(max_length=20)),
                ('count', models.PositiveIntegerField()),
                ('amount', models.IntegerField()),
                ('most', models.IntegerField()),
                ('hand', models.PositiveSmallIntegerField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to='scorekeeper.game')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.playgroup')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tallies', to='scorekeeper.player')),
            ],
        ),
        migrations.CreateModel(
            name='Template',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('options', models.JSONField()),
                ('retired', models.BooleanField(default=False)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='templates', to='scorekeeper.playgroup')),
            ],
        ),
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', models.BinaryField()),
                ('size', models.PositiveIntegerField(db_default=0)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.playgroup')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.membership')),
            ],
        ),
        migrations.CreateModel(
            name='YearTally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('year', models.PositiveSmallIntegerField()),
                ('column', models.CharField(blank=True, max_length=20)),
                ('key', models.CharField(max_length=20)),
                ('count', models.PositiveIntegerField()),
                ('amount', models.IntegerField()),
                ('most', models.IntegerField()),
                ('least', models.IntegerField()),
                ('highest', models.IntegerField()),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scorekeeper.playgroup')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='year_tallies', to='scorekeeper.player')),
            ],
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='one_hand_per_number'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='hands_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('group', 'name_key'), name='one_player_per_group_and_name'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='player_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('mark__lt', 12)), name='player_mark_is_known'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('same_as', None), models.Q(('same_as', models.F('pk')), _negated=True), _connector='OR'), name='nobody_is_the_same_as_self'),
        ),
        migrations.AddConstraint(
            model_name='night',
            constraint=models.UniqueConstraint(fields=('group', 'date'), name='one_night_per_group_and_date'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('group', 'user'), name='one_membership_per_group_and_user'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'recorder'])), name='membership_role_is_known'),
        ),
        migrations.AddConstraint(
            model_name='link',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game', None), ('kind', 'join'), ('night', None), ('role__in', ['owner', 'recorder'])), models.Q(('kind', 'watch'), ('role', '')), _connector='OR'), name='a_link_joins_or_watches'),
        ),
        migrations.AddConstraint(
            model_name='link',
            constraint=models.CheckConstraint(condition=models.Q(('game', None), ('night', None), _connector='OR'), name='a_link_watches_one_thing'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['group', '-id'], name='games_of_a_group'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('hidden', False), ('state', 'over')), fields=['group', 'rules'], name='finished_games_of_a_group'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(fields=('group', 'uid'), name='one_game_per_group_and_uid'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['playing', 'over'])), name='game_state_is_known'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('stopped__in', ['', 'leader_wins', 'no_winner'])), name='game_stop_is_known'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', False), ('state', 'over')), models.Q(('ended_at__isnull', True), ('state', 'playing'), ('stopped', '')), _connector='OR'), name='game_over_has_an_end'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['group', '-id'], name='events_of_a_group'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['group', 'rules', 'night', 'started_at', 'game'], name='ratings_in_playing_order'),
        ),
        migrations.AddConstraint(
            model_name='score',
            constraint=models.UniqueConstraint(fields=('hand', 'column'), name='one_score_per_hand_and_column'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='one_player_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'player'), name='one_seat_per_player'),
        ),
        migrations.AddConstraint(
            model_name='setup',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='one_setup_per_number'),
        ),
        migrations.AddConstraint(
            model_name='revision',
            constraint=models.UniqueConstraint(fields=('hand', 'number'), name='one_revision_per_number'),
        ),
        migrations.AddConstraint(
            model_name='revision',
            constraint=models.UniqueConstraint(fields=('hand', 'key'), name='one_revision_per_key'),
        ),
        migrations.AddConstraint(
            model_name='revision',
            constraint=models.CheckConstraint(condition=models.Q(('entry__isnull', False), ('kind', 'undo'), _connector='OR'), name='only_an_undo_empties_a_hand'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.UniqueConstraint(fields=('game', 'column', 'seat'), name='one_standing_per_game_column_and_seat'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.UniqueConstraint(condition=models.Q(('seat', None)), fields=('game', 'column'), name='one_standing_per_game_and_column'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.CheckConstraint(condition=models.Q(('winner', False), ('rank', 1), ('rank__isnull', True), _connector='OR'), name='a_winner_ranks_first'),
        ),
        migrations.AddIndex(
            model_name='tally',
            index=models.Index(fields=['group', 'rules', 'year', 'key', 'most', 'amount'], name='tallies_of_a_group'),
        ),
        migrations.AddIndex(
            model_name='tally',
            index=models.Index(fields=['player', 'key', 'year'], name='tallies_of_a_player'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(fields=('game', 'key', 'player', 'column'), name='one_tally_per_game_player_and_key'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(condition=models.Q(('player', None)), fields=('game', 'key', 'column'), name='one_tally_per_game_column_and_key'),
        ),
        migrations.AddConstraint(
            model_name='template',
            constraint=models.UniqueConstraint(fields=('group', 'rules'), name='one_template_per_group_and_rules'),
        ),
        migrations.AddConstraint(
            model_name='yeartally',
            constraint=models.UniqueConstraint(fields=('group', 'rules', 'key', 'player', 'column', 'year'), name='one_year_tally_per_player_and_key'),
        ),
        migrations.AddConstraint(
            model_name='yeartally',
            constraint=models.UniqueConstraint(condition=models.Q(('player', None)), fields=('group', 'rules', 'key', 'column', 'year'), name='one_year_tally_per_column_and_key'),
        ),
        migrations.AddConstraint(
            model_name='yeartally',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('column', ''), ('player__isnull', False)), models.Q(models.Q(('column', ''), _negated=True), ('player', None)), _connector='OR'), name='a_year_tally_is_of_a_player_or_a_column'),
        ),
    ]
