"""Tests for importing and exporting text formats."""
