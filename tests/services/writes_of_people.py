"""The writes about who leaves a group or is kept out of it, and the counters that they increment, as in `writes`."""

import uuid
from functools import partial

from scorekeeper.models import HandOver
from scorekeeper.services import accounts, events, hand_overs, leaving, links, purging
from tests.services.writes import ALL, NOTHING, done


def renew_join_links(tables, open_links=1):
    for _link in range(open_links):
        links.make_join_link(**tables.in_group, label="")
    return partial(links.renew_join_links, **tables.in_group)


def stop_deletion(tables):
    leaving.plan_deletion(**tables.in_group)
    return partial(leaving.stop_deletion, **tables.in_group)


def delete_account(tables):
    user, _code = accounts.sign_up(user=tables.cast.recorder.user, name="Ada", password="correct horse")
    return partial(leaving.delete_account, user=user, password="correct horse")


def use_hand_over(tables):
    hand_overs.make_hand_over(session="x")
    return partial(hand_overs.use_hand_over, hand_over=HandOver.objects.get(), browser=uuid.UUID(int=7))


WRITES_OF_PEOPLE = {
    "links.renew_join_links": (renew_join_links, ALL),
    "links.renew_join_links: none": (lambda tables: renew_join_links(tables, open_links=0), NOTHING),
    "leaving.plan_deletion": (lambda tables: partial(leaving.plan_deletion, **tables.in_group), ALL),
    "leaving.plan_deletion: again": (
        lambda tables: done(partial(leaving.plan_deletion, **tables.in_group)),
        NOTHING,
    ),
    "leaving.stop_deletion": (stop_deletion, ALL),
    "leaving.stop_deletion: again": (lambda tables: done(stop_deletion(tables)), NOTHING),
    "leaving.delete_account": (delete_account, ALL),
    "hand_overs.make_hand_over": (lambda tables: partial(hand_overs.make_hand_over, session="x"), NOTHING),
    "hand_overs.use_hand_over": (use_hand_over, NOTHING),
    "hand_overs.end_hand_overs": (
        lambda tables: partial(hand_overs.end_hand_overs, user=tables.cast.owner.user),
        NOTHING,
    ),
    "hand_overs.drop_hand_overs": (lambda tables: partial(hand_overs.drop_hand_overs), NOTHING),
    "events.note_export": (lambda tables: partial(events.note_export, by=tables.cast.owner, games=3), NOTHING),
    "purging.purge": (lambda tables: partial(purging.purge), NOTHING),
}
