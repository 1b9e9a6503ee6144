"""Read an export of Board Game Stats: which of its games come along, and their plays. FORMAT.md: Board Game Stats."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _, ngettext

from scorekeeper.formats.brought import Answers, Brought, KnownHere, Question
from scorekeeper.formats.language import name_key, sentence
from scorekeeper.formats.parsing import Message
from scorekeeper.formats.play_results import Export, Row, by_id, game_name, id_at, moment_of, rows_at
from scorekeeper.formats.results import UnfitError, ends, new_game
from scorekeeper.formats.sheets import GameFile
from scorekeeper.games import AnyGame
from scorekeeper.rules import limits

LEAVE_OUT = "out"
MOST_ASKED = 500  # games of a file, or their answers wouldn’t fit in a form; those played least are left out


def read_plays(document: dict[str, Any], answers: Answers, known: KnownHere) -> Brought:
    """Read an export that was parsed as JSON. Whatever it contains, no exception is raised."""
    if not isinstance(document.get("plays"), list):
        return Brought(messages=(Message(level="error", place="plays", text=_("Expected a list of plays.")),))
    every, games, by_game = rows_at(document, "plays"), by_id(document, "games"), defaultdict[str, list[Row]](list)
    plays = [play for play in every if play.get("ignored") is not True]
    for play in plays:
        by_game[id_at(play, "gameRefId")].append(play)
    names = {key: name for key in by_game if (name := game_name(games.get(key, {})))}
    questions, chosen = list[Question](), dict[str, AnyGame]()
    for key in sorted(names, key=lambda key: (-len(by_game[key]), name_key(names[key])))[:MOST_ASKED]:
        found = known.game(names[key])
        how = LEAVE_OUT if len(chosen) >= limits.MOST_RECIPES else _how(games[key], by_game[key])
        question = _question(key, names[key], len(by_game[key]), found, how, answers)
        if question.answer in ends():
            chosen[key] = new_game(names[key], question.answer)
        elif found and question.answer != LEAVE_OUT:
            chosen[key] = found
        questions.append(question)
    kept = [play for play in plays if (key := id_at(play, "gameRefId")) in chosen or key not in names]
    if len(kept) > limits.MOST_GAMES:
        text = _("At most {most} plays can be added at once, and these are {count}. Leave out some games.")
        text = text.format(most=limits.MOST_GAMES, count=len(kept))
        return Brought(messages=(Message(level="error", place="", text=text),), questions=tuple(questions))
    ignored, left_out = len(every) - len(plays), len(plays) - len(kept)
    counts = {
        ngettext("{count} play is marked as ignored.", "{count} plays are marked as ignored.", ignored): ignored,
        ngettext("{count} play is of a game left out.", "{count} plays are of games left out.", left_out): left_out,
    }
    notes = [text.format(count=count) for text, count in counts.items() if count]
    export = Export(by_id(document, "players"), by_id(document, "locations"), known.today)
    read = dict[str, tuple[datetime, GameFile]]()
    for play in kept:
        moment, key = moment_of(play), id_at(play, "gameRefId")
        try:
            if moment is None:
                raise UnfitError(_("The date can’t be read."))
            if key not in chosen:
                raise UnfitError(_("The file doesn’t name the game."))
            game, why = export.game_of(play, moment, chosen[key])
            if read.setdefault(game.id.lower(), (moment, game))[1] is not game:
                raise UnfitError(_("It’s in the file twice."))
        except UnfitError as unfit:
            why = str(unfit)
        if why:
            text = _("{game}, {date}: {why}") if moment else _("{game}: {why}")
            notes.append(text.format(game=names.get(key) or _("A play"), date=moment and moment.date(), why=why))
    return Brought(
        games=tuple(game for _moment, game in sorted(read.values(), key=itemgetter(0))),
        messages=tuple(Message(level="note", place="", text=note) for note in notes),
        questions=tuple(questions),
    )


def _how(game: Row, plays: Sequence[Row]) -> str:
    """Return which of the `ends` a new game has, by what the file says of it, and by who won."""
    several = [rows for play in plays if len(rows := rows_at(play, "playerScores")) > 1]
    winning = [{row.get("winner") is True for row in rows} for rows in several]
    alike = [won for won in winning if len(won) == 1]
    if (game.get("cooperative") is True and (alike or not winning)) or ({True} in alike and alike == winning):
        return "together"
    if game.get("noPoints") is True:
        return "who"
    return "least" if game.get("highestWins") is False else "most"


def _question(key: str, name: str, plays: int, found: AnyGame | None, how: str, answers: Answers) -> Question:
    """Return the question which game it becomes: the one that was `found`, a new one, or none."""
    here = ((found.rules.slug, sentence(found.rules.name)),) if found else ()
    new = ((end, _("A new game: {how}").format(how=label)) for end, label in ends().items())
    choices = (*here, *new, (LEAVE_OUT, _("Leave it out")))
    answer = answers.get(f"game.{key}", "")
    if answer not in [value for value, _label in choices]:
        answer = found.rules.slug if found else how
    note = ngettext("{count} play", "{count} plays", plays).format(count=plays)
    return Question(key=f"game.{key}", text=name, note=note, choices=choices, answer=answer)
