"""Every worked game and hand in the text files of a folder comes out as written there. See `tests.games.worked`."""

import pytest

from tests.games.notations import NOTATIONS
from tests.games.worked import HERE, faults, sections

FILES = sorted(HERE.glob("*/*.txt"))


@pytest.mark.parametrize("path", [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in FILES])
def test_what_is_worked_out_in_a_file_is_what_the_app_does(path):
    wrong = [fault for section in sections(path) for fault in faults(NOTATIONS[path.parent.name], section)]
    assert not wrong, "\n" + "\n".join(wrong)


def test_every_section_has_rows():
    assert [section.title for path in FILES for section in sections(path) if not section.rows] == []
