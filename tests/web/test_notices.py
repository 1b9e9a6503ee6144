"""The notice of a group's last write, the undo that it offers, and bringing back old versions of hands."""

from dataclasses import replace

import pytest
from django.urls import resolve

from scorekeeper.formats.language import sentence
from scorekeeper.looking_back import writing as looking_back_writing
from scorekeeper.looking_back.recaps import words_digest
from scorekeeper.models import Membership, Revision, Setup
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.hand import writing as hand_writing
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.web import ledger
from scorekeeper.web.refusals import NotFound, Refused, Stale
from tests.cast import A_HAND, Phone, correct, enter_hand, play, start_game


def notice(member):
    """Return the notice that a member sees."""
    return ledger.shown(Membership.objects.select_related("group").get(pk=member.pk))


def said(member):
    shown = notice(member)
    return shown and sentence(shown["said"])


def version(changed):
    """Return the version of a group or game, which an undo of the last write there must have seen."""
    return type(changed).objects.get(pk=changed.pk).version


def swapped(game):
    record = Phone(game, None).record
    players = (record.players[1], record.players[0], *record.players[2:])
    return Setting(players=players, first_dealer=3, options=record.options)


def first_setup(game):
    row = Setup.objects.get(game=game, number=0)
    return Setting(players=tuple(row.players), first_dealer=row.first_dealer, options=row.options)


def player(cast, name):
    return cast.group.players.get(name=name)


def retire(game, cast):
    roster_writing.change_player(
        group=cast.group, player_id=player(cast, "Cy").pk, name="Cy", retired=True, by=cast.owner
    )


def merge(game, cast):
    double = roster_writing.add_player(group=cast.group, name="Anne")
    roster_writing.merge_player(group=cast.group, player_id=double.pk, same_as=player(cast, "Ann").pk, by=cast.owner)


def put_aside(game, cast):
    groups_writing.change_group(group=cast.group, name=cast.group.name, archived=True, by=cast.owner)


def rename(game, cast):
    groups_writing.change_group(group=cast.group, name="Thursday", archived=False, by=cast.owner)


def add(game, cast):
    roster_writing.add_player(group=cast.group, name="Zoe", by=cast.owner)


def promote(game, cast, role="owner", **more):
    groups_writing.change_role(group=cast.group, member_id=cast.recorder.pk, role=role, by=cast.owner, **more)


def write_note(game, cast, note="Cake.", **more):
    night = game.night
    seen = words_digest(night)
    looking_back_writing.change_night(night=night, place="", note=note, seen=seen, by=cast.owner, **more)


def stop(game, cast, **more):
    sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner, **more)


def stop_in_a_hand(game, cast):
    enter_hand(game, A_HAND, cast.owner)
    stop(game, cast)


def resume(game, cast):
    stop(game, cast)
    sheet_writing.resume_game(game=game, by=cast.owner)


STOPPED = "The game ended early without a winner."
DEEDS = {
    "stop": (stop, STOPPED),
    "stop in a hand": (
        stop_in_a_hand,
        f"{STOPPED} Hand 1 wasn’t finished, so it doesn’t count; resume the game to finish it.",
    ),
    "resume": (resume, "Game resumed."),
    "add": (add, "Zoe added."),
    "role": (promote, "Rex is an owner now."),
    "note": (write_note, "The night’s note was changed."),
    "save": (lambda game, cast: play(game, by=cast.owner), "Hand 1 saved: Ann +24, Bob +6, Dee +7, Gnome +6"),
    "correction": (
        lambda game, cast: (play(game, by=cast.owner), correct(game, 1, "pass", cast.owner)),
        "Hand 1 corrected: nobody scores",
    ),
    "start over": (lambda game, cast: enter_hand(game, A_HAND, cast.owner).over(), "Hand 1 started over."),
    "set-up": (
        lambda game, cast: setup_writing.correct_setup(game=game, setting=swapped(game), seen=0, by=cast.owner),
        "Setup corrected.",
    ),
    "hide": (lambda game, cast: sheet_writing.hide_game(game=game, hidden=True, by=cast.owner), "Game hidden."),
    "put aside": (put_aside, "Wednesday put aside. It can still be written in."),
    "rename": (rename, "Group renamed to Thursday."),
    "retire": (retire, "Cy retired."),
    "merge": (merge, "Anne now counts as Ann."),
}
ONLY_OWNERS = {"add", "hide", "put aside", "rename", "retire", "merge"}


@pytest.mark.parametrize(("deed", "words"), DEEDS.values(), ids=DEEDS)
def test_every_member_is_told_what_was_done_and_can_undo_it_if_allowed(cast, game, deed, words):
    deed(game, cast)
    by_owner, by_recorder = notice(cast.owner), notice(cast.recorder)
    changed = game if by_owner["form"]["address"].startswith("/games/") else cast.group
    assert (sentence(by_owner["said"]), by_owner["by"], by_owner["form"]["fields"]["version"]) == (
        words,
        "",
        version(changed),
    )
    assert (sentence(by_recorder["said"]), by_recorder["by"]) == (words, "Olga")
    assert resolve(by_owner["form"]["address"])
    only_owners = {DEEDS[name][0] for name in ONLY_OWNERS}
    assert (by_recorder["form"] is None) == (deed in only_owners)


UNDO = {
    "stop": lambda game, cast, as_of, page: sheet_writing.resume_game(game=game, by=cast.owner, as_of=as_of),
    "resume": lambda game, cast, as_of, page: stop(game, cast, as_of=as_of),
    "role": lambda game, cast, as_of, page: promote(game, cast, role="recorder", as_of=as_of),
    "note": lambda game, cast, as_of, page: write_note(game, cast, note="", as_of=as_of),
    "save": lambda game, cast, as_of, page: hand_writing.undo(
        game=game, number=1, revision=1, by=cast.owner, as_of=as_of
    ),
    "hide": lambda game, cast, as_of, page: sheet_writing.hide_game(
        game=game, hidden=False, by=cast.owner, as_of=as_of
    ),
    "set-up": lambda game, cast, as_of, page: setup_writing.correct_setup(
        game=game, setting=first_setup(game), seen=1, by=cast.owner, as_of=as_of
    ),
    "put aside": lambda game, cast, as_of, page: groups_writing.change_group(
        group=cast.group, name="Wednesday", archived=False, by=cast.owner, as_of=as_of
    ),
    "retire": lambda game, cast, as_of, page: roster_writing.change_player(
        group=cast.group, player_id=player(cast, "Cy").pk, name="Cy", retired=False, by=cast.owner, as_of=as_of
    ),
    "merge": lambda game, cast, as_of, page: roster_writing.merge_player(
        group=cast.group, player_id=player(cast, "Anne").pk, same_as=None, by=cast.owner, as_of=as_of
    ),
    "start over": lambda game, cast, as_of, page: hand_writing.step_back(
        game=game, number=1, seen=page, by=cast.owner, as_of=as_of
    ),
}


@pytest.mark.parametrize("name", UNDO)
def test_an_undo_is_refused_after_any_other_write_and_done_only_once(cast, game, name):
    DEEDS[name][0](game, cast)
    page = Phone(game, cast.owner).fresh()
    changed = game if notice(cast.owner)["form"]["address"].startswith("/games/") else cast.group
    as_of = version(changed)
    roster_writing.add_player(group=cast.group, name="Zoe")
    with pytest.raises(Stale):
        UNDO[name](game, cast, as_of, page)
    as_of = version(changed)
    for _time in range(2):
        UNDO[name](game, cast, as_of, page)
    assert version(changed) == as_of + 1


def test_undoing_a_merge_restores_both_entries_if_done_at_once(cast):
    ann, double = (roster_writing.add_player(group=cast.group, name=name) for name in ("Ann", "Anne"))
    ann.retired, double.member = True, cast.recorder
    ann.save()
    double.save()
    merge = {"group": cast.group, "player_id": double.pk, "by": cast.owner}
    roster_writing.merge_player(**merge, same_as=ann.pk)
    assert (player(cast, "Ann").retired, player(cast, "Ann").member) == (False, cast.recorder)
    roster_writing.merge_player(**merge, same_as=None, as_of=version(cast.group))
    assert (player(cast, "Ann").retired, player(cast, "Ann").member) == (True, None)
    assert (player(cast, "Anne").same_as, player(cast, "Anne").member) == (None, cast.recorder)
    roster_writing.merge_player(**merge, same_as=ann.pk)
    roster_writing.merge_player(**merge, same_as=None)
    assert not player(cast, "Ann").retired, "separated later, the main entry stays as it is"


def test_the_notice_of_an_undone_save_offers_no_further_undo(cast, game):
    (revision,) = play(game, by=cast.owner)
    hand_writing.undo(game=game, number=1, revision=revision.number, by=cast.owner)
    assert (said(cast.owner), notice(cast.owner)["form"]) == ("Hand 1 is open again.", None)


class TestOldVersions:
    """Bringing back the first version of a hand that was saved and then corrected so that nobody scores."""

    @pytest.fixture(autouse=True)
    def versions(self, cast, game):
        play(game, by=cast.owner)
        correct(game, 1, "pass", cast.owner)

    def bring_back(self, game, by, version=1, revisions=2, number=1):
        return hand_writing.bring_back(game=game, number=number, version=version, revisions=revisions, by=by)

    def test_an_old_version_comes_back_as_a_correction_that_can_be_undone(self, cast, game):
        revision = self.bring_back(game, cast.recorder)
        assert (revision.number, revision.kind, revision.member) == (3, "correct", cast.recorder)
        assert revision.entry == Revision.objects.get(number=1).entry
        assert said(cast.owner) == "Hand 1 corrected: Ann +24, Bob +6, Dee +7, Gnome +6"
        hand_writing.undo(game=game, number=1, revision=3, by=cast.owner, as_of=version(game))
        assert Phone(game, cast.owner).record.saved[0].entry == Revision.objects.get(number=2).entry

    def test_nothing_is_brought_back_from_an_old_page_or_while_a_correction_is_in_progress(self, cast, game):
        with pytest.raises(Stale):
            self.bring_back(game, cast.owner, revisions=1)
        Phone(game, cast.recorder, 1).write("players.0.passed", False, at="players.0.passed")
        with pytest.raises(Stale, match="being corrected"):
            self.bring_back(game, cast.owner)

    def test_only_versions_of_saved_hands_can_come_back(self, cast, game):
        for number, version in ((1, 9), (1, 0), (2, 1)):
            with pytest.raises(NotFound):
                self.bring_back(game, cast.owner, number=number, version=version)

    def test_a_version_from_before_the_seats_changed_cannot_come_back(self, cast, game):
        setup_writing.correct_setup(game=game, setting=swapped(game), seen=0, by=cast.owner)
        with pytest.raises(Refused, match="The seats were different then"):
            self.bring_back(game, cast.owner)

    def test_a_version_that_the_house_rules_now_forbid_cannot_come_back(self, cast):
        game = start_game(cast.owner, lowest_bid=0)
        play(game, "0 - - - | | 10 10 6 5", by=cast.owner)
        correct(game, 1, "pass", cast.owner)
        options = first_setup(game).options | {"lowest_bid": 1}
        setting = replace(first_setup(game), options=options)
        setup_writing.correct_setup(game=game, setting=setting, seen=0, by=cast.owner)
        with pytest.raises(Refused, match="can’t be restored") as refused:
            self.bring_back(game, cast.owner)
        assert sentence(refused.value.message) == "This version can’t be restored: The lowest bid is 1."
