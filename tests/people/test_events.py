"""The log that owners read: every write that lets somebody in or out, or that concerns links, adds a sentence to it."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.models import Event, Membership, User
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.groups.reading import EVENTS_PER_PAGE, SENTENCES, log_page
from scorekeeper.people.links import writing as links_writing
from scorekeeper.web import ledger
from scorekeeper.web.refusals import NotFound, Refused
from tests.cast import start_game


def log(group):
    """Return the group's log, oldest line first."""
    return [sentence(said) for said, _at in reversed(log_page(group, 1))]


def join_link(cast, label=""):
    return links_writing.make_join_link(group=cast.group, label=label, by=cast.owner)


def watch_link(cast, **more):
    return links_writing.make_watch_link(group=cast.group, by=cast.owner, **more)


def redeem(link, name):
    return groups_writing.redeem(link=link, name=name, user=User.objects.create_browser())


def test_writes_add_sentences_to_the_log(cast):
    game = start_game(cast.owner)
    for target in ({}, {"game": game}, {"night": game.night}):
        watch_link(cast, **target)
    used = watch_link(cast, label="TV")
    for _time in range(2):
        links_writing.note_use(used)
        used.refresh_from_db()
    friday = join_link(cast, "Friday")
    for write in (links_writing.renew_link, links_writing.revoke_link, links_writing.revoke_link):
        write(group=cast.group, link_id=friday.pk, by=cast.owner)
    zoe = redeem(links_writing.make_owner_link(cast.group), "Zoe")
    for _link in range(2):
        links_writing.make_watch_link(group=cast.group, by=zoe)
    groups_writing.remove_member(group=cast.group, member_id=zoe.pk, by=cast.owner)
    for name in ("owner", "owner", "recorder"):
        groups_writing.change_role(group=cast.group, member_id=cast.recorder.pk, role=name, by=cast.owner)
    for games in (1, 5):
        ledger.note(cast.group.pk, Event.Kind.EXPORTED, cast.owner, games=games)
    for write in (groups_writing.plan_deletion, groups_writing.plan_deletion, groups_writing.stop_deletion):
        write(group=cast.group, by=cast.owner)
    assert log(cast.group) == [
        "Olga started the group.",
        "Olga made a link to watch all games.",
        "Olga made a link to watch one game.",
        "Olga made a link to watch one night.",
        "Olga made a link to watch all games (“TV”).",
        "Someone opened a link to watch all games (“TV”).",
        "Olga made a link to keep score (“Friday”).",
        "Olga replaced a link to keep score (“Friday”).",
        "Olga turned off a link to keep score (“Friday”).",
        "Someone at the server made a link to become an owner.",
        "Zoe joined through a link to become an owner.",
        "Zoe made a link to watch all games.",
        "Zoe made a link to watch all games.",
        "Olga removed Zoe. 2 links that Zoe made were turned off.",
        "Olga made Rex an owner.",
        "Olga made Rex a scorer.",
        "Olga exported 1 game.",
        "Olga exported 5 games.",
        "Olga asked for this group to be deleted.",
        "Olga stopped the deletion of this group.",
    ]


def test_a_name_stays_as_it_was_and_a_refused_write_adds_nothing(cast):
    redeem(join_link(cast), "Ben")
    Membership.objects.filter(name="Ben").update(name="Benjamin")
    before = log(cast.group)
    assert (before[-1].startswith("Ben joined"), log(cast.stranger.group)) == (True, ["Sly started the group."])
    with pytest.raises(Refused):
        groups_writing.remove_member(group=cast.group, member_id=cast.owner.pk, by=cast.owner)
    foreign = links_writing.make_owner_link(cast.stranger.group)
    with pytest.raises(NotFound):
        links_writing.renew_link(group=cast.group, link_id=foreign.pk, by=cast.owner)
    assert log(cast.group) == before
    assert set(SENTENCES) == set(Event.Kind)


def test_the_log_is_paged_and_newest_first(cast):
    Event.objects.all().delete()
    for games in range(60):
        ledger.note(cast.group.pk, Event.Kind.IMPORTED, None, games=games)
    for number, first, shown in ((1, 59, EVENTS_PER_PAGE), (2, 9, 10), (3, 9, 10)):
        page = log_page(cast.group, number)
        assert (len(page), sentence(page[0][0]).endswith(f" imported {first} games.")) == (shown, True), number
