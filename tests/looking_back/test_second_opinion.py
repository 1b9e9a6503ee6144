"""Whatever looks back over a group's games agrees with a second program, which only reads the exported file.

For 200 random games and 50 random histories, use `pytest --full tests/looking_back/test_second_opinion.py`.
"""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from random import Random
from uuid import UUID

import pytest
from django.core.cache import cache

from scorekeeper.files.exports import of_group
from scorekeeper.files.importing import import_games
from scorekeeper.formats.sheets import GameFile, read_sheets
from scorekeeper.looking_back.figures import everybody
from scorekeeper.looking_back.history import history_of
from scorekeeper.looking_back.years import year_page
from scorekeeper.models import Game, Player, Revision
from scorekeeper.people.roster.writing import merge_player
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.writing import rescore_all
from scorekeeper.recording.sheet.writing import hide_game, resume_game, stop_game
from scorekeeper.rules.entries import answers_from_entry, stored_entry
from scorekeeper.rules.played import PlayedHand
from scorekeeper.web.refusals import Refused
from tests.cast import Phone, start_group
from tests.formats.documents import read, write_document
from tests.games.contract import random_hand
from tests.games.worked import NAMES
from tests.looking_back import second
from tests.recording.random_stories import random_records

NIGHTS, FIRST, MONTH = 30, date(2024, 11, 6), timedelta(days=28)
POOL = (*NAMES, "Kit", "Lou", "Max", "Nell")
ALSO = {"Ann": "Annie", "Cy": "Cyrus", "Fay": "Faye"}
"""Who is sometimes written down under another name, which is merged with theirs later."""
MILESTONES = ("games", "first", "dry", "row", "ended", "cup", "feat")
RARE = (*MILESTONES, "nobody", "everybody", "a tie", "sides", "comeback", "duel", "timed")
HISTORIES, FULL, GAMES = 4, 50, 200
QUICK = {"most": {}, "least": {"wins": "least"}, "sides": {"sides": "partners"}, "level": {"start": 20}}
"""Games of a group's own that are over soon, so that a history has runs, cups and, in the last, records."""
SLUGS = [*["most", "least", "sides"] * 10, *["level"] * 25]


def quick_game(rng, slug):
    """Return a game of a round or two, in which ties are likely, and who sits first scores most."""
    names = NAMES[: 4 if slug == "sides" else rng.choice((1, 2, 3, 5, 5, 5))]
    options = {"ends": "rounds", "rounds": rng.choice((1, 1, 2)), "template": slug, "name": slug.title()}
    most = rng.randint(1, 99) if slug == "level" else rng.choice((1, 9, 9))

    def scored(keys):
        return [{"points": rng.randint(0, most) // (1 + at)} for at, _key in enumerate(keys)]

    def hand():
        if slug == "sides":
            return {"hand": {"sides": scored("ab")}, "players": {}}
        return {"hand": {}, "players": dict(zip(names, scored(names), strict=True))}

    hands = [hand() for _round in range(options["rounds"])]
    return read({"rules": "any_game", "options": {**options, **QUICK[slug]}, "players": names, "hands": hands})


def random_files(seed):
    """Yield random games as a file has them. Those with a corrected hand are left out: it isn't always possible."""
    for record in random_records(seed):
        if not any(hand.corrections for hand in record.hands):
            stopped = "" if record.sheet.outcome else record.stopped
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
        if rng.random() < 0.5:
            rng.shuffle(names)
        began = datetime.combine(FIRST + night * MONTH, time(rng.choice((18, 19))), UTC)
        ended = began + timedelta(minutes=rng.choice((0, 40, 90, 90, 90, 600)))
        yield replace(
            file,
            names=tuple(ALSO[name] if name in ALSO and rng.random() < 0.2 else name for name in names),
            id=str(UUID(int=rng.getrandbits(128))),
            night=FIRST + night * MONTH,
            **({"started": began, "ended": ended} if rng.random() < 0.9 else {}),
        )


def random_history(rng, owner, files):
    """Let a group play these games, and then correct, hide, stop, resume and undo some, and merge players."""
    files = sorted(files, key=lambda _file: rng.random())
    import_games(group=owner.group, games=tuple(played_on_nights(rng, files)), by=owner)
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


# What both say


def said_by_the_app(history, names):
    """Return every figure of a history, with people by name and games by their number in order."""
    at = {game.id: number for number, game in enumerate(history.games)}

    def people(ids):
        return frozenset(names[person] for person in ids)

    def finishes(game):
        return {names[each.person]: (each.column, each.total, each.place, each.won) for each in game.finishes}

    def run(run):
        return (len(run), at[run[0].id], at[run[-1].id]) if run else None

    def reached(milestone):
        """Return a milestone as the second program has it."""
        best = milestone.game.feats[milestone.key] if milestone.since else None
        before = milestone.since.feats[milestone.key] if milestone.since else None
        return second.Reached(
            kind=milestone.kind,
            game=at[milestone.game.id],
            people=people(milestone.persons),
            number=best.amount if best else milestone.number,
            before=before.amount if before else 0,
            others=people(before.persons if before else milestone.others),
            key=milestone.key,
            hand=best.hand if best else 0,
        )

    walked = history.walked

    return {
        "games": [(game.rules, game.date, game.hands, finishes(game)) for game in history.games],
        "years": history.years,
        "kinds": history.kinds,
        "runs": {
            names[who]: (run(runs.current), run(runs.longest), runs.dry)
            for who, runs in walked.runs.items()
            if runs.longest or runs.dry
        },
        "cups": {
            rules: {names[who]: (at[since.id], people(before)) for who, (since, before) in holders.items()}
            for rules, holders in walked.cups.items()
        },
        "milestones": [reached(each) for milestones in walked.milestones.values() for each in milestones],
        "told": {game.date: [reached(each) for each in history.told(game.night)] for game in history.games},
        "records": {
            (rules, key): (at[game.id], best.amount, people(best.persons), best.hand)
            for (rules, key), game in walked.best.items()
            for best in [game.feats[key]]
        },
        "pairs": {
            (names[one], names[other]): (pair.ahead, pair.behind, pair.games)
            for (one, other), pair in history.pairs().items()
        },
    }


def said_by_the_second(games):
    """Return the same figures as the second program has them."""
    everyone = {name for game in games for name in game.finishes}

    def run(run):
        return (len(run), run[0], run[-1]) if run else None

    reached = second.milestones(games)
    return {
        "games": [(game.rules, game.night, game.hands, game.finishes) for game in games],
        "years": second.years(games),
        "kinds": second.kinds(games),
        "runs": {
            name: (run(second.current(games, name)), run(second.longest(games, name)), second.dry(games, name))
            for name in everyone
            if second.counting(games, name)
        },
        "cups": second.cups(games),
        "milestones": reached,
        "told": {game.night: second.told(games, reached, game.night) for game in games},
        "records": second.records(games),
        "pairs": second.pairs(games),
    }


def said_of_the_year(group, year, history, names):
    """Return what stands out on the page of a year."""
    page, at = year_page(group, year), {game.id: number for number, game in enumerate(history.games)}
    comebacks = [(fact["best"], at[fact["game"].id]) for fact in page["facts"] if "was_behind" in fact]
    return {
        "wins": {person.name: record.wins for person, record in (*page["champions"], *page["others"])},
        "champions": {person.name for person, _record in page["champions"]},
        "hands": page["hands"],
        "evenings": len(page["evenings"]),
        "longest": page["longest"]["date"],
        "comeback": next(
            (((most, frozenset(names[who] for who in people), hand), game) for (most, people, hand), game in comebacks),
            None,
        ),
        "duel": (duel := page["duel"][0]) and (duel.behind, duel.games),
    }


def history_and_names(group):
    """Return a group's history, read anew, and everybody's name by the id of their roster entry."""
    cache.clear()
    return history_of(group), {entry: person.name for entry, person in everybody(group).items()}


def differences(group, found):
    """Return what the two say differently, for all years and for each; count in `found` what there was to say."""
    same_as = {other: name for name, other in ALSO.items()}
    raw = write_document(of_group(group).files())
    games, minutes = second.games_in(raw, same_as), second.minutes_of(raw)
    found.update(["timed"] * len(minutes))
    history, names = history_and_names(group)
    differing = {}
    for year in (None, *second.years(games)):
        among, theirs = history.among(year=year), [game for game in games if year in (None, game.night.year)]
        app, expected = said_by_the_app(among, names), said_by_the_second(theirs)
        if year:
            app |= said_of_the_year(group, year, among, names)
            expected |= second.year(theirs, minutes)
            found.update(key for key in ("comeback", "duel") if expected[key])
        differing |= {(year, key): (app[key], expected[key]) for key in expected if app[key] != expected[key]}
        found.update(each.kind for each in expected["milestones"])
    for game in games:
        columns = {name: finish.column for name, finish in game.finishes.items()}
        found.update(["sides"] if len(columns) > len({*columns.values()}) else [])
        found.update(["a tie"] if len({columns[name] for name in game.winners}) > 1 else [])
        found.update([] if game.is_decided else ["everybody" if game.winners else "nobody"])
    return differing


def histories(full):
    """Yield the games of each history."""
    count = FULL if full else HISTORIES
    files = [file for seed in range(count if full else 2) for file in random_files(seed)]
    for number in range(count):
        quick = (quick_game(Random(f"{number} {game}"), slug) for game, slug in enumerate(SLUGS))
        yield [*files[number::count], *quick]
    if full:
        yield files[:GAMES]


def test_a_second_program_says_the_same(db, full):
    found = Counter()
    for number, files in enumerate(histories(full)):
        owner = start_group(f"Group {number}", "Olga")
        random_history(Random(number), owner, files)
        assert differences(owner.group, found) == {}, number
    assert [each for each in RARE if not found[each]] == []
    games = Game.objects.filter(state=Game.State.OVER, hidden=False)
    assert any(any(options["joined"]) for options in games.filter(rules="any_game").values_list("options", flat=True))
    for kind in (Revision.Kind.CORRECT, Revision.Kind.UNDO):
        assert games.filter(hands__revisions__kind=kind).exists()
    assert games.exclude(stopped="").exists()
    assert Game.objects.filter(state=Game.State.OVER, hidden=True).exists()
    assert Player.objects.filter(same_as__isnull=False, seats__game__in=games).exists()


@pytest.fixture
def group(db):
    """A group with a short history."""
    owner = start_group("Wednesday", "Olga")
    quick = [quick_game(Random(game), slug) for game, slug in enumerate(SLUGS[::3])]
    random_history(Random(7), owner, [*islice(random_files(7), 9), *quick])
    return owner.group


def test_a_history_survives_a_file(group):
    sly = start_group("Thursday", "Sly")
    import_games(group=sly.group, games=read_sheets(write_document(of_group(group).files())).games, by=sly)
    merge_players(sly.group)
    assert said_by_the_app(*history_and_names(sly.group)) == said_by_the_app(*history_and_names(group))


def test_a_rescore_changes_nothing(group):
    before = said_by_the_app(*history_and_names(group))
    assert rescore_all().rows == 0
    assert said_by_the_app(*history_and_names(group)) == before


def test_a_history_is_read_anew_when_another_game_is_hidden_instead(group):
    one, other = Game.objects.filter(state=Game.State.OVER, hidden=False)[:2]
    hide_game(game=other, hidden=True)
    Game.objects.filter(pk=other.pk).update(version=one.version - 1)
    assert one.pk in [game.id for game in history_of(group).games]
    hide_game(game=one, hidden=True)
    hide_game(game=other, hidden=False)  # with the version that the other one had
    assert other.pk in [game.id for game in history_of(group).games]
