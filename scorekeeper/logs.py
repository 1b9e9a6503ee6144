"""What may be written to a log: everything but the tokens that open a group."""

import logging
import re

TOKEN = re.compile(r"(?<=/)([jw])/[^/\s?\"']+")


class MaskingFormatter(logging.Formatter):
    """A formatter that hides the token of an invitation (`/j/…/`) and of a watch link (`/w/…/`), also in tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """The line as usual, its tokens replaced."""
        return TOKEN.sub(r"\1/***", super().format(record))
