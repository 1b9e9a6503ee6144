"""Store a score sheet file while its owner previews the import."""

import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scorekeeper.models import Membership, Upload
from scorekeeper.services.settle import lock

KEEP_FOR = datetime.timedelta(days=1)


@transaction.atomic
def keep_upload(*, content: bytes, by: Membership) -> Upload:
    """Store a file. Delete the member's previous file, and everybody's expired ones."""
    lock(by.group_id)
    Upload.objects.filter(Q(member=by) | Q(at__lt=timezone.now() - KEEP_FOR)).delete()
    return Upload.objects.create(group_id=by.group_id, member=by, content=content)
