"""Scorekeeper, the score sheet of a card table. `CHANGELOG.md` says what each version brought."""

__version__ = "1.1.0"
