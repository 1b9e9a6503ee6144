"""Ratings: finishing higher earns a better rating, and games are rated in the order played."""

import datetime
import random
from contextlib import suppress

import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.django import TestCase

from scorekeeper.exchange.sheets import read_sheets
from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.models import Game, Night, Player
from scorekeeper.queries.looking_back import ratings
from scorekeeper.queries.looking_back.ratings import rate
from scorekeeper.queries.recording.loading import load
from scorekeeper.rules.sheet import ranks
from scorekeeper.services import games, hands, people, roster
from scorekeeper.services.errors import Refused
from scorekeeper.services.importing import import_games
from scorekeeper.services.rescoring import rescore_whole
from scorekeeper.services.settle import rescore
from tests import years
from tests.cast import A_HAND, correct, make_cast, play, refresh, start_short_game
from tests.exchange.documents import document

pytestmark = pytest.mark.slow
OTHER_HAND = "6 10 - 8 | | 9 12 3 7"
EARLY_DATE = datetime.date(2001, 1, 1)


def strength(*finishes):
    """Return each player's strength after these games; "1 2 2 4" gives the places of players 0 to 3."""
    rows = [
        (game, str(player), player, int(place))
        for game, spoken in enumerate(finishes)
        for player, place in enumerate(spoken.split())
    ]
    return {player: mu for player, (mu, _sigma) in rate(rows).items()}


def test_finishing_higher_earns_a_better_rating():
    by_player = strength("1 2 3 4", "1 2 3 4")
    assert by_player[0] > by_player[1] > by_player[2] > by_player[3]


def test_tied_players_are_rated_equally():
    by_player = strength("1 2 2 4")
    assert by_player[1] == pytest.approx(by_player[2])
    assert by_player[0] > by_player[1] > by_player[3]
    assert len({round(mu, 9) for mu in strength("1 1 1 1").values()}) == 1


def test_beating_a_strong_player_is_worth_more():
    before = [(0, "0", 0, 1), (0, "1", 1, 2), (1, "0", 0, 1), (1, "1", 1, 2)]
    strong = rate([*before, (2, "0", 0, 2), (2, "9", 9, 1)])[9]
    weak = rate([*before, (2, "1", 1, 2), (2, "9", 9, 1)])[9]
    assert strong[0] > weak[0]


def test_uncertainty_shrinks_with_every_game():
    once, twice = (
        rate([(0, "0", 0, 1), (0, "1", 1, 1)]),
        rate([(game, str(player), player, 1) for game in range(2) for player in range(2)]),
    )
    assert twice[0][1] < once[0][1]


def test_partners_rise_and_fall_together():
    by_player = rate([(0, "ac", 0, 2), (0, "ac", 2, 2), (0, "bd", 1, 1), (0, "bd", 3, 1)])
    assert by_player[1] == by_player[3] > by_player[0] == by_player[2]


def test_a_game_with_a_single_column_is_not_rated():
    assert rate([(1, "0", 1, 1)]) == {}


def test_low_totals_earn_better_ratings_if_low_wins(cast):
    class Low(Trumplestiltskin):
        low_wins = True

    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    sheet = load(game).sheet
    high, low = (ranks(rules.ranking(sheet)) for rules in (Trumplestiltskin(), Low()))
    assert (high["0"], low["0"]) == (1, 4)
    rated = rate([(1, column, int(column), place) for column, place in low.items()])
    assert rated[2][0] > rated[1][0] > rated[3][0] > rated[0][0]


def shown(group):
    """Return a group's ratings as its statistics show them."""
    return ratings.ratings(group, "trumplestiltskin")


def fresh(group):
    """Return a group's ratings, recomputed from all of its games in playing order."""
    counted = Game.objects.filter(group=group, state="over", hidden=False)
    finishes = [
        (game.pk, column.key, (player.same_as or player).pk, places[column.key])
        for game in counted.order_by("night__date", "started_at", "pk")
        for record in [load(game)]
        if record.outcome.winners
        for places in [ranks(record.outcome.ranking)]
        for column in record.sheet.columns
        for player in Player.objects.filter(seats__game=game, seats__number__in=column.seats)
    ]
    return {player: mu - 3 * sigma for player, (mu, sigma) in rate(finishes).items()}


@pytest.fixture
def three_games(cast):
    """Three finished games with the same ranking."""
    three = [start_short_game(cast.owner) for _game in range(3)]
    for game in three:
        play(game, A_HAND, A_HAND, by=cast.owner)
    return three


def test_games_are_rated_in_the_order_played(cast, three_games):
    play(start_short_game(cast.owner), OTHER_HAND, OTHER_HAND, by=cast.owner)
    before = shown(cast.group)
    night = Night.objects.create(group=cast.group, date=EARLY_DATE)
    Game.objects.filter(pk=Game.objects.last().pk).update(night=night)
    assert shown(cast.group) == fresh(cast.group) != before


def test_on_a_night_games_are_rated_by_their_starts_and_then_by_their_ids(cast):
    started = [start_short_game(cast.owner) for _game in range(3)]
    Game.objects.update(started_at=started[0].started_at)
    for game, hand in zip(started, (A_HAND, OTHER_HAND, A_HAND), strict=True):
        play(refresh(game), hand, hand, by=cast.owner)
    by_id = shown(cast.group)
    Game.objects.filter(pk=started[1].pk).update(started_at=started[0].started_at - datetime.timedelta(hours=1))
    assert by_id != shown(cast.group) == fresh(cast.group)


def test_a_merged_entry_is_rated_as_its_main_entry(cast, three_games):
    bobby = people.add_player(group=cast.group, name="Bobby")
    bob = Player.objects.get(group=cast.group, name="Bob")
    three_games[1].seats.filter(player=bob).update(player=bobby)
    rescore(three_games[1])
    apart = shown(cast.group)
    roster.merge_player(group=cast.group, player_id=bobby.pk, same_as=bob.pk)
    together = shown(cast.group)
    assert (bobby.pk in apart, bobby.pk in together) == (True, False)
    assert together == fresh(cast.group)
    roster.merge_player(group=cast.group, player_id=bobby.pk, same_as=None)
    assert shown(cast.group) == apart


@pytest.mark.parametrize("games_more", [0, 30])
def test_ratings_take_one_query_however_many_games_there_are(cast, three_games, games_more, django_assert_num_queries):
    if games_more:
        import_old_games(cast.owner, *range(games_more))
    with django_assert_num_queries(1):
        assert len(shown(cast.group)) == (6 if games_more else 4)


def import_old_games(by, *numbers):
    """Import games played long ago."""
    sheets = [years.game(random.Random(number), number, 2) for number in numbers]
    import_games(group=by.group, games=read_sheets(document(*sheets)).games, by=by)


CHANGES = [
    "play",
    "play other",
    "play before",
    "import",
    "hide",
    "unhide",
    "merge",
    "separate",
    "correct",
    "undo",
    "stop",
]
CHANGES += ["resume"]


class TestChanges(TestCase):
    """Ratings and what is derived from games equal fresh ones, no matter how games and players change."""

    @settings(max_examples=8)
    @given(st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 5)), min_size=1, max_size=6))
    def test_shown_and_fresh_ratings_agree_after_any_changes(self, changes):
        owner = make_cast().owner
        self.change(owner, "play", 0)
        game = start_short_game(owner, 20)
        game.seats.filter(player__name="Bob").update(player=people.add_player(group=owner.group, name="Bobby"))
        play(refresh(game), A_HAND, by=owner)
        for kind, number in changes:
            self.change(owner, kind, number)
            assert shown(owner.group) == fresh(owner.group)
            assert rescore_whole(owner.group_id, write=False).rows == 0

    def change(self, owner, kind, number):
        every = list(Game.objects.filter(group=owner.group).order_by("pk"))
        game = every[number % len(every)] if every else None
        match kind.split():
            case ["play", *how]:
                started = start_short_game(owner, 20)
                if how == ["before"]:
                    night, _made = Night.objects.get_or_create(group=owner.group, date=EARLY_DATE)
                    Game.objects.filter(pk=started.pk).update(night=night)
                play(refresh(started), OTHER_HAND if how == ["other"] else A_HAND, by=owner)
            case ["import"]:
                import_old_games(owner, number, number + 1)
            case ["hide"] | ["unhide"]:
                games.hide_game(game=game, hidden=kind == "hide")
            case ["merge"] | ["separate"]:
                names = dict(owner.group.players.values_list("name", "pk"))
                same_as = names["Bob"] if kind == "merge" else None
                with suppress(Refused):
                    roster.merge_player(group=owner.group, player_id=names["Bobby"], same_as=same_as)
            case ["correct"]:
                correct(game, 1, OTHER_HAND if number % 2 else A_HAND, owner, anyway=True)
            case ["stop"]:
                with suppress(Refused):
                    games.stop_game(game=game, how="no_winner" if number % 2 else "leader_wins", by=owner)
            case ["resume"]:
                games.resume_game(game=game, by=owner)
            case ["undo"]:
                last_hand = game.hands.filter(entry__isnull=False).last()
                revision = last_hand.revisions.count()
                with suppress(Refused):
                    hands.undo(game=game, number=last_hand.number, revision=revision, by=owner)
