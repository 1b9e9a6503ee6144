"""A player's page, which covers the person's finished games under any of their names, except hidden games."""

import datetime
import math
from functools import partial
from itertools import chain
from typing import Any

from django.utils.functional import SimpleLazyObject

from scorekeeper.formats.language import half_points
from scorekeeper.games import AnyGame
from scorekeeper.looking_back import figures, milestones, rankings
from scorekeeper.looking_back.history import History, history_of
from scorekeeper.models import Player, Playgroup, Tally
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.recording.sheet.charts import round_step, scale
from scorekeeper.rules.statistics import GAME, UNSCORED
from scorekeeper.rules.text import gettext as _

FORM = 10  # the number of games in the chart of recent results
NTH = {1: _("1st"), 2: _("2nd"), 3: _("3rd")}  # no table has 21 seats
# The distances in that chart, in user units: from game to game, and from the top down to first and last place.
STEP, HIGH, LOW = 34, 26, 88
LEFT, RIGHT, TOP = 30, 300, 12  # of the course of a rating, down to the same
MOST_MILESTONES, MOST_TICKS = 5, 5


def player_page(group: Playgroup, player: Player, year: int = 0) -> dict[str, Any]:
    """Return what a player's page shows of one year, or of all if it has none. Cups, run and rating are as of today."""
    persons = figures.everybody(group)
    history = history_of(group, persons)
    own = history.among(player.pk)
    chosen = year if year in own.years else None
    among = own.among(year=chosen)
    known = played_games(group.pk, (slug for slug, _games in own.kinds))
    entries = [entry for entry, person in persons.items() if person.id == player.pk]
    of_year = {"year": chosen} if chosen else {}
    tallies = Tally.objects.filter(player__in=entries, rules__in=known, **of_year)
    summed = figures.add_up(figures.sums_of(tallies, "rules", "key"))
    results = [_in_kind(known[slug], sums) for slug, sums in summed.items() if {GAME, UNSCORED} & {*sums}]
    results.sort(key=lambda result: (-result["record"].games, result["key"]))
    games, wins = (sum(getattr(result["record"], key) for result in results) for key in ("games", "wins"))
    told = figures.wins_sentence(player.name, games, wins)
    rivals = [(persons[other], pair) for (one, other), pair in among.pairs().items() if one == player.pk]
    rivals.sort(key=lambda rival: (-rival[1].games, rival[0].name))
    run, finishes = history.walked.runs[player.pk].current, _lately(among, player.pk)
    all_reached = chain(*history.walked.milestones.values())
    of_person = [each for each in all_reached if player.pk in each.persons and chosen in (None, each.game.date.year)]
    newest = {each.kind: each for each in of_person}  # of each kind
    reached = sorted(newest.values(), key=of_person.index, reverse=True)[:MOST_MILESTONES]
    return {
        "person": persons[player.pk],
        "others": list(Player.objects.filter(same_as=player).order_by("name_key").values_list("name", flat=True)),
        "retired": player.retired,
        "years": own.years,
        "year": chosen,
        "cups": [
            (known[rules].rules.name, held[0], sorted(persons[before].name for before in held[1]))
            for rules, holders in history.walked.cups.items()
            if (held := holders.get(player.pk))
        ],
        "run": run if len(run) > 1 else (),
        "reached": list(milestones.told(reached, persons, known)),
        "played": results,
        "finishes": finishes,
        "won_lately": sum(finish["won"] for finish in finishes),
        "rivals": rivals,
        "rating": SimpleLazyObject(partial(rating_course, history, results[0]["key"] if results else "", player.pk)),
        "sentences": figures.sentences(games, told, *(result["finding"] for result in results)),
    }


def rating_course(ever: History, rules: str, person: int) -> dict[str, Any] | None:
    """Return a person's rating `now`, its `highest`, and its course as a `path` to its `end`, or None if it's short.

    `rows` and `ticks` are the places on the axes with their ratings and days: the first days of months, if there are.
    """
    rated = rankings.rate_games(ever.among(rules=rules))
    ratings = [(date, after[person]) for date, after in rated if person in after]
    course = dict(ratings)  # after each night
    if len(ratings) < figures.FEW_GAMES or len(course) < 2:
        return None
    first, last, low, high = min(course), max(course), min(course.values()), max(course.values())
    step = round_step(high - low, 3)
    rows = range(math.floor(low / step) * step, math.floor(high / step + 1) * step + 1, step)
    x, y = scale(first.toordinal(), last.toordinal(), LEFT, RIGHT), scale(rows[0], rows[-1], LOW, TOP)
    months = range(12 * first.year + first.month, 12 * last.year + last.month)  # those that began meanwhile
    every = next(every for every in (1, 3, 6, 12, 24, 60, 120, 1200) if len(months) / every <= MOST_TICKS)
    days = [datetime.date(month // 12, month % 12 + 1, 1) for month in months if month % every == 0]
    return {
        "now": course[last],
        "highest": high,
        "path": "M" + "L".join(f"{x(date.toordinal())} {y(rating)}" for date, rating in course.items()),
        "end": (RIGHT, y(course[last])),
        "rows": [(y(row), half_points(2 * row)) for row in rows],
        "ticks": [(x(day.toordinal()), day) for day in days or (first, last)],
    }


def _in_kind(card_game: AnyGame, sums: figures.Sums) -> dict[str, Any]:
    """Return a player's record and figures in one kind of game, all but the `first` three to be folded away."""
    rules, declared = card_game.rules, card_game.statistics
    by_heading = figures.by_heading(declared.figures_of(seatless=False), sums)
    first = [shown for heading, group in by_heading if heading is None for shown in group][:3]
    others = [(heading, [shown for shown in group if shown not in first]) for heading, group in by_heading]
    return {
        "key": rules.slug,
        "name": rules.name,
        "record": figures.record_of(rules, sums),
        "finding": figures.finding(declared.comparisons, sums),
        "first": first,
        "more": [(heading, group) for heading, group in others if group],
    }


def _lately(own: History, person: int) -> list[dict[str, Any]]:
    """Return the last games, oldest first: their places, `of` how many, and points in the chart, better ones higher."""
    finishes = []
    for index, game in enumerate(own.games[-FORM:]):
        end = next(end for end in game.finishes if end.person == person)
        y = (HIGH + LOW) // 2
        if end.place is not None and game.sides > 1:
            y = HIGH + round((end.place - 1) * (LOW - HIGH) / (game.sides - 1))
        place = None if end.place is None else NTH.get(end.place, _("{place}th", place=end.place))
        x = STEP * index + STEP // 2
        finishes.append({"night": game.date, "place": place, "of": game.sides, "won": end.won, "x": x, "y": y})
    return finishes
