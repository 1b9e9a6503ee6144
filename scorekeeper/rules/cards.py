"""The four suits, as choices."""

from scorekeeper.rules.declaration import Choice
from scorekeeper.rules.text import gettext as _

SUITS = (
    Choice(value="spades", label=_("Spades"), sign="♠"),
    Choice(value="hearts", label=_("Hearts"), sign="♥"),
    Choice(value="diamonds", label=_("Diamonds"), sign="♦"),
    Choice(value="clubs", label=_("Clubs"), sign="♣"),
)
