"""The people that tests use (an owner, a recorder and a stranger), and helpers that let them play.

Hands are written in shorthand: "10 6 - 8 | A | 12 9 3 7" gives the bids, who peeked, and the points taken; "pass" is a
hand in which everyone passed. Single taps are written in words: "A bid 10", "B passed", "C peeked", "D took 7",
"gnome 9S".
"""

import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.cache import cache

from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.models import Game, Hand, Membership, Player, Playgroup, Revision, Standing, User
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game import writing as game_writing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.hand import writing as hand_writing
from scorekeeper.recording.hand.writing import Seen
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.rules.declaration import Value
from scorekeeper.web.refusals import Stale

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve")
LETTERS = "ABCDE"
DONE = "hand.bidding_done"
A_HAND = "10 6 - 8 | | 12 9 3 7"
"""Example T1 in RULES.md: Ann +24, Bob +6, Dee +7, the Gnome +6; the points add up to 31."""


@dataclass(frozen=True, kw_only=True)
class Cast:
    """A group with its owner and a recorder, and a stranger, who owns another group."""

    owner: Membership
    recorder: Membership
    stranger: Membership

    @property
    def group(self) -> Playgroup:
        """The group that the owner and the recorder share."""
        return self.owner.group


def make_cast() -> Cast:
    """Create the cast, by the app's own writes where they exist."""
    owner = start_group("Wednesday", "Olga")
    recorder = Membership.objects.create(
        group=owner.group, user=User.objects.create_browser(), role=Membership.Role.RECORDER, name="Rex"
    )
    return Cast(owner=owner, recorder=recorder, stranger=start_group("Elsewhere", "Sly"))


def start_group(name: str, owner: str, time_zone: str = "Europe/Berlin") -> Membership:
    """Start a group and return its owner's membership. The owner of the cast only keeps score."""
    member = groups_writing.start_group(uid=uuid.uuid4(), name=name, owner_name=owner, time_zone=time_zone, user=None)
    member.players.all().delete()
    return member


def seat_players(group: Playgroup, count: int = 4) -> list[Player]:
    """Add Ann, Bob, Cy and so on to the roster. An empty roster, as in most tests, is filled in one write."""
    if not group.players.exists():
        roster_writing.add_players(group=group, names=NAMES[:count])
        return list(group.players.order_by("pk"))
    return [roster_writing.add_player(group=group, name=name) for name in NAMES[:count]]


def new_game(group: Playgroup, count: int = 4, **more) -> setup_writing.NewGame:
    """Return the choices for a new game. The last seat deals first, so that Ann bids first."""
    seats = tuple(player.pk for player in seat_players(group, count))
    chosen = {
        "uid": uuid.uuid4(),
        "rules": Trumplestiltskin(),
        "players": seats,
        "first_dealer": len(more.get("players", seats)) - 1,
        "options": {},
    }
    return setup_writing.NewGame(**(chosen | more))


def start_game(by: Membership, players: int = 4, **options: Value) -> Game:
    """Start a game."""
    return setup_writing.start_game(group=by.group, new=new_game(by.group, players, options=options), by=by)


def start_short_game(by: Membership, target: int = 40) -> Game:
    """Start a game that ends once somebody has `target` points: by default, after two hands like `A_HAND`."""
    return start_game(by, player_target=target)


def tap_from_words(words: str) -> tuple[str, Value]:
    """Return the path and value of a tap written in words."""
    who, _space, rest = words.partition(" ")
    if who == "done":
        return DONE, True
    if who == "dealer":
        return "dealer", LETTERS.index(rest)
    if who not in LETTERS:
        return f"hand.{who}", True if who.startswith("no_") else rest
    what, _space, value = rest.partition(" ")
    if what in ("passed", "peeked"):
        return f"players.{LETTERS.index(who)}.{what}", value != "not"
    key = {"bid": "bid", "took": "taken"}[what]
    return f"players.{LETTERS.index(who)}.{key}", None if value == "-" else int(value)


def taps_from_shorthand(hand: str, players: int = 4) -> list[tuple[str, Value]]:
    """Return the taps that enter a whole hand, in the order in which a practiced user would make them."""
    if hand == "pass":
        return [(f"players.{seat}.passed", True) for seat in range(players)]
    bids, peeked, taken, *gnome = (part.strip() for part in hand.split("|"))
    taps = [tap_from_words(f"{who} bid {bid}") for who, bid in zip(LETTERS, bids.split(), strict=False) if bid != "-"]
    taps += [tap_from_words(f"{who} peeked") for who in peeked]
    taps += [tap_from_words("done"), tap_from_words(f"gnome {gnome[0]}" if gnome else "no_gnome")]
    return taps + [tap_from_words(f"{who} took {points}") for who, points in zip(LETTERS, taken.split(), strict=False)]


class Phone:
    """A member's browser, open on one game. It sends what its page last saw, and sees the new state after each tap."""

    def __init__(self, game: Game, by: Membership, number: int | None = 1) -> None:
        self.game, self.by = game, by
        self.open(number)

    def open(self, number: int | None = None) -> "Phone":
        """Load the page of a hand, by default the next one to record."""
        self.page = self.record
        self.number = self.page.next_number if number is None else number
        self.seen = self._seen(self.page)
        return self

    def look(self) -> "Phone":
        """Reload the page, so that it has seen everything written so far."""
        return self.open(self.number)

    def fresh(self) -> Seen:
        """Return the versions that a page would see if it were loaded now."""
        return self._seen(self.record)

    def _seen(self, record: GameRecord) -> Seen:
        hand = record.hand(self.number)
        taps = len(hand.taps) if hand else 0
        return Seen(revisions=hand.revisions if hand else 0, taps=taps, setup=record.setup)

    @property
    def record(self) -> GameRecord:
        """The game as currently stored."""
        return load(Game.objects.get(pk=self.game.pk))

    @property
    def shown(self) -> dict[str, Value]:
        """The answers that the page shows."""
        return dict(self.page.screen(self.number).answers)

    @property
    def draft(self) -> dict[str, Value]:
        """The answers that anybody has entered so far."""
        record = self.record
        return dict(record.screen(self.number).answers)

    @property
    def dealer(self) -> int:
        """The seat that deals the hand, as currently stored."""
        return self.record.dealer_of(self.record.hand(self.number), self.number)

    def tap(self, *words: str, at: str = "", asked: str = "") -> "Phone":
        """Make these taps one after the other. `asked` is the path of the question that they are meant for."""
        for path, value in map(tap_from_words, words):
            self.write(path, value, at, asked)
        return self

    def write(self, path: str, value: Value, at: str = "", asked: str = "") -> None:
        """Write one value at one path."""
        self.page = hand_writing.tap(
            game=self.game, number=self.number, seen=self.seen, path=path, value=value, asked=asked, at=at, by=self.by
        )
        self.seen = self._seen(self.page)

    def put(self, answers: Iterable[tuple[str, object]]) -> None:
        """Store these taps in the hand without checking whether they are possible."""
        stored, taps = self.page.hand(self.number), [[path, value, self.by.pk] for path, value in answers]
        if stored:
            Hand.objects.filter(pk=stored.id).update(taps=taps)
        else:
            dealer = self.page.dealer_of(None, self.number)
            Hand.objects.create(game=self.game, number=self.number, taps=taps, dealer=dealer)
        cache.clear()  # because no counter was incremented
        self.seen = replace(self.seen, taps=len(taps))

    def back(self) -> None:
        """Take one step back."""
        hand_writing.step_back(game=self.game, number=self.number, seen=self.seen, by=self.by)
        self.look()

    def over(self) -> None:
        """Start the hand over."""
        hand_writing.start_over(game=self.game, number=self.number, seen=self.seen, by=self.by)
        self.look()

    def save(self, *, anyway: bool = False) -> Revision:
        """Save the hand. The page stays as it was, so that saving again repeats the same request."""
        return hand_writing.save(game=self.game, number=self.number, seen=self.seen, anyway=anyway, by=self.by)[0]

    def undo(self, revision: Revision) -> Revision:
        """Undo a save."""
        return hand_writing.undo(game=self.game, number=self.number, revision=revision.number, by=self.by)


def enter_hand(game: Game, hand: str, by: Membership, number: int | None = None) -> Phone:
    """Enter a whole hand without saving it, opening each row directly. This also works on a hand already saved."""
    phone = Phone(game, by, number)
    answers = dict(taps_from_shorthand(hand, len(phone.page.names)))
    # First clear the values that will change, so that no new bid equals an old one. Points are cleared before bids,
    # because nobody is asked for points once everyone has passed.
    for path, value in sorted(phone.shown.items(), key=lambda item: not item[0].endswith(".taken")):
        if path.endswith((".bid", ".taken", ".peeked")) and value is not False and answers.get(path) != value:
            with suppress(Stale):  # a question that no longer comes up has no answer to clear
                phone.write(path, False if value is True else None, at=path)
    for path, value in answers.items():
        if phone.shown.get(path) != value:
            phone.write(path, value, at=path)
    return phone


def play(game: Game, *spoken: str, by: Membership, anyway: bool = False) -> list[Revision]:
    """Record hands by entering and saving each one."""
    return [_put(game, hand, by).save(anyway=anyway) for hand in spoken or (A_HAND,)]


def correct(game: Game, number: int, hand: str, by: Membership, *, anyway: bool = False) -> Revision:
    """Correct a saved hand."""
    return enter_hand(game, hand, by, number).save(anyway=anyway)


def _put(game: Game, hand: str, by: Membership) -> Phone:
    """Store a new hand as if it had been entered on a page, so that long games can be created quickly."""
    phone = Phone(game, by, None)
    phone.put(taps_from_shorthand(hand, len(phone.page.names)))
    return phone


def totals(game: Game) -> str:
    """Return the stored totals in points, as in "24 6 0 7 | 6", with the Gnome last. Half a point is written as .5."""
    stored = dict(Standing.objects.filter(game=game).values_list("column", "half_points"))
    gnome = stored.pop("gnome")
    return " ".join(f"{stored[key] / 2:g}" for key in sorted(stored)) + f" | {gnome / 2:g}"


def counted(game: Game) -> list[int]:
    """Return the numbers of the hands that count."""
    record = load(refresh(game))
    return [hand.number for hand, _counted in zip(record.saved, record.sheet.hands, strict=False)]


def refresh(game: Game) -> Game:
    """Reload the game from the database and return it."""
    return Game.objects.select_related("group", "night").get(pk=game.pk)


def differences(game: Game) -> int:
    """Return how many stored values differ from a fresh replay."""
    return game_writing.rescore(game, write=False)


def signed_in() -> list[int]:
    """Return whose sessions are stored, sorted. Django's test client also stores an empty one before it signs in."""
    return sorted(int(data[SESSION_KEY]) for row in Session.objects.all() if (data := row.get_decoded()))
