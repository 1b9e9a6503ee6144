"""A made-up group and its year of games, for `manage.py demo`: who plays, what happens, and how it is all stored.

All randomness comes from the `random.Random` that is passed in, so the same seed always makes the same year.
"""
