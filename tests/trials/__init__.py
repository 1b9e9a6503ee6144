"""Long-running tests of killed servers, races, and load, over real HTTP against `manage.py serve`."""
