"""An import goes on while others write, stop it or begin it again: one game, one transaction, and every game once."""

import pytest

from scorekeeper.files import importing
from scorekeeper.formats.language import sentence
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.models import Event, Game, Hand, Membership, Night, Playgroup, Upload
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.web import ledger
from scorekeeper.web.refusals import NotFound, Refused
from tests.cast import differences, new_game
from tests.files.imports import add, counts
from tests.formats.documents import GOOD, PASSED, document, game as a_game

UID = "0193a5c2-7b1e-7c3d-8f00-aabbccddeeff"
THREE = [a_game(GOOD, id=letter, night=f"2026-02-2{day}") for day, letter in enumerate("abc")]


@pytest.fixture
def before_game(monkeypatch):
    """A function that has something written to the group just before an import adds its nth game, counted from 0."""
    lock = importing.lock

    def prepare(number, write):
        locks = []

        def write_and_lock(group_id):
            locks.append(group_id)
            if len(locks) == number + 1:
                write()
            return lock(group_id)

        monkeypatch.setattr(importing, "lock", write_and_lock)

    return prepare


def fail(*_arguments):
    raise OSError("killed")


@pytest.fixture
def upload(cast):
    """An import that is about to begin."""
    return importing.store_upload(file=document(*THREE), by=cast.owner)


@pytest.fixture
def begun(upload):
    importing.begin(upload=upload, games=read_sheets(upload.file).games)
    return upload


@pytest.fixture
def short_steps(monkeypatch):
    """Steps of a single game."""
    monkeypatch.setattr(importing, "STEP", -1)


class TestStopped:
    """An import that stops midway leaves whole games, and can be begun again."""

    def test_what_is_in_stays_and_the_rest_is_added_the_next_time(self, cast, before_game):
        before_game(2, fail)
        with pytest.raises(OSError, match="killed"):
            add(cast.owner, *THREE)
        assert [differences(game) for game in Game.objects.all()] == [0, 0]
        assert counts(add(cast.owner, *THREE)) == (1, 1, 0, 2)
        assert (Game.objects.count(), Hand.objects.count()) == (3, 3)

    def test_a_game_is_written_whole_or_not_at_all(self, cast, monkeypatch):
        monkeypatch.setattr(importing, "settle", fail)
        with pytest.raises(OSError, match="killed"):
            add(cast.owner, *THREE)
        assert not Game.objects.exists()
        assert not Night.objects.exists()
        assert not Event.objects.filter(kind=Event.Kind.IMPORTED).exists()

    def test_its_upload_goes_on_where_it_was_killed(self, begun, before_game):
        before_game(1, fail)
        with pytest.raises(OSError, match="killed"):
            importing.go_on(upload=begun)
        begun.refresh_from_db()
        assert Game.objects.count() == 1
        assert importing.go_on(upload=begun)
        assert (counts(begun), Game.objects.count()) == ((3, 3, 3, 0), 3)

    @pytest.mark.parametrize("change", [{"role": "recorder"}, {"removed_at": "2026-01-01T00:00Z"}], ids=str)
    def test_whoever_is_no_longer_an_owner_adds_no_more_games(self, cast, before_game, change):
        before_game(1, lambda: Membership.objects.filter(pk=cast.owner.pk).update(**change))
        with pytest.raises(Refused, match="no longer an owner"):
            add(cast.owner, *THREE)
        assert Game.objects.count() == 1


class TestChanged:
    """What others have written meanwhile counts: every game is compared again in its own transaction."""

    def test_a_game_that_was_started_or_imported_meanwhile_is_skipped(self, cast, before_game):
        new = new_game(cast.group, 3, uid=UID)
        before_game(1, lambda: setup_writing.start_game(group=cast.group, new=new, by=cast.owner))
        assert add(cast.owner, THREE[0], a_game(PASSED, id=UID)).here == 1
        for day, same in enumerate((a_game(PASSED, night="2026-02-25"), a_game(PASSED, PASSED)), 3):
            before_game(1, lambda same=same: add(cast.owner, same | {"id": f"meanwhile {len(same)}"}))
            assert add(cast.owner, a_game(GOOD, night=f"2026-02-2{day}"), same).here == 1
        assert Game.objects.count() == 6

    def test_a_game_that_was_added_some_games_ago_is_still_known(self, cast, before_game):
        games = [a_game(GOOD, night=f"2026-02-2{day}") for day in range(3)]
        before_game(1, lambda: add(cast.owner, games[2] | {"id": "theirs"}))
        assert counts(add(cast.owner, *games)) == (2, 2, 3, 1)
        assert Game.objects.count() == 3

    def test_a_player_who_was_added_meanwhile_is_not_added_twice(self, cast, before_game):
        before_game(0, lambda: roster_writing.add_player(group=cast.group, name="ANN"))
        assert add(cast.owner, THREE[0]).players == 2
        assert cast.group.players.get(name_key="ann").seats.count() == 1

    def test_a_game_that_cannot_be_added_anymore_is_named_and_stops_the_import(self, cast, before_game):
        ann, bob = (roster_writing.add_player(group=cast.group, name=name) for name in ("Ann", "Bob"))
        merge = {"group": cast.group, "player_id": bob.pk, "same_as": ann.pk, "by": cast.owner}
        late = a_game(PASSED, id="d", night="2026-02-23", players=["Ann", "Bob", "Dee"], hands=[])
        early = [game | {"players": ["Eve", "Fay", "Guy"], "hands": []} for game in THREE]
        before_game(3, lambda: roster_writing.merge_player(**merge))
        with pytest.raises(Refused) as refused:
            add(cast.owner, late, *early)
        assert sentence(refused.value.message) == (
            "Trumplestiltskin with Ann, Bob and Dee (night: 2026-02-23) can’t be added. "
            "In this group, Ann and Bob are the same person."
        )
        assert Game.objects.count() == 3

    def test_only_what_other_pages_show_changes_their_versions(self, cast):
        old = setup_writing.start_game(group=cast.group, new=new_game(cast.group, 3), by=cast.owner)
        Night.objects.filter(pk=old.night_id).update(date="2026-02-20")
        for changes, more in (({"id": "a"}, 0), ({"id": "b", "place": "At Ann’s"}, 1)):
            add(cast.owner, a_game(GOOD, night="2026-02-20", **changes))
            assert Game.objects.get(pk=old.pk).version == old.version + more
        assert Playgroup.objects.get(pk=cast.group.pk).version > cast.group.version


@pytest.mark.usefixtures("short_steps")
class TestSteps:
    """In the browser, an import goes on in steps."""

    def test_two_requests_share_the_work_and_neither_begins_again(self, upload):
        other, parsed = Upload.objects.get(), read_sheets(upload.file).games
        importing.begin(upload=upload, games=parsed)
        late = Upload.objects.get()
        importing.go_on(upload=upload)
        importing.begin(upload=other, games=parsed)
        assert (other.done, other.total, other.games) == (1, 3, 1)
        assert [importing.go_on(upload=late) for _step in range(3)] == [False, False, True]
        assert importing.go_on(upload=upload)
        assert counts(Upload.objects.get()) == (3, 3, 3, 0)

    def test_an_upload_that_was_replaced_stops(self, cast, begun):
        importing.go_on(upload=begun)
        importing.store_upload(file=document(), by=cast.owner)
        with pytest.raises(NotFound):
            importing.go_on(upload=begun)
        assert Game.objects.count() == 1

    def test_one_event_and_the_notice_say_how_many_are_in(self, cast, begun):
        for count, said in ((1, "1 game imported."), (2, "2 games imported."), (3, "3 games imported.")):
            importing.go_on(upload=begun)
            event = Event.objects.get(kind=Event.Kind.IMPORTED)
            assert (event.member, event.values) == (cast.owner, {"by": cast.owner.name, "games": count})
            owner = Membership.objects.select_related("group").get(pk=cast.owner.pk)
            assert sentence(ledger.shown(owner, "files")["said"]) == said

    @pytest.fixture
    def address(self, cast, client, one_by_one, upload):
        client.force_login(cast.owner.user)
        return f"/groups/{cast.group.pk}/files/import/{upload.pk}/"

    def test_the_page_says_how_far_it_is_and_goes_on_by_itself(self, cast, client, address):
        first, opened = client.post(address), client.get(address)
        for page, words in ((first, "data-again"), (opened, "Continue")):
            assert (page.status_code, words in page.text) == (200, True)
            assert "1 of 3 games are in the group." in page.text
        assert '<progress aria-labelledby="done" value="1" max="3">' in first.text
        assert "data-again" not in opened.text
        assert client.post(address).status_code == 200
        assert client.post(address).url == f"/groups/{cast.group.pk}/files/?games=3&hands=3&players=3&here=0"
        assert client.post(address).status_code == 410

    def test_the_page_of_a_stopped_import_says_why_and_what_is_in(self, cast, client, address):
        ann, bob = (roster_writing.add_player(group=cast.group, name=name) for name in ("Ann", "Bob"))
        client.post(address)
        Game.objects.get().seats.all().delete()  # so that the two can be merged
        Game.objects.get().tallies.all().delete()
        roster_writing.merge_player(group=cast.group, player_id=bob.pk, same_as=ann.pk, by=cast.owner)
        stopped = client.post(address)
        assert (stopped.status_code, "data-again" in stopped.text) == (422, False)
        for words in ("In this group, Ann and Bob are the same person.", "1 of 3 games are in the group."):
            assert words in stopped.text
