"""A year on one page: who won it, what stood out, and where and how long the group played."""

import datetime
import zoneinfo
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Q, Sum

from scorekeeper.looking_back import rankings
from scorekeeper.looking_back.figures import Everybody, Person, everybody
from scorekeeper.looking_back.history import Ended, History, Reached, history_of
from scorekeeper.looking_back.nights import who_won
from scorekeeper.models import Game, Playgroup, Tally
from scorekeeper.models.games import night_of
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.rules.statistics import DEFICIT, HANDS, Feat, Figure
from scorekeeper.rules.text import Text, gettext as _

MOST_CARDS = MOST_PLACES = 6  # more evenings are drawn
# In the drawing, in user units: from month to month, from face to face, how high it is, from winner to winner.
STEP, FACE, HIGHEST, APART = 29, 25, 150, 7


def year_page(group: Playgroup, year: int) -> dict[str, Any] | None:
    """Return all that the page of a year shows, or None if no game was finished in it."""
    persons = everybody(group)
    everything = history_of(group, persons)
    if year not in everything.years:
        return None
    at, history = everything.years.index(year), everything.among(year=year)
    evenings = list(_evenings(group, year, history, persons))
    ranking = rankings.ranking(rankings.players_of(history, persons), "wins", history)
    champions = [(person, record) for place, person, record, _rating in ranking if place == 1 and record.wins]
    pairs = [(pair, both) for both, pair in history.pairs().items() if pair.ahead >= pair.behind > 0]
    closest, duelists = max(pairs, key=lambda each: (each[0].behind, each[0].games), default=(None, ()))
    longest = max(evenings, key=lambda each: (each["took"] is not None, each["took"] or each["hands"]))
    return {
        "year": year,
        "near": everything.years[max(at - 1, 0) : at + 2],
        "games": len(history.games),
        "evenings": evenings,
        "drawing": drawing(year, evenings) if len(evenings) > MOST_CARDS else None,
        "champions": champions,
        "others": [(person, record) for _place, person, record, _rating in ranking[len(champions) :]],
        "uneven": rankings.uneven(history),
        "hands": sum(game.hands for game in history.games),
        "facts": list(_facts(group, history, persons)),
        "duel": (closest, [persons[person] for person in duelists]),
        "places": Counter(evening["place"] for evening in evenings if evening["place"]).most_common(MOST_PLACES),
        "longest": longest if longest["took"] or longest["hands"] else None,
    }


def _evenings(group: Playgroup, year: int, history: History, persons: Everybody) -> Iterator[dict[str, Any]]:
    """Yield the evenings in order. How long one took is known, in hours and minutes, if each game ended that night."""
    rows = Game.objects.filter(group=group, night__date__year=year, hidden=False)
    times, places = defaultdict[int, list[Any]](list), defaultdict[int, str](str)
    for night, places[night], *began_and_ended in rows.values_list("night", "night__place", "started_at", "ended_at"):
        times[night].append(began_and_ended)
    for night, of_night in groupby(history.games, key=attrgetter("night")):
        games = list(of_night)
        date, wins = games[0].date, Counter(person for game in games for person in game.winners)
        is_timed = night in times and all(
            ended and began < ended and {night_of(at, group.time_zone) for at in (began, ended)} == {date}
            for began, ended in times[night]
        )
        last = max(ended for _began, ended in times[night]) if is_timed else None
        yield {
            "night": night,
            "date": date,
            "place": places[night],
            "hands": sum(game.hands for game in games),
            "winners": [persons[person] for person, count in wins.items() if count == max(wins.values())],
            "told": who_won((persons[person].name, count) for person, count in wins.most_common()),
            "took": last and divmod((last - min(times[night])[0]) // datetime.timedelta(minutes=1), 60),
            "until": last and last.astimezone(zoneinfo.ZoneInfo(group.time_zone)).time(),
        }


def drawing(year: int, evenings: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return where to draw the faces of those who won each evening, by month from below, as large as there is room."""
    by_month = {month: [each for each in evenings if each["date"].month == month] for month in range(1, 13)}
    most = max(map(len, by_month.values()))
    across = next(count for count in range(1, most + 1) if count * (count * HIGHEST // FACE) >= most)
    height, faces = FACE * -(-most // across) / across, list[tuple[int | None, str]]()
    for month, of_month in by_month.items():
        for number, evening in enumerate(of_month):
            marks = [person.mark for person in evening["winners"]]
            shown: list[int | None] = [*marks] if 0 < len(marks) <= 3 else [None]
            for index, mark in enumerate(shown):
                aside = FACE * (number % across - (across - 1) / 2) + APART * (index - (len(shown) - 1) / 2)
                x, y = STEP * (month - 0.5) + aside / across, height - FACE * (number // across + 0.5) / across
                faces.append((mark, f"translate({x:.1f} {y:.1f}) scale({1 / across:.2f})"))
    months = [(datetime.date(year, month, 1), STEP * month - STEP // 2) for month in by_month]
    return {"faces": faces, "height": round(height), "months": months}


def _facts(group: Playgroup, history: History, persons: Everybody) -> Iterator[dict[str, Any]]:
    """Yield what stood out: in the game played most, the best hand and comeback; and what each game declares."""
    kinds, records = [rules for rules, _games in history.kinds], history.walked.best
    known, tallies = played_games(group.pk, kinds), Tally.objects.filter(game__in=[game.id for game in history.games])

    def fact(label: Text, game: Ended, best: Reached) -> dict[str, Any]:
        people, name = [persons[person] for person in best.persons], known[game.rules].rules.name
        return {"label": label, "people": people, "game": game, "best": best, "name": name if len(kinds) > 1 else None}

    best_hand = (kinds[0], Feat(label=_("Hand of the year"), key=HANDS))
    for rules, declared in [best_hand, *((slug, each) for slug in kinds for each in known[slug].statistics.of_year)]:
        if isinstance(declared, Figure):
            amounts = Counter[Person | None]()
            counted = Q(key=declared.key, player=None) | Q(key=declared.of, player__isnull=False)
            for player, points in tallies.filter(counted, rules=rules).values_list("player").annotate(Sum("amount")):
                amounts[persons.get(player)] += points
            column, amount = known[rules].rules.seatless[0], amounts.pop(None, 0)
            if amount > 0:
                given = amounts.most_common(1)
                yield {"label": declared.label, "rules": rules, "column": column, "amount": amount, "given": given}
        elif (game := records.get((rules, declared.key))) and game.feats[declared.key].amount > 0:
            yield fact(declared.label, game, game.feats[declared.key])
    order = "-most", "game__night__date", "game__started_at", "game_id", "column"
    behind = tallies.filter(rules=kinds[0], key=DEFICIT).order_by(*order).values_list("game", "column", "most", "hand")
    for number, side, most, hand in behind[:1]:
        game = next(game for game in history.games if game.id == number)
        winners = tuple(finish.person for finish in game.finishes if finish.column == side)
        yield fact(_("Comeback of the year"), game, Reached(most, winners, hand)) | {"was_behind": True}
