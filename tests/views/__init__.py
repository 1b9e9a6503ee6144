"""Tests for the pages as they appear in a browser without JavaScript."""
