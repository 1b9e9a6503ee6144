"""Save a night's place and note."""

from django.db import transaction

from scorekeeper.looking_back.recaps import words_digest
from scorekeeper.models import Membership, Night
from scorekeeper.rules.text import gettext as _
from scorekeeper.web.ledger import Notice, Undo, bump_all, lock, refuse_late
from scorekeeper.web.refusals import Stale


@transaction.atomic
def change_night(
    *, night: Night, place: str, note: str, seen: str, by: Membership | None = None, as_of: int | None = None
) -> Night:
    """Change a night's texts. Raise `Stale`, with the new ones in `night`, if `seen` is no longer their digest."""
    group = lock(night.group_id)
    night.refresh_from_db(fields=["place", "note"])
    if (night.place, night.note) == (place, note):
        return night
    refuse_late(group, as_of)
    if words_digest(night) != seen:
        raise Stale(_("Someone else changed this too. Their version is above; yours is still in the form."))
    before, said = {"place": night.place, "note": night.note}, _("The night’s place and note were changed.")
    if place == night.place:
        said = _("The night’s note was changed.")
    elif note == night.note:
        said = _("The night’s place was changed.")
    night.place, night.note = place, note
    night.save(update_fields=["place", "note"])
    undo = Undo(route="change_night", ids=(night.pk,), fields=before | {"seen": words_digest(night)})
    bump_all(night.group_id, Notice(said=said, by=by, undo=undo, where="night"))
    return night
