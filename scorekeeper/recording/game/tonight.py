"""How often the players of a game have won it on the same night."""

from collections import defaultdict
from collections.abc import Mapping

from django.core.cache import cache

from scorekeeper.models import Game, Standing
from scorekeeper.recording.game.records import GameRecord


def wins_tonight(record: GameRecord) -> Mapping[str, int]:
    """Return how often the players of each column that has a seat have won this game together on the same night.

    Only games among exactly the same players count, wherever they sat.
    """
    key = f"tonight:{record.game.pk}:{record.setup}:{record.game.group.version}"
    return cache.get_or_set(key, lambda: _wins(record)) or {}


def _wins(record: GameRecord) -> dict[str, int]:
    finished = {"game__night": record.game.night_id, "game__state": Game.State.OVER, "game__hidden": False}
    seated = Standing.objects.filter(seat__isnull=False, game__rules=record.game.rules, **finished)
    won_by = defaultdict[int, dict[int, bool]](dict)
    for game, player, won in seated.values_list("game_id", "seat__player", "winner"):
        won_by[game][player] = won
    among = [won for won in won_by.values() if won.keys() == {*record.players}]
    players = {column.key: [record.players[seat] for seat in column.seats] for column in record.sheet.columns}
    return {key: sum(all(won[player] for player in there) for won in among) for key, there in players.items() if there}
