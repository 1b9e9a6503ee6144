"""Hypothesis settings: the same examples in every run, on any machine; many more with `--full`."""

from hypothesis import HealthCheck, settings

FEW, FULL = 30, 500
# Tests must not depend on timing.
HOUSE = {"deadline": None, "derandomize": True, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("house", max_examples=FEW, **HOUSE)
settings.register_profile("full", max_examples=FULL, **HOUSE)
settings.load_profile("house")
