"""A night: one date whatever the clock does, and what is told of it."""

import datetime
import zoneinfo

import pytest
from django.utils import timezone

from scorekeeper.models import Night, Playgroup
from scorekeeper.queries.recaps import words_digest
from scorekeeper.services import games
from scorekeeper.services.errors import Stale
from scorekeeper.services.nights import change_night
from tests.cast import A_HAND, correct, new_game, play, refresh

MINUTE = datetime.timedelta(minutes=1)
CHANGES = [
    pytest.param("Europe/Berlin", "2026-03-28", "2026-03-29 03:00", id="Berlin loses an hour"),
    pytest.param("Europe/Berlin", "2026-10-24", "2026-10-25 01:00", id="Berlin gains an hour"),
    pytest.param("America/New_York", "2026-03-07", "2026-03-08 03:00", id="New York loses an hour"),
    pytest.param("America/New_York", "2026-10-31", "2026-11-01 01:00", id="New York gains an hour"),
]
"""A zone, the date of a night in which its clocks change, and a moment of that night beyond midnight."""


@pytest.fixture
def wall(monkeypatch, cast):
    """The group's wall clock: `wall("2026-03-29 05:59", "Europe/Berlin")`; the zone is the group's from then on."""

    def put(text, zone, fold=0):
        Playgroup.objects.filter(pk=cast.group.pk).update(time_zone=zone)
        local = datetime.datetime.fromisoformat(text).replace(tzinfo=zoneinfo.ZoneInfo(zone), fold=fold)
        moment = local.astimezone(datetime.UTC)
        monkeypatch.setattr(timezone, "now", lambda: moment)
        return moment

    return put


def begin(cast, target=40):
    new = new_game(cast.group, options={"player_target": target})
    return games.start_game(group=cast.group, new=new, by=cast.owner)


@pytest.mark.parametrize(("zone", "date", "late"), CHANGES)
def test_a_night_past_midnight_stays_one_night_over_a_change_of_clocks(cast, wall, zone, date, late):
    morning = late.split()[0]
    moments = [f"{date} 06:00", f"{date} 23:59", f"{morning} 00:00", late, f"{morning} 05:59"]
    for moment in moments:
        wall(moment, zone)
        begin(cast)
    wall(late, zone, fold=1)
    begin(cast)
    assert [str(night.date) for night in Night.objects.all()] == [date]
    wall(f"{date} 05:59", zone)
    assert str(begin(cast).night.date) < date
    wall(f"{morning} 06:00", zone)
    assert str(begin(cast).night.date) == morning


@pytest.mark.parametrize(("zone", "date", "late"), CHANGES)
def test_nothing_that_happens_the_next_morning_moves_it(cast, wall, zone, date, late):
    wall(f"{date} 22:00", zone)
    game, stopped = begin(cast), begin(cast)
    play(game, A_HAND, by=cast.owner)
    play(stopped, A_HAND, by=cast.owner)
    moment = wall(f"{late.split()[0]} 09:30", zone)
    play(game, A_HAND, by=cast.owner)
    assert refresh(game).ended_at == moment
    correct(game, 1, "12 6 - 8 | | 12 9 3 7", cast.owner)
    games.stop_game(game=stopped, how="leader_wins")
    games.resume_game(game=stopped)
    games.hide_game(game=game, hidden=True)
    games.hide_game(game=game, hidden=False)
    change_night(night=game.night, place="Ann’s", note="", seen="")
    Playgroup.objects.filter(pk=cast.group.pk).update(time_zone="Pacific/Kiritimati")
    assert games.start_game(group=cast.group, new=new_game(cast.group), by=cast.owner).night != game.night
    assert {str(refresh(each).night.date) for each in (game, stopped)} == {date}


def test_clocks_that_differ_make_different_nights(cast, wall):
    """05:59 in New York is 11:59 in Berlin: the group's own clock decides."""
    moment = wall("2026-06-06 05:59", "America/New_York")
    assert games.night_of(moment, "America/New_York") == datetime.date(2026, 6, 5)
    assert games.night_of(moment, "Europe/Berlin") == datetime.date(2026, 6, 6)
    assert games.night_of(moment + MINUTE, "America/New_York") == datetime.date(2026, 6, 6)


class TestWords:
    def change(self, game, seen="", **told):
        return change_night(night=game.night, **{"place": "", "note": "", **told}, seen=seen)

    def test_place_and_note_are_kept_and_told_to_open_pages(self, game):
        version = refresh(game).group.version
        night = self.change(game, place="Ann’s kitchen", note="It rained.\nCake.")
        night.refresh_from_db()
        assert (night.place, night.note) == ("Ann’s kitchen", "It rained.\nCake.")
        assert refresh(game).group.version == version + 1

    def test_the_same_again_changes_nothing(self, game):
        self.change(game, place="Ann’s")
        version = refresh(game).group.version
        self.change(game, place="Ann’s")
        assert refresh(game).group.version == version

    def test_what_somebody_else_wrote_meanwhile_is_not_lost(self, game):
        self.change(game, note="by Rex")
        with pytest.raises(Stale):
            self.change(game, note="by Olga")
        night = Night.objects.get(pk=game.night_id)
        assert night.note == "by Rex"
        assert self.change(game, note="by both", seen=words_digest(night)).note == "by both"

    def test_they_can_be_emptied(self, game):
        night = self.change(game, place="Ann’s")
        assert self.change(game, seen=words_digest(night)).place == ""
