"""A group's statistics, of all its games or of only one kind, and ratings by the Plackett-Luce model."""

import datetime
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

from django.utils.functional import SimpleLazyObject
from openskill.models import PlackettLuce, PlackettLuceRating

from scorekeeper.formats.language import SIGNS
from scorekeeper.games import AnyGame
from scorekeeper.looking_back import figures
from scorekeeper.looking_back.figures import Everybody, Person, Record
from scorekeeper.looking_back.history import DRY, ROW, History, history_of
from scorekeeper.models import Playgroup, Tally
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.statistics import GAME, HANDS, UNSCORED, WON
from scorekeeper.rules.text import Amount, Half, Text, both, gettext as _, ngettext

Players = Sequence[tuple[Person, Record]]

ORDERS = ("wins", "share", "rating")
MOST_NAMED = 3  # who lead together, or come next
# In the drawing of wins by month, in user units: from month to month, the lower edge, how high a win and all are.
STEP, FLOOR, HIGHEST, ROOM = 29, 138, 19, 136


def statistics(group: Playgroup, wanted: str = "", year: int = 0) -> dict[str, Any] | None:
    """Return statistics of the `wanted` rules or of all games, in a year or of all time; None until a game is over.

    With a single kind of game, all of it is on one page, whose `slug` is that kind's. `sections` are the rules played
    in that time: their slug, name, and number of games. `players` are sorted by name. The `wins` by month are lazy.
    """
    persons = figures.everybody(group)
    ever = history_of(group, persons)
    if not ever.games:
        return None
    slugs = [slug for slug, _games in ever.kinds]
    known = played_games(group.pk, slugs)
    slug = wanted if wanted in slugs else slugs[0] if len(slugs) == 1 else ""
    of_rules = ever.among(rules=slug)
    chosen = year if year in of_rules.years else None
    history, is_past = of_rules.among(year=chosen), chosen not in (None, ever.years[0])
    records = list(_records(history, known, persons))
    found: dict[str, Any] = {
        "slug": slug,
        "name": known[slug].rules.name if slug else _("Everything"),
        "sections": [(kind, known[kind].rules.name, games) for kind, games in ever.among(year=chosen).kinds],
        "is_only": len(slugs) == 1,
        "year": chosen,
        "years": of_rules.years if len(ever.years) > 1 else [],
        "is_past": is_past,
        "games": len(history.games),
        "evenings": len({game.night for game in history.games}),
        "uneven": uneven(history),
        "wins": SimpleLazyObject(partial(wins_by_month, history, persons)),
        "records": records,
        "history": history,
    }
    found["cups"] = [cup for cup in _cups(ever, known, persons) if slug in ("", cup["slug"])]
    if not slug or found["is_only"]:
        found["streaks"] = list(streaks(history, persons, is_past=is_past))
    if not slug:
        return found | {"players": players_of(history, persons)}
    of_kind = _of_kind(group, known[slug], chosen, persons)
    best = best_score(of_kind["players"], low_wins=known[slug].rules.low_wins)
    told = (each["told"] for each in records)
    sentences = figures.sentences(len(history.games), None, of_kind["finding"], best, *told)
    return found | of_kind | {"sentences": sentences}


def players_of(history: History, persons: Everybody) -> Players:
    """Return everybody's games and wins, sorted by name."""
    played = Counter(person for game in history.games for person in game.persons)
    won = Counter(person for game in history.games for person in game.winners)
    return [
        (persons[one], Record(games=played[one], wins=won[one], average=None, best=None))
        for one in sorted(played, key=lambda person: persons[person].name)
    ]


def _of_kind(group: Playgroup, card_game: AnyGame, year: int | None, persons: Everybody) -> dict[str, Any]:
    """Return what is only told of one kind of game: its `figures` are those of all players, from so many `hands`."""
    rules, declared = card_game.rules, card_game.statistics
    with_heading = tuple(figure for figure in declared.figures_of(seatless=False) if figure.heading is not None)
    keys = {GAME, UNSCORED, WON, HANDS}
    keys |= {key for figure in (*with_heading, *declared.figures_of(seatless=True)) for key in (figure.key, figure.of)}
    keys |= {key for comparison in declared.comparisons for key in (*comparison.keys, *comparison.others)}
    tallies = Tally.objects.filter(group=group, rules=rules.slug, key__in=keys)
    rows = figures.sums_of(tallies.filter(year=year) if year else tallies, "key", "player", "column")
    of_players = ((persons[player].id, key, total) for key, player, _column, total in rows if player)
    by_person = figures.add_up(row for row in of_players if row[1] in (GAME, UNSCORED, WON))
    together = figures.add_up(("", key, total) for key, player, _column, total in rows if player).get("", {})
    beside = figures.add_up((column, key, total) for key, player, column, total in rows if not player)
    seatless = {column.key: column for column in rules.seatless}
    players = [(persons[main], figures.record_of(rules, sums)) for main, sums in by_person.items()]
    return {
        "hands": together.get(HANDS, figures.NO_TALLIES).count,
        "players": sorted(players, key=lambda pair: pair[0].name),
        "finding": figures.finding(declared.comparisons, together),
        "beside": [
            {
                "column": seatless.get(column, Column(key=column, label=_("{column}", column=column))),
                "record": figures.record_of(rules, sums),
                "figures": figures.by_heading(declared.figures_of(seatless=True), sums),
            }
            for column, sums in sorted(beside.items())
        ],
        "figures": figures.by_heading(with_heading, together),
    }


def ranking(players: Players, order: str, history: History) -> list[tuple[int, Person, Record, float | None]]:
    """Return each player's place, record and rating, if used, best first. By share, those with few games come last."""
    rated = dict[int, float]()
    for _date, after in rate_games(history) if order == "rating" else ():
        rated.update(after)
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


def wins_by_month(history: History, persons: Everybody) -> dict[str, Any] | None:
    """Return the last `months`, oldest first, each with who won how often, and its `blocks`, or None if it is only one.

    There is a block for each win. Whoever has won most in all of these months comes first in each, and lowest.
    """
    wins: defaultdict[int, Counter[Person]] = defaultdict(Counter)
    for game in history.games:
        if game.winners:
            wins[12 * game.date.year + game.date.month - 1].update(persons[person] for person in game.winners)
    if len(wins) < 2:
        return None
    shown = range(max(min(wins), max(wins) - 11), max(wins) + 1)
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
    return {"months": months, "blocks": blocks, "signs": high > 14}  # a lower block has no room for its winner’s sign


def leaders(players: Players) -> dict[str, Any]:
    """Return who has won most: the `persons` and their `wins`, and, if it is one, the `games` and who is `second`."""
    most, second, *_fewer = sorted({0, -1, *(record.wins for _person, record in players)}, reverse=True)
    first = [(person, record) for person, record in players if record.wins == most]
    others = [person.name for person, record in players if record.wins == second > 0]
    return {
        "wins": most,
        "persons": [person for person, _record in first],
        "names": _("{names}", names=both(person.name for person, _record in first)),
        "games": first[0][1].games if first else 0,
        "more": most - second,
        "second": _("{names}", names=both(others)) if 0 < len(others) <= MOST_NAMED else None,
    }


def _cups(ever: History, known: Mapping[str, AnyGame], persons: Everybody) -> Iterator[dict[str, Any]]:
    for rules, holders in ever.walked.cups.items():
        if holders:
            since, lost = next(held for game in reversed(ever.games) for held in holders.values() if held[0] == game)
            before = _("{names}", names=both(persons[person].name for person in lost)) if lost else None
            people, name = [persons[person] for person in holders], known[rules].rules.name
            yield {"slug": rules, "name": name, "people": people, "since": since, "before": before}


def _records(history: History, known: Mapping[str, AnyGame], persons: Everybody) -> Iterator[dict[str, Any]]:
    """Yield the record for each feat, those of the most played games first. It goes to whoever reached it first."""
    for slug, _games in history.kinds:
        for feat in known[slug].feats:
            if game := history.walked.best.get((slug, feat.key)):
                best = game.feats[feat.key]
                people = [persons[person] for person in best.persons]
                told = figures.feat_sentence(feat, (person.name for person in people), best.amount)
                of = known[slug].rules.name
                yield {"of": of, "feat": feat, "game": game, "best": best, "people": people, "told": told}


def uneven(history: History) -> dict[str, int]:
    """Return why figures don't add up to games: how many nobody won, and several did, as partners or not.

    Of games that were written down afterward, hands aren't known, and sometimes not even totals.
    """
    several = [game for game in history.games if len(game.winners) > 1]
    partners = sum(len({finish.column for finish in game.finishes if finish.won}) == 1 for game in several)
    nobody = sum(not game.winners for game in history.games)
    with_hands = {game.rules for game in history.games if game.hands}
    with_totals = {game.rules for game in history.games if game.has_totals}
    return {
        "nobody": nobody,
        "shared": len(several) - partners,
        "partners": partners,
        "handless": sum(not game.hands and game.rules in with_hands for game in history.games),
        "unscored": sum(not game.has_totals and game.rules in with_totals for game in history.games),
    }


def streaks(history: History, persons: Everybody, *, is_past: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the longest current run, unless the year `is_past`, the longest of all, and who hasn't won for long."""
    lately = {person for game in history.games[-DRY:] for person in game.persons if not is_past}
    going_on = {person: runs for person, runs in history.walked.runs.items() if person in lately}
    before = None
    for kind, least, numbers in (
        ("now", 2, {person: len(runs.current) for person, runs in going_on.items()}),
        ("longest", ROW, {person: len(runs.longest) for person, runs in history.walked.runs.items()}),
        ("due", DRY, {person: runs.dry for person, runs in going_on.items()}),
    ):
        number = max(numbers.values(), default=0)
        people = [person for person in numbers if numbers[person] == number]
        if number >= least and len(people) <= MOST_NAMED and (number, people) != before:
            before = number, people
            found, runs = [persons[person] for person in people], history.walked.runs[people[0]]
            run = runs.longest if kind == "longest" else runs.current
            names = _("{names}", names=both(person.name for person in found))
            yield {"kind": kind, "number": number, "persons": found, "names": names, "run": run}


def best_score(players: Players, *, low_wins: bool) -> Text | None:
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


# Ratings are rounded after each game, since the last digits of `math.exp` depend on the machine: players with the same
# results tie, and a group moved to another machine ranks its players the same.
DIGITS = 9


def rate_games(history: History) -> Iterator[tuple[datetime.date, dict[int, float]]]:
    """Yield each game's date and the ratings of those who played: higher is better, and uncertainty lowers them."""
    model, rated = PlackettLuce(), dict[int, PlackettLuceRating]()
    for game in history.games:
        placed = (finish for finish in game.finishes if finish.place is not None)
        teams = [list(team) for _column, team in groupby(placed, key=attrgetter("column"))]
        if len(teams) < 2:
            continue
        before = [[rated.get(finish.person) or model.rating() for finish in team] for team in teams]
        after = model.rate(before, ranks=[float(team[0].place or 0) for team in teams])
        for finish, rating in zip(chain(*teams), chain(*after), strict=True):
            rating.mu, rating.sigma = round(rating.mu, DIGITS), round(rating.sigma, DIGITS)
            rated[finish.person] = rating
        yield game.date, {one.person: rated[one.person].mu - 3 * rated[one.person].sigma for one in chain(*teams)}
