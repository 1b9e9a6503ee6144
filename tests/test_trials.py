"""Every trial can start: only `.ci/nightly` runs them all, so a name that has moved would go unnoticed for long."""

from importlib import import_module
from pathlib import Path

import pytest

TRIALS = Path(__file__).parent / "trials"


@pytest.mark.parametrize("module", sorted(path.stem for path in TRIALS.glob("*.py")))
def test_a_trial_can_be_imported(module):
    import_module(f"tests.trials.{module}")
