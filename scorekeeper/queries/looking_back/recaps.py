"""A night's page: its games with their charts, and the highlights of the finished ones."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.models import Game, Night, Tally
from scorekeeper.queries.looking_back.charts import Chart, chart
from scorekeeper.queries.looking_back.figures import Person
from scorekeeper.queries.looking_back.keys import LEAD, MARGIN
from scorekeeper.queries.looking_back.lines import GameLine, game_lines
from scorekeeper.queries.looking_back.nights import who_was_there
from scorekeeper.queries.looking_back.sentences import closest, ending, feat_sentence, who_won
from scorekeeper.queries.recording.records import GameRecord, StoredGame, load_many
from scorekeeper.rules.statistics import Feat
from scorekeeper.rules.words import Amount, Half, Text, both, gettext as _, ngettext


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """A highlight: its label, players, amount, game and hand.

    A feat also has its `rules` if they varied, and the sentence about it if there is one.
    """

    label: Text
    who: Text
    much: Text
    game: int
    hand: int
    rules: Text | None = None
    told: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recap:
    """A summary of a night's finished games: a few sentences, and the highlights."""

    sentences: tuple[Text, ...]
    told: tuple[Highlight, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NightGame:
    """A game of the night, with its chart once it is over."""

    line: GameLine
    chart: Chart | None

    @property
    def here(self) -> str:
        """The start of a query string that selects this game's sheet on a watch link's page."""
        return f"game={self.line.game.pk}&"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPage:
    """Everything a night's page shows. `recap` is None until a game is over."""

    night: Night
    there: tuple[Person, ...]
    games: tuple[NightGame, ...]
    recap: Recap | None
    earlier: Night | None
    later: Night | None

    @property
    def several_rules(self) -> bool:
        """Whether the night's games had different rules, in which case each game's rules are shown."""
        return len({game.line.game.rules for game in self.games}) > 1


def night_page(night: Night, *, with_hidden: bool = False) -> NightPage:
    """Return a night's page with its games; hidden games are included only on request."""
    games = Game.objects.filter(night=night).select_related("night")
    if not with_hidden:
        games = games.filter(hidden=False)
    records = load_many(list(games.order_by("started_at", "id")))
    lines = game_lines([record.game for record in records])
    nights = Night.objects.filter(group=night.group_id, games__hidden=False).distinct()
    return NightPage(
        night=night,
        there=who_was_there([night.pk]).get(night.pk, ()),
        games=tuple(
            NightGame(line=line, chart=chart(record) if line.over and isinstance(record, GameRecord) else None)
            for line, record in zip(lines, records, strict=True)
        ),
        recap=_recap(lines, records),
        earlier=nights.filter(date__lt=night.date).order_by("-date").first(),
        later=nights.filter(date__gt=night.date).order_by("date").first(),
    )


def words_digest(night: Night) -> str:
    """Return a short hash of the night's place and note, to detect changes; empty if both are empty."""
    if not night.place and not night.note:
        return ""
    return hashlib.sha256(repr((night.place, night.note)).encode()).hexdigest()[:16]


def _recap(lines: Sequence[GameLine], records: Sequence[StoredGame]) -> Recap | None:
    games = [(number, line) for number, line in enumerate(lines, 1) if line.over and not line.game.hidden]
    if not games:
        return None
    known = [record for record in records if isinstance(record, GameRecord)]
    low_wins = {record.game.pk: record.rules.low_wins for record in known}
    endings = [ending(number, line, low_wins=low_wins.get(line.game.pk)) for number, line in games]
    same_rules = len({line.game.rules for _number, line in games}) == 1
    told = tuple(_highlights([line.game.pk for _number, line in games], known))
    feats = (highlight.told for highlight in told if highlight.told is not None)
    sentences = (who_won(endings), closest(endings) if same_rules else None, next(feats, None))
    return Recap(sentences=tuple(text for text in sentences if text is not None), told=told)


def _highlights(games: Sequence[int], records: Sequence[GameRecord]) -> Iterator[Highlight]:
    played = {record.rules.slug: record.card_game for record in records}
    keys = {feat.key for game in played.values() for feat in game.statistics.feats} | {LEAD, MARGIN}
    rows = Tally.objects.filter(game__in=games, player__isnull=False, key__in=keys)
    tallies = list(rows.select_related("player").order_by("id"))
    for slug, game in played.items():
        of_rules = [tally for tally in tallies if tally.rules == slug]
        for feat in game.statistics.feats:
            yield from _feat_highlights(feat, of_rules, game.rules.name if len(played) > 1 else None)
    if leads := [tally for tally in tallies if tally.key == LEAD]:
        most = max(tally.most for tally in leads)
        amount = ngettext("{count} hand", "{count} hands", most)
        yield _highlight(_("Longest lead"), amount, [tally for tally in leads if tally.most == most])
    # After a single game, the sentences say how it ended.
    if len(games) > 1 and (margins := [tally for tally in tallies if tally.key == MARGIN]):
        least = min(tally.amount for tally in margins)
        first = next(tally for tally in margins if tally.amount == least)
        amount = _("{points} apart", points=Amount(half=Half(least))) if least else _("a tie")
        yield _highlight(_("Closest finish"), amount, [tally for tally in margins if tally.game_id == first.game_id])


def _feat_highlights(feat: Feat, tallies: Sequence[Tally], rules: Text | None) -> Iterator[Highlight]:
    amounts = [(tally.amount if feat.whole else tally.most, tally) for tally in tallies if tally.key == feat.key]
    best = max((amount for amount, _tally in amounts), default=0)
    if best > 0:
        holders = [tally for amount, tally in amounts if amount == best]
        highlight = _highlight(feat.label, _("{points}", points=Amount(half=Half(best))), holders)
        yield replace(highlight, rules=rules, told=feat_sentence(feat, _names(holders), best))


def _highlight(label: Text, much: Text, tallies: Sequence[Tally]) -> Highlight:
    # Tied players share a highlight; the hand is the first player's.
    first, who = tallies[0], _("{names}", names=both(_names(tallies)))
    return Highlight(label=label, who=who, much=much, game=first.game_id, hand=first.hand)


def _names(tallies: Iterable[Tally]) -> Iterable[str]:
    return dict.fromkeys(tally.player.name for tally in tallies if tally.player is not None)
