"""What the services promise, as a phone sees it."""
