"""Every worked game and hand in the text files of a folder comes out as written there. See `tests.games.worked`."""

import pytest

from tests.games.notations import NOTATIONS
from tests.games.worked import HERE, Worked, faults, sections

FILES = [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in sorted(HERE.glob("*/*.txt"))]


@pytest.mark.parametrize("path", FILES)
def test_what_is_worked_out_in_a_file_is_what_the_app_does(path):
    folder, found = path.parent.name, list(sections(path))
    assert [section.title for section in found if not section.rows] == []
    notation = NOTATIONS.get(folder) or type("OnlySampled", (Worked,), {"slug": folder})
    wrong = [fault for section in found for fault in faults(notation, section)]
    assert not wrong, "\n" + "\n".join(wrong)
