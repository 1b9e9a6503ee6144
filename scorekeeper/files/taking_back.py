"""Take a whole import back: hide the games that came with it, and show them again."""

from django.db import transaction

from scorekeeper.models import Event, Game, Membership
from scorekeeper.recording.game.writing import show_games
from scorekeeper.rules.text import gettext as _, ngettext
from scorekeeper.web.ledger import Notice, Undo, bump_all, lock
from scorekeeper.web.refusals import Refused


@transaction.atomic
def take_back(*, event: Event, back: bool, by: Membership) -> None:
    """Hide all games of an import that aren't hidden, or show these again, unless some have come in anew since."""
    lock(event.group_id)
    event.refresh_from_db()
    if event.taken_back == back:
        return
    if event.is_final and not back:
        raise Refused(_("These games have been imported again since."))
    games = Game.objects.filter(came_with=event, hidden=not back)
    if not back:
        games = games.filter(pk__in=event.values["hid"])
    ids = list(games.values_list("pk", flat=True))
    show_games(ids, hidden=back)
    event.taken_back, event.values = back, event.values | {"hid": ids if back else []}
    event.save(update_fields=["taken_back", "values"])
    said = ngettext("Taken back: {count} game is hidden.", "Taken back: {count} games are hidden.", len(ids))
    if not back:
        said = ngettext("{count} game is back.", "{count} games are back.", len(ids))
    undo = Undo(route="take_back", ids=(event.group_id, event.pk), fields={"back": str(not back)}, only_owners=True)
    bump_all(event.group_id, Notice(said=said, by=by, undo=undo, of_group=True))
