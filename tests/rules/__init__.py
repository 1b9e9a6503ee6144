"""What the rules promise, game by game."""
