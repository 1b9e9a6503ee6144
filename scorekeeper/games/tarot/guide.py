"""The app's short guides to the tarot games."""

from scorekeeper.games.tarot.card_points import PACK_CHOICES, PACKS
from scorekeeper.games.tarot.tontine import GROUP_NAMES, GROUPS, Groups
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.game import Guide
from scorekeeper.rules.text import Text, gettext as _


def _table(head: tuple[Text, Text], *rows: tuple[Text, int]) -> tuple[tuple[Text, ...], ...]:
    return head, *((name, _("{n}", n=count)) for name, count in rows)


def _short(*paragraphs: Text) -> tuple[Guide, ...]:
    return Guide(_("In brief"), *paragraphs), COUNT, ADD_UP, VARIANTS


HONOURS = _("The Honors are the Magician, the World and the Fool.")
COUNT = Guide(
    _("What the cards are worth"),
    HONOURS,
    table=_table(
        (_("Card"), _("Points")),
        (_("Honor"), 5),
        (_("King"), 5),
        (_("Queen"), 4),
        (_("Cavalier"), 3),
        (_("Jack"), 2),
        (_("Ace (1 in the plain pack)"), 5),
        (_("Any other card"), 1),
    ),
)
ADD_UP = Guide(
    _("What a hand adds up to"),
    _("Every card is won by someone, so any other total is a miscount."),
    table=_table((_("Pack"), _("Total")), *((pack.label, PACKS[pack.value]) for pack in PACK_CHOICES)),
)
VARIANTS = Guide(
    _("The Last Laugh and the Courtship Rules"),
    _("These change who wins a trick and who keeps the Fool, but not the scoring."),
)
FOUR = (
    _(
        "A side scores the card points in its tricks. Partners can count together or separately: once one of them "
        "has points, the other can be left out."
    ),
    _("A game is 4 hands, unless you choose otherwise. The highest total wins, and ties share the win."),
)
CONFERENCE = _short(_("Four players: the first and second play as partners against the third and fourth."), *FOUR)
SCARTO = _short(
    _("Three players, no partners. You score the card points in your tricks."),
    _("A game is 3 hands, unless you choose otherwise. The highest total wins, and ties share the win."),
)
TAROCCHI = _short(_("Four players, with partners opposite each other."), *FOUR)
TONTINE = (
    Guide(
        _("In brief"),
        _("Another way to score Scarto, Tarocchi or Conference, with the same players and sides."),
        _(
            "The cards form nine groups. Take the last card played from a group and leave it face up, and the whole"
            " group is yours. Turn it face down, and nobody gets the group."
        ),
        _(
            "A game is 3 hands when played as Scarto and 4 otherwise, unless you choose another number. The highest"
            " total wins, and ties share the win."
        ),
    ),
    Guide(
        _("What the groups are worth"),
        HONOURS,
        table=_table(
            (_("Group"), _("Points")),
            *((field.label, GROUPS[field.name]) for field in fields_of(Groups) if field.name in GROUP_NAMES),
            (_("The pips of each suit"), 10),
            (_("All nine groups"), sum(GROUPS.values())),
        ),
    ),
    Guide(
        _("Three players"),
        _("Your score is your points minus 37, a third of 111."),
        _("House rule: settle pair by pair instead. Against each of the others, score your points minus theirs."),
    ),
    Guide(
        _("Four players"),
        _("The side with 56 or more scores the difference. The other side scores nothing."),
        _(
            "If forfeits leave neither side with 56, nobody scores. House rule: the higher side scores the"
            " difference anyway."
        ),
    ),
    VARIANTS,
)
