"""What the reads answer."""
