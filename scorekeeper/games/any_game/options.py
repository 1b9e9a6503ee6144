"""How a game without rules of its own is scored: its options, in the order in which people think of them."""

from dataclasses import dataclass

from scorekeeper.games.any_game import choices
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import choice, flag, number, numbers, text
from scorekeeper.rules.text import gettext as _


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How the game is scored. RULES.md: Options. What `joined` and `left` list is in `scorekeeper.rules.stays`."""

    template: str = text(_("Template"), _("The id of the game’s template."), high=choices.LONGEST_ID, derived=True)
    name: str = text(_("Name"), _("What the game is called."), high=choices.LONGEST_NAME, derived=True)
    wins: str = choice(
        _("Winner"),
        _("“Nobody” is for just keeping count."),
        choices.WINS,
        default=choices.MOST,
        question=_("Who wins?"),
        **choices.IF_SCORED,
    )
    ends: str = choice(
        _("End"),
        _("You can end any game yourself."),
        choices.ENDS,
        default=choices.BY_HAND,
        question=_("When is it over?"),
        applies=lambda options: not (options.ends_when_full or options.just_won),
    )
    target: int = number(
        _("Points"),
        _("The total that ends the game."),
        **choices.EITHER_SIGN,
        default=100,
        upfront=True,
        applies=lambda options: options.ends_at_target,
    )
    rounds: int = number(
        _("Rounds"),
        _("How many rounds you play."),
        low=1,
        high=200,
        default=10,
        upfront=True,
        applies=lambda options: options.ends_after_rounds and not options.deck,
    )
    rows: str = choice(
        _("Sheet"),
        _("In a round, a number for everybody; in turns, one player’s number at a time; or each point with a tap."),
        choices.ROWS,
        default=choices.ROUNDS,
        question=_("What do you write down?"),
    )
    categories: str = text(
        _("Rows"),
        choices.NAMED_ROWS,
        high=1000,
        lines=choices.MOST_ROWS,
        applies=lambda options: options.rows in (choices.CATEGORIES, choices.TURNS),
    )
    start: int = number(
        _("Everyone starts with"),
        _("Above the target, points are taken off."),
        **choices.EITHER_SIGN,
        default=0,
        **choices.IF_SCORED,
    )
    at_once: bool = flag(
        _("The target ends the game at once"),
        _("Otherwise, the round is played out."),
        applies=lambda options: options.can_end_at_once,
    )
    last_turn: bool = flag(
        _("Everyone else has one more turn"),
        _("Once somebody has the target. Then it’s over, and the best total wins."),
        applies=lambda options: options.can_have_last_turn,
    )
    past: str = choice(
        _("Past the target"),
        _("If only the exact number ends the game, what a player scores past it."),
        choices.PAST,
        default=choices.COUNTS,
        applies=lambda options: options.can_be_exact,
    )
    back: int = number(
        _("Back to"),
        _("The total of a player who goes past the target."),
        **choices.EITHER_SIGN,
        default=0,
        applies=lambda options: options.exact and options.past == choices.BACK,
    )
    ties: str = choice(
        _("If there’s a tie"),
        _("“Play on” goes on round by round until somebody is ahead, or ahead by two."),
        choices.TIES,
        default=choices.SHARED,
        applies=lambda options: options.wins != choices.NOBODY and not (options.ends_when_full or options.just_won),
    )
    sides: str = choice(
        _("Sides"),
        _("Partners sit across from each other. All win or lose together only if you just say who won."),
        choices.SIDES,
        default=choices.ALONE,
    )
    partners_from: int | None = number(
        _("Partners from so many players on"),
        _("4, 6, 8 or 10: with fewer, everyone plays alone; blank if there are always partners."),
        low=4,
        high=choices.MOST_PLAYERS,
        applies=lambda options: options.sides == choices.PARTNERS,
    )
    dealer: bool = flag(
        _("The deal passes"), _("To the left, round by round."), applies=lambda options: options.has_rounds
    )
    sum: str = choice(
        _("What a round adds up to"),
        _("The sum of everybody’s points is checked."),
        choices.SUMS,
        default=choices.FREE,
        applies=lambda options: options.scores_rounds,
    )
    sums: tuple[int, ...] | None = numbers(
        _("Possible sums"),
        _("Separated by commas, such as 26, 78."),
        most=choices.MOST_NUMBERS,
        **choices.EITHER_SIGN,
        applies=lambda options: options.scores_rounds and options.sum == choices.FIXED,
    )
    all_but_one: bool = flag(
        _("All but one can get it"),
        _("As when someone shoots the moon: the sum is then that much for each of the others."),
        applies=lambda options: options.scores_rounds and options.sum == choices.FIXED,
    )
    worth: int = number(
        _("Points for each card left"),
        _("1 if points are counted, not cards."),
        low=1,
        high=50,
        default=1,
        **choices.IF_GATHERED,
    )
    bonus: int = number(_("Points for winning a round"), _("On top of the rest."), default=0, **choices.IF_GATHERED)
    lose: bool = flag(
        _("And they lose it"), _("Each of the others loses what they are left with."), **choices.IF_GATHERED
    )
    bids: str = choice(
        _("Bidding for tricks"),
        _("Whether everyone bids how many tricks they’ll take."),
        choices.BIDS,
        default=choices.NO_BIDS,
        applies=lambda options: options.rows == choices.ROUNDS,
    )
    made: int = number(_("Points for making the bid"), _("However high it was."), default=0, **choices.IF_BIDDING)
    each: int = number(
        _("Points for each trick"),
        _("For each trick bid; if the bid must be made exactly, lost for each trick off."),
        default=10,
        **choices.IF_BIDDING,
    )
    over: int = number(
        _("Points for each extra trick"), _("For each trick beyond the bid."), default=1, **choices.IF_AT_LEAST
    )
    bags: int = number(
        _("Extra tricks that cost a penalty"), _("How many in all; 0 for no penalty."), default=0, **choices.IF_AT_LEAST
    )
    penalty: int = number(
        _("Penalty"),
        _("The points that so many extra tricks cost."),
        default=100,
        applies=lambda options: options.bids_at_least and options.bags > 0,
    )
    nil: int = number(
        _("Points for a bid of 0"),
        _("Lost with the first trick; 0 if it’s a bid like any other."),
        default=0,
        **choices.IF_BIDDING,
    )
    tricks: int = number(
        _("Tricks in a round"),
        _("0 if each round has one more than the last."),
        high=choices.MOST_TRICKS,
        default=0,
        **choices.IF_BIDDING,
    )
    cards: int = number(
        _("Cards in the deck"),
        _("If you play as many rounds as there are cards for everyone; otherwise 0."),
        high=200,
        default=0,
        applies=lambda options: options.bidding and options.ends == choices.ROUNDS,
    )
    phases: int = number(
        _("Phases to complete"),
        _("Whoever completes them all wins; 0 for none."),
        high=50,
        default=0,
        applies=lambda options: options.scores_rounds and options.alone and not options.names_winner,
    )
    out: int | None = number(
        _("Out at"),
        _("The total at which a player drops out; blank for none."),
        **choices.EITHER_SIGN,
        applies=lambda options: options.players_change,
    )
    negative: bool = flag(
        _("Points can be negative"),
        _("The number pad then has a minus."),
        applies=lambda options: not (options.bidding or options.gathers or options.adds_up_to_zero or options.just_won),
    )
    ask_above: int | None = number(
        _("Question a number above"),
        _("The app then asks whether it’s right; blank to take any."),
        low=1,
        high=choices.LARGEST,
        applies=lambda options: options.enters_points,
    )
    buttons: tuple[int, ...] | None = numbers(
        _("Points on buttons"),
        _("Separated by commas, such as 1, 5, 10."),
        most=choices.MOST_NUMBERS,
        **choices.EITHER_SIGN,
        applies=lambda options: options.has_buttons,
    )
    add_up: bool = flag(
        _("Buttons add up"),
        _("Each adds to the turn, until “Next” saves it. Otherwise, a button is the whole turn."),
        applies=lambda options: options.rows == choices.TURNS and not options.ends_when_full and bool(options.buttons),
    )
    fewest: int = number(_("Fewest players"), _("At least so many play."), **choices.PLAYERS, default=1)
    most: int = number(_("Most players"), _("At most so many play."), **choices.PLAYERS, default=choices.MOST_PLAYERS)
    joined: tuple[int, ...] = numbers(
        _("Joined in row"), choices.JOINED_HELP, most=choices.MOST_STAYS, high=limits.MOST_TURNS, **choices.OF_STAYS
    )
    joined_with: tuple[int, ...] = numbers(
        _("Joined with"), choices.JOINED_WITH_HELP, most=choices.MOST_PLAYERS, **choices.EITHER_SIGN, **choices.OF_STAYS
    )
    left: tuple[int, ...] = numbers(
        _("Left before row"), choices.LEFT_HELP, most=choices.MOST_STAYS, high=limits.MOST_TURNS + 1, **choices.OF_STAYS
    )

    @property
    def slug(self) -> str:
        """The slug of a game with these options: each recipe is a game of its own."""
        return f"{choices.SLUG}:{self.template}" if self.template else choices.SLUG

    @property
    def alone(self) -> bool:
        return self.sides == choices.ALONE

    @property
    def partners_depend(self) -> bool:
        """Whether there are partners only from some number of players on."""
        return self.sides == choices.PARTNERS and self.partners_from is not None

    @property
    def bidding(self) -> bool:
        return self.rows == choices.ROUNDS and self.bids != choices.NO_BIDS

    @property
    def tallies(self) -> bool:
        """Whether each point is counted as it's made, so that the whole game is one hand."""
        return self.rows == choices.TALLY

    @property
    def just_won(self) -> bool:
        """Whether only who won is written down, so that there are no hands."""
        return self.rows == choices.WON

    @property
    def has_rounds(self) -> bool:
        """Whether a hand is a round for everybody, perhaps with a name."""
        return self.rows in (choices.ROUNDS, choices.CATEGORIES)

    @property
    def players_change(self) -> bool:
        """Whether players can join late, leave early, or drop out."""
        return self.alone and not (self.tallies or self.just_won)

    @property
    def has_buttons(self) -> bool:
        return not (self.bidding or self.tallies or self.just_won)

    @property
    def bids_at_least(self) -> bool:
        """Whether players bid for tricks, and may make more of them."""
        return self.bidding and self.bids == choices.AT_LEAST

    @property
    def scores_rounds(self) -> bool:
        """Whether everybody's points in a round are entered."""
        return self.rows == choices.ROUNDS and not self.bidding

    @property
    def enters_points(self) -> bool:
        """Whether what is entered are plain points, round by round or turn by turn."""
        return self.scores_rounds or (self.rows == choices.TURNS and not self.ends_when_full)

    @property
    def gathers(self) -> bool:
        """Whether the winner of a round gets what the others are left with."""
        return self.scores_rounds and self.alone and self.sum == choices.WINNER

    @property
    def one_scores(self) -> bool:
        """Whether only the winner of a round scores, or their side."""
        return self.scores_rounds and self.sum == choices.ONE

    @property
    def names_winner(self) -> bool:
        """Whether it is recorded who won a round, before any points."""
        return self.gathers or self.one_scores

    @property
    def has_phases(self) -> bool:
        """Whether completing phases wins. Where the winner of a round is recorded, nobody is asked about theirs."""
        return self.scores_rounds and self.alone and not self.names_winner and self.phases > 0

    @property
    def adds_up_to_zero(self) -> bool:
        """Whether what one player gets, the others pay."""
        return self.scores_rounds and self.sum == choices.ZERO

    @property
    def allows_negative(self) -> bool:
        """Whether points can be negative: if the options say so, or if they must add up to zero."""
        return self.adds_up_to_zero or (self.negative and not self.gathers)

    @property
    def ends_when_full(self) -> bool:
        return self.rows == choices.CATEGORIES or (self.rows == choices.TURNS and self.categories.strip() != "")

    @property
    def ends_after_rounds(self) -> bool:
        return self.ends == choices.ROUNDS and not (self.ends_when_full or self.tallies or self.just_won)

    @property
    def deck(self) -> int:
        """The cards that decide how many rounds are played, or 0 if they don't."""
        return self.cards if self.bidding and self.ends_after_rounds else 0

    @property
    def ends_at_target(self) -> bool:
        return self.ends == choices.TARGET and not (self.ends_when_full or self.just_won)

    def reaches(self, total: int, limit: int) -> bool:
        """Return whether a total has come to a limit from what everyone starts with."""
        return total <= limit if self.start > limit else total >= limit

    @property
    def can_end_at_once(self) -> bool:
        """Whether somebody can reach the target before the others: in turns, or from the dealer's left."""
        first_from_dealer = self.has_rounds and self.dealer and self.reaching_wins
        return self.ends_at_target and (self.rows == choices.TURNS or first_from_dealer)

    @property
    def can_have_last_turn(self) -> bool:
        """Whether everyone else can have one more turn after the target: in turns, unless it ends the game at once."""
        return self.rows == choices.TURNS and self.ends_at_target and not self.at_once

    @property
    def counts_down(self) -> bool:
        """Whether points are taken off the total, because the game starts above its target."""
        return self.ends_at_target and self.start > self.target

    @property
    def can_be_exact(self) -> bool:
        """Whether it can be that only the exact number reaches the target. In a tally, each number is reached."""
        return self.ends_at_target and self.reaching_wins and not self.tallies

    @property
    def exact(self) -> bool:
        """Whether only the exact number reaches the target."""
        return self.can_be_exact and self.past != choices.COUNTS

    @property
    def plays_on(self) -> bool:
        """Whether a tie is played on, which it can't be if there is nothing left to fill in."""
        return self.wins != choices.NOBODY and self.ties != choices.SHARED and not self.ends_when_full

    @property
    def reaching_wins(self) -> bool:
        """Whether reaching the target is what wins."""
        return self.wins == (choices.LEAST if self.counts_down else choices.MOST)
