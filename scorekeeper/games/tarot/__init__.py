"""The tarot games: Conference, Scarto and Tarocchi, which count cards, and Tontine, which scores any of them by groups.

The mark of their lines: most, more points than any other player or side in this hand.
"""

from __future__ import annotations

from scorekeeper.games.tarot import guide
from scorekeeper.games.tarot.card_points import CardPoints, CardPointsScreen, CardPointsStatistics, ThreeHands
from scorekeeper.games.tarot.tontine import Tontine, TontineScreen, TontineStatistics
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.words import gettext as _


class Conference(CardPoints):
    """Four players: 1 and 2 against 3 and 4. Rules page: the first table."""

    slug = "conference"
    name = _("Conference")


class Scarto(CardPoints):
    """Three players, each alone. Rules page: the first table."""

    slug = "scarto"
    name = _("Scarto")
    players = range(3, 4)
    options = ThreeHands


class Tarocchi(CardPoints):
    """Four players: 1 and 3 against 2 and 4. Rules page: the first table."""

    slug = "tarocchi"
    name = _("Tarocchi")


COUNTED = CardPointsStatistics()
CONFERENCE = CardGame(rules=Conference(), screen=CardPointsScreen, statistics=COUNTED, guide=guide.CONFERENCE)
SCARTO = CardGame(rules=Scarto(), screen=CardPointsScreen, statistics=COUNTED, guide=guide.SCARTO)
TAROCCHI = CardGame(rules=Tarocchi(), screen=CardPointsScreen, statistics=COUNTED, guide=guide.TAROCCHI)
TONTINE = CardGame(rules=Tontine(), screen=TontineScreen, statistics=TontineStatistics(), guide=guide.TONTINE)
