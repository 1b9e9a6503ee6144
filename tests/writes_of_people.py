"""The writes about who leaves a group or is kept out of it, and the counters that they increment, as in `writes`."""

import uuid
from functools import partial

from scorekeeper.host import purging
from scorekeeper.models import PersonalLink
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links import writing as links_writing
from tests.writes import ALL, NOTHING, done


def renew_join_links(tables, open_links=1):
    for _link in range(open_links):
        links_writing.make_join_link(**tables.in_group, label="")
    return partial(links_writing.renew_join_links, **tables.in_group)


def stop_deletion(tables):
    groups_writing.plan_deletion(**tables.in_group)
    return partial(groups_writing.stop_deletion, **tables.in_group)


def delete_account(tables):
    user, _code = accounts_writing.sign_up(user=tables.cast.recorder.user, name="Ada", password="correct horse")
    return partial(accounts_writing.delete_account, user=user, password="correct horse")


def make_personal_link(tables):
    return partial(accounts_writing.make_personal_link, user=tables.cast.owner.user)


def use_personal_link(tables):
    make_personal_link(tables)()
    return partial(accounts_writing.use_personal_link, link=PersonalLink.objects.get(), browser=uuid.UUID(int=7))


WRITES_OF_PEOPLE = {
    "links.renew_join_links": (renew_join_links, ALL),
    "links.renew_join_links: none": (lambda tables: renew_join_links(tables, open_links=0), NOTHING),
    "groups.plan_deletion": (lambda tables: partial(groups_writing.plan_deletion, **tables.in_group), ALL),
    "groups.plan_deletion: again": (
        lambda tables: done(partial(groups_writing.plan_deletion, **tables.in_group)),
        NOTHING,
    ),
    "groups.stop_deletion": (stop_deletion, ALL),
    "groups.stop_deletion: again": (lambda tables: done(stop_deletion(tables)), NOTHING),
    "accounts.delete_account": (delete_account, ALL),
    "accounts.make_personal_link": (make_personal_link, NOTHING),
    "accounts.use_personal_link": (use_personal_link, NOTHING),
    "accounts.end_personal_links": (
        lambda tables: partial(accounts_writing.end_personal_links, user=tables.cast.owner.user),
        NOTHING,
    ),
    "accounts.drop_personal_links": (lambda tables: partial(accounts_writing.drop_personal_links), NOTHING),
    "purging.purge": (lambda tables: partial(purging.purge), NOTHING),
}
