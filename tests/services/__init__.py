"""Tests for the services, most of them acting as a phone would."""
