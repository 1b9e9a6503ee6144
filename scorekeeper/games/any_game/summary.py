"""How a game is scored, as a player would say it: a few short sentences, and a list of whatever else is unusual."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from scorekeeper.games.any_game.choices import AHEAD, BACK, LEAST, MOST, MOST_PLAYERS, TOGETHER, TURNS
from scorekeeper.games.any_game.hand import possible_sums
from scorekeeper.games.any_game.names import NamedRow, rows_of, shown
from scorekeeper.games.any_game.options import Options
from scorekeeper.games.any_game.picturing import words_for
from scorekeeper.rules.declaration import unusual
from scorekeeper.rules.game import Summary
from scorekeeper.rules.text import Text, TextValue, both, either, gettext as _, ngettext


def summary(options: Options, _players: int | None) -> Summary:
    """Return how a game with these options is scored, by however many. RULES.md: In a few words."""
    told, said = None, {"categories", "fewest", "most"}
    values: dict[str, TextValue] = {"sums": either(options.sums or ())}
    values |= {name: value for name in options.__slots__ if isinstance(value := getattr(options, name), int)}
    for applies, sentence, names in chain(_who_and_when(options), _what_it_brings(options)):
        if applies and said.isdisjoint(names.split()):
            one_more = replace(sentence, values=values)
            told = _("{before} {sentence}", before=told, sentence=one_more) if told else one_more
            said.update(names.split())
    others = [*unusual(options, said=said)]
    rows = both(_named(options, row) for row in rows_of(options.categories))
    if (options.fewest, options.most) != (1, MOST_PLAYERS):
        players = _("{fewest} to {most}") if options.fewest < options.most else _("{most}")
        others.append((_("Players"), replace(players, values=values)))
    return Summary(told, tuple(others), _("{rows}", rows=rows) if options.ends_when_full else None)


def _who_and_when(options: Options) -> Iterator[tuple[bool, Text, str]]:
    """Say who wins, and when it is over.

    Yield whether a sentence is true, the sentence, and what it says: it is left out if some of that has been said. What
    it says are the names of options, and "who" if nothing else should say who wins.
    """
    full, phases = options.ends_when_full, options.has_phases
    last_turn = options.last_turn and options.can_have_last_turn
    first = options.ends_at_target and options.reaching_wins and not last_turn
    most, least, by_turns = options.wins == MOST, options.wins == LEAST, options.rows == TURNS
    by_hand = not (full or options.ends_at_target or options.ends_after_rounds)
    soon = by_hand and phases
    out = options.players_change and options.out is not None and (most or least)
    last_in = _("Whoever reaches {out} is out; the last one in wins.")
    together = options.just_won and options.sides == TOGETHER
    yield together, _("All win or lose together, without points."), "who wins ends rows sides"
    yield options.just_won, _("You just say who won."), "who wins ends rows"
    yield options.counts_down, _("You count down from {start}."), "start"
    yield first and options.exact, _("First to exactly {target} wins."), "who wins ends target past"
    yield options.exact and options.past == BACK, _("Whoever goes past is back at {back}."), "back"
    yield first and options.ties == AHEAD, _("First to {target} wins, ahead by two."), "who wins ends target ties"
    yield first, _("First to {target} wins."), "who wins ends target"
    yield soon and most, _("First through phase {phases} wins; in a tie, the most points."), "who wins ends phases"
    yield soon and least, _("First through phase {phases} wins; in a tie, the fewest points."), "who wins ends phases"
    yield by_hand and out, last_in, "who ends out"
    yield most, _("The most points win."), "who wins"
    yield least, _("The fewest points win."), "who wins"
    yield True, _("Nobody wins."), "who wins"
    reached = _("Once someone reaches {target}, everyone else has one more turn.")
    yield last_turn, reached, "ends target last_turn"
    yield options.ends_at_target, _("It’s over when someone reaches {target}."), "ends target"
    yield full and by_turns, _("Each turn fills a row, and it’s over when all are full."), "ends rows"
    yield full, _("It’s over when all rows are full."), "ends rows"
    yield options.deck > 0, _("You play as many rounds as {cards} cards go around."), "ends cards"
    yield options.ends_after_rounds, _("It’s over after round {rounds}."), "ends rounds"
    yield phases, _("It’s over when someone is through phase {phases}."), "ends phases"
    yield True, _("You say when it’s over."), "ends"
    yield phases, _("It’s also over when someone is through phase {phases}."), "phases"
    yield out, last_in, "out"


def _what_it_brings(options: Options) -> Iterator[tuple[bool, Text, str]]:
    """Say what a round or a turn brings, as `_who_and_when` says the rest."""
    bids, gathers, at_least = options.bidding, options.gathers, options.bids_at_least
    losing = _("The winner of a round gets what the others hold, and they lose it.")
    yield gathers and options.worth == 1 and options.lose, losing, "sum lose"
    yield gathers and options.worth == 1, _("The winner of a round gets what the others hold."), "sum"
    yield gathers, _("The winner of a round gets {worth} points for each card the others hold."), "sum worth"
    yield gathers and options.lose, _("They lose {worth} for each."), "lose"
    yield gathers and options.bonus > 0, _("Winning a round brings {bonus} more."), "bonus"
    yield options.one_scores, _("Only the winner of a round scores."), "sum"
    yield at_least, _("A bid made gets {each} a trick, a bid missed costs as much."), "bids each"
    exactly = _("A bid made exactly gets {made} and {each} a trick; each trick off costs {each}.")
    yield bids and options.made > 0, exactly, "bids made each"
    yield bids, _("A bid made exactly gets {each} a trick; each trick off costs {each}."), "bids each"
    yield bids and options.made > 0, _("Making a bid brings {made} more."), "made"
    yield at_least, _("Each extra trick brings {over}."), "over"
    bags = ngettext("Each extra trick costs {penalty}.", "Every {bags} extra tricks cost {penalty}.", options.bags)
    yield at_least and options.bags > 0, bags, "bags penalty"
    yield options.adds_up_to_zero, _("What one player gets, the others pay."), "sum"
    yield bool(possible_sums(options, 1)), _("A round adds up to {sums}."), "sum sums"
    yield options.partners_depend, _("Partners, from {partners_from} players on."), "sides partners_from"
    yield options.tallies, _("Each point counts as it’s made."), "rows"
    yield options.rows == TURNS, _("You take turns."), "rows"


def _named(options: Options, row: NamedRow) -> Text:
    """Return a row's name, with what it is worth unless that is what is typed."""
    name = shown(options.template, row.name)
    if not row.counts and row.is_filled:
        return name
    return _("{name} ({worth})", name=name, worth=words_for(row, dice=options.rows == TURNS))
