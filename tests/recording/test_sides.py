"""Writes with made-up games: sides, games without dealers, players who are out, and invalid setups."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.models import Game, Player, Standing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.game.writing import rescore
from scorekeeper.recording.setup.writing import correct_setup
from scorekeeper.web.refusals import NotFound, Refused, Stale
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
        assert (Game.objects.get().state, rescore(partners)) == (Game.State.OVER, 0)
        Standing.objects.filter(seat__player__name="Cy").update(half_points=1)
        Standing.objects.filter(seat__player__name="Dee").delete()
        assert [rescore(partners), rescore(partners)] == [2, 0]


class TestSetup:
    def test_reseated_partners_who_stay_together_keep_their_sides_entry(self, cast, partners):
        play(partners, cast.owner, A_HAND)
        for names, ours, theirs in (("Bob Cy Dee Ann", -12, 18), ("Cy Bob Ann Dee", 18, -12)):
            partners.refresh_from_db()
            correct(partners, cast.owner, *names.split())
            assert totals(partners) == {"side0": ours, "side1": theirs}, names
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


def test_sides_with_the_same_name_are_refused(cast, partners):
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
