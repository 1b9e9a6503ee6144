"""Whatever looks back over a group's games agrees with a second program, which only reads the exported file.

For 200 random games and 50 random histories, use `pytest --full tests/looking_back/test_second_opinion.py`.
"""

import re
from collections import Counter
from itertools import combinations, islice
from random import Random

import pytest
from django.core.cache import cache

from scorekeeper.files.exports import of_group
from scorekeeper.files.importing import import_games
from scorekeeper.formats.language import sentence
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.looking_back.figures import everybody
from scorekeeper.looking_back.history import history_of
from scorekeeper.looking_back.players import player_page
from scorekeeper.looking_back.rankings import leaders, ranking, statistics
from scorekeeper.looking_back.rivals import rivals_page, two_page
from scorekeeper.looking_back.years import year_page
from scorekeeper.models import Game, Player, Revision
from scorekeeper.recording.game.writing import rescore_all
from scorekeeper.recording.sheet.writing import hide_game
from tests.cast import start_group
from tests.formats.documents import write_document
from tests.looking_back import second
from tests.looking_back.random_history import (
    ALSO,
    RESULTS,
    SLUGS,
    game_with_gnome,
    merge_players,
    quick_game,
    random_files,
    random_history,
    random_result,
)
from tests.looking_back.second_files import games_in, minutes_of

MILESTONES = ("games", "first", "dry", "row", "ended", "cup", "feat")
FACTS = ("Hand of the year", "Comeback of the year", "Boldest bidder, without a peek", "gnome", "duel", "places")
AMONG_WINS = ("nobody among wins", "shared among wins", "partners among wins", "few games", "twelve months")
AMONG_WINS += ("handless among wins", "unscored among wins")
TWO = ("a full grid", "partners", "undecided", "level", "turned", "ahead with less", "by nobody knows how much")
OF_GAMES = ("nobody", "everybody", "a tie", "sides", "timed")
RARE = (*MILESTONES, *FACTS, "now", "longest", "due", *AMONG_WINS, *TWO, *OF_GAMES)
HISTORIES, FULL, GAMES = 4, 50, 200


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
        lead = each["by"] if each["ahead"] or each["by"] is None else abs(each["by"])
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
        "longest": page["longest"] and page["longest"]["date"],
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
    games, minutes = games_in(raw, same_as), minutes_of(raw)
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
        "turned": any(each.by and games[each.game].low for each in met),
        "ahead with less": any(each.by is None and second.scored(games[each.game]) for each in met),
        "by nobody knows how much": not all(second.scored(games[each.game]) for each in met),
    }.items():
        yield from [rare] if is_so else []


def histories(full):
    """Yield the games of each history."""
    count = FULL if full else HISTORIES
    files = [file for seed in range(count if full else 2) for file in random_files(seed)]
    for number in range(count):
        quick = (quick_game(Random(f"{number} {game}"), slug) for game, slug in enumerate(SLUGS))
        gnome = (game_with_gnome(Random(f"{number} {game}")) for game in range(6))
        results = (random_result(Random(f"{number} {game}"), slug) for game, slug in enumerate(RESULTS))
        yield [*files[number::count], *quick, *gnome, *results]
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
    assert games.filter(setups__number=1, setups__result__has_key="totals").exists(), "a result was corrected"
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
