"""Every text on every page can be translated: in a pseudo-language that marks each message, no text is unmarked."""

import pytest

pytest.register_assert_rewrite("tests.translated.pseudo")
