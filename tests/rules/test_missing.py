"""The engine checks that every required question is answered or, where it can be, skipped."""

from dataclasses import dataclass

from scorekeeper.formats.language import sentence
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import flag, number
from scorekeeper.rules.entries import tapped
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import gettext as _


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    played: bool = flag(_("Played"))
    cards: int | None = number(
        _("Cards"), question=_("How many cards?"), needed=True, when=lambda _sheet, entry, _seat: entry.played
    )
    tricks: tuple[int | None, ...] = number(
        _("Tricks"),
        missing=_("Enter {name}’s tricks"),
        per="player",
        needed=True,
        when=lambda _sheet, entry, seat: entry.played and seat > 0,
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
SHEET = RUMMY.rules.blank(Table(names=("Ann", "Bob"), options=None, first_dealer=0))


def test_a_required_answer_is_missing_only_where_it_is_asked_for():
    for entry, missing in (
        (Entry(tricks=(None, None)), []),
        (Entry(played=True, cards=3, tricks=(None, 1)), []),
        (Entry(played=True, cards=0, tricks=(None, 0)), []),
        (
            Entry(played=True, tricks=(1, None)),
            [
                ("hand.cards", "Missing: Cards.", "How many cards?"),
                ("players.1.tricks", "Missing: Tricks (Bob).", "Enter Bob’s tricks."),
            ],
        ),
    ):
        found = list(RUMMY.rules.problems(SHEET, 0, entry))
        assert [(each.path, sentence(each.message), sentence(each.asks)) for each in found] == missing
        assert all(each.level == "error" for each in found)


def test_only_optional_questions_can_be_skipped():
    steps = {step.path: step for step in RUMMY.type(SHEET, 0, {"hand.played": True}).steps}
    assert [path for path, step in steps.items() if step.skip] == ["hand.note"]
    assert list(steps) == ["hand.played", "hand.cards", "players.1.tricks", "hand.note"]
    assert list(RUMMY.type(SHEET, 0, {}).kept) == []
    assert [step.path for step in RUMMY.type(SHEET, 0).steps] == ["hand.played", "hand.note"]


def test_answering_a_question_undoes_skipping_it_and_vice_versa():
    others = {"hand.trump": "hearts", "players.2.tricks": 1, "hand.no_trump": True}
    for path, skipped in (
        ("hand.gnome", "hand.no_gnome"),
        ("hand.point.winner", "hand.no_point_winner"),
        ("players.3.tricks", "players.3.no_tricks"),
    ):
        assert tapped({path: 1, **others}, skipped, True) == {**others, skipped: True}
        assert tapped({skipped: True, **others}, path, 2) == {**others, path: 2}
