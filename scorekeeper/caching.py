"""Keys of rendered parts of pages in Django's cache. Parts are named by what they show, or by its version."""

from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.translation import get_language


def release() -> str:
    """Return a text that changes whenever any of the static files does."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))


def key(name: str, _prefix: str, _version: int) -> str:
    """Return the key for a part's name. Parts name static files, so those of each release are kept apart."""
    return f"{get_language()}:{release()}:{name}"
