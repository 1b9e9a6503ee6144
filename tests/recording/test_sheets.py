"""What the sheet page shows of columns, hands and the end, beyond `test_sheet_pages`."""

from scorekeeper.formats.language import sentence
from scorekeeper.games.shnarbles import Shnarbles
from scorekeeper.models import Game, Hand
from scorekeeper.recording.game import writing as game_writing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet.reading import SheetView
from tests.cast import A_HAND, Phone, new_game, play, refresh, start_short_game


def view(game, opened=None):
    return SheetView(load(refresh(game)), opened=opened)


def test_columns_show_targets_and_the_leader(cast, game):
    play(game, A_HAND, by=cast.owner)
    ann, *_rest, gnome = view(game).columns
    assert (ann.total, ann.target, ann.progress, ann.column.seats, ann.leads) == (48, 400, 48, (0,), True)
    assert (gnome.total, gnome.target, gnome.column.seats, gnome.leads) == (12, 700, (), False)
    short = start_short_game(cast.owner, 10)
    play(short, "10 20 - - | | 12 9 3 7", by=cast.owner)
    progress = [(column.total, column.progress) for column in view(short).columns[:2]]
    assert progress == [(20, 20), (-40, 0)], "between zero and the target"


def test_a_hand_is_marked_as_being_corrected_only_while_it_differs(cast, game):
    play(game, A_HAND, by=cast.owner)
    phone = Phone(game, cast.owner, 1)
    for points, differs in ((12, False), (11, True), (12, False)):
        phone.tap(f"A took {points}")
        assert view(game).hands[0].typing is differs


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
