"""The tests mirror the packages of the project; `browser` drives Chromium, `trials` holds the long measurements."""
