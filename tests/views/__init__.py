"""Tests for the pages, as seen by a browser without scripts."""
