"""All text on every page can be translated: in a pseudo-language that marks every message, no text is left unmarked."""

import pytest

pytest.register_assert_rewrite("tests.translated.pseudo")
