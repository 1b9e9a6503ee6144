"""Tests of the template tags and filters."""
