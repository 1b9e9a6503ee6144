"""A group's statistics, of the games of one set of rules that are over and not hidden."""

import datetime
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery

from scorekeeper.games import AnyGame, all_games
from scorekeeper.models import Game, Playgroup, Score, Tally
from scorekeeper.queries.figures import (
    Person,
    Question,
    Record,
    Results,
    add_up,
    everybody,
    keys_of,
    questions,
    record_of,
    sums_by,
)
from scorekeeper.queries.keys import GAME, WON
from scorekeeper.queries.ratings import ratings
from scorekeeper.rules.statistics import HANDS, Feat
from scorekeeper.rules.words import Text, gettext as _

MOST_SEATS = 20  # more than sit at any table, so that partners are found together
ORDERS = ("wins", "share", "rating")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Rules that the group has finished games of, with how many."""

    slug: str
    name: Text
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A player in a ranking: the place, equal ones together. Where few games say little, after all others."""

    place: int
    person: Person
    record: Record
    rating: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """A feat that nobody has outdone, in half points: whose, in which game and on which night; its first is told.

    Partners have it together, in seat order.
    """

    label: Text
    amount: int
    persons: tuple[Person, ...]
    game: int
    hand: int | None
    night: datetime.date


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """The page: who played, by name, in `players`; all players' hands together in `questions`."""

    slug: str
    sections: tuple[Section, ...]
    games: int
    players: tuple[tuple[Person, Record], ...]
    beside: tuple[Results, ...]
    questions: tuple[Question, ...]
    records: tuple[Best, ...]


def statistics(group: Playgroup, wanted: str = "") -> Statistics | None:
    """The statistics of the wanted rules, or of those that are played most; None before any game is over.

    What was found is kept for as long as the group's version is the same.
    """
    known = all_games()
    key = f"statistics/{group.pk}/{group.version}/{wanted if wanted in known else ''}"
    kept: tuple[Statistics | None] | None = cache.get(key)
    if kept is not None:
        return kept[0]
    sections = _sections(group, known)
    chosen = next((section for section in sections if section.slug == wanted), sections[0] if sections else None)
    found = _statistics(group, known[chosen.slug], chosen, sections) if chosen else None
    cache.set(key, (found,))
    return found


def ranking(group: Playgroup, found: Statistics, order: str) -> tuple[Ranked, ...]:
    """Everybody who finished a game, by wins, by the share of wins or by rating, best first.

    Ratings are only worked out where they are asked for.
    """
    rated = ratings(group, found.slug, everybody(group)) if order == "rating" else {}
    values = {
        person.id: {
            "wins": (-record.wins,),
            "share": (record.few, -record.share),
            "rating": (person.id not in rated, -rated.get(person.id, 0)),
        }[order]
        for person, record in found.players
    }
    best_first = sorted(values.values())
    return tuple(
        Ranked(
            place=1 + bisect_left(best_first, values[person.id]),
            person=person,
            record=record,
            rating=rated.get(person.id),
        )
        for person, record in sorted(found.players, key=lambda player: values[player[0].id])
    )


def miscounted_games() -> list[Game]:
    """Return the games of known rules that statistics leave out, or count though they are hidden.

    The former ended under an older version; the latter were hidden while their rules were unknown.
    """
    played, counted = Score.objects.filter(hand__game=OuterRef("pk")), Tally.objects.filter(game=OuterRef("pk"))
    left_out = Q(~Exists(counted), Exists(played), hidden=False, state=Game.State.OVER)
    wrong = left_out | Q(Exists(counted), hidden=True)
    return list(Game.objects.filter(wrong, rules__in=all_games()).order_by("pk"))


def _sections(group: Playgroup, known: Mapping[str, AnyGame]) -> tuple[Section, ...]:
    finished = Game.objects.filter(group=group, state=Game.State.OVER, hidden=False)
    counted = finished.order_by().values_list("rules").annotate(games=Count("pk")).order_by("-games", "rules")
    return tuple(
        Section(slug=slug, name=known[slug].rules.name, games=games) for slug, games in counted if slug in known
    )


def _statistics(group: Playgroup, card_game: AnyGame, section: Section, sections: tuple[Section, ...]) -> Statistics:
    persons, rules, counted = everybody(group), card_game.rules, card_game.statistics
    tallies = Tally.objects.filter(group=group, rules=rules.slug)
    headed = tuple(figure for figure in counted.of_seats if figure.heading is not None)
    of_players = tallies.filter(player__isnull=False, key__in={GAME, WON, HANDS} | keys_of(headed))
    rows = sums_by(of_players, "player", "key")
    by_person = add_up((persons[player].id, key, each) for player, key, each in rows)
    together = add_up(("", key, each) for _player, key, each in rows).get("", {})
    beside = add_up(
        sums_by(tallies.filter(player=None, key__in={GAME, HANDS} | keys_of(counted.of_seatless)), "column", "key")
    )
    labels = {column.key: column.label for column in rules.seatless}
    records = [(persons[main], record_of(rules, sums)) for main, sums in by_person.items() if GAME in sums]
    return Statistics(
        slug=section.slug,
        sections=sections,
        games=section.games,
        players=tuple(sorted(records, key=lambda each: each[0].name)),
        beside=tuple(
            Results(
                key=column,
                name=labels.get(column, _("{column}", column=column)),
                record=record_of(rules, sums),
                questions=questions(counted.of_seatless, sums),
            )
            for column, sums in beside.items()
        ),
        questions=questions(headed, together),
        records=tuple(best for feat in counted.feats if (best := _best(tallies, feat, persons)) is not None),
    )


def _best(tallies: QuerySet[Tally], feat: Feat, persons: Mapping[int, Person]) -> Best | None:
    # Who did it first is told; what is of a whole game is by the amount of the game.
    field = "amount" if feat.whole else "most"
    there = tallies.filter(key=feat.key, player__isnull=False)
    most = there.order_by().values("key").annotate(best=Max(field)).values("best")
    rows = there.filter(**{field: Subquery(most)}).order_by("game__night__date", "game__started_at", "game_id", "pk")
    found = list(rows.values_list(field, "player_id", "game_id", "hand", "game__night__date", "column")[:MOST_SEATS])
    if not found:
        return None
    amount, _player, game, hand, night, column = found[0]
    return Best(
        label=feat.label,
        amount=amount,
        persons=tuple(persons[row[1]] for row in found if (row[2], row[5]) == (game, column)),
        game=game,
        hand=None if feat.whole else hand,
        night=night,
    )
