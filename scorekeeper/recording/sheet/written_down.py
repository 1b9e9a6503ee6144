"""Write down just the result of a game, afterward: from paper, or of a game that was never finished."""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.formats.language import distinct
from scorekeeper.formats.results import ends, new_game
from scorekeeper.games import AnyGame
from scorekeeper.models import Game, Membership, Player, Playgroup, Setup, night_of
from scorekeeper.people.roster.reading import people
from scorekeeper.recording.game.forms import seat_list
from scorekeeper.recording.game.reading import load_known, load_many
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.own_games.reading import named
from scorekeeper.recording.own_games.writing import keep_recipe
from scorekeeper.recording.setup import reading as setup_reading
from scorekeeper.recording.setup.forms import NOBODY, OTHER, GameNameForm, ResultForm
from scorekeeper.recording.setup.writing import NewGame, start_game
from scorekeeper.recording.sheet import writing
from scorekeeper.recording.sheet.columns import End
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.sheet import Table
from scorekeeper.web import access, ledger, throttle
from scorekeeper.web.pages import of_group, sent, version_seen, whole_number
from scorekeeper.web.refusals import or_404, refusals, refuse_unknown

MOST_OFFERED = 3  # games that can have been played next


class ResultPage:
    """A game whose result is asked: its columns with their faces, and whether just who won is asked."""

    def __init__(self, game: AnyGame, options: Any, players: Sequence[Player], asked: Mapping[str, str]) -> None:
        self.game, self.options, self.players = game, options, tuple(player.pk for player in players)
        self.rules = game.rules.for_options(options)
        names = tuple(player.name for player in players)
        self.table: Table[Any] = Table(names=names, options=options, first_dealer=len(names) - 1)
        marks = distinct([player.mark for player in players])
        self.columns = tuple(column for column in self.rules.columns(self.table) if column.seats)
        self.faces = [tuple(marks[seat] for seat in column.seats) for column in self.columns]
        self.together = len(self.columns) == 1 and len(names) > 1
        self.just_won = (asked.get("who") or ("0" if self.rules.way != "won" else "1")) == "1"

    def totals(self, halves: Mapping[int, int]) -> dict[str, int]:
        """Return what the form starts with, given half points by player."""
        of_columns = {column.key: self.players[column.seats[0]] for column in self.columns}
        return {f"total_{key}": halves[player] for key, player in of_columns.items() if player in halves}

    def tiles(self, form: ResultForm) -> list[dict[str, Any]]:
        """The columns with their faces and fields, and what the form says of who won."""
        won = form["won"].value() or ()
        fields = zip(self.columns, self.faces, form.totals(), strict=True)
        return [
            {"column": column, "faces": faces, "field": field, "won": column.key in won}
            for column, faces, field in fields
        ]


@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, group_id: int) -> HttpResponse:
    """Ask for the result of a game that was played before, and start the next one from there."""
    member = access.member(request, group_id)
    asked = request.POST if request.method == "POST" else request.GET
    tonight = night_of(timezone.now(), member.group.time_zone)
    night = min(setup_reading.day_in(asked.get("result", "")) or tonight, tonight)
    if "name" in asked:
        return _of_name(request, member, asked, night)
    slug, players = _usual(member.group, night)
    game = setup_reading.game_to_play(member.group, asked.get("rules", slug))
    if "next" in asked or game is None:
        return _and_then(request, member, night)
    players = seat_list(asked["seats"]) if "seats" in asked else players
    page = _page(member.group, game, players, asked)
    if page is None:
        query = setup_reading.query((), {"rules": game.rules.slug, "result": night.isoformat()})
        return redirect(f"{reverse('new_game', args=[group_id])}?{query}")
    days = (tonight - night).days
    initial = {"uid": uuid.uuid4(), "day": str(days) if days < 2 else OTHER, "night": night}
    initial |= page.totals(setup_reading.totals_in(asked.get("totals", "")))
    form = ResultForm(page.columns, tonight, sent(request), initial=initial)
    if "go" in request.POST:
        kept, seats = form.kept(page.players), None
        if request.POST["go"] == "players":
            kept, seats = kept | {"rules": game.rules.slug}, page.players
        return redirect(f"{reverse('new_game', args=[group_id])}?{setup_reading.query(seats, kept)}")
    with refusals(form) as refused:
        if form.is_valid():
            throttle.count(throttle.RESULTS.by(str(member.pk)))
            new = NewGame(
                uid=form.cleaned_data["uid"] or uuid.uuid4(),
                rules=game.rules,
                players=page.players,
                first_dealer=len(page.players) - 1,
                options=options_record(page.options),
                night=form.chosen_night(),
                result=form.result(page.players),
            )
            start_game(group=member.group, new=new, by=member)
            query = urlencode({"next": 1, "result": new.night})
            return redirect(f"{reverse('result', args=[group_id])}?{query}")
    context = of_group(member) | _shown(page, form, asked) | {"night": night, "games": _evening(member.group, night)}
    return render(request, "recording/sheet/result.html", context, status=refused.status)


@require_http_methods(["GET", "HEAD", "POST"])
def game_result(request: HttpRequest, game_id: int) -> HttpResponse:
    """Add points to a game of which only who won is known, correct a result, or say how an open game ended."""
    playing = access.game(request, game_id)
    record = refuse_unknown(load_known(playing.row))
    asked = request.POST if request.method == "POST" else request.GET
    seen, as_of = whole_number(request.POST, "seen"), version_seen(request)
    page = ResultPage(record.card_game, record.table.options, people(record.players), asked)
    form = ResultForm(page.columns, playing.row.night.date, sent(request), initial=_initial(record))
    with refusals(form if form.is_bound else None) as refused:
        stored = None
        if "restore" in request.POST:
            number = whole_number(request.POST, "restore")
            stored = or_404(Setup.objects.filter(game=playing.row, number=number).first()).result
        elif form.is_valid():
            stored = form.result(record.players)
        if stored is not None:
            writing.write_result(game=playing.row, result=stored, seen=seen, by=playing.member, as_of=as_of)
            return redirect("sheet", game_id)
    context = of_group(playing.member, playing.row) | _shown(page, form, asked)
    return render(request, "recording/sheet/result.html", context | {"record": record}, status=refused.status)


@require_POST
def leave_open(request: HttpRequest, game_id: int) -> HttpResponse:
    """Leave a game as it is that was never finished, and don't ask again."""
    playing = access.game(request, game_id)
    writing.leave_open(game=playing.row, by=playing.member)
    return redirect("sheet", game_id)


def _shown(page: ResultPage, form: ResultForm, asked: QueryDict) -> dict[str, Any]:
    kept = {name: asked[name] for name in ("rules", "seats", "result") if name in asked}
    others = urlencode(kept | {"who": 0 if page.just_won else 1})
    return {"page": page, "form": form, "tiles": page.tiles(form), "others": others, "nobody": NOBODY}


def _initial(record: GameRecord) -> dict[str, Any]:
    """Return what is known of a game's result: its totals, and who won if the table said that."""
    totals = {f"total_{key}": half for key, half in (record.given or {}).items()}
    outcome = record.outcome
    won = outcome.winners if outcome and record.is_said else ()
    return totals | {"won": [*won] or ([NOBODY] if record.is_said else [])}


def _of_name(request: HttpRequest, member: Membership, asked: QueryDict, night: datetime.date) -> HttpResponse:
    """Go on with the game of this name that the group has or can play, or else ask how one wins a new one."""
    sends, how = request.method == "POST", str(asked.get("ends", ""))
    form = GameNameForm(asked if sends or asked["name"] else None)
    with refusals(form):
        if form.is_valid():
            name = form.cleaned_data["name"]
            game = named(member.group, name)
            if game is None and sends and how in ends():
                game = new_game(name, how)
                keep_recipe(group=member.group, options=game.rules.house_rules, by=member)
            if game is not None:
                query = urlencode({"rules": game.rules.slug, "result": night.isoformat()})
                return redirect(f"{reverse('result', args=[member.group_id])}?{query}")
    context = of_group(member) | {"night": night, "form": form, "ends": ends()}
    return render(request, "recording/sheet/how_won.html", context, status=422 if sends else 200)


def _usual(group: Playgroup, night: datetime.date) -> tuple[str, tuple[int, ...]]:
    """Return the rules and players of the newest game of a night or, if it has none, of the group."""
    visible = Game.objects.filter(group=group, hidden=False).order_by("-id")
    game = visible.filter(night__date=night).first() or visible.first()
    record = load_known(game) if game else None
    if record is None:
        return "", ()
    seats = setup_reading.staying(record)
    return record.game.rules, tuple(player.pk for player in people([record.players[seat] for seat in seats]))


def _page(group: Playgroup, game: AnyGame, players: Sequence[int], asked: QueryDict) -> ResultPage | None:
    """Return the page of a game with these players, by the house rules of the last one; None if they can't play it."""
    last = setup_reading.last_line_up(group, game.rules)
    options = last.table.options if last else game.rules.house_rules
    known = {player.pk for player in Player.objects.filter(group=group, pk__in=players)}
    if not {*players} <= known or len(players) not in game.rules.for_options(options).players:
        return None
    page = ResultPage(game, options, people(players), asked)
    return page if page.rules.refuse_table(page.table) is None else None


def _evening(group: Playgroup, night: datetime.date) -> list[dict[str, Any]]:
    """Return the games of a night that are over, newest first, each with how it ended."""
    over = Game.objects.filter(group=group, night__date=night, hidden=False, state=Game.State.OVER)
    rows = list(over.select_related("night").order_by("-started_at", "-id"))
    records = (record for record in load_many(rows) if isinstance(record, GameRecord))
    return [
        {"game": record.game, "name": record.rules.name, "end": End.of(record, record.outcome)}
        for record in records
        if record.outcome
    ]


def _and_then(request: HttpRequest, member: Membership, night: datetime.date) -> HttpResponse:
    """Offer the games that can have been played next: those of the evening first."""
    evening = _evening(member.group, night)
    ours, _last, others = setup_reading.playable(member.group)
    known = {game.rules.slug: game for game in (*others, *ours)}
    played = dict.fromkeys([each["game"].rules for each in evening] + [game.rules.slug for game in ours])
    offered = [known[slug] for slug in played if slug in known][:MOST_OFFERED]
    context = of_group(member, where=ledger.GROUP) | {"games": evening, "offered": offered, "night": night}
    return render(request, "recording/sheet/and_then.html", context)
