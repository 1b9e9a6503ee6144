"""Keeping a score sheet file for as long as its owner looks at what it would bring."""

import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scorekeeper.models import Membership, Upload
from scorekeeper.services.settle import lock

KEPT = datetime.timedelta(days=1)


@transaction.atomic
def keep_upload(*, content: bytes, by: Membership) -> Upload:
    """Keep a file. The member's earlier one goes, and everybody's old ones."""
    lock(by.group_id)
    Upload.objects.filter(Q(member=by) | Q(at__lt=timezone.now() - KEPT)).delete()
    return Upload.objects.create(group_id=by.group_id, member=by, content=content)
