"""The app's short guides to the tarot games."""

from __future__ import annotations

from scorekeeper.games.tarot.card_points import PACK_CHOICES, PACKS
from scorekeeper.games.tarot.tontine import GROUP_NAMES, GROUPS, Groups
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.game import Guide
from scorekeeper.rules.words import Text, gettext as _


def _table(head: tuple[Text, Text], *rows: tuple[Text, int]) -> tuple[tuple[Text, ...], ...]:
    return head, *((name, _("{n}", n=count)) for name, count in rows)


def _short(*paragraphs: Text) -> tuple[Guide, ...]:
    return Guide(_("In short"), *paragraphs), COUNT, ADD_UP, VARIANTS


HONOURS = _("The Honours are the Magician, the World and the Fool.")
COUNT = Guide(
    _("What the cards count"),
    HONOURS,
    table=_table(
        (_("Card"), _("Points")),
        (_("Honour"), 5),
        (_("King"), 5),
        (_("Queen"), 4),
        (_("Cavalier"), 3),
        (_("Jack"), 2),
        (_("Ace, but 1 in the plain pack"), 5),
        (_("Any other card"), 1),
    ),
)
ADD_UP = Guide(
    _("What a hand adds up to"),
    _("All cards are won by somebody, so anything else is a slip in counting."),
    table=_table((_("Pack"), _("Points in all")), *((pack.label, PACKS[pack.value]) for pack in PACK_CHOICES)),
)
VARIANTS = Guide(
    _("The Last Laugh and the Courtship Rules"),
    _("Both change who wins a trick and who keeps the Fool. What is won counts the same."),
)
FOUR = (
    _(
        "Partners count what they won together or each alone: their sum is the side’s score. "
        "When one of them is written, the other may be left out."
    ),
    _("A game has 4 hands, unless the house says otherwise. Most points win; equal ones share the win."),
)
CONFERENCE = _short(_("Four players; the first and second are partners against the third and fourth."), *FOUR)
SCARTO = _short(
    _("Three players, each alone. After the tricks everybody counts the cards won in them; that is the score."),
    _("A game has 3 hands, unless the house says otherwise. Most points win; equal ones share the win."),
)
TAROCCHI = _short(
    _("Four players; those who face are partners, the first and third against the second and fourth."), *FOUR
)
TONTINE = (
    Guide(
        _("In short"),
        _("A way to score the tricks of Scarto, Tarocchi or Conference, with the players and sides of that game."),
        _(
            "The cards fall into nine groups. Whoever takes the last card of a group that is played, and leaves it face"
            " up, gets the whole group; turned down, the group is forfeited to nobody."
        ),
        _(
            "A game has 3 hands when played as Scarto, else 4, unless the house says otherwise. Most points win; equal"
            " ones share the win."
        ),
    ),
    Guide(
        _("What the groups count"),
        HONOURS,
        table=_table(
            (_("Group"), _("Points")),
            *((field.label, GROUPS[field.name]) for field in fields_of(Groups) if field.name in GROUP_NAMES),
            (_("Pips of each of the four suits"), 10),
            (_("All nine groups"), sum(GROUPS.values())),
        ),
    ),
    Guide(
        _("Three players"),
        _("Everybody scores the own points less 37, a third of 111."),
        _("Pair by pair instead: everybody settles with each of the others, the own points less theirs."),
    ),
    Guide(
        _("Four players"),
        _("The side with 56 or more scores what it has more than the other side, which scores nothing."),
        _(
            "When so much is forfeited that no side has 56, nobody scores; by a house rule the higher side scores the"
            " difference even then."
        ),
    ),
    VARIANTS,
)
