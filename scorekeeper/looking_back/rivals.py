"""Who beats whom: a grid of those who played most, and a page for two. In a game, partners are no rivals."""

from collections import Counter
from itertools import groupby
from operator import itemgetter
from statistics import mean
from typing import Any

from scorekeeper.looking_back.figures import FEW_GAMES, Everybody, Person, everybody
from scorekeeper.looking_back.history import History, Pair, history_of
from scorekeeper.models import Game, Playgroup
from scorekeeper.recording.game.reading import made_game
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.rules.text import gettext as _

MOST_RIVALS, MOST_PAIRS, LAST = 8, 3, 5
CLOSE = 1 / 5  # how much more often one of two is ahead, as a share of their games


def rivals_page(group: Playgroup, year: int) -> dict[str, Any]:
    """Return who was ahead of whom in one year, or in all if it has no games. Who beats most others comes first."""
    persons = everybody(group)
    history = history_of(group, persons)
    chosen = year if year in history.years else None
    among = history.among(year=chosen)
    pairs, games = among.pairs(), Counter(person for game in among.games for person in game.persons)
    everyone = sorted({one for one, _other in pairs}, key=lambda person: (-games[person], persons[person].name))
    beaten = Counter(one for (one, _other), pair in pairs.items() if pair.edge > 0)
    most = sorted(everyone[:MOST_RIVALS], key=lambda person: -beaten[person])
    close = [
        (persons[one], persons[other], pair)
        for (one, other), pair in sorted(pairs.items(), key=lambda two: two[1].edge)
        if pair.games >= FEW_GAMES and {one, other} <= {*most}
        if (0, one) < (pair.edge, other) and pair.edge <= CLOSE
    ]
    sentence = None
    if len(everyone) > 2 and len(among.games) >= FEW_GAMES and beaten[most[0]] == len(everyone) - 1:
        sentence = _("{name} has the better of everyone.", name=persons[most[0]].name)
    return {
        "years": history.years,
        "year": chosen,
        "rows": [(persons[one], [(persons[other], pairs.get((one, other))) for other in most]) for one in most],
        "sentence": sentence,
        "close": close[:MOST_PAIRS],
    }


def two_page(group: Playgroup, persons: Everybody, one: Person, other: Person, year: int) -> dict[str, Any]:
    """Return what two people did against each other in one year, or in all if they didn't play together in it.

    In `last`, each game says who was `ahead`, if they weren't level, and `by` how many half points, if that is known.
    A lead means something only within a game, so leads are those of the one that they met in most.
    """
    together = history_of(group, persons).among(one.id, other.id)
    chosen = year if year in together.years else None
    among = together.among(year=chosen)
    known = played_games(group.pk, (slug for slug, _games in among.kinds))
    of_own = Game.objects.filter(pk__in=[game.id for game in among.games if known[game.rules].recipe])
    as_played = {pk: made_game(rules, options) for pk, rules, options in of_own.values_list("pk", "rules", "options")}
    partners, undecided, meetings = 0, 0, list[dict[str, Any]]()
    for game in among.games:
        mine, theirs = (next(end for end in game.finishes if end.person == who.id) for who in (one, other))
        if mine.column == theirs.column:
            partners += 1
        elif mine.place is None or theirs.place is None:
            undecided += 1
        else:
            rules, behind = known[game.rules].rules, mine.place - theirs.place
            made = as_played.get(game.id) or known[game.rules]  # the group may have changed its own game since
            sign = 1 if (behind > 0) == made.rules.low_wins else -1
            by = None if mine.total is None or theirs.total is None else sign * (mine.total - theirs.total)
            ahead = (one if behind < 0 else other) if behind else None
            if ahead and by is not None and by <= 0:
                by = None  # the table said who won
            meetings.append({"game": game, "name": rules.name, "ahead": ahead, "by": by})
    kinds = History(games=tuple(each["game"] for each in meetings)).kinds
    leads = [each for each in meetings if each["by"] is not None and each["game"].rules == kinds[0][0]]
    runs = [(who, list(run)) for who, run in groupby(meetings, key=itemgetter("ahead"))]
    times = Counter(each["ahead"] for each in meetings)
    return {
        "years": together.years,
        "year": chosen,
        "pair": Pair(ahead=times[one], behind=times[other], games=len(meetings)),
        "partners": partners,
        "undecided": undecided,
        "last": meetings[-LAST:],
        "sides": [
            {
                "person": who,
                "lead": mean(own) if (own := [each["by"] for each in leads if each["ahead"] == who]) else None,
                "run": max((run for first, run in runs if first == who), key=len, default=None),
            }
            for who in (one, other)
        ],
        "closest": min(reversed(leads), key=lambda each: abs(each["by"]), default=None),
    }
