"""Tests of the pages, as a browser without scripts sees them."""
