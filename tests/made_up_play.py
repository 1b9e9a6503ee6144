"""Plays the games in `tests/made_up` through the writes, for tests that aren't about rules."""

from scorekeeper.games import all_games
from scorekeeper.models import Game, Hand
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.setup import writing as setup_writing
from tests.cast import Phone, new_game


def start(by, slug, players=4, **more):
    """Start one of the made-up games; its players join the roster."""
    return setup_writing.start_game(
        group=by.group, new=new_game(by.group, players, rules=all_games()[slug].rules, **more), by=by
    )


def play(game, by, *hands, anyway=False):
    """Save hands, given as mappings from path to value. Other questions are skipped or, if required, answered no."""
    for hand in hands:
        phone = Phone(game, by).open()
        for path, value in hand.items():
            phone.write(path, value)
        while question := phone_screen(phone).question:
            phone.write(question.skip.path if question.skip else question.path, bool(question.skip))
        phone.save(anyway=anyway)


def phone_screen(phone):
    """Return the screen that the phone's page would show now."""
    return phone.record.screen(phone.number).view()


def bid(bidder, bid, meld, tricks, last=0):
    """Return a hand of Partners."""
    sides = {f"sides.{side}.meld": value for side, value in enumerate(meld)}
    sides |= {f"sides.{side}.tricks": value for side, value in enumerate(tricks)}
    return {
        "hand.bidder": bidder,
        "hand.bid": bid,
        **sides,
        f"sides.{last}.last": True,
        f"sides.{1 - last}.last": False,
    }


def each(key, *values):
    """Return a hand with one value per player; use None for a player who is out."""
    return {f"players.{seat}.{key}": value for seat, value in enumerate(values) if value is not None}


def entries(game):
    """Return a game's hands as stored."""
    return [hand.entry for hand in Hand.objects.filter(game=game).order_by("number")]


def totals(game):
    """Return the totals by column, in points."""
    record = load(Game.objects.get(pk=game.pk))
    return {key: half / 2 for key, half in record.sheet.totals.items()}
