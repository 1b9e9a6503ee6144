"""A group's nights: their dates when the clocks change, their list, and the games in it."""

import datetime
import zoneinfo

import pytest
from django.utils import timezone

from scorekeeper.formats.language import sentence
from scorekeeper.looking_back import nights
from scorekeeper.looking_back.recaps import night_page
from scorekeeper.looking_back.writing import change_night
from scorekeeper.models import Game, Night, Player, Playgroup
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.setup.writing import start_game as start
from scorekeeper.recording.sheet.writing import hide_game, resume_game, stop_game
from tests.cast import A_HAND, Phone, correct, new_game, play, refresh, start_game, start_group, start_short_game
from tests.made_up_play import bid, each, play as play_made_up, start as start_made_up


def game_on(by, date, count=4, **changes):
    """Start a game on this date; it ends after two hands like `A_HAND`."""
    new = new_game(by.group, count, night=datetime.date.fromisoformat(date), options={"player_target": 40}, **changes)
    return start(group=by.group, new=new, by=by)


def describe(game, place="", note=""):
    Night.objects.filter(pk=game.night_id).update(place=place, note=note)


def dates(group, number=1, **wanted):
    return [str(night["night"].date) for night in nights.nights_page(group, number, **wanted)]


def told(night):
    """Return what the card of a night says: who won, how many games are over and being played, and the winners."""
    winners = [f"{person.name} {wins}" for person, wins in night["winners"]]
    return night["won"] and sentence(night["won"]), night["over"], night["playing"], winners


FAILED = "12 6 - 8 | A | 10 7 6 8"
BOB_WINS = ["6 10 - - | | 7 12 6 6"] * 2


def test_a_night_says_who_won_how_often_and_how_many_games_it_had(cast):
    first, second, third = (game_on(cast.owner, "2026-01-02", count) for count in (3, 5, 4))
    describe(first, place="At Ann’s", note="Snow.")
    (night,) = nights.nights_page(cast.group)
    assert (night["night"].place, night["night"].note, told(night)) == ("At Ann’s", "Snow.", (None, 0, 3, []))
    play(second, *["- - - - 10 | | 5 5 5 4 12"] * 2, by=cast.owner)
    play(third, *BOB_WINS, by=cast.owner)
    (night,) = nights.nights_page(cast.group)
    assert told(night) == ("Eve and Bob won", 2, 1, ["Eve 1", "Bob 1"])
    play(first, *["6 10 - | | 9 12 10"] * 2, by=cast.owner)
    (night,) = nights.nights_page(cast.group)
    assert told(night) == ("Bob won twice, Eve once", 3, 0, ["Bob 2", "Eve 1"])


def test_of_people_who_share_a_mark_those_in_later_seats_have_another_in_a_game_and_its_highlights(cast):
    game = game_on(cast.owner, "2026-01-02")
    play(game, *BOB_WINS, by=cast.owner)
    cast.group.players.update(mark=5)
    page = night_page(game.night)
    shown = {person.name: person.mark for score in page.lines[game.pk].scores for person in score.people}
    assert [*shown.items()] == [("Bob", 0), ("Ann", 5), ("Cy", 1), ("Dee", 2)], "by seat, not by rank"
    held = [person for each in page.recap["highlights"] for person in each["people"]]
    assert held
    assert all(person.mark == shown[person.name] for person in held)


def test_a_games_scores_are_ranked_with_the_length_of_their_bars_and_how_far_they_are_behind(cast):
    game = game_on(cast.owner, "2026-01-02")
    play(game, A_HAND, FAILED, by=cast.owner)
    (line,) = nights.game_lines([game])
    assert [
        (at["rank"], sentence(at["name"]), at["total"], at["share"], at["gap"] and sentence(at["gap"]))
        for at in line.places
    ] == [
        (1, "Dee", 30, 100, None),
        (2, "Ann", 24, 80, "3 behind"),
        (2, "Bob", 24, 80, "3 behind"),
        (4, "Cy", 0, 0, "15 behind"),
    ]


def test_partners_both_win(cast, made_up):
    game = start_made_up(cast.owner, "partners", options={"target": 20})
    play_made_up(game, cast.owner, bid(1, 12, (0, 10), (5, 15), last=1))
    (night,) = nights.nights_page(cast.group)
    assert told(night) == ("Bob and Dee won", 1, 0, ["Bob 1", "Dee 1"])
    (line,) = nights.game_lines([game])
    assert [score.faces for score in line.scores] == [(1, 3), (0, 2)]


def test_games_in_progress_are_newest_first_without_hidden_ones(cast, monkeypatch):
    ended, stopped, playing, hidden, newest = (start_short_game(cast.owner) for _game in range(5))
    play(ended, A_HAND, A_HAND, by=cast.owner)
    play(stopped, A_HAND, by=cast.owner)
    stop_game(game=stopped, how="no_winner", by=cast.owner)
    hide_game(game=hidden, hidden=True)

    def shown():
        return [card["line"].game for _game, card in nights.in_progress(cast.group)]

    (night,) = nights.nights_page(cast.group)
    assert told(night) == ("Ann won", 2, 2, ["Ann 1"])
    assert shown() == [newest, playing]
    monkeypatch.setattr(nights, "MOST_IN_PROGRESS", 1)
    assert shown() == [newest]
    monkeypatch.undo()
    Game.objects.update(rules="forgotten")
    card = nights.in_progress(cast.group)[0][1]
    assert (sentence(card["line"].name), len(card["line"].scores), [*card]) == ("forgotten", 4, ["line"])
    assert (list(nights.nights_page(cast.stranger.group)), nights.in_progress(cast.stranger.group)) == ([], [])
    nothing = {"players": [], "rules": [], "usual": None, "years": [], "hidden": False}
    assert nights.choices(cast.stranger.group) == nothing
    assert dates(cast.stranger.group, player=playing.seats.first().player_id) == []


def next_hands(group):
    """Return the next hands of the games in progress: number, name, dealer, and whether to be fixed."""
    sheets = [card["sheet"] for _game, card in nights.in_progress(group)]
    return [
        (
            sheet.record.next_number,
            sentence(sheet.next_hand),
            sheet.next_dealer,
            *["to fix"] * bool(sheet.record.contradiction),
        )
        for sheet in sheets
    ]


def test_a_game_in_progress_says_what_comes_next(cast, game, made_up):
    assert next_hands(cast.group) == [(1, "hand 1", "Dee")]
    play(game, A_HAND, by=cast.owner)
    assert next_hands(cast.group) == [(2, "hand 2", "Ann")]
    start_made_up(cast.owner, "klondike", 1, options={"rounds": 3})
    assert next_hands(cast.group)[0] == (1, "round 1 of 3", "")
    knockout = start_made_up(cast.owner, "knockout")
    play_made_up(knockout, cast.owner, each("lost", 2, 0, 0, 0), each("lost", 0, 1, 0, 0))
    phone = Phone(knockout, cast.owner, 1)
    phone.write("players.0.lost", 3)
    phone.save()
    assert next_hands(cast.group)[0] == (2, "hand 2", "Bob", "to fix")


def test_hidden_games_are_listed_separately(cast):
    visible, hidden = game_on(cast.owner, "2026-01-02", 3), game_on(cast.owner, "2026-01-02", 5)
    alone = game_on(cast.owner, "2026-01-03")
    play(hidden, *["- - - - 10 | | 5 5 5 4 12"] * 2, by=cast.owner)
    for game in (hidden, alone):
        hide_game(game=game, hidden=True)
    (night,) = nights.nights_page(cast.group)
    assert told(night) == (None, 0, 1, [])
    assert [person.name for person in night_page(visible.night).there] == ["Ann", "Bob", "Cy"]
    page = nights.nights_page(cast.group, hidden=True)
    assert [told(night) for night in page] == [(None, 0, 1, []), ("Eve won", 1, 0, ["Eve 1"])]


def test_a_player_with_two_entries_is_listed_once(cast):
    first, second = game_on(cast.owner, "2026-01-02", 3), game_on(cast.owner, "2026-01-02", 3)
    ann = Player.objects.get(name="Ann")
    annie = Player.objects.create(group=cast.group, name="Annie", name_key="annie", same_as=ann, mark=11)
    second.seats.filter(player=ann).update(player=annie)
    for game in (first, second):
        play(game, "10 6 - | | 12 9 10", "10 6 - | | 12 9 10", by=cast.owner)
    page = night_page(first.night)
    assert [person.name for person in page.there] == ["Ann", "Bob", "Cy"]
    assert page.there[0].id == ann.pk
    people = [score.people[0] for line in page.lines.values() for score in line.scores]
    assert [person.mark for person in people if person.id == ann.pk] == [ann.mark, ann.mark]
    (night,) = nights.nights_page(cast.group)
    assert told(night) == ("Ann won twice", 2, 0, ["Ann 2"])
    assert annie.pk not in dict(nights.choices(cast.group)["players"])
    first.seats.filter(player=ann).delete()
    assert dates(cast.group, player=ann.pk) == ["2026-01-02"], "the merged entry still counts"


class TestSearch:
    @pytest.fixture(autouse=True)
    def three_nights(self, cast):
        first = game_on(cast.owner, "2024-12-31", 3)
        second = game_on(cast.owner, "2025-06-01", 5)
        third = game_on(cast.owner, "2025-06-02", 3)
        Game.objects.filter(pk=third.pk).update(rules="forgotten")
        describe(first, place="Straße 7", note="Éva brought ΚΑΦΈΣ\nand cake")
        describe(second, place="at the lake")

    def test_searching_finds_the_right_nights(self, cast):
        eve = Player.objects.get(group=cast.group, name="Eve").pk
        for wanted, expected in (
            ({"player": eve}, ["2025-06-01"]),
            ({"player": eve, "rules": "forgotten"}, []),
            ({"year": 2025}, ["2025-06-02", "2025-06-01"]),
            ({"rules": "forgotten"}, ["2025-06-02"]),
            ({"q": "STRASSE"}, ["2024-12-31"]),
            ({"q": "e\u0301VA καφέσ"}, ["2024-12-31"]),
            ({"q": "Éva lake"}, []),  # words from two different nights
            ({"q": "%"}, []),
            ({"q": "lake"}, ["2025-06-01"]),
            ({"q": "lake", "year": 2024}, []),
        ):
            assert dates(cast.group, **wanted) == expected, wanted

    def test_searches_offer_only_what_the_group_has_played(self, cast):
        hide_game(game=Game.objects.get(rules="forgotten"), hidden=True)
        choices = nights.choices(cast.group)
        assert [name for _pk, name in choices["players"]] == ["Ann", "Bob", "Cy", "Dee", "Eve"]
        assert [slug for slug, _name in choices["rules"]] == ["trumplestiltskin"]
        assert (choices["years"], choices["hidden"]) == ([2025, 2024], True)


def test_a_groups_watch_link_shows_its_games_in_pages(cast, monkeypatch):
    monkeypatch.setattr(nights, "WATCHED_PER_PAGE", 2)
    link = make_watch_link(group=cast.group, by=cast.owner)
    old, new, between = (game_on(cast.owner, f"2026-01-0{day}") for day in (1, 3, 2))
    start_game(start_group("Sunday", "Eve"))
    assert [line.game.pk for line in nights.watched_games(link)] == [new.pk, between.pk]
    second = nights.watched_games(link, 2)
    assert [line.game.pk for line in second] == [old.pk]
    assert (second.has_previous(), second.has_next()) == (True, False)
    hide_game(game=new, hidden=True)
    assert [line.game.pk for line in nights.watched_games(link)] == [between.pk, old.pk]


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


@pytest.mark.parametrize(
    ("zone", "date", "late"),
    [("Europe/Berlin", "2026-03-28", "2026-03-29 03:00"), ("America/New_York", "2026-10-31", "2026-11-01 01:00")],
    ids=["losing an hour", "gaining an hour"],
)
def test_a_night_stays_one_night_when_the_clocks_change(cast, set_clock, zone, date, late):
    morning = late.split()[0]
    for moment in (f"{date} 06:00", f"{date} 23:59", f"{morning} 00:00", late, f"{morning} 05:59"):
        set_clock(moment, zone)
        start_short_game(cast.owner)
    set_clock(late, zone, fold=1)
    start_short_game(cast.owner)
    assert [str(night.date) for night in Night.objects.all()] == [date]
    set_clock(f"{date} 05:59", zone)
    assert str(start_short_game(cast.owner).night.date) < date
    set_clock(f"{morning} 06:00", zone)
    assert str(start_short_game(cast.owner).night.date) == morning


def test_changes_made_the_next_morning_do_not_move_a_game_to_another_date(cast, set_clock):
    set_clock("2026-03-28 22:00", "Europe/Berlin")
    game, stopped = start_short_game(cast.owner), start_short_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    play(stopped, A_HAND, by=cast.owner)
    moment = set_clock("2026-03-29 09:30", "Europe/Berlin")
    play(game, A_HAND, by=cast.owner)
    assert refresh(game).ended_at == moment
    correct(game, 1, "12 6 - 8 | | 12 9 3 7", cast.owner)
    stop_game(game=stopped, how="leader_wins", by=cast.owner)
    resume_game(game=stopped, by=cast.owner)
    hide_game(game=game, hidden=True)
    hide_game(game=game, hidden=False)
    change_night(night=game.night, place="Ann’s", note="", seen="")
    Playgroup.objects.filter(pk=cast.group.pk).update(time_zone="Pacific/Kiritimati")
    assert start_game(cast.owner).night != game.night
    assert {str(refresh(changed).night.date) for changed in (game, stopped)} == {"2026-03-28"}


def test_moving_between_nights_skips_those_with_only_hidden_games(cast):
    games = [game_on(cast.owner, f"2026-01-0{day}") for day in range(1, 6)]
    hide_game(game=games[1], hidden=True)
    Night.objects.create(group=cast.stranger.group, date="2026-01-02")
    assert night_page(games[2].night).neighbors == (games[0].night, games[3].night)
    assert (night_page(games[0].night).neighbors[0], night_page(games[4].night).neighbors[1]) == (None, None)
