"""Fixtures that switch the app to the pseudo-language."""

from copy import deepcopy

import pytest
from django.utils import translation

from scorekeeper.formats import language
from tests.translated.pseudo import isolate, mark
from tests.web.browser import Browser


@pytest.fixture
def cast(db, module_cast):
    return deepcopy(module_cast)


@pytest.fixture
def olga(cast):
    return Browser(cast.owner)


@pytest.fixture(autouse=True)
def pseudo(monkeypatch):
    monkeypatch.setattr(language, "isolated", isolate)
    real = translation._trans
    monkeypatch.setattr(real, "gettext", mark, raising=False)
    monkeypatch.setattr(real, "pgettext", lambda context, message: mark(message), raising=False)
    monkeypatch.setattr(real, "ngettext", lambda one, many, n: mark(one if n == 1 else many), raising=False)
    monkeypatch.setattr(real, "npgettext", lambda _c, one, many, n: mark(one if n == 1 else many), raising=False)
