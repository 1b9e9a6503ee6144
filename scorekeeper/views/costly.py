"""Keep requests that take a long time from stopping the app: one at a time in each worker, and limited by address."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from time import thread_time
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper import access
from scorekeeper.services import throttle
from scorekeeper.views.shared import refusals

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
            with throttle.COSTLY.taken():
                start = thread_time()
                try:
                    return view(request, *args, **kwargs)
                finally:
                    spent = thread_time() - start
                    if spent >= QUICK:
                        throttle.add(replace(counter, weight=math.ceil(spent)))
        return render(request, "errors/later.html", {"why": refused.message}, status=refused.status)

    return answer
