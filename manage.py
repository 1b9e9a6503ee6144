#!/usr/bin/env python
"""The one command of the project: `manage.py serve` starts it, `manage.py help` lists the rest."""

import os
import sys


def main() -> None:
    """Run a management command. What an operator can mend is one line on stderr and exit 1, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    os.umask(0o077)  # what a command writes is for its own user only
    from django.core.management import execute_from_command_line

    from scorekeeper.configuration import ConfigurationError

    try:
        execute_from_command_line(sys.argv)
    except ConfigurationError as error:
        sys.exit(str(error))
    except Exception as error:
        from scorekeeper.management.common import explain

        line = explain(error)
        if not line or "--traceback" in sys.argv:
            raise
        sys.exit(line)


if __name__ == "__main__":
    main()
