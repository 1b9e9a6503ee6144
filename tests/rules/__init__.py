"""The engine by itself, tested with made-up games."""
