"""Games of rounds, in which everybody scores points and players can come and go, for tests of joining and leaving."""

from scorekeeper.games import all_games
from scorekeeper.models import Game, Hand, Membership, Setup
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.rules.declaration import Value
from tests.cast import Phone, new_game, refresh


def start_rounds(by: Membership, players: int | tuple[int, ...] = 3, **options: Value) -> Game:
    """Start a game in which a round is a number for everybody. Its players are new, or those with these ids."""
    options = {"template": "rounds", "name": "Rounds", "negative": True} | options
    rules = all_games()["any_game"].rules
    who = {"count": players} if isinstance(players, int) else {"players": players}
    return setup_writing.start_game(group=by.group, new=new_game(by.group, **who, rules=rules, options=options), by=by)


def tap_points(game: Game, by: Membership, points: str, number: int | None = None) -> Phone:
    """Enter points for the players by seat, as in "12 - 7". A dash skips a player."""
    phone = Phone(game, by, number)
    for seat, value in enumerate(points.split()):
        path = f"players.{seat}.points"
        if value != "-" and phone.shown.get(path) != int(value):
            phone.write(path, int(value), at=path)
    return phone


def play_rounds(game: Game, by: Membership, *rounds: str) -> None:
    """Record rounds, each as the points of all players by seat."""
    for points in rounds:
        tap_points(game, by, points).save()


def record(game: Game) -> GameRecord:
    """Return the game as it is stored."""
    return load(refresh(game))


def totals(game: Game) -> dict[str, int]:
    """Return each player's total, in points."""
    now = record(game)
    return {name: now.sheet.totals[str(seat)] // 2 for seat, name in enumerate(now.names)}


def player(by: Membership, name: str) -> int:
    """Return the id of a player, adding them to the roster if they aren't on it."""
    return roster_writing.add_player(group=by.group, name=name).pk


def setups(game: Game) -> int:
    """Return how often the setup has changed."""
    return Setup.objects.filter(game=game).count() - 1


def stored(game: Game) -> list[tuple[object, ...]]:
    """Return everything stored about a game's hands, with their numbers of revisions."""
    rows = Hand.objects.filter(game=game).order_by("number")
    return [(hand.number, hand.dealer, hand.entry, hand.taps, hand.revisions.count()) for hand in rows]
