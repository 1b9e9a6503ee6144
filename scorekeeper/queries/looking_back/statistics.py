"""A group's statistics for one set of rules, from finished games that aren't hidden."""

import datetime
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery

from scorekeeper import limits
from scorekeeper.games import AnyGame, all_games
from scorekeeper.models import Game, Playgroup, Score, Tally
from scorekeeper.queries.looking_back.figures import (
    FigureGroup,
    Person,
    Record,
    Results,
    add_up,
    everybody,
    keys_of,
    questions,
    record_of,
    sums_by,
)
from scorekeeper.queries.looking_back.keys import GAME, WON
from scorekeeper.queries.looking_back.ratings import ratings
from scorekeeper.queries.looking_back.sentences import best_score, feat_sentence, find, leaders, sentences
from scorekeeper.rules.statistics import Feat
from scorekeeper.rules.words import Text, gettext as _

ORDERS = ("wins", "share", "rating")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A set of rules, and the number of games that the group has finished with it."""

    slug: str
    name: Text
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A player's place in a ranking; tied players share a place."""

    place: int
    person: Person
    record: Record
    rating: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRecord:
    """The group's record for a feat, in half points: who set it, in which game, and on which night.

    If it was equaled later, the first occurrence counts. Partners share a record and are listed in seat order.
    `told` is the sentence about it, if its feat has one.
    """

    label: Text
    amount: int
    persons: tuple[Person, ...]
    game: int
    hand: int | None
    night: datetime.date
    told: Text | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStatistics:
    """Everything the page shows. `players` are sorted by name; `questions` are figures for all players combined."""

    slug: str
    sections: tuple[Section, ...]
    games: int
    sentences: tuple[Text, ...]
    players: tuple[tuple[Person, Record], ...]
    beside: tuple[Results, ...]
    questions: tuple[FigureGroup, ...]
    records: tuple[GroupRecord, ...]


def statistics(group: Playgroup, wanted: str = "") -> GroupStatistics | None:
    """Return statistics for the requested rules or, failing that, the most-played ones; None until a game is over.

    They are cached until the group's version changes.
    """
    known_games = all_games()
    key = f"statistics/{group.pk}/{group.version}/{wanted if wanted in known_games else ''}"
    cached: tuple[GroupStatistics | None] | None = cache.get(key)
    if cached is not None:
        return cached[0]
    sections = _sections(group, known_games)
    chosen = next((section for section in sections if section.slug == wanted), sections[0] if sections else None)
    result = _statistics(group, known_games[chosen.slug], chosen, sections) if chosen else None
    cache.set(key, (result,))
    return result


def ranking(group: Playgroup, of_group: GroupStatistics, order: str) -> tuple[Ranked, ...]:
    """Return all players who finished a game, ranked by wins, share of wins or rating, best first.

    When ranking by share, players with too few games come last. Ratings are computed only when ranking by them.
    """
    rated = ratings(group, of_group.slug, everybody(group)) if order == "rating" else {}
    values = {
        person.id: {
            "wins": (-record.wins,),
            "share": (record.few, -record.share),
            "rating": (person.id not in rated, -rated.get(person.id, 0)),
        }[order]
        for person, record in of_group.players
    }
    best_first = sorted(values.values())
    return tuple(
        Ranked(
            place=1 + bisect_left(best_first, values[person.id]),
            person=person,
            record=record,
            rating=rated.get(person.id),
        )
        for person, record in sorted(of_group.players, key=lambda player: values[player[0].id])
    )


def miscounted_games() -> list[Game]:
    """Return games with known rules wrongly missing from the statistics, or counted despite being hidden.

    The former ended under an older version of the app; the latter were hidden while their rules were unknown.
    """
    played, counted = Score.objects.filter(hand__game=OuterRef("pk")), Tally.objects.filter(game=OuterRef("pk"))
    left_out = Q(~Exists(counted), Exists(played), hidden=False, state=Game.State.OVER)
    miscounted = left_out | Q(Exists(counted), hidden=True)
    return list(known_games().filter(miscounted))


def known_games() -> QuerySet[Game]:
    """Return all games with known rules."""
    return Game.objects.filter(rules__in=all_games()).order_by("pk")


def _sections(group: Playgroup, known_games: Mapping[str, AnyGame]) -> tuple[Section, ...]:
    finished = Game.objects.filter(group=group, state=Game.State.OVER, hidden=False)
    counted = finished.order_by().values_list("rules").annotate(games=Count("pk")).order_by("-games", "rules")
    return tuple(
        Section(slug=slug, name=known_games[slug].rules.name, games=games)
        for slug, games in counted
        if slug in known_games
    )


def _statistics(
    group: Playgroup, card_game: AnyGame, section: Section, sections: tuple[Section, ...]
) -> GroupStatistics:
    persons, rules, declared = everybody(group), card_game.rules, card_game.statistics
    tallies = Tally.objects.filter(group=group, rules=rules.slug)
    with_heading = tuple(figure for figure in declared.of_seats if figure.heading is not None)
    keys = {GAME, WON} | keys_of(with_heading, declared.comparisons)
    of_players = tallies.filter(player__isnull=False, key__in=keys)
    rows = sums_by(of_players, "player", "key")
    by_person = add_up((persons[player].id, key, total) for player, key, total in rows)
    together = add_up(("", key, total) for _player, key, total in rows).get("", {})
    beside = add_up(
        sums_by(tallies.filter(player=None, key__in={GAME} | keys_of(declared.of_seatless)), "column", "key")
    )
    labels = {column.key: column.label for column in rules.seatless}
    players = [(persons[main], record_of(rules, sums)) for main, sums in by_person.items() if GAME in sums]
    players.sort(key=lambda pair: pair[0].name)
    records = tuple(best for feat in declared.feats if (best := _best(tallies, feat, persons)) is not None)
    findings = (find(declared.comparisons, together), best_score(players, low_wins=rules.low_wins))
    return GroupStatistics(
        slug=section.slug,
        sections=sections,
        games=section.games,
        sentences=sentences(section.games, leaders(players), *findings, *(record.told for record in records)),
        players=tuple(players),
        beside=tuple(
            Results(
                key=column,
                name=labels.get(column, _("{column}", column=column)),
                record=record_of(rules, sums),
                questions=questions(declared.of_seatless, sums),
            )
            for column, sums in beside.items()
        ),
        questions=questions(with_heading, together),
        records=records,
    )


def _best(tallies: QuerySet[Tally], feat: Feat, persons: Mapping[int, Person]) -> GroupRecord | None:
    # The record goes to the first to reach the best value: the game's amount if the feat is of a whole game.
    field = "amount" if feat.whole else "most"
    candidates = tallies.filter(key=feat.key, player__isnull=False)
    most = candidates.order_by().values("key").annotate(best=Max(field)).values("best")
    rows = candidates.filter(**{field: Subquery(most)}).order_by(
        "game__night__date", "game__started_at", "game_id", "pk"
    )
    holders = list(
        rows.values_list(field, "player_id", "game_id", "hand", "game__night__date", "column")[: limits.MOST_SEATS]
    )
    if not holders:
        return None
    amount, _player, game, hand, night, column = holders[0]
    holding = tuple(persons[row[1]] for row in holders if (row[2], row[5]) == (game, column))
    return GroupRecord(
        label=feat.label,
        amount=amount,
        persons=holding,
        game=game,
        hand=None if feat.whole else hand,
        night=night,
        told=feat_sentence(feat, (person.name for person in holding), amount),
    )
