"""What every test may use."""

import os
from collections.abc import Iterator

import pytest
import zeal

# Playwright runs an event loop in the test's thread; Django's guard against that would refuse every query.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


@pytest.fixture(autouse=True)
def _no_query_in_a_loop() -> Iterator[None]:
    with zeal.zeal_context():
        yield
