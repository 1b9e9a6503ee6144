"""Fixtures that switch the app to the pseudo-language."""

import pytest
from django.utils import translation

from scorekeeper.formats import language
from tests.translated.pseudo import isolate, mark


@pytest.fixture(autouse=True)
def pseudo(monkeypatch):
    monkeypatch.setattr(language, "isolated", isolate)
    real = translation._trans
    monkeypatch.setattr(real, "gettext", mark, raising=False)
    monkeypatch.setattr(real, "pgettext", lambda context, message: mark(message), raising=False)
    monkeypatch.setattr(real, "ngettext", lambda one, many, n: mark(one if n == 1 else many), raising=False)
    monkeypatch.setattr(real, "npgettext", lambda _c, one, many, n: mark(one if n == 1 else many), raising=False)
