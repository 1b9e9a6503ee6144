"""Upper limits on anything that strangers could make grow. Any module may import this one; it imports nothing."""

MEGABYTE = 1024 * 1024

LARGEST_FILE = 32 * MEGABYTE
LARGEST_TEMPLATE = 16 * 1024
LARGEST_BODY = LARGEST_FILE + MEGABYTE  # of a request: the largest file plus the form around it

MOST_GAMES = 5000  # in a file
MOST_HANDS = 200  # in a game
MOST_MESSAGES = 1000  # errors and warnings about a file, and notes
MOST_PLAYERS = 200  # on a roster
MOST_TEMPLATES = 200  # of a group
MOST_COLUMNS = 40  # of which a file gives results
MOST_SEATS = 20  # more than any table has

LONGEST_NAME = 40
LONGEST_TEMPLATE_ID = 30
LONGEST_LINK = 8000  # to a template
LONGEST_LABEL = 60
LONGEST_PLACE = 80
LONGEST_NOTE = 2000
LONGEST_TEXT = 20_000  # a place or note in a file, where a night has those of all its games
MOST_MARKS = 30  # combining characters in a row, as Unicode's stream-safe format has it

LARGEST_NUMBER = 9999  # allowed in a hand, unless its game says otherwise
LARGEST_KEY = 10**18  # still fits in a database integer

MOST_MEMORY = 64 * MEGABYTE  # for what a process keeps between requests
# Seconds a write may wait for others. A phone gives up after 8.
LONGEST_WAIT, LONGEST_WAIT_OF_COMMANDS = 5, 20
