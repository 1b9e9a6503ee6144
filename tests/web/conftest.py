"""The log of a test, as the configured handler writes it."""

import io
import logging
import re

import pytest
from django.conf import settings

from scorekeeper.web.logs import MaskingFormatter, OneLine


class Log(io.StringIO):
    """What the configured handler writes."""

    @property
    def lines(self):
        return [re.sub(r"^\S+ \S+ ", "", line) for line in self.getvalue().splitlines()]


@pytest.fixture
def log():
    stream = Log()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(MaskingFormatter(settings.LOGGING["formatters"]["masked"]["format"]))
    handler.addFilter(OneLine())
    root = logging.getLogger()
    root.addHandler(handler)
    yield stream
    root.removeHandler(handler)
