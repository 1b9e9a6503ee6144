"""The floor that `speed` compares the app with: minimal Django views behind the same middleware.

A page loads the session and the user, makes one query, and renders a table of 20 rows. A write loads the session and
the user, makes one query, and stores five rows in one transaction. A poll makes the app's own query for a version and
sends the app's own headers, with neither session nor user.
"""

import itertools

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from scorekeeper.models import Game, Hand
from scorekeeper.recording.game import reading as game_reading
from scorekeeper.urls import urlpatterns as urls_of_the_app
from scorekeeper.web import access

ROWS = 20
STORED = 5
NUMBERS = itertools.count(1000)
TABLE = engines["django"].from_string(
    "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{{ user }}</title></head><body><table>"
    "{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}"
    "</table></body></html>"
)


def page(request: HttpRequest) -> HttpResponse:
    """Show a table of 20 rows from one query."""
    rows = Hand.objects.order_by("pk").values_list("pk", "game_id", "number", "dealer", "game_id")[:ROWS]
    return HttpResponse(TABLE.render({"user": request.user, "rows": list(rows)}, request))


def write(request: HttpRequest) -> HttpResponse:
    """Store five rows in one transaction."""
    game = Game.objects.get(pk=request.POST["game"])
    first = next(NUMBERS) * STORED
    with transaction.atomic():
        Hand.objects.bulk_create(Hand(game=game, number=first + row, dealer=0) for row in range(STORED))
    return HttpResponse("stored")


@access.public
@csrf_exempt
def poll(request: HttpRequest, token: str) -> HttpResponse:
    """Make a poll's query, and answer that nothing has changed."""
    with connection.cursor() as cursor:
        cursor.execute(game_reading.GAME_VERSION, [int(part) for part in token.split(".")])
        row = cursor.fetchone()
    return HttpResponse(status=204 if row else 410)


urlpatterns = [
    *urls_of_the_app,
    path("floor/", page),
    path("floor/write/", write),
    path("floor/poll/<str:token>/", poll),
]
