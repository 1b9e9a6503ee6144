"""A made-up group and its year, for `manage.py demo`: who they are, what they play, and how it gets in.

Nothing here is random but by the `random.Random` that is handed in: the same seed is the same year.
"""
