"""Tests that drive the app with a real browser."""
