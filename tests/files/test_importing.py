"""Importing games from a file: none is added twice, and each is stored as if it had been recorded here."""

import datetime
import json
import zoneinfo

import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.django import TestCase

from scorekeeper.files.importing import begin, go_on, import_games, incoming, store_upload
from scorekeeper.formats.language import sentence
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.models import Game, Hand, Night, Player, Playgroup, Revision, Standing, Tally
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.rules.statistics import HANDS
from scorekeeper.web.refusals import Refused
from tests.cast import counted, differences, play, start_game, start_group
from tests.files.imports import add, counts, exported, games_of
from tests.formats.documents import GOOD, PASSED, document, file_of, game as a_game, write_document
from tests.games.strategies import games as recorded_games

NIGHT = {"night": "2026-02-20"}
EVENING = "2026-02-20T20:00Z"


def only_game():
    return Game.objects.select_related("night").get()


def test_an_imported_game_is_like_a_recorded_one(cast):
    added = add(cast.owner, a_game(GOOD, PASSED, id="a-1", stopped="leader_wins", place="At Ann’s", **NIGHT))
    assert counts(added) == (1, 2, 3, 0)
    game = only_game()
    assert (game.state, game.stopped, game.first_dealer) == ("over", "leader_wins", 2)
    assert (str(game.night.date), game.night.place) == ("2026-02-20", "At Ann’s")
    assert list(game.seats.values_list("number", "player__name")) == [(0, "Ann"), (1, "Bob"), (2, "Cy")]
    assert list(game.setups.values_list("number", "member")) == [(0, cast.owner.pk)]
    assert list(game.hands.values_list("number", "dealer", "taps")) == [(1, 2, []), (2, 0, [])]
    totals = dict(Standing.objects.filter(game=game).values_list("column", "half_points"))
    assert totals == {"0": 56, "1": 0, "2": 6, "gnome": 26}
    assert Tally.objects.filter(game=game, key=HANDS, player__name="Ann").values_list("count", "amount").get() == (
        2,
        56,
    )
    assert differences(game) == 0


def test_each_hand_has_a_revision_by_the_importer(cast):
    add(cast.owner, a_game(GOOD, PASSED))
    kinds = Revision.objects.values_list("number", "kind", "member", "hand__number")
    assert list(kinds) == [(1, "import", cast.owner.pk, 1), (1, "import", cast.owner.pk, 2)]
    assert all(revision.entry == revision.hand.entry for revision in Revision.objects.select_related("hand"))


def test_an_imported_entry_is_stored_like_a_recorded_one(cast):
    recorded = start_game(cast.owner, 3)
    play(recorded, "12 - 3 | | 14 8 8 | 9S", by=cast.owner)
    add(cast.owner, a_game({"hand": {"gnome": "9S"}, "players": GOOD["players"]}, players=["Ann", "Bob", "Cy"], id="x"))
    recorded_entry, imported_entry = Hand.objects.order_by("game_id").values_list("entry", flat=True)
    assert recorded_entry == imported_entry


def test_an_unfinished_game_can_be_continued(cast):
    add(cast.owner, a_game(ended="2026-02-20T23:00:00+01:00", started="2026-02-20T20:00:00+01:00"))
    game = only_game()
    assert (game.state, game.ended_at) == ("playing", None)
    play(game, "12 - 3 | | 14 8 8 | 9S", by=cast.recorder)
    assert game.hands.count() == 2


def test_a_hand_after_the_end_is_kept_but_does_not_count(cast):
    add(cast.owner, a_game(GOOD, GOOD | {"after_end": True}, options={"player_target": 20}))
    game = only_game()
    assert game.state == "over"
    assert counted(game) == [1]
    assert game.hands.count() == 2
    assert differences(game) == 0


def test_players_are_matched_by_name_ignoring_case(cast):
    ann = roster_writing.add_player(group=cast.group, name="ANN")
    added = add(cast.owner, a_game(id="1"), a_game(id="2", players=["ann", "BOB", "Cy"], hands=[]))
    assert added.players == 2
    assert set(Player.objects.values_list("name", flat=True)) == {"ANN", "Bob", "Cy"}
    assert ann.seats.count() == 2
    assert len(set(Player.objects.values_list("mark", flat=True))) == 3


class TestTimes:
    """A game's dates and times, with defaults for those that the file omits."""

    @pytest.fixture(autouse=True)
    def now(self, clock):
        """March 2, 2026, 20:00 UTC, which is 21:00 in Berlin."""

    @pytest.mark.parametrize(
        ("times", "night", "started", "ended"),
        [
            pytest.param({}, "2026-03-02", "2026-03-02T21:00+01:00", "2026-03-02T21:00+01:00", id="nothing, so now"),
            pytest.param(NIGHT, "2026-02-20", "2026-02-20T20:00+01:00", "2026-02-20T20:00+01:00", id="a night"),
            pytest.param(
                {**NIGHT, "started": "2026-02-20T21:30:00+01:00"},
                "2026-02-20",
                "2026-02-20T21:30+01:00",
                "2026-02-20T21:30+01:00",
                id="the start only",
            ),
            pytest.param(
                {**NIGHT, "ended": "2026-02-21T01:30:00+01:00"},
                "2026-02-20",
                "2026-02-21T01:30+01:00",
                "2026-02-21T01:30+01:00",
                id="the end only",
            ),
            pytest.param(
                {**NIGHT, "started": "2026-02-20T14:00:00-05:00", "ended": "2026-02-20T22:00:00Z"},
                "2026-02-20",
                "2026-02-20T20:00+01:00",
                "2026-02-20T23:00+01:00",
                id="all, in other time zones",
            ),
            pytest.param(
                {"started": "2026-02-21T05:59:00+01:00", "ended": "2026-02-21T07:00:00+01:00"},
                "2026-02-20",
                "2026-02-21T05:59+01:00",
                "2026-02-21T07:00+01:00",
                id="no night, but a start before six in the morning",
            ),
            pytest.param(
                {"started": "2026-02-20T23:00:00-06:00"},
                "2026-02-21",
                "2026-02-21T06:00+01:00",
                "2026-02-21T06:00+01:00",
                id="no night, but a start at six in the morning here",
            ),
            pytest.param(
                {"ended": "2026-02-20T23:30:00Z"},
                "2026-02-20",
                "2026-02-21T00:30+01:00",
                "2026-02-21T00:30+01:00",
                id="no night, but an end",
            ),
            pytest.param(
                {"started": "1900-01-01T00:00:00Z"},
                "2026-03-02",
                "1900-01-01T00:00Z",
                "1900-01-01T00:00Z",
                id="no night, but a start on one that no file can name",
            ),
        ],
    )
    def test_missing_times_have_defaults(self, cast, times, night, started, ended):
        add(cast.owner, a_game(stopped="no_winner", **times))
        game = only_game()
        moments = [datetime.datetime.fromisoformat(moment) for moment in (started, ended)]
        assert (str(game.night.date), game.started_at, game.ended_at) == (night, *moments)


def test_games_are_added_in_the_order_played(cast):
    late = a_game(id="late", night="2026-02-20", started="2026-02-20T22:00:00Z")
    add(cast.owner, late, a_game(id="newest", night="2026-02-21"), a_game(id="old", night="2025-02-20"))
    assert list(Game.objects.order_by("pk").values_list("night__date__year", "night__date__day")) == [
        (2025, 20),
        (2026, 20),
        (2026, 21),
    ]


class TestNights:
    """A night's place and note."""

    @pytest.mark.parametrize(
        ("before", "imported", "after"),
        [
            pytest.param("", "At Bob’s", "At Bob’s", id="empty before: filled"),
            pytest.param("At Ann’s", "", "At Ann’s", id="empty in the file: kept"),
            pytest.param("At Ann’s", "At Ann’s", "At Ann’s", id="the same: kept once"),
            pytest.param("At Ann’s", "At Bob’s", "At Ann’s\nAt Bob’s", id="different: both kept"),
            pytest.param("one\ntwo\nthree", "two", "one\ntwo\nthree", id="already there as a line"),
            pytest.param("two and a half", "two", "two and a half\ntwo", id="already there as part of a line"),
        ],
    )
    def test_the_groups_own_text_is_never_lost(self, cast, before, imported, after):
        Night.objects.create(group=cast.group, date="2026-02-20", place=before, note=before)
        add(cast.owner, a_game(place=imported, note=imported, **NIGHT))
        assert Night.objects.values_list("place", "note").get() == (after, after)

    def test_repeated_notes_are_added_to_a_night_once(self, cast):
        first, second = (a_game(id=letter, note="Snow.", **NIGHT) for letter in "ab")
        add(cast.owner, first, second, a_game(id="c", note="And wine.", **NIGHT))
        assert Night.objects.get().note == "Snow.\nAnd wine."

    def test_a_known_games_note_is_not_added_again(self, cast):
        add(cast.owner, a_game(id="a", note="Snow.", **NIGHT))
        add(cast.owner, a_game(id="a", note="Rain.", **NIGHT))
        assert Night.objects.get().note == "Snow."


class TestKnownGames:
    """Games that the group already has are recognized."""

    UUID = "0193a5c2-7b1e-7c3d-8f00-aabbccddeeff"

    @pytest.mark.parametrize(
        ("first", "second", "added"),
        [
            pytest.param(a_game(id="a"), a_game(id="a"), 0, id="by its id"),
            pytest.param(a_game(id="a"), a_game(PASSED, id="a"), 0, id="by its id, though its hands differ"),
            pytest.param(a_game(id="a"), a_game(id="b"), 1, id="another id is another game"),
            pytest.param(a_game(id=UUID), a_game(id=UUID.upper()), 0, id="a UUID in capitals"),
            pytest.param(a_game(id="a"), a_game(id="A"), 1, id="an id other than a UUID, in capitals"),
            pytest.param(a_game(), a_game(), 0, id="by its entries"),
            pytest.param(a_game(), a_game(GOOD, PASSED), 1, id="more entries"),
            pytest.param(a_game(), a_game(GOOD | {"dealer": "Bob"}), 1, id="another dealer"),
            pytest.param(a_game(), a_game(players=["ANN", "Bob", "Cy"], hands=[]), 1, id="no entries"),
            pytest.param(a_game(hands=[]), a_game(players=["ANN", "bob", "Cy"], hands=[]), 0, id="names in capitals"),
            pytest.param(a_game(), a_game(first_dealer="Ann", hands=[]), 1, id="another first dealer"),
            pytest.param(a_game(), a_game(options={"player_target": 150}), 1, id="other house rules"),
            pytest.param(a_game(), a_game(options={"player_target": 200}), 0, id="an explicit default house rule"),
            pytest.param(a_game(**NIGHT), a_game(), 0, id="a night in only one of them"),
            pytest.param(a_game(**NIGHT), a_game(night="2026-02-21"), 1, id="another night"),
            pytest.param(a_game(id="a", **NIGHT), a_game(**NIGHT), 0, id="by its entries, though it had an id before"),
            pytest.param(a_game(**NIGHT), a_game(started=EVENING), 0, id="the night of its times"),
            pytest.param(a_game(**NIGHT), a_game(started="2026-02-21T20:00Z"), 1, id="another night by its times"),
            pytest.param(a_game(started=EVENING), a_game(started=EVENING), 0, id="its times alone"),
            pytest.param(a_game(GOOD | {"score_anyway": True}), a_game(), 0, id="scored anyway"),
        ],
    )
    def test_a_known_game_is_recognized(self, cast, first, second, added):
        assert add(cast.owner, first).games == 1
        assert counts(add(cast.owner, second)) == (added, added and len(second["hands"]), 0, 1 - added)

    def test_a_game_repeated_in_a_file_is_added_once(self, cast):
        assert add(cast.owner, a_game(), a_game()).games == 1

    def test_a_recorded_game_is_recognized_by_its_entries(self, cast):
        play(start_game(cast.owner, 3), "12 - 3 | | 14 8 8 | 9S", by=cast.owner)
        same = {"hand": {"gnome": "9S"}, "players": GOOD["players"]}
        assert add(cast.owner, a_game(same)).here == 1

    def test_an_imported_game_is_recognized_even_after_a_correction(self, cast):
        add(cast.owner, a_game())
        Hand.objects.update(entry={"hand": {"all_passed": True}, "players": [{}, {}, {}]})
        assert add(cast.owner, a_game()).here == 1

    def test_another_group_can_have_the_same_game(self, cast):
        add(cast.owner, a_game(id=self.UUID))
        assert add(cast.stranger, a_game(id=self.UUID)).games == 1
        assert set(Game.objects.values_list("uid", flat=True).distinct()) == {Game.objects.first().uid}


def test_a_file_cannot_overfill_the_roster(cast, monkeypatch):
    monkeypatch.setattr("scorekeeper.rules.limits.MOST_PLAYERS", 2)
    with pytest.raises(Refused) as refused:
        add(cast.owner, a_game())
    assert refused.value.path == "games"
    assert not Player.objects.exists()


def questions(cast, new, roster=()):
    for name in roster:
        roster_writing.add_player(group=cast.group, name=name)
    players = [*new, "Xavier", "Yolanda", "Zacharias"][:3]
    return [sentence(text) for text in incoming(cast.group, games_of(a_game(players=players, hands=[]))).lookalikes]


@pytest.mark.parametrize(
    ("new", "roster", "like"),
    [
        pytest.param("Anne", "Anna", "Anna", id="nearly the same letters"),
        pytest.param("René", "Rene", "Rene", id="an accent"),
        pytest.param("Ann", "Ann Lee", "Ann Lee", id="the same first word"),
        pytest.param("Bob", "Ann", None, id="neither"),
    ],
)
def test_a_new_name_can_be_like_one_on_the_roster(cast, new, roster, like):
    asked = [f"Is {new} the same person as {like}?"] if like else []
    assert questions(cast, [new], [roster]) == asked


def test_new_names_can_be_like_each_other(cast):
    asked = ["Is Anna the same person as Anne?", "Is Anne the same person as Anna?"]
    assert questions(cast, ["Anna", "Anne"]) == asked


def test_the_version_is_raised_only_if_a_game_was_added(cast):
    add(cast.owner, a_game())
    before = Playgroup.objects.get(pk=cast.group.pk).version
    add(cast.owner, a_game())
    assert Playgroup.objects.get(pk=cast.group.pk).version == before
    add(cast.owner, a_game(PASSED))
    assert Playgroup.objects.get(pk=cast.group.pk).version == before + 1


MOMENTS = st.datetimes(
    min_value=datetime.datetime(1950, 1, 1),
    max_value=datetime.datetime(2090, 1, 1),
    timezones=st.sampled_from([datetime.UTC, zoneinfo.ZoneInfo("Asia/Kathmandu")]),
)
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\n"), max_size=12)


@st.composite
def sheets(draw):
    """Generate a file of games, each with an arbitrary choice of optional fields."""
    files = []
    for number, recorded in enumerate(draw(st.lists(recorded_games(), min_size=1, max_size=3))):
        (game,) = json.loads("".join(write_document([file_of(TRUMPLESTILTSKIN, *recorded)]).decode()))["games"]
        started = draw(MOMENTS)
        extra = {
            "id": draw(st.none() | st.just(f"game {number}") | st.uuids().map(str)),
            "night": draw(st.none() | st.dates(datetime.date(1950, 1, 1), datetime.date(2090, 1, 1)).map(str)),
            "started": draw(st.none() | st.just(started.isoformat())),
            "stopped": draw(st.sampled_from([None, "leader_wins", "no_winner"])),
            "place": draw(TEXTS),
            "note": draw(TEXTS),
        }
        if extra["started"]:
            ended = started + draw(st.timedeltas(datetime.timedelta(0), datetime.timedelta(hours=9)))
            extra["ended"] = draw(st.none() | st.just(ended.isoformat()))
        files.append(game | extra)
    return document(*files)


class TestRoundTrip(TestCase):
    """Exporting, importing, and exporting again."""

    @given(raw=sheets(), time_zone=st.sampled_from(["Europe/Berlin", "America/St_Johns", "Africa/Monrovia"]))
    @settings(max_examples=12)
    def test_a_round_trip_changes_nothing(self, raw, time_zone):
        first, second = (start_group(name, "Olga", time_zone) for name in ("One", "Two"))
        document = read_sheets(raw)
        assert not document.stopped
        import_games(group=first.group, games=document.games, by=first)
        file = exported(first.group)
        reread = read_sheets(file)
        assert not [message for message in reread.messages if "result" in message.place or "outcome" in message.place]
        assert not reread.stopped
        upload = store_upload(file=file, by=second)
        begin(upload=upload, games=reread.games)
        assert go_on(upload=upload)
        assert exported(second.group) == file
        assert derived(first.group) == derived(second.group)
        assert [differences(game) for game in Game.objects.all()] == [0] * Game.objects.count()
        assert import_games(group=second.group, games=reread.games, by=second).games == 0


def derived(group):
    """Return the derived rows of a group's games, without their primary keys."""
    game = {"game__group": group}
    return (
        list(
            Standing.objects.filter(**game)
            .values_list("game__uid", "column", "half_points", "rank", "winner", "seat__number")
            .order_by("game__uid", "column")
        ),
        list(
            Tally.objects.filter(**game)
            .values_list("game__uid", "column", "player__name", "key", "count", "amount", "most", "hand", "year")
            .order_by("game__uid", "column", "key", "player__name")
        ),
    )
