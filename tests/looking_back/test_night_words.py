"""Nights: their places and notes, and their dates when the clocks change."""

import datetime
import zoneinfo

import pytest
from django.utils import timezone

from scorekeeper.looking_back.recaps import words_digest
from scorekeeper.looking_back.writing import change_night
from scorekeeper.models import Night, Playgroup
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.web.refusals import Stale
from tests.cast import A_HAND, correct, new_game, play, refresh


@pytest.fixture
def set_clock(monkeypatch, cast):
    """Set the clock and the group's time zone: `set_clock("2026-03-29 05:59", "Europe/Berlin")`."""

    def put(text, zone, fold=0):
        Playgroup.objects.filter(pk=cast.group.pk).update(time_zone=zone)
        local = datetime.datetime.fromisoformat(text).replace(tzinfo=zoneinfo.ZoneInfo(zone), fold=fold)
        moment = local.astimezone(datetime.UTC)
        monkeypatch.setattr(timezone, "now", lambda: moment)
        return moment

    return put


def start(cast, target=40):
    new = new_game(cast.group, options={"player_target": target})
    return setup_writing.start_game(group=cast.group, new=new, by=cast.owner)


@pytest.mark.parametrize(
    ("zone", "date", "late"),
    [("Europe/Berlin", "2026-03-28", "2026-03-29 03:00"), ("America/New_York", "2026-10-31", "2026-11-01 01:00")],
    ids=["losing an hour", "gaining an hour"],
)
def test_a_night_stays_one_night_when_the_clocks_change(cast, set_clock, zone, date, late):
    morning = late.split()[0]
    for moment in (f"{date} 06:00", f"{date} 23:59", f"{morning} 00:00", late, f"{morning} 05:59"):
        set_clock(moment, zone)
        start(cast)
    set_clock(late, zone, fold=1)
    start(cast)
    assert [str(night.date) for night in Night.objects.all()] == [date]
    set_clock(f"{date} 05:59", zone)
    assert str(start(cast).night.date) < date
    set_clock(f"{morning} 06:00", zone)
    assert str(start(cast).night.date) == morning


def test_changes_made_the_next_morning_do_not_move_a_game_to_another_date(cast, set_clock):
    set_clock("2026-03-28 22:00", "Europe/Berlin")
    game, stopped = start(cast), start(cast)
    play(game, A_HAND, by=cast.owner)
    play(stopped, A_HAND, by=cast.owner)
    moment = set_clock("2026-03-29 09:30", "Europe/Berlin")
    play(game, A_HAND, by=cast.owner)
    assert refresh(game).ended_at == moment
    correct(game, 1, "12 6 - 8 | | 12 9 3 7", cast.owner)
    sheet_writing.stop_game(game=stopped, how="leader_wins", by=cast.owner)
    sheet_writing.resume_game(game=stopped, by=cast.owner)
    sheet_writing.hide_game(game=game, hidden=True)
    sheet_writing.hide_game(game=game, hidden=False)
    change_night(night=game.night, place="Ann’s", note="", seen="")
    Playgroup.objects.filter(pk=cast.group.pk).update(time_zone="Pacific/Kiritimati")
    assert setup_writing.start_game(group=cast.group, new=new_game(cast.group), by=cast.owner).night != game.night
    assert {str(refresh(changed).night.date) for changed in (game, stopped)} == {"2026-03-28"}


def test_a_changed_place_or_note_raises_the_version_but_never_overwrites_another_members_text(game):
    def change(seen="", **words):
        return change_night(night=game.night, **{"place": "", "note": "", **words}, seen=seen)

    before = refresh(game).group.version
    night = change(place="Ann’s kitchen", note="It rained.\nCake.")
    assert refresh(game).group.version == before + 1
    with pytest.raises(Stale):
        change(note="by Olga")
    night.refresh_from_db()
    assert (night.place, night.note) == ("Ann’s kitchen", "It rained.\nCake.")
    assert change(note="by both", seen=words_digest(night)).place == ""
