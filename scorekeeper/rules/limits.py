"""Upper limits on the sizes of what is typed, uploaded or kept. Any module may import this one; it imports nothing.

How often something may be tried is in `web/throttle.py`, and how much a page shows stands where that is read.
"""

MEGABYTE = 1024 * 1024

MOST_MEGABYTES = 32  # of a file
LARGEST_FILE = MOST_MEGABYTES * MEGABYTE
LARGEST_TABLE = 2 * MEGABYTE  # of results
LARGEST_RECIPE = 16 * 1024
LARGEST_BODY = LARGEST_FILE + MEGABYTE  # of a request: the largest file plus the form around it

MOST_GAMES = 5000  # in a file
MOST_HANDS = 200  # in a game
MOST_TURNS = 600  # in a game in which each player’s turn is a hand
MOST_MESSAGES = 1000  # errors and warnings about a file, and notes
MOST_PLAYERS = 200  # on a roster
MOST_RECIPES = 200  # of a group
MOST_LINKS = 500  # of a group that are open
MOST_TAPS = 2000  # in a hand
MOST_COLUMNS = 40  # of which a file gives results
MOST_ROWS, MOST_CELLS = 5000, 60  # lines of a table of results, and cells in a row
MOST_SEATS = 20  # more than any table has
MOST_NESTED = 2_000_000  # objects and lists in a file, each of which takes much more memory than space there
DEEPEST = 40  # levels of these; a score sheet needs only eight
MOST_KEYS = LONGEST_KEY = 1000  # keys in an object, and characters in a key; a score sheet needs far fewer
LONGEST_NUMBER = 30  # digits of a whole number in a file; longer ones would only waste time

LONGEST_NAME = 40
LONGEST_PASSWORD = 200  # hashing long ones is slow
LONGEST_CODE = 60  # to recover an account, with what people type between its letters
LONGEST_ID = 100  # in a file, of something that another program may have written
LONGEST_RECIPE_ID = 30
LONGEST_LINK = 8000  # to a recipe
LONGEST_LABEL = 60
LONGEST_PLACE = 80
LONGEST_NOTE = 2000
LONGEST_SEARCH = 60  # for a place or note
LONGEST_TEXT = 20_000  # a place or note in a file, where a night has those of all its games
TOO_LONG = 10  # times the limit: tidying can't make such a text short enough, and may take long
LONGEST_LIST = 100  # of numbers in a field of a hand
LONGEST_SUM = 30  # of a number or a sum in a field of a hand
LONGEST_PART = 10  # of a list of numbers: one of them, with what separates it from the next
MOST_MARKS = 30  # combining characters in a row, as Unicode's stream-safe format has it

LARGEST_TOTAL = 9_999_999  # half points of a game of which only the result is written down
LARGEST_NUMBER = 9999  # allowed in a hand, unless its game says otherwise
LARGEST_KEY = 10**18  # still fits in a database integer

# Seconds a write may wait for others. A phone gives up after 8.
LONGEST_WAIT, LONGEST_WAIT_OF_COMMANDS = 5, 20
