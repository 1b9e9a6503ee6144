"""Store a made-up year in an empty database, all or nothing, using the same services as the pages and imports."""

import itertools
from collections.abc import Sequence

from django.db import transaction

from scorekeeper.exchange.sheets import GameFile, read_sheets
from scorekeeper.exchange.writing import write_sheets
from scorekeeper.management.demo.playing import Tap
from scorekeeper.management.demo.year import BEN, GROUP, LEO, NORA, RULES, THOMAS, TOM, Correction, Year
from scorekeeper.models import Game, Membership, Player, Playgroup, User
from scorekeeper.services import games, hands, links, members, people, roster
from scorekeeper.services.hands import Seen
from scorekeeper.services.importing import import_games


class NotEmpty(Exception):
    """The database already contains a group or a user."""


@transaction.atomic
def fill(year: Year, *, time_zone: str) -> Playgroup:
    """Create the group, its members and all its games. Raise `NotEmpty` if there is already a group or a user."""
    if Playgroup.objects.exists() or User.objects.exists():
        raise NotEmpty
    nora = people.start_group(uid=year.uid, name=GROUP, owner_name=NORA.name, time_zone=time_zone, user=None)
    ben = _invite(nora, BEN.name)
    import_games(group=nora.group, games=through_a_file(year.games), by=nora)
    _set_up_players(nora, ben)
    for correction in year.corrections:
        _correct(correction, by=nora)
    _play_tonight(year, by=(nora, ben))
    return nora.group


def through_a_file(games: Sequence[GameFile]) -> tuple[GameFile, ...]:
    """Convert the games to a sheet file and back, so that they are checked like any imported games."""
    document = read_sheets("".join(write_sheets(games)).encode())
    if document.messages:
        raise ValueError("\n".join(map(str, document.messages)))
    return document.games


def _invite(owner: Membership, name: str) -> Membership:
    link = links.make_join_link(group=owner.group, label=name, by=owner)
    member = members.redeem(link=link, name=name, user=None)
    links.revoke_link(group=owner.group, link_id=link.pk, by=owner)
    return member


def _set_up_players(nora: Membership, ben: Membership) -> None:
    group = nora.group
    ids = _ids(group)
    for member in (nora, ben):
        members.claim_player(group=group, player_id=ids[member.name], by=member)
    roster.change_player(group=group, player_id=ids[LEO.name], name=LEO.name, retired=True)
    roster.merge_player(group=group, player_id=ids[THOMAS.name], same_as=ids[TOM.name])


def _correct(correction: Correction, *, by: Membership) -> None:
    # As on the hand's page: answer row by row and save the hand again, even though the game is over.
    game = Game.objects.get(group=by.group, uid=correction.game)
    _type(game, correction.hand, correction.taps, revisions=1, by=by, out_of_turn=True)
    _save(game, correction.hand, correction.taps, revisions=1, by=by)


def _play_tonight(year: Year, *, by: Sequence[Membership]) -> None:
    group, tonight = by[0].group, year.in_progress
    ids = _ids(group)
    new = games.NewGame(
        uid=tonight.uid,
        rules=RULES,
        players=tuple(ids[name] for name in tonight.names),
        first_dealer=len(tonight.names) - 1,
        options={},
        night=year.night,
    )
    game = games.start_game(group=group, new=new, by=by[0])
    for number, (played, member) in enumerate(zip(tonight.hands, itertools.cycle(by), strict=False), start=1):
        _type(game, number, played.taps, by=member)
        _save(game, number, played.taps, by=member)
    _type(game, len(tonight.hands) + 1, tonight.typed, by=by[0])


def _ids(group: Playgroup) -> dict[str, int]:
    return dict(Player.objects.filter(group=group).values_list("name", "pk"))


def _type(
    game: Game, number: int, taps: Sequence[Tap], *, by: Membership, revisions: int = 0, out_of_turn: bool = False
) -> None:
    for count, (path, value) in enumerate(taps):
        seen = Seen(revisions=revisions, taps=count)
        hands.tap(game=game, number=number, seen=seen, path=path, value=value, at=path if out_of_turn else "", by=by)


def _save(game: Game, number: int, taps: Sequence[Tap], *, by: Membership, revisions: int = 0) -> None:
    hands.save(game=game, number=number, seen=Seen(revisions=revisions, taps=len(taps)), by=by)
