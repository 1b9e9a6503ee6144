"""The tests mirror the project's packages. Besides these, `browser` drives Chromium, and `trials` holds long tests."""
