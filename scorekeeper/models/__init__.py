"""The database models: who plays and who may write in `people`, and what they played in `games`. No game's rules.

What people entered is kept for good: a hand's revisions and a game's setups are only ever added, and a member who was
removed or a player who was merged keeps the row. `Standing` and `Tally` are derived from it, and `rescore` rebuilds
them. Constraints guard what two phones could break at once; whatever needs a query is a room's `reading` or `writing`.
"""

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
