"""Add the games in a score sheet file to a group: either all of them, at the same moment, or none.

The games are first staged where nobody sees them (`staging`). Then one short transaction moves them to the group, if
they still belong there. An import that dies leaves only a hidden group, which the next import or the hourly purge
deletes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import OuterRef, Subquery

from scorekeeper.exchange.sheets import GameFile
from scorekeeper.models import Event, Game, Membership, Night, Player, Playgroup
from scorekeeper.queries.files.incoming import Incoming, incoming
from scorekeeper.queries.people.notices import Notice
from scorekeeper.rules.words import ngettext
from scorekeeper.services.deleting import delete_group
from scorekeeper.services.errors import NotFound, Refused
from scorekeeper.services.events import note
from scorekeeper.services.ratings import rate_or_postpone
from scorekeeper.services.rows import update
from scorekeeper.services.settle import finish_ratings, lock, raise_all
from scorekeeper.services.staging import Staged, add_texts, hold_staged, stage
from scorekeeper.services.templates import keep_played, options_of
from scorekeeper.services.totals import addition

# How often the group may change while the last check is made, before that check is made with the group locked.
PATIENCE = 3


@dataclass(frozen=True, kw_only=True)
class Imported:
    """The numbers of games, hands and players added. `here` is the number of games that the group already had."""

    games: int
    hands: int
    players: int
    here: int


def import_games(*, group: Playgroup, games: Sequence[GameFile], by: Membership) -> Imported:
    """Add the games that the group doesn't have yet, with their nights and players.

    Raise `Refused`, with the location in the file as its path, if a game can't be added to this group; `NotFound` if
    the member no longer owns the group; and `Stale` if another import into this group has begun.
    """
    while True:
        plan = _Plan.make(group, games)
        preview = plan.preview
        if not preview.fresh:
            return Imported(games=0, hands=0, players=0, here=preview.here)
        staged = stage(plan.group, preview, by)
        try:
            done = _show(staged, plan, by)
        except BaseException:
            delete_group(staged.group)
            raise
        if done:
            finish_ratings(group.pk)
            return Imported(
                games=len(preview.fresh), hands=preview.hands, players=len(preview.new_players), here=preview.here
            )
        delete_group(staged.group)


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """What an import would add, as of a state of the group."""

    group: Playgroup
    preview: Incoming

    @classmethod
    def make(cls, group: Playgroup, games: Sequence[GameFile]) -> "_Plan":
        """Compare a file's games with the group's. Raise `Refused` if one can't be added."""
        # The group is read first: if it changes in between, its counter tells.
        now = Playgroup.objects.filter(pk=group.pk).first()
        if now is None:
            raise NotFound
        preview = incoming(now, games)
        for objection in preview.objections:
            raise Refused(objection.message, path=objection.place)
        return cls(group=now, preview=preview)

    def agrees_with(self, other: "_Plan") -> bool:
        """Return whether both add the same games, and for the same people."""
        ours, theirs = ((plan.preview.fresh, plan.preview.new_players, plan.preview.known) for plan in (self, other))
        return ours == theirs


def _show(staged: Staged, plan: _Plan, by: Membership) -> bool:
    """Move staged games to their group, unless other games would have to be added now. Return whether they were moved.

    If the group has changed since it was compared with the file, they are compared once more.
    """
    latest = plan
    for patience in reversed(range(PATIENCE + 1)):
        add_sums = addition(plan.group.pk, staged.sums)
        with transaction.atomic():
            group = _locked(plan.group, staged, by)
            if not patience and group.sheets != latest.group.sheets:
                latest, add_sums = _Plan.make(group, plan.preview.games), addition(group.pk, staged.sums)
            if group.sheets == latest.group.sheets and latest.agrees_with(plan):
                _move(staged, group, by, add_sums)
                return True
        latest = _Plan.make(group, plan.preview.games)
        if not latest.agrees_with(plan):
            break
    return False


def _locked(group: Playgroup, staged: Staged, by: Membership) -> Playgroup:
    """Lock the group and the hidden one. Refuse if that one was given up, or the member doesn't own the group now."""
    if not Membership.objects.filter(pk=by.pk, role=Membership.Role.OWNER, removed_at=None).exists():
        raise NotFound
    locked = lock(group.pk)
    hold_staged(staged.group)
    return locked


def _move(staged: Staged, group: Playgroup, by: Membership, add_sums: Callable[[], None]) -> None:
    said = ngettext("{count} game imported.", "{count} games imported.", staged.games)
    raise_all(group.pk, Notice(said=said, by=by))
    _move_games(staged, group)
    keep_played(group.pk, options_of(group.pk, staged.starts))
    Player.objects.filter(group=staged.group).update(group=group)
    add_sums()
    rate_or_postpone(group, staged.starts)
    note(group.pk, Event.Kind.IMPORTED, by, games=staged.games)
    Playgroup.objects.filter(pk=staged.group)._raw_delete(DEFAULT_DB_ALIAS)


def _move_games(staged: Staged, group: Playgroup) -> None:
    """Move the games, and their nights or, where the group has played already, what the file says about them."""
    hidden, ours = Night.objects.filter(group=staged.group), Night.objects.filter(group=group)
    games = Game.objects.filter(group=staged.group)
    if shared := list(ours.filter(date__in=hidden.values("date"))):
        update(Night, [night for night in shared if add_texts(night, staged.texts[night.date])])
        theirs = hidden.filter(date__in=[night.date for night in shared])
        date = hidden.filter(pk=OuterRef(OuterRef("night_id"))).values("date")
        same_night = Subquery(ours.filter(date=Subquery(date)).values("pk"))
        games.filter(night__in=theirs.values("pk")).update(night=same_night)
        theirs._raw_delete(DEFAULT_DB_ALIAS)
    games.update(group=group)
    hidden.update(group=group)
