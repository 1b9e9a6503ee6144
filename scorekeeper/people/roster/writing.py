"""Add players to a roster, rename them, change their marks, retire them, and merge entries for the same person."""

from collections import Counter
from collections.abc import Iterator, Sequence

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format

from scorekeeper.formats.language import name_key
from scorekeeper.models import MARKS, Membership, Player, Playgroup, Seat
from scorekeeper.people.roster.reading import why_full
from scorekeeper.rules.text import both, gettext as _, ngettext
from scorekeeper.web.ledger import Notice, Undo, bump_all, lock, refuse_late
from scorekeeper.web.refusals import Refused, or_404


@transaction.atomic
def add_player(*, group: Playgroup, name: str, by: Membership | None = None) -> Player:
    """Add a player with this cleaned name, or bring back the one who has it, ignoring case. Return the main entry."""
    lock(group.pk)
    key = name_key(name)
    if player := Player.objects.filter(group=group, name_key=key).select_related("same_as").first():
        player = player.same_as or player
        if not player.retired:
            return player
        player.retired = False
        player.save(update_fields=["retired"])
        said = _("{name} is back.", name=player.name)
    elif why := why_full(group):
        raise Refused(why, path="name")
    else:
        player = Player.objects.create(group=group, name=name, name_key=key, mark=next(_next_marks(group)))
        said = _("{name} added.", name=player.name)
    retire: dict[str, str | int] = {"name": player.name, "mark": player.mark, "retired": "on"}
    undo = Undo(route="change_player", ids=(player.pk,), fields=retire, only_owners=True)
    bump_all(group.pk, Notice(said=said, by=by, undo=undo, where="players"))
    return player


def add_players(*, group: Playgroup, names: Sequence[str]) -> None:
    """Add cleaned names that aren't on the roster yet. The caller must lock the group and increment its version."""
    Player.objects.bulk_create(
        Player(group=group, name=name, name_key=name_key(name), mark=mark)
        for name, mark in zip(names, _next_marks(group), strict=False)
    )


def _next_marks(group: Playgroup) -> Iterator[int]:
    """Yield a mark for each new player: the lowest of the least used; merged entries count only among tied ones."""
    rows = Player.objects.filter(group=group).values_list("mark", "same_as")
    used = Counter(mark for mark, same_as in rows if same_as is None)
    merged = Counter(mark for mark, same_as in rows if same_as is not None)
    while True:
        mark = min(range(MARKS), key=lambda mark: (used[mark], merged[mark]))
        used[mark] += 1
        yield mark


@transaction.atomic
def change_player(
    *,
    group: Playgroup,
    player_id: int,
    name: str,
    mark: int | None = None,
    retired: bool | None = None,
    by: Membership | None = None,
    as_of: int | None = None,
) -> None:
    """Change a player's cleaned name (on all sheets), mark or retired status. None leaves a value unchanged."""
    group = lock(group.pk)
    player = _find_player(group, player_id)
    key = name_key(name)
    if other := Player.objects.filter(group=group, name_key=key).exclude(pk=player.pk).first():
        raise Refused(_("{name} is already on the roster.", name=other.name), path="name")
    old_name, old_mark, was_retired = player.name, player.mark, player.retired
    player.name, player.name_key = name, key
    player.mark = player.mark if mark is None else mark
    player.retired = player.retired if retired is None else retired
    if (player.name, player.mark, player.retired) == (old_name, old_mark, was_retired):
        return
    refuse_late(group, as_of)
    player.save(update_fields=["name", "name_key", "mark", "retired"])
    said = _("{name}’s symbol changed.", name=player.name)
    if player.retired != was_retired:
        said = _("{name} retired.", name=player.name) if player.retired else _("{name} is back.", name=player.name)
    elif player.name != old_name:
        said = _("{before} renamed to {name}.", before=old_name, name=player.name)
    fields: dict[str, str | int] = {"name": old_name, "mark": old_mark}
    if was_retired:
        fields["retired"] = "on"
    undo = Undo(route="change_player", ids=(player.pk,), fields=fields, only_owners=True)
    bump_all(group.pk, Notice(said=said, by=by, undo=undo, where="players"))


@transaction.atomic
def merge_player(
    *, group: Playgroup, player_id: int, same_as: int | None, by: Membership | None = None, as_of: int | None = None
) -> None:
    """Merge an entry into another one for the same person or, if `same_as` is None, undo its merge.

    If `same_as` is itself merged, its main entry is used. Raise `Refused` if the two ever played together, or if other
    entries are merged into this one. An undo right after the merge restores both entries exactly.
    """
    group = lock(group.pk)
    player = _find_player(group, player_id)
    main = player.same_as
    if same_as is not None:
        target = _find_player(group, same_as)
        if target.pk == player.pk:
            raise Refused(_("Choose someone else."), path="same_as")
        main = target.same_as or target
    if main is None or (same_as is not None and player.same_as == main):
        return
    refuse_late(group, as_of)
    before = {
        "player": player.pk,
        "member": player.member_id,
        "main_member": main.member_id,
        "main_retired": main.retired,
    }
    if same_as is None:
        Player.objects.filter(pk=player.pk).update(same_as=None)
        notice = Notice.of(group) if as_of else None
        was = notice.before if notice else {}
        if was.get("player") == player.pk:  # this merge is undone, so both are as they were
            Player.objects.filter(pk=main.pk).update(member=was["main_member"], retired=was["main_retired"])
            Player.objects.filter(pk=player.pk).update(member=was["member"])
        said = _("{name} and {main} are separate again.", name=player.name, main=main.name)
    else:
        _refuse_merge(player, main)
        # The main entry ends up active if either was, and takes over the other's member if it has none.
        main = Player.objects.select_related("member").get(pk=main.pk)
        if _is_claimed(player) and not _is_claimed(main):
            main.member = player.member
        main.retired = main.retired and player.retired
        main.save(update_fields=["member", "retired"])
        Player.objects.filter(pk=player.pk).update(same_as=main, member=None)
        said = _("{name} merged into {main}.", name=player.name, main=main.name)
    again = {"same_as": main.pk if same_as is None else 0}
    undo = Undo(route="merge_player", ids=(player.pk,), fields=again, only_owners=True)
    bump_all(group.pk, Notice(said=said, by=by, undo=undo, before=before, where="players"))


def _find_player(group: Playgroup, player_id: int) -> Player:
    return or_404(Player.objects.filter(pk=player_id, group=group).select_related("same_as", "member").first())


def _refuse_merge(player: Player, main: Player) -> None:
    if others := list(player.others.order_by("name_key").values_list("name", flat=True)):
        why = ngettext(
            "{others} is merged into {name}. Separate them first.",
            "{others} are merged into {name}. Separate them first.",
            len(others),
            others=both(others),
            name=player.name,
        )
        raise Refused(why, path="same_as")
    games = Seat.objects.filter(player=player, game__group=player.group_id).values("game")
    shared_seats = Seat.objects.filter(Q(player=main) | Q(player__same_as=main), game__in=games).exclude(player=player)
    if seat := shared_seats.select_related("player", "game__night").order_by("game__night__date", "game").first():
        values = {"name": player.name, "other": seat.player.name, "date": date_format(seat.game.night.date, "D M j, Y")}
        why = _("{name} and {other} played in the same game on {date}, so they’re two people.", **values)
        raise Refused(why, path="same_as")


def _is_claimed(player: Player) -> bool:
    return player.member is not None and player.member.removed_at is None
