"""The message that is sent with a link: who won its game or night, or what the score is, from the stored standings."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from django.utils.formats import date_format

from scorekeeper.models import Game, Link, Standing
from scorekeeper.recording.game.reading import card_game_of
from scorekeeper.rules.sheet import partners
from scorekeeper.rules.text import Amount, Half, Text, both, gettext as _, ngettext, with_commas


def message(link: Link) -> tuple[Text, ...]:
    """Return what is sent with a link, as one or two lines. Only a link to a game or a night takes queries."""
    if link.kind == Link.Kind.JOIN:
        return (_("Join our score sheet:"),)
    games: list[list[Standing]] = []  # oldest first
    if link.game_id or link.night_id:
        shown = {"game": link.game_id} if link.game_id else {"game__night": link.night_id}
        rows = Standing.objects.filter(**shown, game__hidden=False, seat__isnull=False)
        rows = rows.select_related("game__night", "seat__player").order_by("game", "rank", "column", "seat__number")
        games = [list(standings) for _game, standings in groupby(rows, key=lambda row: row.game_id)]
    if not games:
        return (_("Our score sheets, live:"),)
    newest, finished = games[-1], [rows for rows in games if rows[0].game.state == Game.State.OVER]
    wins = Counter(row.seat.player.name for rows in finished for row in rows if row.winner and row.seat)
    if len(finished) < 2 or not wins:
        return tuple(_of_game(standings) for standings in {id(rows): rows for rows in (*finished[:1], newest)}.values())
    won = with_commas(_("{name} won {count}", name=name, count=count) for name, count in wins.most_common())
    night = ngettext(
        "{date}, {count} game: {wins}", "{date}, {count} games: {wins}", len(finished), date=_date(newest), wins=won
    )
    return (night,) if newest in finished else (night, _of_game(newest))


def _of_game(standings: Sequence[Standing]) -> Text:
    game = standings[0].game
    known = card_game_of(game)
    name = known.rules.name if known else game.rules
    columns = [list(rows) for _column, rows in groupby(standings, key=lambda row: row.column)]
    winners = [rows for rows in columns if rows[0].winner]
    if winners:
        others = [rows for rows in columns if not rows[0].winner]
        names, half = both(map(_name, winners)), winners[0][0].half_points
        if half is None or any(rows[0].half_points != half for rows in winners):
            return _("{names} won {game}", names=names, game=name)
        values = {"names": names, "game": name, "points": Amount(half=Half(half))}
        if len(winners) > 1:
            result = _("{names} tied in {game} with {points}", **values)
        else:
            result = _("{names} won {game} with {points}", **values)
        return _("{result}: {others}", result=result, others=with_commas(map(_score, others))) if others else result
    values = {"game": name, "date": _date(standings), "scores": with_commas(map(_score, columns))}
    if game.stopped:
        return _("{game}, {date}, ended early: {scores}", **values)
    if game.state == Game.State.OVER:
        return _("{game}, {date}: {scores}", **values)
    return _("{game}, {date}, so far: {scores}", **values)


def _date(standings: Sequence[Standing]) -> str:
    return date_format(standings[0].game.night.date, "D M j")


def _name(rows: Sequence[Standing]) -> Text:
    return partners([row.seat.player.name for row in rows if row.seat])


def _score(rows: Sequence[Standing]) -> Text:
    name, half = _name(rows), rows[0].half_points
    return name if half is None else _("{name} {points}", name=name, points=Amount(half=Half(half)))
