"""States of the roster: empty, players with long names, and an entry being changed."""

from scorekeeper.services import members, people, roster
from tests.browser.states import LONG_NAMES, Visit, state


def open_roster(visit: Visit, player: str = "") -> None:
    """Open the roster, or one of its entries."""
    query = f"?player={visit.cast.group.players.get(name=player).pk}" if player else ""
    visit.go(f"/groups/{visit.cast.group.pk}/roster/{query}")


def crowd(visit: Visit) -> None:
    """Add players with long names, one claimed player, two aliases, and a retired player."""
    visit.long_game(1)
    players = {name: visit.cast.group.players.get(name=name) for name in LONG_NAMES}
    members.claim_player(group=visit.cast.group, player_id=players["Bo"].pk, by=visit.cast.recorder)
    for name, main in (("M" * 40, LONG_NAMES[0]), ("Bobby", "Bo")):
        other = people.add_player(group=visit.cast.group, name=name)
        roster.merge_player(group=visit.cast.group, player_id=other.pk, same_as=players[main].pk)
    retired = people.add_player(group=visit.cast.group, name="W" * 40)
    roster.change_player(group=visit.cast.group, player_id=retired.pk, name=retired.name, retired=True)


@state("roster, long names, the owner")
def roster_owner(visit: Visit) -> None:
    crowd(visit)
    open_roster(visit)
    visit.thumb.toggle("1 retired")


@state("roster, an entry with an alias")
def roster_entry(visit: Visit) -> None:
    crowd(visit)
    open_roster(visit, LONG_NAMES[0])


@state("roster, a name already taken")
def roster_taken(visit: Visit) -> None:
    visit.long_game()
    open_roster(visit, "Bo")
    visit.thumb.fill(name=LONG_NAMES[1]).tap("Save")
