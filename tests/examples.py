"""How Hypothesis makes its examples: the same in every run, however slow the machine is."""

from hypothesis import HealthCheck, settings

# A test must not depend on the clock.
settings.register_profile("house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
