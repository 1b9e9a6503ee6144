"""What goes in and out as text."""
