"""The project's one command: `scorekeeper serve` starts the app, `scorekeeper help` lists the rest.

In a checkout, it is called `manage.py`.
"""

import os
import sys

from django.core.management import execute_from_command_line

from scorekeeper.host.commands import explain
from scorekeeper.web.configuration import COMMAND, ConfigurationError


def main() -> None:
    """Run a management command. What an operator can mend is one line on stderr and exit 1, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    os.umask(0o077)  # what a command writes is for its own user only
    try:
        execute_from_command_line([COMMAND, *sys.argv[1:]])
    except ConfigurationError as error:
        sys.exit(str(error))
    except Exception as error:
        line = explain(error)
        if not line or "--traceback" in sys.argv:
            raise
        sys.exit(line)


if __name__ == "__main__":
    main()
