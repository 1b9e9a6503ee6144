"""A player's page, which covers the person's finished games under any of their names, except hidden games."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils.functional import SimpleLazyObject

from scorekeeper.looking_back import figures, rankings
from scorekeeper.looking_back.history import history_of
from scorekeeper.models import Player, Playgroup, Tally
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.rules.statistics import GAME, PLACE, WON
from scorekeeper.rules.text import Text, ngettext

SHOWN_FIRST = 3  # figures without a heading that aren't folded away
FORM = 10  # the number of games in the chart of recent results
# The distances in that chart, in user units: from game to game, and from the top down to first and last place.
STEP, HIGH, LOW = 34, 26, 88
MOST_RATINGS = 60  # points in the course of a rating


def summary(
    name: str, played: Sequence[dict[str, Any]], against: Sequence[dict[str, Any]], recent: Text | None
) -> list[Text]:
    """Return what a player's figures say, in brief: wins, findings, the most one-sided opponent, and recent results."""
    games = sum(results["record"].games for results in played)
    wins = figures.wins_sentence(name, games, sum(results["record"].wins for results in played))
    findings = (results["finding"] for results in played)
    one_sided: Text | None = None
    if known := [row for row in against if row["games"] >= figures.FEW_GAMES and row["ahead"] != row["behind"]]:
        row = max(known, key=lambda row: abs(row["ahead"] - row["behind"]))
        other = row["person"].name
        first, second = (name, other) if row["ahead"] > row["behind"] else (other, name)
        one_sided = ngettext(
            "{first} has finished ahead of {second} in {times} of {count} game.",
            "{first} has finished ahead of {second} in {times} of {count} games.",
            row["games"],
            first=first,
            second=second,
            times=max(row["ahead"], row["behind"]),
        )
    return figures.sentences(games, wins, *findings, one_sided, recent if games > FORM else None)


def player_page(group: Playgroup, player: Player, year: int = 0) -> dict[str, Any]:
    """Return what a player's page shows for one year, or for all years if the player has no games in that year."""
    persons = figures.everybody(group)
    entries = [entry for entry, person in persons.items() if person.id == player.pk]
    of_player = Tally.objects.filter(player__in=entries)
    played = set(of_player.filter(key=GAME).values_list("year", "rules"))
    known = played_games(group.pk, (slug for _year, slug in played))
    tallies = of_player.filter(rules__in=known)
    years = sorted({year for year, slug in played if slug in known}, reverse=True)
    chosen = {"year": year} if year in years else {}
    names = dict(Player.objects.filter(pk__in=entries).order_by("name_key").values_list("pk", "name"))
    results = [
        {
            "key": slug,
            "name": known[slug].rules.name,
            "record": figures.record_of(known[slug].rules, sums),
            **first_and_more(figures.by_heading(known[slug].statistics.figures_of(seatless=False), sums)),
            "finding": figures.finding(known[slug].statistics.comparisons, sums),
        }
        for slug, sums in figures.add_up(figures.sums_of(tallies.filter(**chosen), "rules", "key")).items()
        if GAME in sums
    ]
    results.sort(key=lambda result: (-result["record"].games, result["key"]))
    finishes, against = _recent(tallies, entries), _against(tallies.filter(**chosen), persons, player.pk)
    recent = ngettext(
        "{count} win in the last {games} games.",
        "{count} wins in the last {games} games.",
        sum(finish["won"] for finish in finishes),
        games=len(finishes),
    )
    return {
        "person": persons[player.pk],
        "others": [name for entry, name in names.items() if entry != player.pk],
        "retired": player.retired,
        "years": years,
        "year": chosen.get("year"),
        "played": results,
        "finishes": finishes,
        "width": STEP * FORM,
        "against": against,
        "rating": SimpleLazyObject(partial(rating_course, group, results[0]["key"] if results else "", player.pk)),
        "sentences": summary(player.name, results, against, None if chosen else recent),
    }


def rating_course(group: Playgroup, rules: str, person: int) -> dict[str, Any] | None:
    """Return a person's rating `now`, its `highest` and `lowest`, and its course as a path, or None if it's short."""
    course = rankings.course(history_of(group).among(rules=rules), person)
    if len(course) < figures.FEW_GAMES:
        return None
    shown = course[:: -(-len(course) // MOST_RATINGS)]  # rounded up
    low, high = min(course), max(course)
    across, up = STEP * (FORM - 1) / (len(shown) - 1), (LOW - HIGH) / ((high - low) or 1)
    points = [(round(across * index), round(LOW - up * (rating - low))) for index, rating in enumerate(shown)]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    return {"now": course[-1], "highest": high, "lowest": low, "path": path, "end": points[-1]}


def first_and_more(by_heading: Sequence[figures.FigureGroup]) -> dict[str, list[Any]]:
    """Return the first figures without a heading, and all others under their headings, which are folded away."""
    first = [shown for heading, group in by_heading if heading is None for shown in group][:SHOWN_FIRST]
    others = [(heading, [shown for shown in group if shown not in first]) for heading, group in by_heading]
    return {"first": first, "more": [(heading, group) for heading, group in others if group]}


def _recent(tallies: QuerySet[Tally], entries: list[int]) -> list[dict[str, Any]]:
    """Return the last games, oldest first: their places, `of` how many, and points in the chart, better ones higher."""
    last = tallies.filter(key=GAME).order_by("-game__night__date", "-game__started_at", "-game_id")
    games = list(last.values_list("game_id", "game__night__date")[:FORM])
    ended = Tally.objects.filter(game__in=dict(games), key__in=(PLACE, WON), player__isnull=False)
    rows = list(ended.values_list("game_id", "key", "column", "player_id", "amount"))
    own = {(game, key): amount for game, key, _column, player, amount in rows if player in entries}
    finishes = []
    for index, (game, night) in enumerate(reversed(games)):
        place, of = own.get((game, PLACE)), len({column for other, _key, column, *_more in rows if other == game})
        y = (HIGH + LOW) // 2
        if place is not None and of > 1:
            y = HIGH + round((place - 1) * (LOW - HIGH) / (of - 1))
        x = STEP * index + STEP // 2
        finishes.append({"night": night, "place": place, "of": of, "won": (game, WON) in own, "x": x, "y": y})
    return finishes


def _against(tallies: QuerySet[Tally], persons: Mapping[int, figures.Person], main: int) -> list[dict[str, Any]]:
    """Return the results against each opponent, the most frequent first, in games in which they weren't partners."""
    column = F("game__tallies__column")
    met = tallies.filter(Q(column__lt=column) | Q(column__gt=column), key=PLACE, game__tallies__key=PLACE)
    rows = (
        met.order_by()
        .values_list("game__tallies__player")
        .annotate(
            games=Count("pk"),
            ahead=Count("pk", filter=Q(amount__lt=F("game__tallies__amount"))),
            behind=Count("pk", filter=Q(amount__gt=F("game__tallies__amount"))),
        )
    )
    by_person: defaultdict[figures.Person, Counter[str]] = defaultdict(Counter)
    for player, games, ahead, behind in rows:
        if player is not None and persons[player].id != main:
            by_person[persons[player]].update(games=games, ahead=ahead, behind=behind)
    opponents = [{"person": person, **counts} for person, counts in by_person.items()]
    return sorted(opponents, key=lambda against: (-against["games"], against["person"].name))
