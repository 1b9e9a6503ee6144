"""Keep requests that take a long time from stopping the app: one at a time in each worker, and limited by address."""

import gc
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from time import thread_time
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper import access
from scorekeeper.services import throttle
from scorekeeper.views.shared import refusals

NEVER = 10**9
QUICK = 1  # Requests that take less than this many seconds of processor time don't count.


def costly(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Run a view only while no other costly one runs in this worker, and limit each address's total processor time.

    Whoever finds the slot taken is told so at once: a request that waited would take another thread away from taps.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with refusals() as refused:
            counter = throttle.COSTLY_SECONDS.by(access.address_of(request))
            throttle.refuse(counter)
            with throttle.COSTLY.taken(), _without_long_pauses():
                start = thread_time()
                try:
                    return view(request, *args, **kwargs)
                finally:
                    spent = thread_time() - start
                    if spent >= QUICK:
                        throttle.add(replace(counter, weight=math.ceil(spent)))
        return render(request, "errors/later.html", {"why": refused.message}, status=refused.status)

    return answer


@contextmanager
def _without_long_pauses() -> Iterator[None]:
    """Put off full garbage collections: each stops all threads, for more than a second once a large file is read."""
    thresholds = gc.get_threshold()
    gc.set_threshold(*thresholds[:2], NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
