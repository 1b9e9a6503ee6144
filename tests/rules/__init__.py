"""Tests of the engine on its own, using made-up games."""
