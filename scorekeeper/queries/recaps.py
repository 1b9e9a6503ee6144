"""A night as it is read: its games with their pictures, and what is worth telling of those that are over."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.models import Game, Night, Tally
from scorekeeper.queries.charts import Chart, chart
from scorekeeper.queries.figures import Person
from scorekeeper.queries.keys import LEAD, MARGIN
from scorekeeper.queries.lines import GameLine, game_lines
from scorekeeper.queries.nights import who_was_there
from scorekeeper.queries.records import GameRecord, load_many
from scorekeeper.rules.statistics import Feat
from scorekeeper.rules.words import Amount, Half, Text, both, gettext as _, ngettext


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One thing worth telling: what, who, how much, and the hand of the game in which it was."""

    label: Text
    who: Text
    much: Text
    game: int
    hand: int
    rules: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recap:
    """What is told of the games of a night that are over: how many each won, most first, and the rest."""

    wins: tuple[tuple[str, int], ...]
    over: int
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NightGame:
    """A game of the night with its picture, once it is over."""

    line: GameLine
    chart: Chart | None

    @property
    def here(self) -> str:
        """What opens its sheet in the address of a watch link."""
        return f"game={self.line.game.pk}&"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPage:
    """Everything a night's page shows. `recap` is None before a game is over; `earlier` and `later` are nights."""

    night: Night
    there: tuple[Person, ...]
    games: tuple[NightGame, ...]
    recap: Recap | None
    earlier: Night | None
    later: Night | None

    @property
    def several_rules(self) -> bool:
        """Whether more than one game was played, so that each is named."""
        return len({game.line.game.rules for game in self.games}) > 1

    @property
    def playing(self) -> tuple[NightGame, ...]:
        """The games that go on."""
        return tuple(game for game in self.games if not game.line.over and not game.line.game.hidden)


def night_page(night: Night, *, with_hidden: bool = False) -> NightPage:
    """A night with all its games, hidden ones only for those who may see them."""
    games = Game.objects.filter(night=night).select_related("night")
    if not with_hidden:
        games = games.filter(hidden=False)
    records = load_many(list(games.order_by("started_at", "id")))
    lines = game_lines([record.game for record in records])
    near = Night.objects.filter(group=night.group_id, games__hidden=False).distinct()
    return NightPage(
        night=night,
        there=who_was_there([night.pk]).get(night.pk, ()),
        games=tuple(
            NightGame(line=line, chart=chart(record) if line.over and isinstance(record, GameRecord) else None)
            for line, record in zip(lines, records, strict=True)
        ),
        recap=_recap(lines, [record for record in records if isinstance(record, GameRecord)]),
        earlier=near.filter(date__lt=night.date).order_by("-date").first(),
        later=near.filter(date__gt=night.date).order_by("date").first(),
    )


def words_digest(night: Night) -> str:
    """Short, and another for every other place and note; nothing where both are empty."""
    if not night.place and not night.note:
        return ""
    return hashlib.sha256(repr((night.place, night.note)).encode()).hexdigest()[:16]


def _recap(lines: Sequence[GameLine], records: Sequence[GameRecord]) -> Recap | None:
    over = [line for line in lines if line.over and not line.game.hidden]
    if not over:
        return None
    wins = Counter(name for line in over for name in line.winners)
    return Recap(
        wins=tuple(sorted(wins.items(), key=lambda won: (-won[1], won[0]))),
        over=len(over),
        told=tuple(_told([line.game.pk for line in over], records)),
    )


def _told(games: Sequence[int], records: Sequence[GameRecord]) -> Iterator[Told]:
    known = {record.rules.slug: record.card_game for record in records}
    keys = {feat.key for game in known.values() for feat in game.statistics.feats} | {LEAD, MARGIN}
    rows = Tally.objects.filter(game__in=games, player__isnull=False, key__in=keys)
    tallies = list(rows.select_related("player").order_by("id"))
    for slug, game in known.items():
        own = [tally for tally in tallies if tally.rules == slug]
        for feat in game.statistics.feats:
            yield from _feat(feat, own, game.rules.name if len(known) > 1 else None)
    if leads := [tally for tally in tallies if tally.key == LEAD]:
        most = max(tally.most for tally in leads)
        much = ngettext("{count} hand", "{count} hands", most)
        yield _one(_("longest lead"), much, (tally for tally in leads if tally.most == most))
    if margins := [tally for tally in tallies if tally.key == MARGIN]:
        least = min(tally.amount for tally in margins)
        closest = next(tally for tally in margins if tally.amount == least)
        much = _("{points} apart", points=Amount(half=Half(least))) if least else _("level")
        yield _one(_("closest finish"), much, (each for each in margins if each.game_id == closest.game_id))


def _feat(feat: Feat, tallies: Sequence[Tally], rules: Text | None) -> Iterator[Told]:
    found = [(tally.amount if feat.whole else tally.most, tally) for tally in tallies if tally.key == feat.key]
    best = max((amount for amount, _tally in found), default=0)
    if best > 0:
        holders = (tally for amount, tally in found if amount == best)
        yield _one(feat.label, _("{points}", points=Amount(half=Half(best))), holders, rules)


def _one(label: Text, much: Text, tallies: Iterable[Tally], rules: Text | None = None) -> Told:
    # Those who share it are told together; the hand is the first one's.
    first, *others = tallies
    names = dict.fromkeys(tally.player.name for tally in (first, *others) if tally.player is not None)
    who = _("{names}", names=both(names))
    return Told(label=label, who=who, much=much, game=first.game_id, hand=first.hand, rules=rules)
