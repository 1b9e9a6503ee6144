#!/usr/bin/env python
"""The one command of the project: `manage.py serve` starts it, `manage.py help` lists the rest."""

import os
import sys


def main() -> None:
    """Run a management command; a wrong environment variable is one line on stderr and exit 1."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    from django.core.management import execute_from_command_line

    from scorekeeper.configuration import ConfigurationError

    try:
        execute_from_command_line(sys.argv)
    except ConfigurationError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
