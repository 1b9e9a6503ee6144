"""What browsers download of scripts and styles."""

import pytest
from django.core.files.base import ContentFile

from scorekeeper.static_files import MinifyingStorage

SCRIPT, STYLE = b"/* why */\nconst one = () => 1; // so\n", b"/* why */\n.card { margin: 0 auto; }\n"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        pytest.param("a.js", SCRIPT, b"const one=()=>1;", id="a script"),
        pytest.param("a.css", STYLE, b".card{margin:0 auto}", id="a style sheet"),
        pytest.param("a.min.js", SCRIPT, SCRIPT, id="one that its authors have minified"),
        pytest.param("a.svg", STYLE, STYLE, id="another file"),
    ],
)
def test_scripts_and_styles_come_without_comments(tmp_path, name, content, expected):
    storage = MinifyingStorage(location=tmp_path, manifest_storage=None)
    file = ContentFile(content)
    file.read()  # as it is for its hash
    storage.save(name, file)
    assert (tmp_path / name).read_bytes().strip() == expected.strip()
