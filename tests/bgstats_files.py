"""Exports of Board Game Stats for tests, with plays in shorthand.

"Ann 13.5 *, Bob 4+0+3 #2, Cy @red" gives scores, winners (*), ranks (#) and teams (@); "?" is an anonymous player.
"""

from itertools import count

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim")
PEOPLE = [{"id": number, "name": name, "isAnonymous": False} for number, name in enumerate(NAMES, start=1)]
PEOPLE += [{"id": 90, "name": "Anonymous player", "isAnonymous": True}]
REFS = {person["name"]: person["id"] for person in PEOPLE} | {"?": 90}


def row(text):
    """Return what one player had in a play."""
    name, *words = text.split()
    found = {"playerRefId": REFS[name], "score": "", "rank": 0, "winner": False, "team": None, "seatOrder": 0}
    for word in words:
        match word[0]:
            case "*":
                found["winner"] = True
            case "#":
                found["rank"] = int(word[1:])
            case "@":
                found["team"] = word[1:]
            case _:
                found["score"] = word
    return found | {"startPlayer": False, "newPlayer": False, "role": ""}


def play(scores, game=1, date="2024-03-09 20:15:00", **changes):
    """Return a play of a game with these changes; a value of `...` omits the key."""
    rows = [row(text) for text in scores.split(",")]
    base = {"playDate": date, "ignored": False, "gameRefId": game, "locationRefId": 1, "usesTeams": "@" in scores}
    base |= {"comments": "", "playerScores": rows, "durationMin": 60, "rating": 0}
    return {key: value for key, value in (base | changes).items() if value is not ...}


def game(name="Wingspan", id=1, **changes):
    """Return a game with these changes."""
    return {"id": id, "name": name, "highestWins": True, "noPoints": False, "cooperative": False} | changes


def export(*plays, games=(), **changes):
    """Return a whole export, in which each play without a `uuid` has one of its own."""
    numbers = count(1)
    plays = [{"uuid": f"10000000-0000-4000-8000-{next(numbers):012}"} | play for play in plays]
    base = {"players": PEOPLE, "games": list(games) or [game()], "locations": [{"id": 1, "name": "At Ann’s"}]}
    return base | {"plays": plays, "tags": [], "userInfo": {"meRefId": 1}} | changes
