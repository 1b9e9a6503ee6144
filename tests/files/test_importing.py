"""Importing games from a file: none is added twice, and each is stored as if it had been recorded here."""

import datetime
import json
import zoneinfo

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings, strategies as st

from scorekeeper.files.importing import begin, go_on, import_games, store_upload
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.models import Game, Hand, Night, Player, Playgroup, Revision, Standing, Tally
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.rules.statistics import HANDS
from scorekeeper.web.refusals import Refused
from tests.cast import counted, differences, play, start_game, start_group
from tests.files.imports import add, counts, exported
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
    tally = Tally.objects.get(game=game, key=HANDS, player__name="Ann")
    assert (tally.count, tally.amount, differences(game)) == (2, 56, 0)
    kinds = Revision.objects.values_list("number", "kind", "member", "hand__number")
    assert list(kinds) == [(1, "import", cast.owner.pk, 1), (1, "import", cast.owner.pk, 2)]
    assert all(revision.entry == revision.hand.entry for revision in Revision.objects.select_related("hand"))


def test_an_unfinished_game_can_be_continued(cast):
    add(cast.owner, a_game(ended="2026-02-20T23:00:00+01:00", started="2026-02-20T20:00:00+01:00"))
    game = only_game()
    assert (game.state, game.ended_at) == ("playing", None)
    play(game, "12 - 3 | | 14 8 8 | 9S", by=cast.recorder)
    assert game.hands.count() == 2


def test_a_hand_after_the_end_is_kept_but_does_not_count(cast):
    add(cast.owner, a_game(GOOD, GOOD | {"after_end": True}, options={"player_target": 20}))
    game = only_game()
    assert (game.state, counted(game), game.hands.count(), differences(game)) == ("over", [1], 2, 0)


def test_players_are_matched_by_name_ignoring_case(cast):
    ann = roster_writing.add_player(group=cast.group, name="ANN")
    added = add(cast.owner, a_game(id="1"), a_game(id="2", players=["ann", "BOB", "Cy"], hands=[]))
    assert added.players == 2
    assert set(Player.objects.values_list("name", flat=True)) == {"ANN", "Bob", "Cy"}
    assert ann.seats.count() == 2
    assert len(set(Player.objects.values_list("mark", flat=True))) == 3


EIGHT, HALF_PAST_NINE, MIDNIGHT = "2026-02-20T20:00+01:00", "2026-02-20T21:30+01:00", "1900-01-01T00:00Z"
TIMES = (
    # what the file says of a game's night, start and end; its night, start and, if it's another moment, end
    ("nothing", {}, "2026-03-02", "2026-03-02T21:00+01:00"),
    ("a night", NIGHT, "2026-02-20", EIGHT),
    ("the start only", NIGHT | {"started": HALF_PAST_NINE}, "2026-02-20", HALF_PAST_NINE),
    ("the end only", NIGHT | {"ended": "2026-02-21T01:30+01:00"}, "2026-02-20", "2026-02-21T01:30+01:00"),
    (
        "all, in other time zones",
        NIGHT | {"started": "2026-02-20T14:00-05:00", "ended": "2026-02-20T22:00Z"},
        "2026-02-20",
        EIGHT,
        "2026-02-20T23:00+01:00",
    ),
    (
        "a start before six in the morning",
        {"started": "2026-02-21T05:59+01:00", "ended": "2026-02-21T07:00+01:00"},
        "2026-02-20",
        "2026-02-21T05:59+01:00",
        "2026-02-21T07:00+01:00",
    ),
    ("a start at six here", {"started": "2026-02-20T23:00-06:00"}, "2026-02-21", "2026-02-21T06:00+01:00"),
    ("an end", {"ended": "2026-02-20T23:30Z"}, "2026-02-20", "2026-02-21T00:30+01:00"),
    ("a start on a night that no file can name", {"started": MIDNIGHT}, "2026-03-02", MIDNIGHT),
)


def test_missing_times_have_defaults(cast, clock):
    """It is March 2, 2026, 20:00 UTC, which is 21:00 in Berlin."""
    for what, times, night, started, *ended in TIMES:
        add(cast.owner, a_game(id=what, stopped="no_winner", **times))
        game = Game.objects.select_related("night").latest("pk")
        moments = [datetime.datetime.fromisoformat(moment) for moment in (started, *(ended or [started]))]
        assert (str(game.night.date), game.started_at, game.ended_at) == (night, *moments), what


def test_games_are_added_in_the_order_played(cast):
    late = a_game(id="late", night="2026-02-20", started="2026-02-20T22:00:00Z")
    untimed = a_game(id="untimed", night="2026-02-20", note="first")
    add(cast.owner, late, untimed, a_game(id="newest", night="2026-02-21"), a_game(id="old", night="2025-02-20"))
    games = Game.objects.order_by("pk").select_related("night")
    assert [str(game.night.date) for game in games] == ["2025-02-20", "2026-02-20", "2026-02-20", "2026-02-21"]
    assert [game.started_at.hour == 22 for game in games] == [False, False, True, False], "without a time, it was first"


def test_the_groups_own_text_about_a_night_is_never_lost(cast):
    night = Night.objects.create(group=cast.group, date="2026-02-20")
    for number, (before, imported, after) in enumerate(
        (
            ("", "At Bob’s", "At Bob’s"),
            ("At Ann’s", "", "At Ann’s"),
            ("At Ann’s", "At Ann’s", "At Ann’s"),
            ("At Ann’s", "At Bob’s", "At Ann’s\nAt Bob’s"),
            ("one\ntwo\nthree", "two", "one\ntwo\nthree"),
            ("two and a half", "two", "two and a half\ntwo"),
        )
    ):
        Night.objects.update(place=before, note=before)
        add(cast.owner, a_game(id=str(number), place=imported, note=imported, **NIGHT))
        night.refresh_from_db()
        assert (night.place, night.note) == (after, after), (before, imported)


def test_repeated_notes_are_added_to_a_night_once_and_a_known_games_note_not_again(cast):
    notes = (("a", "Snow."), ("b", "Snow."), ("c", "And wine."))
    add(cast.owner, *[a_game(id=letter, note=note, **NIGHT) for letter, note in notes])
    add(cast.owner, a_game(id="a", note="Rain.", **NIGHT))
    assert Night.objects.get().note == "Snow.\nAnd wine."


class TestKnownGames:
    """Games that the group already has are recognized."""

    UUID = "0193a5c2-7b1e-7c3d-8f00-aabbccddeeff"

    @pytest.mark.parametrize(
        ("given", "same", "different"),
        [
            (
                {"id": "a"},  # by its id, though its hands differ
                [{"id": "a"}, {"id": "a", "hands": [PASSED]}],
                [{"id": "A"}, {"id": "b"}],
            ),
            ({"id": UUID}, [{"id": UUID.upper()}], []),
            (
                {},  # by its entries
                [{}, {"options": {"player_target": 200}}],  # the default
                [
                    {"hands": [GOOD, PASSED]},
                    {"hands": [GOOD | {"dealer": "Bob"}]},
                    {"players": ["ANN", "Bob", "Cy"], "hands": []},
                    {"first_dealer": "Ann", "hands": []},
                    {"options": {"player_target": 150}},
                ],
            ),
            ({"hands": []}, [{"players": ["ANN", "bob", "Cy"], "hands": []}], []),
            (NIGHT, [{}, {"started": EVENING}], [{"night": "2026-02-21"}, {"started": "2026-02-21T20:00Z"}]),
            (NIGHT | {"id": "a"}, [NIGHT], []),  # by its entries, though it had an id before
            ({"started": EVENING}, [{"started": EVENING}], []),
            ({"hands": [GOOD | {"score_anyway": True}]}, [{}], []),
        ],
    )
    def test_a_known_game_is_recognized(self, cast, given, same, different):
        assert add(cast.owner, a_game(**given)).games == 1
        for more in same:
            assert counts(add(cast.owner, a_game(**more))) == (0, 0, 0, 1), more
        for more in different:
            with transaction.atomic():
                hands = len(a_game(**more)["hands"])
                assert counts(add(cast.owner, a_game(**more))) == (1, hands, 0, 0), more
                transaction.set_rollback(True)

    def test_a_recorded_game_is_recognized_by_its_entries(self, cast):
        play(start_game(cast.owner, 3), "12 - 3 | | 14 8 8 | 9S", by=cast.owner)
        same = {"hand": {"gnome": "9S"}, "players": GOOD["players"]}
        assert add(cast.owner, a_game(same)).here == 1
        assert add(cast.owner, a_game(same, id="another")).games == 1
        recorded_entry, imported_entry = Hand.objects.order_by("game_id").values_list("entry", flat=True)
        assert recorded_entry == imported_entry

    def test_a_repeated_game_is_added_once_and_recognized_even_after_a_correction(self, cast):
        assert add(cast.owner, a_game(), a_game()).games == 1
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


def test_the_version_is_raised_only_if_a_game_was_added(cast):
    def version():
        return Playgroup.objects.get(pk=cast.group.pk).version

    add(cast.owner, a_game())
    before = version()
    for game, expected in ((a_game(), before), (a_game(PASSED), before + 1)):
        add(cast.owner, game)
        assert version() == expected


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


@given(raw=sheets(), time_zone=st.sampled_from(["Europe/Berlin", "America/St_Johns", "Africa/Monrovia"]))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_exporting_importing_and_exporting_again_changes_nothing(db, raw, time_zone):
    with transaction.atomic():
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
        assert [differences(game) for game in Game.objects.all()] == [0] * Game.objects.count()
        assert import_games(group=second.group, games=reread.games, by=second).games == 0
        transaction.set_rollback(True)
