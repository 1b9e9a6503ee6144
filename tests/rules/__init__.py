"""Tests of the engine by itself, using made-up games."""
