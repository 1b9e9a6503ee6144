"""The database models: people in `people`, and what they played in `games`. They contain no game rules."""

from scorekeeper.models.games import (
    NIGHT_ENDS_AT as NIGHT_ENDS_AT,
    Game as Game,
    Hand as Hand,
    Night as Night,
    Recipe as Recipe,
    Revision as Revision,
    Seat as Seat,
    Setup as Setup,
    Standing as Standing,
    Tally as Tally,
    Upload as Upload,
    night_of as night_of,
)
from scorekeeper.models.people import (
    MARKS as MARKS,
    Event as Event,
    Installation as Installation,
    Link as Link,
    Membership as Membership,
    PersonalLink as PersonalLink,
    Player as Player,
    Playgroup as Playgroup,
    Throttle as Throttle,
    User as User,
)
