"""Statistics for one set of rules, from finished games that aren't hidden, and ratings by the Plackett-Luce model."""

import datetime
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count, F, QuerySet
from django.db.models.functions import Coalesce, TruncMonth
from django.utils.functional import SimpleLazyObject
from openskill.models import PlackettLuce, PlackettLuceRating

from scorekeeper.formats.language import SIGNS
from scorekeeper.looking_back import figures
from scorekeeper.models import Game, Playgroup, Tally
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.rules import limits
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.statistics import GAME, HANDS, PLACE, WON, Feat
from scorekeeper.rules.text import Amount, Half, Text, both, gettext as _, ngettext

# Built once, since Django takes longer to build this query than to run it.
FINISHED_GAMES = (
    Game.objects.filter(state=Game.State.OVER, hidden=False)
    .values_list("rules")
    .annotate(games=Count("pk"))
    .order_by("-games", "rules")
)
ORDERS = ("wins", "share", "rating")
MONTHS = 12
# In the drawing of wins by month, in user units: from month to month, the lower edge, how high a win and all are.
STEP, FLOOR, HIGHEST, ROOM = 29, 138, 19, 136
LOWEST_SIGN = 14  # a lower block has no room for its winner’s sign


def statistics(group: Playgroup, wanted: str = "") -> dict[str, Any] | None:
    """Return statistics for the requested rules or, failing that, the most-played ones; None until a game is over.

    `sections` are the rules with which the group has finished games: their slug, name, and number of games. `players`
    are sorted by name; `figures` are those of all players combined, from so many `hands`. The `wins` by month are lazy.
    """
    finished = list(FINISHED_GAMES.filter(group=group))
    known = played_games(group.pk, (slug for slug, _games in finished))
    sections = [(slug, known[slug].rules.name, games) for slug, games in finished if slug in known]
    if not sections:
        return None
    slug, _name, games = next((section for section in sections if section[0] == wanted), sections[0])
    persons, card_game = figures.everybody(group), known[slug]
    rules, declared = card_game.rules, card_game.statistics
    with_heading = tuple(figure for figure in declared.figures_of(seatless=False) if figure.heading is not None)
    keys = {GAME, WON, HANDS, *(feat.key for feat in card_game.feats)}
    keys |= {key for figure in (*with_heading, *declared.figures_of(seatless=True)) for key in (figure.key, figure.of)}
    keys |= {key for comparison in declared.comparisons for key in (*comparison.keys, *comparison.others)}
    tallies = Tally.objects.filter(group=group, rules=slug)
    rows = figures.sums_of(tallies.filter(key__in=keys), "key", "player", "column")
    by_person = figures.add_up((persons[player].id, key, total) for key, player, _column, total in rows if player)
    together = figures.add_up(("", key, total) for key, player, _column, total in rows if player).get("", {})
    beside = figures.add_up((column, key, total) for key, player, column, total in rows if not player)
    seatless = {column.key: column for column in rules.seatless}
    players = [(persons[main], figures.record_of(rules, sums)) for main, sums in by_person.items() if GAME in sums]
    players.sort(key=lambda pair: pair[0].name)
    records = list(_records(tallies, card_game.feats, together, persons))
    findings = (figures.finding(declared.comparisons, together), best_score(players, low_wins=rules.low_wins))
    return {
        "slug": slug,
        "sections": sections,
        "games": games,
        "hands": together.get(HANDS, figures.NO_TALLIES).count,
        "sentences": figures.sentences(games, leaders(players), *findings, *(record["told"] for record in records)),
        "players": players,
        "beside": [
            {
                "column": seatless.get(column, Column(key=column, label=_("{column}", column=column))),
                "record": figures.record_of(rules, sums),
                "figures": figures.by_heading(declared.figures_of(seatless=True), sums),
            }
            for column, sums in sorted(beside.items())
        ],
        "figures": figures.by_heading(with_heading, together, combined=True),
        "wins": SimpleLazyObject(partial(wins_by_month, tallies, persons)),
        "records": records,
    }


def ranking(
    group: Playgroup, rules: str, players: Sequence[tuple[figures.Person, figures.Record]], order: str
) -> list[tuple[int, figures.Person, figures.Record, float | None]]:
    """Return each player's place, record and rating, if used, best first. By share, those with few games come last."""
    rated = ratings(group, rules) if order == "rating" else {}
    values = {
        person.id: {
            "wins": (-record.wins,),
            "share": (record.few, -record.share),
            "rating": (person.id not in rated, -rated.get(person.id, 0)),
        }[order]
        for person, record in players
    }
    best_first = sorted(values.values())
    return [
        (1 + bisect_left(best_first, values[person.id]), person, record, rated.get(person.id))
        for person, record in sorted(players, key=lambda player: values[player[0].id])
    ]


def wins_by_month(tallies: QuerySet[Tally], persons: Mapping[int, figures.Person]) -> dict[str, Any] | None:
    """Return the last `months`, oldest first, each with who won how often, and its `blocks`, or None if it is only one.

    There is a block for each win. Whoever has won most in all of these months comes first in each, and lowest.
    """
    won = tallies.filter(key=WON, player__isnull=False).order_by()
    wins: defaultdict[int, Counter[figures.Person]] = defaultdict(Counter)
    for month, player, count in won.values_list(TruncMonth("game__night__date"), "player").annotate(Count("pk")):
        wins[12 * month.year + month.month - 1][persons[player]] += count
    if len(wins) < 2:
        return None
    shown = range(max(min(wins), max(wins) - MONTHS + 1), max(wins) + 1)
    best_first = [person for person, _wins in sum((wins[month] for month in shown), Counter()).most_common()]
    high = min(HIGHEST, ROOM / max(wins[month].total() for month in shown))
    below, blocks = Counter[int](), []
    for person in best_first:
        corners = []
        for at, month in enumerate(shown):
            for number in range(1, wins[month][person] + 1):
                corners.append((STEP * at, round(FLOOR - high * (below[month] + number), 1)))
            below[month] += wins[month][person]
        path = "".join(f"M{x} {y}v{high - 4:.1f}h22V{y}z" for x, y in corners)
        xs, ys = (" ".join(map(str, along)) for along in zip(*corners, strict=True))
        blocks.append(
            {"mark": person.mark, "path": path, "xs": xs, "ys": ys, "signs": SIGNS[person.mark][0] * len(corners)}
        )
    months = [
        {
            "date": datetime.date(month // 12, month % 12 + 1, 1),
            "wins": [(person, wins[month][person]) for person in best_first if wins[month][person]],
            "x": STEP * at,
        }
        for at, month in enumerate(shown)
    ]
    return {"months": months, "blocks": blocks, "signs": high > LOWEST_SIGN}


def leaders(players: Sequence[tuple[figures.Person, figures.Record]]) -> Text:
    """Return who has won the most games."""
    most = max((record.wins for _person, record in players), default=0)
    if not most:
        return _("Nobody has won a game yet.")
    best = [(person.name, record.games) for person, record in players if record.wins == most]
    if len(best) > 1:
        return _("{names} have the most wins: {wins} each.", names=both(name for name, _games in best), wins=most)
    [(name, games)] = best
    if most == sum(record.wins for _person, record in players):
        return figures.wins_sentence(name, games, most)
    return ngettext(
        "{name} has won {wins} of {count} game, more than anyone else.",
        "{name} has won {wins} of {count} games, more than anyone else.",
        games,
        name=name,
        wins=most,
    )


def best_score(players: Sequence[tuple[figures.Person, figures.Record]], *, low_wins: bool) -> Text | None:
    """Return who has the best score in a game, or None if everyone is tied."""
    scores = {person.name: record.best for person, record in players if record.best is not None}
    best = (min if low_wins else max)(scores.values(), default=0)
    names = [name for name, score in scores.items() if score == best]
    if len(names) == len(scores) != 1:
        return None
    return ngettext(
        "{names} has the best score so far: {points}.",
        "{names} have the best score so far: {points}.",
        len(names),
        names=both(names),
        points=Amount(half=Half(best)),
    )


def _records(
    tallies: QuerySet[Tally], feats: Iterable[Feat], sums: figures.Sums, persons: Mapping[int, figures.Person]
) -> Iterator[dict[str, Any]]:
    """Yield the record for each feat that is still stored. It goes to whoever reached it first; partners share it."""
    in_order = tallies.filter(player__seats__game=F("game")).order_by(
        "game__night__date", "game__started_at", "game_id", "column", "player__seats__number"
    )
    for feat in feats:
        best = sums.get(feat.key, figures.NO_TALLIES)
        amount = best.highest if feat.whole else best.most
        if amount is None:
            continue
        reached = in_order.filter(key=feat.key, **{"amount" if feat.whole else "most": amount})
        rows = list(
            reached.values_list("game_id", "column", "hand", "game__night__date", "player_id")[: limits.MOST_SEATS]
        )
        if not rows:
            continue
        game, column, hand, night, _player = rows[0]
        holding = [persons[row[-1]] for row in rows if row[:2] == (game, column)]
        yield {
            "label": feat.label,
            "amount": amount,
            "persons": holding,
            "game": game,
            "hand": None if feat.whole else hand,
            "night": night,
            "told": figures.feat_sentence(feat, (person.name for person in holding), amount),
        }


# Ratings are rounded after each game, since the last digits of `math.exp` depend on the machine: players with the same
# results tie, and a group moved to another machine ranks its players the same.
DIGITS = 9


def ratings(group: Playgroup, rules: str) -> dict[int, float]:
    """Return the rating of everybody who finished a game, by person id. Higher is better; uncertainty lowers it."""
    return {person: rating for after in rate_games(_finishes(group, rules)) for person, rating in after.items()}


def course(group: Playgroup, rules: str, person: int) -> list[float]:
    """Return a person's rating after each of their games, in the order played."""
    return [after[person] for after in rate_games(_finishes(group, rules)) if person in after]


def _finishes(group: Playgroup, rules: str) -> Iterable[tuple[int, str, int, int]]:
    places = Tally.objects.filter(group=group, rules=rules, key=PLACE, player__isnull=False)
    in_order = places.order_by("game__night__date", "game__started_at", "game_id", "column", "player_id")
    person = Coalesce("player__same_as", "player")
    return in_order.values_list("game_id", "column", person, "amount")


def rate_games(finishes: Iterable[tuple[int, str, int, int]]) -> Iterator[dict[int, float]]:
    """Yield the ratings of those who played, after each of these games, which are in the order played.

    Each row is a game, a column, one of its players, and its place. A game's rows stand together, and so do a column's,
    whose players are a team. One-team games are skipped.
    """
    model = PlackettLuce()
    rated: dict[int, PlackettLuceRating] = {}
    for _game, rows in groupby(finishes, key=itemgetter(0)):
        teams = [list(team) for _column, team in groupby(rows, key=itemgetter(1))]
        if len(teams) < 2:
            continue
        before = [[rated.get(player) or model.rating() for _game, _column, player, _place in team] for team in teams]
        after = model.rate(before, ranks=[float(team[0][3]) for team in teams])
        for team, ratings_after in zip(teams, after, strict=True):
            for (_game, _column, player, _place), rating in zip(team, ratings_after, strict=True):
                rating.mu, rating.sigma = round(rating.mu, DIGITS), round(rating.sigma, DIGITS)
                rated[player] = rating
        players = [player for team in teams for _game, _column, player, _place in team]
        yield {player: rated[player].mu - 3 * rated[player].sigma for player in players}
