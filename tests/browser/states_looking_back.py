"""States of the list of nights, a night, charts, statistics, a player, and of what links let others watch."""

import datetime

from scorekeeper.models import Game, Night, Player
from scorekeeper.people.links import writing as links_writing
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.browser.states import FIVE, Visit, state, variant
from tests.cast import A_HAND, Phone, new_game, play
from tests.needing import long, tell
from tests.rounds import play_rounds, start_rounds
from tests.years import play_years

FAILED = "12 6 - 8 | A | 10 7 6 8"
LONG_PLACE = "At the third boathouse on the left, by the old mill, where the road bends"
NOTE = "It rained, and the Gnome won twice.\n\nDee brought a cake; Bob will never bid blind again."


def describe(game: Game, place: str = LONG_PLACE, note: str = NOTE) -> Night:
    """Give a game's night a place and a note, and return the night."""
    night = game.night
    night.place, night.note = place, note
    night.save()
    return night


@variant("group, many nights, the second page of a search")
def group_nights(visit: Visit) -> None:
    for number in range(25):
        date = datetime.date(2026, 1, 1) + number * datetime.timedelta(days=1)
        new = new_game(visit.cast.group, night=date)
        describe(setup_writing.start_game(group=visit.cast.group, new=new, by=visit.owner))
    describe(visit.long_game(2))
    Game.objects.filter(pk=visit.game(A_HAND).pk).update(rules="forgotten")
    visit.go(f"/groups/{visit.cast.group.pk}/?q=CAKE&page=2")


@state("night, long names, a hidden game and a stopped game")
def night_described(visit: Visit) -> None:
    game = visit.game(A_HAND, FAILED, A_HAND, player_target=30)
    long = visit.long_game(6)
    sheet_writing.stop_game(game=long, how="leader_wins", by=visit.owner)
    sheet_writing.hide_game(game=visit.game(A_HAND), hidden=True)
    describe(game)
    visit.go(f"/nights/{game.night_id}/")


MIXED = (A_HAND, "pass", "12 8 - 5 | AD | 10 7 6 8", "- 10 - - | | 8 12 8 3", "10 6 - 8 | B | 0 10 10 10")
"""A series of hands in which everybody takes the lead at some point."""


@variant("chart, five long names close together")
def chart_five(visit: Visit) -> None:
    game = visit.long_game()
    play(game, FIVE, "10 6 - 8 7 | CE | 3 9 6 6 7", "6 10 - 8 7 | B | 9 3 6 6 7", by=visit.owner, anyway=True)
    sheet_writing.stop_game(game=game, how="leader_wins", by=visit.owner)
    visit.thumb.open(game)


@variant("chart, thirty hands, one highlighted")
def chart_thirty(visit: Visit) -> None:
    game = visit.game(*MIXED * 6, player_target=9999, gnome_target=9999)
    sheet_writing.stop_game(game=game, how="no_winner", by=visit.owner)
    visit.thumb.open(game)
    visit.page.locator(".chart .hits a").nth(11).hover(force=True)


@state("statistics, one game, long names")
def statistics_one(visit: Visit) -> None:
    sheet_writing.stop_game(game=visit.long_game(3), how="leader_wins", by=visit.owner)
    visit.go(f"/groups/{visit.cast.group.pk}/statistics/")


@variant("statistics, everything, long names")
def statistics_everything(visit: Visit) -> None:
    game = visit.long_game(3)
    sheet_writing.stop_game(game=game, how="leader_wins", by=visit.owner)
    rounds = start_rounds(visit.owner, tuple(game.seats.order_by("number").values_list("player", flat=True)))
    play_rounds(rounds, visit.owner, "7 7 7 1 1")
    sheet_writing.stop_game(game=rounds, how="leader_wins", by=visit.owner)
    visit.go(f"/groups/{visit.cast.group.pk}/statistics/")


@variant("statistics, years, by rating")
def statistics_years(visit: Visit) -> None:
    play_years(visit.owner, 20, hands=2)
    visit.go(f"/groups/{visit.cast.group.pk}/statistics/?by=rating")


@state("a year of one game, long names")
def year_of_one(visit: Visit) -> None:
    game = visit.long_game(3)
    sheet_writing.stop_game(game=game, how="leader_wins", by=visit.owner)
    visit.go(f"/groups/{visit.cast.group.pk}/years/{game.night.date.year}/")


@variant("a year of many evenings")
def year_of_many(visit: Visit) -> None:
    play_years(visit.owner, 40, hands=2)
    visit.go(f"/groups/{visit.cast.group.pk}/years/2012/")


@state("player, one year of many, with an alias")
def player_years(visit: Visit) -> None:
    play_years(visit.owner, 30, hands=1)
    sheet_writing.stop_game(game=visit.game(A_HAND), how="no_winner", by=visit.owner)
    ann = Player.objects.get(group=visit.cast.group, name="Ann")
    Player.objects.create(group=visit.cast.group, name="Anne", name_key="anne", same_as=ann)
    visit.go(f"/players/{ann.pk}/?year=2012")


@state("rivals, years")
def rivals_years(visit: Visit) -> None:
    play_years(visit.owner, 30, hands=1)
    visit.go(f"/groups/{visit.cast.group.pk}/rivals/")


@variant("rivals, one game, five long names")
def rivals_one(visit: Visit) -> None:
    sheet_writing.stop_game(game=visit.long_game(3), how="leader_wins", by=visit.owner)
    visit.go(f"/groups/{visit.cast.group.pk}/rivals/")


@state("two, years")
def two_years(visit: Visit) -> None:
    play_years(visit.owner, 30, hands=1)
    ann, bob = Player.objects.filter(group=visit.cast.group, name__in=("Ann", "Bob")).order_by("name")
    visit.go(f"/players/{ann.pk}/against/{bob.pk}/")


@variant("two, one game, long names")
def two_long(visit: Visit) -> None:
    game = visit.long_game(3)
    sheet_writing.stop_game(game=game, how="leader_wins", by=visit.owner)
    one, other = game.seats.order_by("number").values_list("player", flat=True)[:2]
    visit.go(f"/players/{one}/against/{other}/")


@state("watch, a hand in progress, five long names")
def watch_progress_long(visit: Visit) -> None:
    game = visit.long_game(2)
    taps = ("A bid 10", "B bid 12", "A peeked", "B peeked", "done", "gnome red_joker", "trump hearts", "A took 9")
    Phone(game, visit.owner).open().tap(*taps, at="")
    visit.watch(game=game)


@variant("watch, what a player needs")
def watch_needs(visit: Visit) -> None:
    tell(visit.monkeypatch, needs=long)
    link = visit.watch(game=visit.long_game(3))
    links_writing.show_needs(group=visit.cast.group, link_id=link.pk, needs=True, by=visit.owner)
    visit.page.goto(f"{visit.page.url}?needs=1")
    visit.page.locator("#needs").wait_for()


@variant("watch, a night")
def watch_night(visit: Visit) -> None:
    visit.long_game(2)
    visit.game(A_HAND, player_target=20)
    visit.watch(night=visit.game().night)


@variant("watch, a revoked link")
def watch_revoked(visit: Visit) -> None:
    link = visit.watch()
    links_writing.revoke_link(group=visit.cast.group, link_id=link.pk, by=visit.owner)
    visit.page.reload()


@state("tv, a wrong code")
def tv_wrong(visit: Visit) -> None:
    visit.go("/tv/")
    visit.page.fill("input[name=code]", "ABCDEF")
    visit.page.locator("button.main").click()
    visit.page.locator(".errorlist").wait_for()
