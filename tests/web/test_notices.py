"""The notice of a group's last write on its pages, the undo that it offers, and bringing back old versions of hands."""

from dataclasses import replace

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse

from scorekeeper.formats.language import sentence
from scorekeeper.looking_back import writing as looking_back_writing
from scorekeeper.looking_back.recaps import words_digest
from scorekeeper.models import Game, Hand, Night, Playgroup, Revision, Setup
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.hand import writing as hand_writing
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.web.refusals import Refused, Stale
from tests.cast import A_HAND, Phone, correct, enter_hand, play, start_game
from tests.recording.seats import seated
from tests.web.browser import Browser

SAVED = "Ann took it at 10 and doubled: +24"
STOPPED = "The game ended early without a winner."
OF_GAME = "/games/{game}/", "/games/{game}/rules/", "/games/{game}/setup/"
ELSEWHERE = (
    *("/groups/{group}/", "/games/{game}/rules/", "/games/{game}/setup/", "/games/{game}/stop/"),
    *("/groups/{group}/people/", "/groups/{group}/statistics/", "/nights/{night}/", "/players/{player}/"),
    *("/games/{other}/", "/games/{other}/hands/1/", "/games/{unknown}/"),
)


def notices(browser):
    """Return what a page says of the last write: in a line of the sheet, or else in a box."""
    lines = [node.text for node in browser.page.all(class_="news") if "data-say" in node.attrs]
    return lines + [node.one("p").text for node in browser.page.all(class_="said")]


def undo_form(browser):
    """Return the form of the notice, or None if it offers no undo."""
    forms = list(browser.page.all("form"))
    return next(
        (form for form in forms if any(form.all("button")) and form.one("button").text.startswith("Undo")), None
    )


@pytest.fixture
def rex(cast):
    return Browser(cast.recorder)


def swapped(game):
    record = Phone(game, None).record
    players = (record.players[1], record.players[0], *record.players[2:])
    return Setting(players=players, first_dealer=3, options=record.options)


def player(cast, name):
    return cast.group.players.get(name=name)


def retire(game, cast):
    cy = player(cast, "Cy").pk
    roster_writing.change_player(group=cast.group, player_id=cy, name="Cy", retired=True, by=cast.owner)


def merge(game, cast):
    double = roster_writing.add_player(group=cast.group, name="Anne")
    roster_writing.merge_player(group=cast.group, player_id=double.pk, same_as=player(cast, "Ann").pk, by=cast.owner)


def put_aside(game, cast):
    groups_writing.change_group(group=cast.group, name=cast.group.name, archived=True, needs=True, by=cast.owner)


def rename(game, cast):
    groups_writing.change_group(group=cast.group, name="Thursday", archived=False, needs=True, by=cast.owner)


def add(game, cast):
    roster_writing.add_player(group=cast.group, name="Zoe", by=cast.owner)


def promote(game, cast):
    groups_writing.change_role(group=cast.group, member_id=cast.recorder.pk, role="owner", by=cast.owner)


def write_note(game, cast):
    seen = words_digest(game.night)
    looking_back_writing.change_night(night=game.night, place="", note="Cake.", seen=seen, by=cast.owner)


def stop(game, cast):
    sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)


def stop_in_a_hand(game, cast):
    enter_hand(game, A_HAND, cast.owner)
    stop(game, cast)


def resume(game, cast):
    stop(game, cast)
    sheet_writing.resume_game(game=game, by=cast.owner)


def save(game, cast):
    play(game, by=cast.owner)


def correct_it(game, cast):
    play(game, by=cast.owner)
    correct(game, 1, "pass", cast.owner)


def start_over(game, cast):
    enter_hand(game, A_HAND, cast.owner).over()


def correct_setup(game, cast):
    setup_writing.correct_setup(game=game, setting=swapped(game), seen=0, by=cast.owner)


def hide(game, cast):
    sheet_writing.hide_game(game=game, hidden=True, by=cast.owner)


def write_result(game, cast):
    won = {"won": [player(cast, "Cy").pk], "totals": {}}
    sheet_writing.write_result(game=game, result=won, seen=0, by=cast.owner)


UNFINISHED = f"{STOPPED} What wasn’t finished doesn’t count; resume the game to finish it."
DEEDS = {
    stop: (STOPPED, "Game resumed."),
    stop_in_a_hand: (UNFINISHED, "Game resumed."),
    resume: ("Game resumed.", STOPPED),
    add: ("Zoe added.", "Zoe retired."),
    promote: ("Rex is an owner now.", "Rex is a scorer now."),
    write_note: ("The night’s note was changed.", "The night’s note was changed."),
    save: (SAVED, "Hand 1 is open again."),
    correct_it: ("Hand 1 corrected. Ann 24 → 0, Bob 6 → 0, Dee 7 → 0 and Gnome 6 → 0", "Correction undone."),
    start_over: ("Started over: answers discarded.", None),
    correct_setup: ("Setup corrected.", "Setup corrected."),
    write_result: ("Saved: Cy won Trumplestiltskin.", "Taken back."),
    hide: ("Game hidden.", "Trumplestiltskin: Game unhidden."),
    put_aside: ("Wednesday put aside. It can still be written in.", "Wednesday brought back."),
    rename: ("Group renamed to Thursday.", "Group renamed to Wednesday."),
    retire: ("Cy retired.", "Cy is back."),
    merge: ("Anne merged into Ann.", "Anne and Ann are separate again."),
}
"""What the notice says of each deed, and what it says after the undo."""
IN_GAME = {stop, stop_in_a_hand, resume, save, correct_it, start_over, correct_setup, hide}
OF_HANDS = {save, correct_it}
ONLY_OWNERS = {add, hide, put_aside, rename, retire, merge}


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
def test_every_member_is_told_what_was_done_and_can_undo_it_once_if_allowed(cast, olga, rex, game, deed):
    said, undone = DEEDS[deed]
    address, by = f"/groups/{cast.group.pk}/", " by Olga"
    if deed in OF_HANDS:  # the undo of a saved hand belongs to its game
        address, by = f"/games/{game.pk}/", "" if deed is save else by
    elif deed in IN_GAME:  # the group's page says in which game
        said = f"Trumplestiltskin: {said}"
    before = (seated(game), Night.objects.values_list("place", "note").get())
    deed(game, cast)
    assert notices(olga.open(address)) == [said]
    assert notices(rex.open(address)) == [said + by]
    assert (undo_form(rex) is None) == (deed in ONLY_OWNERS)
    form = undo_form(olga)
    with transaction.atomic():
        roster_writing.add_player(group=cast.group, name="Yve")
        olga.send(form, form.one("button"))
        assert (olga.status, "so that can’t be undone" in olga.text) == (409, True)
        transaction.set_rollback(True)
    cache.clear()
    versions = []
    for _time in range(2):
        olga.send(form, form.one("button"))
        assert (olga.status, notices(olga)) == (200, [undone] if undone else [])
        versions.append([*Playgroup.objects.values_list("version"), *Game.objects.values_list("version")])
    assert versions[0] == versions[1], "the second time, nothing was done"
    assert (seated(game), Night.objects.values_list("place", "note").get()) == before


@pytest.fixture
def words(cast, game):
    """The ids to insert into the addresses in `PAGES` once the first hand has been saved."""
    other, unknown = start_game(cast.owner), start_game(cast.owner)
    Game.objects.filter(pk=unknown.pk).update(rules="forgotten")
    play(game, by=cast.owner)
    ids = {"group": cast.group.pk, "night": game.night_id, "game": game.pk, "other": other.pk, "unknown": unknown.pk}
    return ids | {"player": game.seats.get(number=0).player_id}


def test_the_sheet_says_what_happened_and_can_undo_the_save_from_its_bar(olga, words):
    olga.open(f"/games/{words['game']}/")
    assert notices(olga) == [SAVED]
    aloud = "Hand 1 saved. Ann +24, Bob +6, Dee +7, Gnome +6"
    assert olga.page.one(class_="news").attrs["data-say"] == aloud
    assert olga.page.one(class_="bar").one("button").text == "Undo hand 1"
    olga.press("Undo hand 1")
    assert (olga.status, olga.path) == (200, f"/games/{words['game']}/hands/1/")
    assert Hand.objects.get().entry is None
    assert notices(olga) == ["Hand 1 is open again."]
    assert undo_form(olga) is None


def test_a_sheet_goes_on_saying_what_happened_once_nothing_can_be_undone(cast, olga, words):
    Phone(Game.objects.get(pk=words["game"]), cast.owner, 2).tap("A bid 10")
    line = olga.open(f"/games/{words['game']}/").page.one(class_="news")
    assert (line.text, "data-say" in line.attrs, undo_form(olga)) == (SAVED, False, None)
    assert olga.open(f"/games/{words['other']}/").page.one(class_="news").text == ""


def test_above_a_crown_there_is_no_undo_but_below_the_sheet(cast, olga):
    over = start_game(cast.owner, player_target=20)
    play(over, by=cast.owner)
    olga.open(f"/games/{over.pk}/")
    assert "Undo" not in olga.page.one("header").text
    assert notices(olga) == ["Hand 1 saved."]
    assert olga.press("Undo hand 1").path == f"/games/{over.pk}/hands/1/"


def test_the_new_row_slides_in_once_and_not_again_when_a_hand_is_opened(olga, words):
    def slides():
        return any("data-new" in node.attrs for node in olga.page.all(class_="play"))

    address = f"/games/{words['game']}/"
    assert [(olga.open(address + query), slides())[1] for query in ("", "?hand=1", "?hand=")] == [True, False, False]


def test_a_notice_stays_off_pages_that_have_nothing_to_do_with_its_game(olga, words):
    for page in ELSEWHERE:
        assert notices(olga.open(page.format(**words))) == [], page


def test_a_notice_of_the_group_is_only_said_there_and_where_such_things_are_changed(cast, olga, words):
    roster_writing.add_player(group=cast.group, name="Zoe", by=cast.owner)
    for page in ("/groups/{group}/", "/groups/{group}/roster/", "/players/{player}/"):
        assert notices(olga.open(page.format(**words))) == ["Zoe added."], page
    new = "/groups/{group}/new/", "/groups/{group}/new/?rules=trumplestiltskin"
    for page in (*OF_GAME, "/groups/{group}/statistics/", "/groups/{group}/people/", "/nights/{night}/", *new):
        shown = ["Zoe added."] if page == new[1] else []  # where players are added
        assert notices(olga.open(page.format(**words))) == shown, page
    promote(None, cast)
    assert notices(olga.open(new[1].format(**words))) == []
    assert notices(olga.open("/groups/{group}/people/".format(**words))) == ["Rex is an owner now."]


def test_a_notice_that_version_1_0_stored_is_shown_and_can_be_undone(cast, olga, rex):
    def text(message, **values):
        return {"message": message, "many": "", "count": 1, "context": "", "values": values}

    changes = [text("{name} {points}", name="Ann", points={"half": 7, "signed": True}), text("Gnome")]
    said = text("Hand {number}: {changes}", number=3, changes={"items": changes, "last": "and"})
    undo = {"route": "change_player", "ids": [5], "fields": {"name": "Cy"}, "only_owners": False}
    stored = {"said": said, "member": cast.owner.pk, "name": "Olga", "undo": undo, "before": {}, "as_of": 9}
    Playgroup.objects.filter(pk=cast.group.pk).update(notice=stored)
    address = f"/groups/{cast.group.pk}/"
    assert notices(olga.open(address)) == ["Hand 3: Ann +3½ and Gnome"]
    assert notices(rex.open(address)) == ["Hand 3: Ann +3½ and Gnome by Olga"]
    form = undo_form(olga)
    assert form.attrs["action"] == reverse("change_player", args=[5])
    fields = {field.attrs["name"]: field.attrs["value"] for field in form.all("input")}
    assert {"name": "Cy", "version": "9"}.items() <= fields.items()


def test_saving_and_undoing_swap_the_page(cast, game):
    enter_hand(game, A_HAND, cast.owner)
    browser = Browser(cast.owner, htmx=True).open(f"/games/{game.pk}/hands/1/").press("Save")
    assert (browser.address, notices(browser)) == (f"/games/{game.pk}/", [SAVED])
    browser.press("Undo")
    assert browser.address == f"/games/{game.pk}/hands/1/"


def test_watchers_are_not_shown_the_notice(cast, game, words):
    watcher = Browser().open(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))}/")
    assert watcher.status == 200
    assert not list(watcher.page.all(class_="said"))


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_the_next_write_replaces_the_notice_and_its_undo_is_then_refused(cast, game, words, htmx):
    browser = Browser(cast.owner, htmx=htmx).open(f"/games/{game.pk}/")
    late = Browser(cast.recorder, htmx=htmx).open(f"/games/{game.pk}/")
    Phone(game, cast.owner, 2).tap("A bid 10")
    late.press("Undo")
    assert late.address.endswith("/hands/1/" if htmx else "/undo/")
    assert (late.status, late.problems) == (409, ["Something else has changed since, so that can’t be undone."])
    assert Hand.objects.get(number=1).entry is not None
    assert SAVED not in notices(browser.open(f"/games/{game.pk}/"))


def test_hiding_a_game_needs_a_confirmation_unless_it_is_finished(cast, olga, game):
    play(game, by=cast.owner)
    olga.open(f"/games/{game.pk}/").press("Hide this game").press("Hide this game")
    assert notices(olga) == ["Trumplestiltskin: Game hidden."]
    olga.press("Undo").press("Undo")
    assert Game.objects.get().hidden, "an undo can be undone"
    over = start_game(cast.owner, player_target=20)
    play(over, by=cast.owner)
    olga.open(f"/games/{over.pk}/").press("Hide this game")
    assert olga.path == f"/groups/{cast.group.pk}/"


def test_ending_a_game_early_says_what_becomes_of_the_hand(cast, olga, game):
    play(game, by=cast.owner)
    enter_hand(game, A_HAND, cast.owner, 2)
    olga.open(f"/games/{game.pk}/stop/")
    assert "What isn’t finished won’t count." in olga.text


def test_undoing_a_merge_restores_both_entries_if_done_at_once(cast):
    ann, double = (roster_writing.add_player(group=cast.group, name=name) for name in ("Ann", "Anne"))
    ann.retired, double.member = True, cast.recorder
    ann.save()
    double.save()
    merge = {"group": cast.group, "player_id": double.pk, "by": cast.owner}
    roster_writing.merge_player(**merge, same_as=ann.pk)
    assert (player(cast, "Ann").retired, player(cast, "Ann").member) == (False, cast.recorder)
    roster_writing.merge_player(**merge, same_as=None, as_of=Playgroup.objects.get(pk=cast.group.pk).version)
    assert (player(cast, "Ann").retired, player(cast, "Ann").member) == (True, None)
    assert (player(cast, "Anne").same_as, player(cast, "Anne").member) == (None, cast.recorder)
    roster_writing.merge_player(**merge, same_as=ann.pk)
    roster_writing.merge_player(**merge, same_as=None)
    assert not player(cast, "Ann").retired, "separated later, the main entry stays as it is"


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
        as_of = Game.objects.get(pk=game.pk).version
        hand_writing.undo(game=game, number=1, revision=3, by=cast.owner, as_of=as_of)
        assert Phone(game, cast.owner).record.saved[0].entry == Revision.objects.get(number=2).entry

    def test_nothing_is_brought_back_from_an_old_page_or_while_a_correction_is_in_progress(self, cast, game):
        with pytest.raises(Stale):
            self.bring_back(game, cast.owner, revisions=1)
        Phone(game, cast.recorder, 1).write("players.0.passed", False, at="players.0.passed")
        with pytest.raises(Stale, match="being corrected"):
            self.bring_back(game, cast.owner)

    def test_only_versions_of_saved_hands_can_come_back(self, cast, game):
        for number, version in ((1, 9), (1, 0), (2, 1)):
            with pytest.raises(Stale):
                self.bring_back(game, cast.owner, number=number, version=version)

    def test_a_version_from_before_the_seats_changed_cannot_come_back(self, cast, game):
        setup_writing.correct_setup(game=game, setting=swapped(game), seen=0, by=cast.owner)
        with pytest.raises(Refused, match="The seats were different then"):
            self.bring_back(game, cast.owner)

    def test_a_version_that_the_house_rules_now_forbid_cannot_come_back(self, cast):
        game = start_game(cast.owner, lowest_bid=0)
        play(game, "0 - - - | | 10 10 6 5", by=cast.owner)
        correct(game, 1, "pass", cast.owner)
        first = Setup.objects.get(game=game, number=0)
        setting = replace(swapped(game), players=tuple(first.players), options=first.options | {"lowest_bid": 1})
        setup_writing.correct_setup(game=game, setting=setting, seen=0, by=cast.owner)
        with pytest.raises(Refused, match="can’t be restored") as refused:
            self.bring_back(game, cast.owner)
        assert sentence(refused.value.message) == "This version can’t be restored: The lowest bid is 1."

    def test_an_old_version_can_be_brought_back_from_the_sheet(self, olga, game):
        olga.open(f"/games/{game.pk}/?hand=1")
        assert olga.buttons().count("Restore this version") == 1
        olga.press("Restore this version")
        assert (olga.status, olga.address) == (200, f"/games/{game.pk}/?hand=1")
        assert notices(olga) == ["Hand 1 corrected. Ann 0 → 24, Bob 0 → 6, Dee 0 → 7 and Gnome 0 → 6"]

    def test_a_refusal_is_shown_on_the_sheet_with_the_hand_open(self, cast, olga, game):
        olga.open(f"/games/{game.pk}/?hand=1")
        correct(game, 1, "12 6 - 8 | | 12 9 3 7", cast.recorder)
        olga.press("Restore this version")
        assert (olga.status, len(olga.problems)) == (409, 1)
        assert "History" in olga.text

    def test_watchers_cannot_bring_back_old_versions(self, cast, game):
        token = token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))
        watcher = Browser().open(f"/w/{token}/?hand=1")
        assert "History" in watcher.text
        assert "Restore this version" not in watcher.buttons()
