"""A real browser drives the app."""
