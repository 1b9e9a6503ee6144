"""Tests of the pages, as seen by a browser without scripts."""
