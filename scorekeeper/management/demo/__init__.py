"""A made-up group and its year, for `manage.py demo`: who they are, what they play, and how it is stored.

All randomness comes from the `random.Random` that is passed in: the same seed makes the same year.
"""
