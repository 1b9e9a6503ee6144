"""The tests mirror the project's packages. Also, `browser` drives real browsers, and `trials` holds long tests."""
