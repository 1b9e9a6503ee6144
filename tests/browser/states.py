"""Brings a browser to every page and state that people can encounter, using the writes to set them up quickly.

The states are in `states_*.py`, each with a readable name; `test_pages.py` imports them all.
"""

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.models import Game, Link
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.setup import writing as setup_writing
from tests.browser.driving import Thumb, sign_in
from tests.cast import Cast, Phone, new_game, play, start_game

LONG_NAMES = (
    "Maximiliane-Wilhelmine von Hohenstaufen",
    "Wolfeschlegelsteinhausenbergerdorffwelch",
    "王",
    "Bo",
    "Ann Lee",
)
PASSWORD = "tin soldier on a shelf"
FIVE = "10 6 - 8 7 | CE | 9 6 4 5 7"
STATES: list[Any] = []


class Visit:
    """A browser signed in as the cast's owner."""

    def __init__(self, thumb: Thumb, cast: Cast, home: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.thumb, self.cast, self.home, self.monkeypatch = thumb, cast, home, monkeypatch
        self.page, self.owner = thumb.page, cast.owner
        sign_in(self.page, cast.owner, home)

    def go(self, path: str) -> None:
        """Open an address."""
        self.page.goto(path)

    def game(self, *hands: str, players: int = 4, **options: Any) -> Game:
        """Start a game, save these hands and return the game."""
        game = start_game(self.owner, players, **options)
        if hands:
            play(game, *hands, by=self.owner, anyway=True)
        return game

    def long_game(self, hands: int = 0) -> Game:
        """Start a five-player game with both short and maximum-length names; save this many hands."""
        seats = tuple(roster_writing.add_player(group=self.cast.group, name=name).pk for name in LONG_NAMES)
        game = setup_writing.start_game(
            group=self.cast.group, new=new_game(self.cast.group, players=seats), by=self.owner
        )
        if hands:
            play(game, *[FIVE] * hands, by=self.owner, anyway=True)
        return game

    def watch(self, query: str = "", **target: Any) -> Link:
        """As a stranger, open a watch link to the given `game` or `night`, or to the whole group. Return the link."""
        self.page.context.clear_cookies()
        link = links_writing.make_watch_link(group=self.cast.group, by=self.owner, **target)
        self.go(f"/w/{token_of(link)}/{query}")
        return link

    def sign_up(self) -> str:
        """Give the owner an account and return its recovery code."""
        _user, code = accounts_writing.sign_up(user=self.owner.user, name="Olga", password=PASSWORD)
        sign_in(self.page, self.owner, self.home)
        return code

    def typing(self, *taps: str, game: Game | None = None, at: str = "") -> Game:
        """Store these taps in a hand and open its screen."""
        game = game or self.game()
        Phone(game, self.owner).open().tap(*taps, at="")
        number = game.hands.order_by("-number")[0].number if game.hands.exists() else 1
        self.thumb.open(game, number, at)
        return game

    def see_lost(self) -> None:
        """Let the page ask at once whether it is out of date, as one that was hidden does, and get no good answer."""
        self.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        self.page.locator("#live:not([hidden])").wait_for()


def state(name: str, *, is_judged: bool = True) -> Callable[[Callable[[Visit], None]], Callable[[Visit], None]]:
    """Register a state of a template under a readable name. Axe judges one state of each template."""
    marks = () if is_judged else pytest.mark.nightly

    def add(show: Callable[[Visit], None]) -> Callable[[Visit], None]:
        STATES.append(pytest.param(show, is_judged, id=name, marks=marks))
        return show

    return add


def variant(name: str) -> Callable[[Callable[[Visit], None]], Callable[[Visit], None]]:
    """Register another state of a template, which is only measured, by night."""
    return state(name, is_judged=False)
