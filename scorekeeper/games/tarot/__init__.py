"""Scarto, Tarocchi, and Conference, which score card points, and Tontine, which scores groups of cards instead."""

from scorekeeper.games.tarot import guide
from scorekeeper.games.tarot.card_points import CardPoints, CardPointsScreen, CardPointsStatistics, ThreeHands
from scorekeeper.games.tarot.tontine import Tontine, TontineScreen, TontineStatistics
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.text import gettext as _


class Conference(CardPoints):
    """Four players, the first and second against the third and fourth. RULES.md: Players and sides."""

    slug = "conference"
    name = _("Conference")


class Scarto(CardPoints):
    """Three players, each playing alone. RULES.md: Players and sides."""

    slug = "scarto"
    name = _("Scarto")
    players = range(3, 4)
    options = ThreeHands


class Tarocchi(CardPoints):
    """Four players, the first and third against the second and fourth. RULES.md: Players and sides."""

    slug = "tarocchi"
    name = _("Tarocchi")


CARD_POINTS = CardPointsStatistics()
CONFERENCE = CardGame(rules=Conference(), screen=CardPointsScreen, statistics=CARD_POINTS, guide=guide.CONFERENCE)
SCARTO = CardGame(rules=Scarto(), screen=CardPointsScreen, statistics=CARD_POINTS, guide=guide.SCARTO)
TAROCCHI = CardGame(rules=Tarocchi(), screen=CardPointsScreen, statistics=CARD_POINTS, guide=guide.TAROCCHI)
TONTINE = CardGame(rules=Tontine(), screen=TontineScreen, statistics=TontineStatistics(), guide=guide.TONTINE)
