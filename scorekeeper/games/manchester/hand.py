"""What is recorded for a hand of either Manchester game. All points are whole points."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.declaration import Choice, choice, number
from scorekeeper.rules.text import gettext as _

PACKS = {"loka_78": 146, "plain_78": 130}
"""Option `pack` -> the card points in the whole pack. RULES.md: The pack."""

PICCADILLY_TRICKS, TRUFFLE_TRICKS = 13, 16

ACES = (Choice("loka_78", _("Aces count 5")), Choice("plain_78", _("Aces count 1")))
PACK = _("What an ace is worth, and so what all 78 cards add up to.")
EVEN = _("An even number, so both players deal equally often.")
PILE = _("What this player’s pile was worth after the first part, discards included.")
TRICKS = _("The tricks this player took in the second part.")
DUMMY = _("The tricks in the second part that count for nobody.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules. RULES.md: Options."""

    pack: str = choice(_("Pack"), PACK, ACES, default="loka_78")
    hands: int = number(_("Hands in a game"), EVEN, default=2, low=2)


FIRST: dict[str, Any] = {"per": "player", "stage": "manchester", "needed": True}
SECOND: dict[str, Any] = FIRST | {"stage": "second"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A hand of Piccadilly. RULES.md: First part; Second part."""

    start: tuple[int | None, ...] = number(
        _("Start"),
        _("What this player’s first 13 cards were worth when announced."),
        question=_("What was {name}’s start worth?"),
        low=13,
        high=63,
        **FIRST,
    )
    pile: tuple[int | None, ...] = number(_("Pile"), PILE, question=_("What was {name}’s pile worth?"), **FIRST)
    points: tuple[int | None, ...] = number(
        _("Card points"),
        _("The card points this player took in the second part."),
        question=_("How many card points did {name} take?"),
        **SECOND,
    )
    tricks: tuple[int | None, ...] = number(
        _("Tricks"), TRICKS, question=_("How many tricks did {name} take?"), **SECOND
    )

    @property
    def dummy_tricks(self) -> int | None:
        """The number of tricks the dummy took: always 0, because Piccadilly has no dummy."""
        return 0

    def total(self, name: str) -> int | None:
        """Return the sum of both players' values for a field, or None if one is missing."""
        values = getattr(self, name)
        return None if None in values else sum(values)

    def scores(self, seat: int) -> dict[str, int]:
        """Return a player's first, second, and final scores. RULES.md: First part; Second part; Scoring."""
        first = (self.pile[seat] or 0) - (self.start[seat] or 0)
        second = (self.points[seat] or 0) + (self.tricks[seat] or 0)
        return {"first": first, "second": second, "final": first + second}


@dataclass(frozen=True, slots=True, kw_only=True)
class TruffleEntry(Entry):
    """A hand of Truffle, in which the dummy can also take tricks. RULES.md: Truffle."""

    dummy_tricks: int | None = number(
        _("The dummy’s tricks"), DUMMY, question=_("How many tricks did the dummy take?"), stage="second", needed=True
    )
