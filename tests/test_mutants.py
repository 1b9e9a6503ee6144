"""The changes that `python -m tests.mutants` tries."""

from tests.mutants import mutants_of

SOURCE = b'''
"""A docstring with 5."""
LIMIT: int = 7


@cache(size=2)
def wins(total: int, blind: bool) -> bool:
    if blind and not total:
        return False
    return total >= LIMIT
'''


def test_each_place_is_changed_once():
    changes = [
        (mutant.line, mutant.apply(SOURCE).splitlines()[mutant.line - 1].strip())
        for mutant in mutants_of(SOURCE.decode())
    ]
    assert changes == [
        (3, b"LIMIT: int = (8)"),
        (8, b"if (not (blind and (not total))):"),
        (8, b"if (blind or not total):"),
        (9, b"return (True)"),
        (10, b"return (None)"),
        (10, b"return (total > LIMIT)"),
    ]
