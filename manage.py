#!/usr/bin/env python
"""The project's one command, in a checkout: `manage.py serve` starts the app, `manage.py help` lists the rest."""

from scorekeeper.__main__ import main

if __name__ == "__main__":
    main()
