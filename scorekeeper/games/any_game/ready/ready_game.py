"""What there is to say of a game that comes with the app, beside its recipe."""

from dataclasses import dataclass

from scorekeeper.rules.game import Guide
from scorekeeper.rules.text import Text, gettext as _


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyGame:
    """A game that comes with the app: its name, those of its rows, and the other names that people look for.

    `tie` is how its rules break a tie which the sheet can't see, and `by_hand` whatever else the sheet leaves to the
    table. It was checked against the rules in `source`: a publisher and edition, or a book.
    """

    name: Text
    rows: tuple[Text, ...] = ()
    once: tuple[Text, ...] = ()  # Rows that games of before have.
    also: tuple[Text, ...] = ()
    tie: Text | None = None
    by_hand: tuple[Text, ...] = ()
    source: str = ""

    @property
    def guide(self) -> tuple[Guide, ...]:
        """What its guide says beside how it is scored."""
        left = (*self.by_hand, *filter(None, [self.tie]))
        sections = (Guide(_("What the sheet leaves to you"), *left),) if left else ()
        by = _("By these rules: {source}.", source=self.source)
        return (*sections, Guide(_("Where this comes from"), by)) if self.source else sections
