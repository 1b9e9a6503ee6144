"""Store a score sheet file while its owner previews the import, for a day at most and within quotas."""

import datetime
import zlib

from django.db import transaction
from django.db.models import Q, Sum
from django.utils import timezone

from scorekeeper import limits
from scorekeeper.models import Membership, Upload
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.errors import Refused
from scorekeeper.services.settle import lock

KEEP_FOR = datetime.timedelta(days=1)


def keep_upload(*, file: bytes, by: Membership) -> Upload:
    """Store a file. Delete the member's previous file, and everybody's expired ones.

    It is compressed, because writing fifteen megabytes would keep all other writers waiting for a third of a second.
    Raise `Refused` if the group's files, or those of all groups, would take too much space.
    """
    content = zlib.compress(file, level=zlib.Z_BEST_SPEED)
    with transaction.atomic():
        return _keep(content, by)


def _keep(content: bytes, by: Membership) -> Upload:
    lock(by.group_id)
    Upload.objects.filter(member=by).delete()
    drop_expired()
    of_group = Sum("size", filter=Q(group=by.group_id), default=0)
    sizes = Upload.objects.aggregate(of_group=of_group, of_all=Sum("size", default=0))
    if sizes["of_group"] + len(content) > limits.MOST_UPLOADED_BY_GROUP:
        raise Refused(_("Other owners of this group are importing large files. Try again later."), path="file")
    if sizes["of_all"] + len(content) > limits.MOST_UPLOADED:
        raise Refused(_("There’s no room for another file at the moment. Try again tomorrow."), path="file")
    return Upload.objects.create(group_id=by.group_id, member=by, content=content, size=len(content))


def empty_upload(upload: Upload) -> None:
    """Delete the content of a file that has been imported. Its row stays for a day, and says that it was."""
    Upload.objects.filter(pk=upload.pk).update(content=b"", size=0)


def drop_expired() -> None:
    """Delete all files that are older than a day. Those from the future were uploaded before the clock jumped back."""
    now = timezone.now()
    Upload.objects.filter(Q(at__lt=now - KEEP_FOR) | Q(at__gt=now + KEEP_FOR)).delete()
