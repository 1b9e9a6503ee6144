"""The short pages of the tarot games' rules, in our own words."""

from __future__ import annotations

from scorekeeper.rules.base import Guide
from scorekeeper.rules.words import Text, gettext as _


def _rows(*rows: tuple[Text, int]) -> tuple[tuple[Text, ...], ...]:
    return tuple((name, _("{n}", n=count)) for name, count in rows)


_HONOURS = _("The Honours are the Magician, the World and the Fool.")
_VARIANTS = Guide(
    heading=_("The Last Laugh and the Courtship Rules"),
    paragraphs=(_("Both change who wins a trick and who keeps the Fool. What is won counts the same."),),
)
_CARD_POINTS = (
    Guide(
        heading=_("What the cards count"),
        paragraphs=(_HONOURS,),
        table=(
            (_("Card"), _("Points")),
            *_rows(
                (_("Honour"), 5),
                (_("King"), 5),
                (_("Queen"), 4),
                (_("Cavalier"), 3),
                (_("Jack"), 2),
                (_("Ace, but 1 in the plain pack"), 5),
                (_("Any other card"), 1),
            ),
        ),
    ),
    Guide(
        heading=_("What a hand adds up to"),
        paragraphs=(_("All cards are won by somebody, so anything else is a slip in counting."),),
        table=(
            (_("Pack"), _("Points in all")),
            *_rows(
                (_("Loka, 78 cards"), 146),
                (_("Loka with Good and Evil, 80 cards"), 148),
                (_("Plain, 78 cards"), 130),
            ),
        ),
    ),
    _VARIANTS,
)
_PARTNERS = _(
    "Partners count what they won together or each alone: their sum is the side’s score. "
    "When one of them is written, the other may be left out."
)


def _short(*paragraphs: Text) -> tuple[Guide, ...]:
    return (Guide(heading=_("In short"), paragraphs=paragraphs), *_CARD_POINTS)


SCARTO = _short(
    _("Three players, each alone. After the tricks everybody counts the cards won in them; that is the score."),
    _("A game has 3 hands, unless the house says otherwise. Most points win; equal ones share the win."),
)
TAROCCHI = _short(
    _("Four players; those who face are partners, the first and third against the second and fourth."),
    _PARTNERS,
    _("A game has 4 hands, unless the house says otherwise. Most points win; equal ones share the win."),
)
CONFERENCE = _short(
    _("Four players; the first and second are partners against the third and fourth."),
    _PARTNERS,
    _("A game has 4 hands, unless the house says otherwise. Most points win; equal ones share the win."),
)
TONTINE = (
    Guide(
        heading=_("In short"),
        paragraphs=(
            _("A way to score the tricks of Scarto, Tarocchi or Conference, with the players and sides of that game."),
            _(
                "The cards fall into nine groups. Whoever takes the last card of a group that is played, and leaves it"
                " face up, gets the whole group; turned down, the group is forfeited to nobody."
            ),
            _(
                "A game has 3 hands when played as Scarto, else 4, unless the house says otherwise. Most points win;"
                " equal ones share the win."
            ),
        ),
    ),
    Guide(
        heading=_("What the groups count"),
        paragraphs=(_HONOURS,),
        table=(
            (_("Group"), _("Points")),
            *_rows(
                (_("Kings"), 20),
                (_("Queens"), 16),
                (_("Cavaliers"), 12),
                (_("Jacks"), 8),
                (_("Honours"), 15),
                (_("Pips of each of the four suits"), 10),
                (_("All nine groups"), 111),
            ),
        ),
    ),
    Guide(
        heading=_("Three players"),
        paragraphs=(
            _("Everybody scores the own points less 37, a third of 111."),
            _("Pair by pair instead: everybody settles with each of the others, the own points less theirs."),
        ),
    ),
    Guide(
        heading=_("Four players"),
        paragraphs=(
            _("The side with 56 or more scores what it has more than the other side, which scores nothing."),
            _(
                "When so much is forfeited that no side has 56, nobody scores; by a house rule the higher side scores"
                " the difference even then."
            ),
        ),
    ),
    _VARIANTS,
)
