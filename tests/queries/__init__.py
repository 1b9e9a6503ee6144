"""Tests for the queries."""
