"""Tests of what goes in and out as text."""
