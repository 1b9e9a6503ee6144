"""Scarto, Tarocchi, and Conference, which score card points, and Tontine, which scores groups of cards instead."""

from scorekeeper.games.tarot.card_points import CONFERENCE, SCARTO, TAROCCHI
from scorekeeper.games.tarot.tontine import TONTINE

__all__ = ["CONFERENCE", "SCARTO", "TAROCCHI", "TONTINE"]
