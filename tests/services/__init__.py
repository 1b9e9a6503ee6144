"""Tests of the services, most of them as seen from a phone."""
