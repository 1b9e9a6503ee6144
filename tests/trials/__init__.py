"""The long figures: kills, races, load, over real HTTP against `manage.py serve`."""
