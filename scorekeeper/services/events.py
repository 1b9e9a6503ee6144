"""The log that a group's owners can read. Each write adds its own event, in its own transaction."""

from scorekeeper.models import Event, Link, Membership


def note(group_id: int, kind: str, by: Membership | None, **values: str | int) -> None:
    """Add an event to a group's log. `by` is None if no member did it.

    Names are stored as they are now. If an event names another member, `who` must hold that membership's id, so that
    deleting an account can remove the name.
    """
    names = {} if by is None else {"by": by.name}
    Event.objects.create(group_id=group_id, kind=kind, member=by, values=names | values)


def about(link: Link) -> dict[str, str | int]:
    """Return the values by which an event describes a link: what it is for, and its label."""
    if link.kind == Link.Kind.JOIN:
        return {"link": link.role, "label": link.label}
    scope = "game" if link.game_id else "night" if link.night_id else "all"
    return {"link": scope, "label": link.label}


def note_export(*, by: Membership, games: int) -> None:
    """Note that a member has exported this many games."""
    note(by.group_id, Event.Kind.EXPORTED, by, games=games)
