"""The tests mirror the rooms of the project; `browser` drives Chromium, `trials` hold the long figures."""
