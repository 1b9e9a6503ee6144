"""The sheet page: columns, hands, marks, the end, and games in which the lowest total wins."""

from scorekeeper.formats.language import sentence
from scorekeeper.games.shnarbles import Shnarbles
from scorekeeper.models import Game, Hand
from scorekeeper.recording.game import writing as game_writing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet.reading import SheetView
from tests.cast import A_HAND, Phone, correct, new_game, play, refresh, start_short_game


def view(game, opened=None):
    return SheetView(load(refresh(game)), opened=opened)


def test_the_sheet_before_the_first_hand_is_empty(game):
    sheet = view(game)
    assert (sheet.hands, sheet.legend, sheet.end, sheet.typing) == ((), (), None, False)
    assert (sheet.record.next_number, sheet.next_dealer) == (1, "Dee")
    assert not any(column.leads for column in sheet.columns)


def test_columns_show_targets_and_the_leader(cast, game):
    play(game, A_HAND, by=cast.owner)
    ann, *_rest, gnome = view(game).columns
    assert (ann.total, ann.target, ann.progress, ann.column.seats, ann.leads) == (48, 400, 48, (0,), True)
    assert (gnome.total, gnome.target, gnome.column.seats, gnome.leads) == (12, 700, (), False)
    short = start_short_game(cast.owner, 10)
    play(short, "10 20 - - | | 12 9 3 7", by=cast.owner)
    progress = [(column.total, column.progress) for column in view(short).columns[:2]]
    assert progress == [(20, 20), (-40, 0)], "between zero and the target"


def test_cells_show_changes_and_running_totals(cast, game):
    play(game, A_HAND, "10 6 - 8 | AD | 12 9 3 7", by=cast.owner)
    second, first = view(game).hands
    assert [(cell.change, cell.total) for cell in second.cells] == [(12, 60), (12, 24), (0, 0), (7, 21), (31, 43)]
    assert [(cell.change, cell.total) for cell in first.cells] == [(48, 48), (12, 12), (0, 0), (14, 14), (12, 12)]
    assert (first.dealer, second.dealer) == ("Dee", "Ann")


def test_hands_after_the_end_show_changes_but_no_totals(cast):
    game = start_short_game(cast.owner)
    play(game, "10 6 - 8 | A | 12 9 3 7", A_HAND, A_HAND, by=cast.owner)
    correct(game, 1, "30 6 - 8 | | 31 0 0 0", cast.owner)
    third, second, first = view(game).hands
    assert [hand.uncounted is None for hand in (first, second, third)] == [True, False, False]
    assert [cell.total for cell in third.cells] == [None] * 5
    assert third.cells[0].change == 48


def test_a_hand_is_marked_as_being_corrected_only_while_it_differs(cast, game):
    play(game, A_HAND, by=cast.owner)
    phone = Phone(game, cast.owner, 1)
    assert not view(game).hands[0].typing
    phone.tap("A took 11")
    assert view(game).hands[0].typing
    phone.tap("A took 12")
    assert not view(game).hands[0].typing


def test_each_version_shows_its_result_and_who_saved_it(cast, game):
    play(game, A_HAND, A_HAND, by=cast.owner)
    correct(game, 1, "pass", cast.recorder)
    second, first = view(game, opened=1).hands
    assert second.versions == ()
    (newest, result), (oldest, earlier_result) = first.versions
    assert (newest.member.name, sentence(result)) == ("Rex", "nobody scores")
    assert (oldest.member.name, sentence(earlier_result)) == ("Olga", "Ann +24, Bob +6, Dee +7, Gnome +6")
    assert newest.at >= oldest.at


def test_the_final_ranking_lists_the_gnome_separately(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    end = view(game).end
    assert [sentence(winner) for winner in end["winners"]] == ["Ann"]
    places = [
        (place["rank"], sentence(place["view"].column.label), place["behind"], place["view"].won)
        for place in end["places"]
    ]
    assert places == [
        (1, "Ann", 0, True),
        (2, "Dee", 68, False),
        (3, "Bob", 72, False),
        (4, "Cy", 96, False),
    ]
    (gnome,) = end["beside"]
    assert (gnome["rank"], sentence(gnome["view"].column.label), gnome["view"].won) == (3, "Gnome", False)


def test_a_player_can_win_by_priority_with_fewer_points(cast):
    game = start_short_game(cast.owner, 20)
    play(game, "- 9 - - | | 5 9 8 9", "12 11 - - | | 12 11 4 4", by=cast.owner)
    first, second, *_rest = view(game).end["places"]
    assert (sentence(first["view"].column.label), first["rank"], first["view"].total) == ("Ann", 1, 48)
    assert (sentence(second["view"].column.label), second["rank"], second["ahead"]) == ("Bob", 2, 10)
    assert (first["view"].won, second["view"].won) == (True, False)


def sheet_after(cast, **entry):
    """Return the sheet after one hand; Ann, Bob, Cy and Dee all begin with 16 points."""
    rules = Shnarbles()
    game = setup_writing.start_game(group=cast.group, new=new_game(cast.group, rules=rules), by=cast.owner)
    record = rules.record_of(rules.entry(**entry), load(game).table)
    Hand.objects.create(game=game, number=1, dealer=3, entry=record)
    game_writing.settle(game)
    return SheetView(load(Game.objects.get(pk=game.pk)))


def test_losing_points_is_a_gain(cast):
    entry = {"bidder": 0, "bid": 3, "trump": "hearts", "folded": (False,) * 3 + (True,), "tricks": (3, 2, 0, None)}
    cells = sheet_after(cast, **entry).hands[0].cells
    assert [(cell.change / 2, cell.gain / 2) for cell in cells] == [(-3, 3), (-2, 2), (5, -5), (0, 0)]


def test_a_player_can_win_by_a_spade_out_without_having_the_lowest_total(cast):
    end = sheet_after(cast, bidder=0, bid=2, trump="spades", folded=(False,) * 4, tricks=(5, 0, 0, 0)).end
    assert [(place["view"].won, place["behind"] / 2) for place in end["places"]] == [(True, 0)] + [(False, -10)] * 3
