"""Writing the roster: another name or mark, who plays no more, and which two entries are one person.

An entry that counts as another is always merged straight into it, never by way of a third: so taking one merge back
undoes just that one. Old sheets keep its name; it is no longer offered for new games, and it is no member's.
"""

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format

from scorekeeper.models import Player, Playgroup, Seat
from scorekeeper.rules.words import both, gettext as _, ngettext
from scorekeeper.services.errors import NotThere, Refused
from scorekeeper.services.settle import lock, raise_version
from scorekeeper.text import name_key


@transaction.atomic
def change_player(
    *, group: Playgroup, player_id: int, name: str, mark: int | None = None, retired: bool | None = None
) -> None:
    """Give a player another clean name, another mark, or rest; None leaves what is. All sheets read the new name.

    Raises `NotThere` for another group's player, and `Refused` for a name that somebody else of the roster has.
    """
    lock(group.pk)
    player = _player(group, player_id)
    key = name_key(name)
    if other := Player.objects.filter(group=group, name_key=key).exclude(pk=player.pk).first():
        raise Refused(_("{name} is on the roster already.", name=other.name), path="name")
    player.name, player.name_key = name, key
    player.mark = player.mark if mark is None else mark
    player.retired = player.retired if retired is None else retired
    player.save(update_fields=["name", "name_key", "mark", "retired"])
    raise_version(group.pk)


@transaction.atomic
def merge_player(*, group: Playgroup, player_id: int, same_as: int | None) -> None:
    """Say which other entry is the same person, or with None that there is none after all.

    Who counts as somebody already is asked for that somebody. Raises `NotThere` for another group's players, and
    `Refused` for two who sat in one game, and for an entry that others count as.
    """
    lock(group.pk)
    player = _player(group, player_id)
    if same_as is None:
        Player.objects.filter(pk=player.pk).update(same_as=None)
    else:
        chosen = _player(group, same_as)
        main = chosen.same_as or chosen
        if chosen.pk == player.pk:
            raise Refused(_("This is the entry itself: choose another one."), path="same_as")
        if player.same_as_id == main.pk:
            return
        _refuse_to_merge(player, main)
        _merge(player, main)
    raise_version(group.pk)


def _player(group: Playgroup, player_id: int) -> Player:
    player = Player.objects.filter(pk=player_id, group=group).select_related("same_as", "member").first()
    if player is None:
        raise NotThere
    return player


def _refuse_to_merge(player: Player, main: Player) -> None:
    others = tuple(player.others.order_by("name_key").values_list("name", flat=True))
    if others:
        why = ngettext(
            "{others} counts as {name}: take that back first.",
            "{others} count as {name}: take that back first.",
            len(others),
            others=both(others),
            name=player.name,
        )
        raise Refused(why, path="same_as")
    games = Seat.objects.filter(player=player).values("game")
    same = Seat.objects.filter(Q(player=main) | Q(player__same_as=main), game__in=games).exclude(player=player)
    if seat := same.select_related("player", "game__night").order_by("game__night__date", "game").first():
        why = _(
            "{name} and {other} sat in one game, on {date}: they are two people.",
            name=player.name,
            other=seat.player.name,
            date=date_format(seat.game.night.date, "D j M Y"),
        )
        raise Refused(why, path="same_as")


def _merge(player: Player, main: Player) -> None:
    """Who plays, plays on, and whose entry it was has the main one now, unless that is another member's."""
    main = Player.objects.select_related("member").get(pk=main.pk)
    if player.member is not None and player.member.removed_at is None and not _is_claimed(main):
        main.member = player.member
    main.retired = main.retired and player.retired
    main.save(update_fields=["member", "retired"])
    Player.objects.filter(pk=player.pk).update(same_as=main, member=None)


def _is_claimed(player: Player) -> bool:
    return player.member is not None and player.member.removed_at is None
