"""Tests of the games: scoring and typing hands, replaying whole games, and the contract that all games keep."""
