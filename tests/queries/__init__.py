"""Tests of the queries."""
