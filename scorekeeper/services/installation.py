"""Writes about the installation itself."""

from scorekeeper.models import Installation


def store_fingerprint(fingerprint: str) -> None:
    """Note which key this database belongs to from now on."""
    Installation.objects.update_or_create(pk=1, defaults={"fingerprint": fingerprint})
