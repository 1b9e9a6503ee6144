"""Random histories of a group: its games, and what becomes of them afterward."""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from scorekeeper.files.importing import import_games
from scorekeeper.formats.sheets import GameFile
from scorekeeper.models import Game
from scorekeeper.people.roster.writing import merge_player
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.sheet.writing import hide_game, resume_game, stop_game, write_result
from scorekeeper.rules.entries import answers_from_entry, stored_entry
from scorekeeper.rules.played import PlayedHand
from scorekeeper.web.refusals import Refused
from tests.cast import Phone
from tests.formats.documents import read
from tests.games.contract import random_hand
from tests.games.worked import NAMES
from tests.recording.random_stories import random_records

NIGHTS, FIRST, MONTH = 30, date(2024, 11, 6), timedelta(days=28)
POOL = (*NAMES, "Kit", "Lou", "Max", "Nell")
ALSO = {"Ann": "Annie", "Cy": "Cyrus", "Fay": "Faye"}
"""Who is sometimes written down under another name, which is merged with theirs later."""
QUICK = {"most": {}, "least": {"wins": "least"}, "sides": {"sides": "partners"}, "level": {"start": 20}}
"""Games of a group's own that are over soon, so that a history has runs, cups and, in the last, records."""
SLUGS = [*["most", "least", "sides"] * 8, *["level"] * 25]
RESULTS = ["most", "least", "sides", "level", "trumplestiltskin"] * 4


def quick_game(rng, slug):
    """Return a game of a few rounds, in which ties are likely, and who sits first scores most."""
    names = NAMES[: 4 if slug == "sides" else rng.choice((1, 2, 3, 5, 5, 5))]
    options = {"ends": "rounds", "rounds": rng.choice((1, 1, 2, 3)), "template": slug, "name": slug.title()}
    most = rng.randint(1, 99) if slug == "level" else rng.choice((1, 9, 9))

    def scored(keys):
        return [{"points": rng.randint(0, most) // (1 + at)} for at, _key in enumerate(keys)]

    def hand():
        if slug == "sides":
            return {"hand": {"sides": scored("ab")}, "players": {}}
        return {"hand": {}, "players": dict(zip(names, scored(names), strict=True))}

    hands = [hand() for _round in range(options["rounds"])]
    return read({"rules": "any_game", "options": {**options, **QUICK[slug]}, "players": names, "hands": hands})


def random_result(rng, slug):
    """Return the result of a game: its totals, of which ties are likely, or who won, or both; or that nobody did."""
    options = {"ends": "rounds", "rounds": 1, "template": slug, "name": slug.title(), **QUICK.get(slug, {})}
    game = {"rules": "any_game", "options": options} if slug in QUICK else {"rules": slug}
    names = NAMES[: 4 if slug == "sides" else rng.choice((3, 4, 5))]
    columns = ("Ann & Cy", "Bob & Dee") if slug == "sides" else names
    totals = {name: rng.randint(-9, 40) / 2 for name in columns} if rng.random() < 0.6 else {}
    if not totals or rng.random() < 0.3:
        game["won"] = rng.sample(names, rng.choice((0, 1, 1, 1, 2)))
    return read(game | {"players": names, "hands": [], "totals": totals})


def game_with_gnome(rng):
    """Return a game of two hands of Trumplestiltskin, in which half of the players peek."""

    def hand():
        first, second = sorted(rng.choices(range(31), k=2))
        dealt = zip(NAMES[:3], rng.sample(range(1, 20), 3), (first, second - first, 30 - second), strict=True)
        told = {name: {"bid": bid, "taken": taken, "peeked": rng.random() < 0.5} for name, bid, taken in dealt}
        return {"hand": {}, "players": told}

    hands = [hand(), hand()]
    return read({"rules": "trumplestiltskin", "players": NAMES[:3], "hands": hands, "stopped": "leader_wins"})


def random_files(seed):
    """Yield random games as a file has them. Those with a corrected hand are left out: it isn't always possible."""
    for record in random_records(seed):
        if not any(hand.corrections for hand in record.hands):
            stopped = "" if record.sheet.outcome or record.rules.way == "won" else record.stopped
            hands = (
                PlayedHand(dealer=each.dealer, entry=stored_entry(each.entry, anyway=True)) for each in record.hands
            )
            yield GameFile(
                card_game=record.card_game,
                names=record.names,
                options=record.options,
                first_dealer=record.first_dealer,
                hands=tuple(hands),
                stopped="no_winner" if stopped and not record.rules.has_winner else stopped,
            )


def played_on_nights(rng, files):
    """Yield these games in the order played, by people of whom some come late, some rarely and some twice."""
    nights = sorted(rng.randrange(NIGHTS) for _file in files)
    for file, night in zip(files, nights, strict=True):
        here = POOL[: max(len(file.names), 5 + night // 3)]
        names = sorted(here, key=lambda name: rng.random() * (1 + here.index(name)))[: len(file.names)]
        if rng.random() < 0.2:
            rng.shuffle(names)
        began = datetime.combine(FIRST + night * MONTH, time(rng.choice((18, 19))), UTC)
        ended = began + timedelta(minutes=rng.choice((0, 40, 90, 90, 90, 600)))
        yield replace(
            file,
            names=tuple(ALSO[name] if name in ALSO and rng.random() < 0.2 else name for name in names),
            id=str(UUID(int=rng.getrandbits(128))),
            night=FIRST + night * MONTH,
            place=f"Table {night % 8}" if night % 8 else "",
            **({"started": began, "ended": ended} if rng.random() < 0.9 else {}),
        )


def random_history(rng, owner, files):
    """Let a group play these games, and then correct, hide, stop, resume and undo some, and merge players."""
    files = sorted(files, key=lambda _file: rng.random())
    files = tuple(played_on_nights(rng, files))
    for some in (files[1::2], files[::2]):  # so that ids don't tell the order
        import_games(group=owner.group, games=some, by=owner)
    merge_players(owner.group)
    for game in Game.objects.filter(group=owner.group).select_related("group", "night"):
        change = rng.choice((hide, correct, correct, correct, stop, *[None] * 15))
        with suppress(Refused):
            if change:
                change(rng, game, owner)


def merge_players(group):
    """Merge whoever is there under two names."""
    players = dict(group.players.values_list("name", "pk"))
    for name, other in ALSO.items():
        if name in players and other in players:
            merge_player(group=group, player_id=players[other], same_as=players[name])


def hide(rng, game, by):
    """Hide a game, perhaps not for long."""
    hide_game(game=game, hidden=True, by=by)
    if rng.random() < 0.5:
        hide_game(game=game, hidden=False, by=by)


def correct(rng, game, by):
    """Replace a hand by a random one. It can make later hands impossible, and begin the game again or end it."""
    record = load(game)
    if record.is_result:
        totals = {str(player): rng.randint(-9, 40) for player in record.players}
        write_result(game=game, result={"totals": totals}, seen=record.setup, by=by)
        return
    number = rng.randint(1, max(len(record.sheet.hands), 1))
    entry, _errors = random_hand(record.card_game, record.before(number), rng)
    answers = answers_from_entry(entry) if entry else {}
    phone = Phone(game, by, number)
    phone.put({**dict.fromkeys(phone.shown), **answers}.items())
    revision = phone.save(anyway=True)
    if rng.random() < 0.2:
        phone.undo(revision)


def stop(rng, game, by):
    """End a game early, or go on with one that was."""
    resume_game(game=game, by=by)
    if rng.random() < 0.8:
        stop_game(game=game, how=rng.choice(("leader_wins", "no_winner")), by=by)
