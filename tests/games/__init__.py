"""Tests of the games: scoring and entering hands, replaying games, and the contract that all games must fulfill."""
