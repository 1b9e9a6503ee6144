"""Save a night's place and note."""

from django.db import transaction

from scorekeeper.models import Night
from scorekeeper.queries.looking_back.recaps import words_digest
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.errors import Stale
from scorekeeper.services.settle import lock, raise_all


@transaction.atomic
def change_night(*, night: Night, place: str, note: str, seen: str) -> Night:
    """Change a night's place and note. `seen` is the digest of the values that the page showed.

    A repeated change does nothing. Raise `Stale` if somebody else has changed them; `night` then holds the new values.
    """
    lock(night.group_id)
    night.refresh_from_db(fields=["place", "note"])
    if (night.place, night.note) == (place, note):
        return night
    if words_digest(night) != seen:
        raise Stale(_("Someone else changed this too. Their version is above; yours is still in the form."))
    night.place, night.note = place, note
    night.save(update_fields=["place", "note"])
    raise_all(night.group_id)
    return night
