"""Every text on every page can be translated: in a pseudo-language that marks its texts, nothing stays unmarked."""

import pytest

pytest.register_assert_rewrite("tests.translated.pseudo")
