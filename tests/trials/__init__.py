"""The long measurements: kills, races and load, over real HTTP against `manage.py serve`."""
