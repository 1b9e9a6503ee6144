"""Tests for the services. Most of them act as a phone would."""
