"""`python -m tests.trials.large GROUPS` fills the app's database with copies of a group, and times pages on it.

The group has ten games of ten hands, so 10,000 groups have a million hands. The copies are made by the database itself,
a statement for each table, on SQLite and on PostgreSQL: each copy's keys are those of the first group plus a multiple
of `STRIDE`. The database must be empty, its role on PostgreSQL a superuser, and `SCOREKEEPER_SECRET_KEY` set.
"""

import sys
import time

from django.db import connection, models, transaction

from scorekeeper import models as app
from scorekeeper.models import Hand, Membership, Playgroup

STRIDE = 10_000
"""More than the highest key in the first group."""
GAMES, HANDS = 10, 10
TIMES = 20


def copied() -> list[type[models.Model]]:
    """Return the models whose rows are copied, each after those it refers to."""

    names = "User Playgroup Membership Player Night Game Seat Setup Hand Revision Standing Tally"
    return [getattr(app, name) for name in (*names.split(), "Link", "Event")]


def value_in_copy(field: models.Field) -> str:
    """Return the SQL of a field's value in copy `k`."""
    column, postgresql = f't."{field.column}"', connection.vendor == "postgresql"
    moved = f"{column} + k * {STRIDE}"
    if isinstance(field, models.UUIDField):
        return "gen_random_uuid()" if postgresql else "lower(hex(randomblob(16)))"
    if field.model._meta.model_name == "setup" and field.name == "players":
        if postgresql:
            return f"(SELECT jsonb_agg(p::bigint + k * {STRIDE}) FROM jsonb_array_elements_text({column}) AS p)"
        return f"(SELECT json_group_array(value + k * {STRIDE}) FROM json_each({column}))"
    if isinstance(field, models.ForeignKey) or (field.primary_key and isinstance(field, models.AutoField)):
        return moved
    if field.unique:
        return f"substr({column}, 1, 25) || '-' || k"
    return column


def copy_groups(count: int) -> None:
    """Copy everything that is stored until there are `count` times as many groups."""
    numbers = f"generate_series(1, {count - 1}) AS k"
    if connection.vendor == "sqlite":
        numbers = (
            f"(WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < {count - 1}) SELECT * FROM n)"
        )
    with connection.cursor() as cursor:
        for model in copied():
            fields = model._meta.concrete_fields
            columns = ", ".join(f'"{field.column}"' for field in fields)
            values = ", ".join(map(value_in_copy, fields))
            table = f'"{model._meta.db_table}"'
            own = f"(SELECT * FROM {table})" if connection.vendor == "postgresql" else table
            cursor.execute(f"INSERT INTO {table} ({columns}) SELECT {values} FROM {numbers} CROSS JOIN {own} AS t")
            key = model._meta.pk
            if connection.vendor == "postgresql" and isinstance(key, models.AutoField):
                cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
        if connection.vendor == "postgresql":  # which does this by itself after a while; SQLite doesn't
            cursor.execute("ANALYZE")


def make_first_group() -> object:
    """Create the group that is copied, and return its owner."""
    from scorekeeper.people.links.writing import make_watch_link
    from tests.cast import start_game, start_group
    from tests.years import play_years

    owner = start_group("Years", "Olga")
    play_years(owner, GAMES - 1, HANDS)
    play_a_game(start_game(owner, 4, player_target=9999, gnome_target=9999), owner)
    make_watch_link(group=owner.group, by=owner)
    return owner


def play_a_game(game: object, owner: object) -> None:
    """Play a game that isn't over."""
    from tests.cast import A_HAND, play

    play(game, *[A_HAND] * HANDS, by=owner)


def addresses(group: object, owner: object) -> dict[str, str]:
    """Return the addresses of a group's main pages."""
    from scorekeeper.recording.game.reading import member_token

    base, game = f"/groups/{group.pk}/", group.games.order_by("-pk")[0]
    player = group.players.first()
    return {
        "start": "/",
        "group": base,
        "statistics": f"{base}statistics/",
        "ratings": f"{base}statistics/?by=rating",
        "player": f"/players/{player.pk}/",
        "roster": f"{base}roster/",
        "people": f"{base}people/",
        "log": f"{base}activity/",
        "night": f"/nights/{game.night_id}/",
        "sheet": f"/games/{game.pk}/",
        "hand": f"/games/{game.pk}/hands/{HANDS + 1}/",
        "print": f"/games/{game.pk}/print/",
        "export": f"{base}files/hands.csv",
        "poll": f"/v/{member_token(owner, game)}/?v={game.version}",
    }


def time_pages(count: int) -> None:
    """Print the median time of each page in milliseconds: first in a worker that knows nothing, then again."""
    from statistics import median

    from django.core.cache import cache
    from django.test import Client

    took: dict[str, list[tuple[float, float]]] = {}
    members = Membership.objects.select_related("group", "user").order_by("pk")
    for number in range(TIMES):
        owner = members[number * max(1, count // TIMES) % count]
        browser = Client(SERVER_NAME="localhost")
        browser.force_login(owner.user)
        for name, address in addresses(owner.group, owner).items():
            cache.clear()
            times = []
            for _again in range(2):
                began = time.perf_counter()
                response = browser.get(address)
                b"".join(response) if response.streaming else response.content
                times.append((time.perf_counter() - began) * 1000)
                assert response.status_code in (200, 204), (address, response.status_code)
            took.setdefault(name, []).append((times[0], times[1]))
    for name, times in took.items():
        cold, warm = (median(pair[again] for pair in times) for again in range(2))
        print(f"{name}: {cold:.0f} ms cold, {warm:.0f} ms warm; at most {max(map(max, times)):.0f} ms", flush=True)


def main(count: int) -> None:
    """Fill the database, and time its pages."""
    from django.core.management import call_command

    began = time.monotonic()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    make_first_group()
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # which would check every reference at the end, for longer than it copied
            cursor.execute("SET LOCAL session_replication_role = replica")
        copy_groups(count)
    print(
        f"{Playgroup.objects.count()} groups, {Hand.objects.count()} hands: {time.monotonic() - began:.0f} s",
        flush=True,
    )
    time_pages(count)


if __name__ == "__main__":
    import django

    django.setup()
    main(int(sys.argv[1]))
