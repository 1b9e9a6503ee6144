"""Whatever looks back over a group's games agrees with a second program, which only reads the exported file.

For 200 random games and 50 random histories, use `pytest --full tests/looking_back/test_second_opinion.py`.
"""

import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import combinations, islice
from random import Random
from uuid import UUID

import pytest
from django.core.cache import cache

from scorekeeper.files.exports import of_group
from scorekeeper.files.importing import import_games
from scorekeeper.formats.language import sentence
from scorekeeper.formats.sheets import GameFile, read_sheets
from scorekeeper.looking_back.figures import everybody
from scorekeeper.looking_back.history import history_of
from scorekeeper.looking_back.players import player_page
from scorekeeper.looking_back.rankings import leaders, ranking, statistics
from scorekeeper.looking_back.rivals import rivals_page, two_page
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
FACTS = ("Hand of the year", "Comeback of the year", "Boldest bidder, without a peek", "gnome", "duel", "places")
AMONG_WINS = ("nobody among wins", "shared among wins", "partners among wins", "few games", "twelve months")
TWO = ("a full grid", "partners", "undecided", "level", "turned", "ahead with less")
OF_GAMES = ("nobody", "everybody", "a tie", "sides", "timed")
RARE = (*MILESTONES, *FACTS, "now", "longest", "due", *AMONG_WINS, *TWO, *OF_GAMES)
HISTORIES, FULL, GAMES = 4, 50, 200
QUICK = {"most": {}, "least": {"wins": "least"}, "sides": {"sides": "partners"}, "level": {"start": 20}}
"""Games of a group's own that are over soon, so that a history has runs, cups and, in the last, records."""
SLUGS = [*["most", "least", "sides"] * 8, *["level"] * 25]


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


def said_of_everything(group, year, at):
    """Return the figures of all games in the statistics of a year or of all time; cups are today's."""
    found = statistics(group, year=year or 0)
    first = leaders(found["players"])
    people = frozenset(person.name for person in first["persons"])
    return {
        "lead": (first["wins"], people, first["more"]) if first["wins"] else (0, frozenset(), 0),
        "uneven": found["uneven"],
        "months": [
            ((month["date"].year, month["date"].month), {person.name: wins for person, wins in month["wins"]})
            for month in (found["wins"]["months"] if found["wins"] else ())
        ],
        "streaks": {
            each["kind"]: (each["number"], frozenset(person.name for person in each["persons"]))
            for each in found["streaks"]
        },
        **{
            order: [
                (place, person.name, record.wins, record.games)
                for place, person, record, _rating in ranking(found["players"], order, found["history"])
            ]
            for order in ("wins", "share")
        },
        "holders": {
            cup["slug"]: (
                {person.name for person in cup["people"]},
                at[cup["since"].id],
                frozenset(re.split(", | and ", sentence(cup["before"])) if cup["before"] else ()),
            )
            for cup in found["cups"]
        },
    }


def said_of_rivals(group, year):
    """Return who is in the grid of a year or of all time, and what it says."""
    rows = rivals_page(group, year or 0)["rows"]
    return {
        (person.name, other.name): pair and (pair.ahead, pair.behind, pair.games)
        for person, cells in rows
        for other, pair in cells
    }


def said_of_two(group, persons, one, other, year, at):
    """Return what the page for two says of a year or of all time."""
    found = two_page(group, persons, one, other, year or 0)

    def meeting(each):
        lead = each["by"] if each["ahead"] else abs(each["by"])
        return second.Meeting(at[each["game"].id], each["ahead"] and each["ahead"].name, lead)

    return {
        "pair": (found["pair"].ahead, found["pair"].behind, found["pair"].games),
        "partners": found["partners"],
        "undecided": found["undecided"],
        "last": [meeting(each) for each in found["last"]],
        "sides": {
            side["person"].name: (side["lead"], [at[each["game"].id] for each in side["run"] or ()])
            for side in found["sides"]
        },
        "closest": found["closest"] and meeting(found["closest"]),
    }


def said_of_player(group, person, year, at):
    """Return what a player's page says of a year or of all time."""
    found = player_page(group, Player.objects.get(pk=person.id), year or 0)
    places = {"1st": 1, "2nd": 2, "3rd": 3, **{f"{place}th": place for place in range(4, 11)}}
    return {
        "years": found["years"],
        "cups": [(at[since.id], frozenset(before)) for _name, since, before in found["cups"]],
        "run": [at[game.id] for game in found["run"]],
        "reached": [at[each["game"].id] for each in found["reached"]],
        "kinds": {each["key"]: (each["record"].games, each["record"].wins) for each in found["played"]},
        "lately": [
            (each["night"], each["place"] and places[sentence(each["place"])], each["of"], each["won"])
            for each in found["finishes"]
        ],
        "rivals": {other.name: (pair.ahead, pair.behind, pair.games) for other, pair in found["rivals"]},
    }


def said_of_the_year(group, year, at):
    """Return what stands out on the page of a year."""
    page = year_page(group, year)
    gnome = next((fact for fact in page["facts"] if "column" in fact), None)
    pair, duelists = page["duel"]
    return {
        "ranking": [
            (person.name, record.wins, record.games) for person, record in (*page["champions"], *page["others"])
        ],
        "champions": {person.name for person, _record in page["champions"]},
        "uneven of the year": page["uneven"],
        "hands": page["hands"],
        "evenings": [
            (
                evening["date"],
                evening["place"],
                evening["hands"],
                {person.name for person in evening["winners"]},
                evening["took"] and 60 * evening["took"][0] + evening["took"][1],
            )
            for evening in page["evenings"]
        ],
        "places": page["places"],
        "longest": page["longest"]["date"],
        "facts": {
            sentence(fact["label"]): (
                (fact["best"].amount, {person.name for person in fact["people"]}, fact["best"].hand),
                at[fact["game"].id],
            )
            for fact in page["facts"]
            if "best" in fact
        },
        "gnome": gnome and (gnome["amount"], gnome["given"][0][1]),
        "duel": pair and (pair.behind, pair.games),
        "equals": {
            *((person.name, points) for person, points in (gnome["given"] if gnome else ())),
            *([(tuple(person.name for person in duelists), tuple(pair))] if pair else ()),
        },
    }


def numbers(history):
    """Return the number of each game in order, by its id."""
    return {game.id: number for number, game in enumerate(history.games)}


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
    persons, ever, reached = everybody(group), numbers(history), second.milestones(games)
    differing = {}
    for year in (None, *second.years(games)):
        among, theirs = history.among(year=year), [game for game in games if year in (None, game.night.year)]
        at, playing = numbers(among), {persons[person] for game in among.games for person in game.persons}
        app, expected = said_by_the_app(among, names), said_by_the_second(theirs)
        app |= said_of_everything(group, year, ever) | {"grid": said_of_rivals(group, year)}
        expected |= second.everything(games, year) | {"grid": second.grid(theirs)}
        for person in playing:
            app["player", person.name] = said_of_player(group, person, year, ever)
            expected["player", person.name] = second.player(games, person.name, year, reached)
        for one, other in combinations(playing, 2):
            if any({one.id, other.id} <= {*game.persons} for game in among.games):
                app["two", one.name, other.name] = said_of_two(group, persons, one, other, year, at)
                expected["two", one.name, other.name] = second.two(theirs, one.name, other.name)
        if year:
            app |= said_of_the_year(group, year, at)
            expected |= second.year(theirs, minutes)
            expected["equals"] &= app["equals"]
        differing |= {(year, key): (app[key], expected[key]) for key in expected if app[key] != expected[key]}
        found.update(worth_finding(expected, theirs))
    for game in games:
        columns = {name: finish.column for name, finish in game.finishes.items()}
        found.update(["sides"] if len(columns) > len({*columns.values()}) else [])
        found.update(["a tie"] if len({columns[name] for name in game.winners}) > 1 else [])
        found.update([] if game.is_decided else ["everybody" if game.winners else "nobody"])
    return differing


def worth_finding(said, games):
    """Yield what could be missing, of all that the second program says of these games."""
    yield from (each.kind for each in said["milestones"])
    yield from (*said["streaks"], *said.get("facts", ()))
    yield from (key for key in ("gnome", "duel", "places") if said.get(key))
    yield from (f"{key} among wins" for key, count in said["uneven"].items() if count)
    shares = [wins / played for _place, _name, wins, played in said["share"]]
    twos = [each for key, each in said.items() if key[0] == "two"]
    met = [meeting for each in twos for meeting in each["last"]]
    for rare, is_so in {
        "few games": shares != sorted(shares, reverse=True),
        "twelve months": len(said["months"]) == 12,
        "a full grid": len(said["grid"]) == 64,
        "partners": any(each["partners"] for each in twos),
        "undecided": any(each["undecided"] for each in twos),
        "level": any(each.ahead is None for each in met),
        "turned": any(each.by > 0 and games[each.game].low for each in met),
        "ahead with less": any(each.by < 0 for each in met),
    }.items():
        yield from [rare] if is_so else []


def histories(full):
    """Yield the games of each history."""
    count = FULL if full else HISTORIES
    files = [file for seed in range(count if full else 2) for file in random_files(seed)]
    for number in range(count):
        quick = (quick_game(Random(f"{number} {game}"), slug) for game, slug in enumerate(SLUGS))
        gnome = (game_with_gnome(Random(f"{number} {game}")) for game in range(6))
        yield [*files[number::count], *quick, *gnome]
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
    assert rescore_all() == ([], [])
    assert said_by_the_app(*history_and_names(group)) == before


def test_a_history_is_read_anew_when_another_game_is_hidden_instead(group):
    one, other = Game.objects.filter(state=Game.State.OVER, hidden=False)[:2]
    hide_game(game=other, hidden=True)
    Game.objects.filter(pk=other.pk).update(version=one.version - 1)
    assert one.pk in [game.id for game in history_of(group).games]
    hide_game(game=one, hidden=True)
    hide_game(game=other, hidden=False)  # with the version that the other one had
    assert other.pk in [game.id for game in history_of(group).games]
