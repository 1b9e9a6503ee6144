"""Services with made-up games: sides, games without dealers, players who are out, and invalid setups."""

import pytest

from scorekeeper.models import Game, Hand, Player, Standing
from scorekeeper.queries.recording.loading import load
from scorekeeper.queries.recording.setups import Setting
from scorekeeper.services.errors import NotFound, Refused, Stale
from scorekeeper.services.games import correct_setup, stop_game
from scorekeeper.services.settle import rescore
from scorekeeper.text import sentence
from tests.cast import Phone
from tests.made_up_play import bid, each, entries, play, start, totals

pytestmark = [pytest.mark.usefixtures("made_up"), pytest.mark.django_db]
A_HAND = bid(1, 12, (9, 4), (8, 3))
"""Bob bids 12 and fails; Ann and Cy score 18."""


def ids(*names):
    by_name = dict(Player.objects.values_list("name", "pk"))
    return tuple(by_name[name] for name in names)


def correct(game, by, *names, **changes):
    record = load(game)
    values = {"players": ids(*names), "first_dealer": game.first_dealer, "options": record.options} | changes
    return correct_setup(game=game, setting=Setting(**values), seen=record.setup, by=by)


@pytest.fixture
def partners(cast):
    """Ann and Cy against Bob and Dee."""
    return start(cast.owner, "partners")


def standings(game):
    rows = Standing.objects.filter(game=game).order_by("column", "seat__number")
    return list(rows.values_list("column", "seat__player__name", "half_points", "rank", "winner"))


class TestStandings:
    def test_partners_both_get_their_sides_standing(self, cast, partners):
        play(partners, cast.owner, A_HAND, bid(0, 12, (25, 4), (8, 3)))
        assert standings(partners) == [
            ("side0", "Ann", 104, 1, True),
            ("side0", "Cy", 104, 1, True),
            ("side1", "Bob", -10, 2, False),
            ("side1", "Dee", -10, 2, False),
        ]
        assert Game.objects.get().state == Game.State.OVER

    def test_rescoring_fixes_individual_seats(self, cast, partners):
        play(partners, cast.owner, A_HAND)
        assert rescore(partners) == 0
        Standing.objects.filter(seat__player__name="Cy").update(half_points=1)
        Standing.objects.filter(seat__player__name="Dee").delete()
        assert rescore(partners) == 2
        assert rescore(partners) == 0
        assert [row[2] for row in standings(partners)] == [36, 36, -24, -24]


def test_leading_partners_win_a_stopped_game(cast, partners):
    play(partners, cast.owner, A_HAND)
    stop_game(game=partners, how="leader_wins", by=cast.owner)
    assert sentence(load(Game.objects.get()).outcome.reason) == "The game ended early with Ann & Cy in the lead"


class TestSetup:
    @pytest.mark.parametrize(
        ("names", "sides"),
        [
            pytest.param(("Bob", "Cy", "Dee", "Ann"), (-12, 18), id="the sides swap"),
            pytest.param(("Cy", "Bob", "Ann", "Dee"), (18, -12), id="partners swap"),
            pytest.param(("Ann", "Dee", "Cy", "Bob"), (18, -12), id="the other partners swap"),
        ],
    )
    def test_reseated_partners_who_stay_together_keep_their_sides_entry(self, cast, partners, names, sides):
        play(partners, cast.owner, A_HAND)
        correct(partners, cast.owner, *names)
        assert totals(partners) == dict(zip(("side0", "side1"), sides, strict=True))
        assert load(partners).names[entries(partners)[0]["hand"]["bidder"]] == "Bob"

    def test_entries_stay_with_their_side_if_partners_change(self, cast, partners):
        play(partners, cast.owner, A_HAND)
        correct(partners, cast.owner, "Ann", "Cy", "Bob", "Dee")
        assert entries(partners)[0]["sides"][0] == {"meld": 9, "tricks": 8, "last": True}
        # The bidder is Bob, who is now Ann's partner.
        assert entries(partners)[0]["hand"]["bidder"] == 2
        assert totals(partners) == {"side0": 18, "side1": 7}

    def test_unsaved_taps_follow_their_players_and_sides(self, cast, partners):
        phone = Phone(partners, cast.owner)
        for path, value in (("hand.bidder", 3), ("hand.bid", 12), ("hand.no_point_winner", True)):
            phone.write(path, value)
        phone.write("sides.1.meld", 7)
        correct(partners, cast.owner, "Bob", "Cy", "Dee", "Ann")
        assert Phone(partners, cast.owner).draft == {
            "hand.bidder": 2, "hand.bid": 12, "hand.no_point_winner": True, "sides.0.meld": 7,
        }  # fmt: skip


class TestTables:
    def test_an_impossible_house_rule_is_refused_with_its_key(self, cast):
        with pytest.raises(Refused) as refused:
            start(cast.owner, "partners", options={"target": 50, "handicap": 50})
        assert refused.value.path == "handicap"
        assert not Game.objects.exists()

    def test_an_impossible_number_of_players_is_refused_with_an_error_at_the_seats(self, cast):
        with pytest.raises(Refused) as refused:
            start(cast.owner, "race", 3, options={"paired": True})
        assert (refused.value.path, sentence(refused.value.message)) == (
            "seats",
            "Paired, the players are an even number.",
        )

    def test_correcting_a_setup_to_an_impossible_house_rule_is_refused(self, cast, partners):
        with pytest.raises(Refused) as refused:
            correct(partners, cast.owner, "Ann", "Bob", "Cy", "Dee", options={"target": 50, "handicap": 60})
        assert refused.value.path == "handicap"

    def test_sides_with_the_same_name_are_refused(self, cast, partners):
        for old, new in (("Ann", "A"), ("Bob", "A & B"), ("Cy", "B & C"), ("Dee", "C")):
            Player.objects.filter(name=old).update(name=new, name_key=new.casefold())
        with pytest.raises(Refused) as refused:
            correct(partners, cast.owner, "A & B", "A", "C", "B & C")
        assert refused.value.path == "seats"


class TestDealers:
    def test_a_game_without_dealers_refuses_a_dealer(self, cast):
        race = start(cast.owner, "race", 2, first_dealer=0)
        assert race.first_dealer == 1
        with pytest.raises(NotFound):
            Phone(race, cast.owner).write("dealer", 0)
        correct(race, cast.owner, "Bob", "Ann", first_dealer=0)
        assert Game.objects.get().first_dealer == 1

    @pytest.fixture
    def knockout(self, cast):
        """A game of Knockout. Ann is out after the first hand, which Dee dealt."""
        game = start(cast.owner, "knockout")
        play(game, cast.owner, each("lost", 3, 0, 1, 0))
        return game

    def test_a_player_who_is_out_cannot_deal(self, cast, knockout):
        phone = Phone(knockout, cast.owner).open()
        assert phone.dealer == 1
        with pytest.raises(Refused) as refused:
            phone.write("dealer", 0)
        assert (refused.value.path, sentence(refused.value.message)) == ("dealer", "Ann is out and can’t deal.")
        phone.write("dealer", 3)
        assert phone.dealer == 3

    def test_a_player_who_is_out_is_asked_no_questions(self, cast, knockout):
        play(knockout, cast.owner, each("lost", None, 1, 0, 0))
        assert entries(knockout)[1]["players"] == [{}, {"lost": 1}, {"lost": 0}, {"lost": 0}]
        with pytest.raises(Stale) as stale:
            Phone(knockout, cast.owner).open().write("players.0.lost", 1)
        assert sentence(stale.value.message) == "That question no longer comes up. Here’s the hand now."

    def test_two_players_take_turns_dealing(self, cast):
        game = start(cast.owner, "knockout", 2)
        play(game, cast.owner, each("lost", 1, 0))
        with pytest.raises(Refused) as refused:
            Phone(game, cast.owner).open().write("dealer", 1)
        assert sentence(refused.value.message) == "It’s Ann’s deal."

    def test_after_a_new_setup_a_player_who_is_out_does_not_deal(self, cast, knockout):
        Phone(knockout, cast.owner).open().write("dealer", 3)
        play(knockout, cast.owner, each("lost", None, 1, 0, 0))
        # Dee was chosen to deal, but the changed first hand puts her out.
        first = Hand.objects.get(number=1)
        first.entry["players"] = [{"lost": 0}, {"lost": 0}, {"lost": 1}, {"lost": 3}]
        first.save()
        correct(knockout, cast.owner, "Bob", "Ann", "Cy", "Dee")
        assert [hand.dealer for hand in load(Game.objects.get()).hands] == [3, 0]


class TestCorrections:
    def test_two_players_still_take_turns_dealing_after_a_correction(self, cast):
        game = start(cast.owner, "knockout", 2)
        play(game, cast.owner, each("lost", 1, 0), each("lost", 0, 1), each("lost", 0, 0))
        Phone(game, cast.owner).open().write("players.0.lost", 1)
        assert [hand.dealer for hand in load(game).hands] == [1, 0, 1, 0]
        Hand.objects.filter(game=game).update(dealer=1)
        phone = Phone(game, cast.owner)
        phone.write("players.1.lost", 1)
        revision = phone.save()
        assert [hand.dealer for hand in load(game).hands] == [1, 0, 1, 0]
        assert [hand.corrections for hand in load(game).hands] == [1, 1, 0, 0]
        phone.undo(revision)
        assert totals(game) == {"0": 1, "1": 1}
