"""Everything on every page can be translated: in a language that marks its words, no bare word is left."""

import pytest

pytest.register_assert_rewrite("tests.translated.pseudo")
