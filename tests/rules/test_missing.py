"""The engine checks that every required question is answered or, where it can be, skipped."""

from dataclasses import dataclass

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import flag, number
from scorekeeper.rules.entries import tapped
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import gettext as _
from tests.made_up.knockout import KNOCKOUT, Entry as Lost
from tests.made_up.partners import PARTNERS, Entry as Melds, Options as House


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    played: bool = flag(_("Played"))
    cards: int | None = number(_("Cards"), needed=True, when=lambda _sheet, entry, _seat: entry.played)
    tricks: tuple[int | None, ...] = number(
        _("Tricks"), per="player", needed=True, when=lambda _sheet, entry, seat: entry.played and seat > 0
    )
    note: int | None = number(_("Note"))


class Rummy(Rules):
    slug = "rummy"
    name = _("Rummy")
    players = range(2, 3)
    options = entry = Entry

    def score(self, sheet, dealer, entry):
        return iter(())

    def outcome(self, sheet):
        return None


RUMMY = CardGame(rules=Rummy())


def problems(game, entry, names=("Ann", "Bob"), options=None, before=()):
    rules = game.rules
    sheet = rules.blank(Table(names=names, options=options, first_dealer=0))
    for dealer, hand in before:
        sheet = rules.record(sheet, dealer, hand)
    return [(problem.path, sentence(problem.message), problem.level) for problem in rules.problems(sheet, 0, entry)]


@pytest.mark.parametrize(
    ("entry", "missing"),
    [
        pytest.param(Entry(tricks=(None, None)), [], id="not asked in this hand"),
        pytest.param(Entry(played=True, cards=3, tricks=(None, 1)), [], id="not asked of this seat"),
        pytest.param(Entry(played=True, cards=0, tricks=(None, 0)), [], id="0 is an answer"),
        pytest.param(
            Entry(played=True, tricks=(1, None)),
            [("hand.cards", "Missing: Cards.", "error"), ("players.1.tricks", "Missing: Tricks (Bob).", "error")],
            id="a value of the hand and one of a player",
        ),
    ],
)
def test_a_required_answer_is_missing_only_where_it_is_asked_for(entry, missing):
    assert problems(RUMMY, entry) == missing


def test_a_side_is_named_by_its_partners():
    entry = Melds(bidder=0, bid=9, meld=(None, 4), tricks=(1, 2), last=(True, False))
    found = problems(PARTNERS, entry, names=("Ann", "Bob", "Cy", "Dee"), options=House())
    assert found == [("sides.0.meld", "Missing: Meld (Ann & Cy).", "error")]


def test_no_answer_is_required_from_a_player_who_is_not_dealt_in():
    before = [(0, Lost(lost=(3, 0, 0)))]
    found = problems(KNOCKOUT, Lost(lost=(None, None, 1)), names=("Ann", "Bob", "Cy"), before=before)
    assert found == [("players.1.lost", "Missing: Lost (Bob).", "error")]


def test_only_optional_questions_can_be_skipped():
    sheet = RUMMY.rules.blank(Table(names=("Ann", "Bob"), options=None, first_dealer=0))
    steps = {step.path: step for step in RUMMY.type(sheet, 0, {"hand.played": True}).steps}
    assert [path for path, step in steps.items() if step.skip] == ["hand.note"]
    assert list(steps) == ["hand.played", "hand.cards", "players.1.tricks", "hand.note"]
    assert list(RUMMY.type(sheet, 0, {}).kept) == []
    assert [step.path for step in RUMMY.type(sheet, 0).steps] == ["hand.played", "hand.note"]


@pytest.mark.parametrize(
    ("path", "skipped"),
    [
        pytest.param("hand.gnome", "hand.no_gnome", id="a field of the hand"),
        pytest.param("hand.point.winner", "hand.no_point_winner", id="a nested field"),
        pytest.param("players.3.tricks", "players.3.no_tricks", id="a field of a player"),
    ],
)
def test_answering_a_question_undoes_skipping_it_and_vice_versa(path, skipped):
    others = {"hand.trump": "hearts", "players.2.tricks": 1, "hand.no_trump": True}
    assert tapped({path: 1, **others}, skipped, True) == {**others, skipped: True}
    assert tapped({skipped: True, **others}, path, 2) == {**others, path: 2}
