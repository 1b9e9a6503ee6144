"""What may be written to a log: everything but the tokens that open a group."""

import logging
import re

IN_PATH = re.compile(r"(?<=/)([jwv])/[^/\s?\"']+")
# A token that stands alone, as in the message of an exception: a link's, or a number and its seal.
ALONE = re.compile(r"(?<![\w-])(\d+:)?[A-Za-z0-9_-]{43,}(?![\w-])", re.ASCII)
# For a logging configuration.
MASKED = {"()": "scorekeeper.logs.MaskingFormatter", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"}


class MaskingFormatter(logging.Formatter):
    """A formatter that hides every token: of an invitation (`/j/…/`), a watch link (`/w/…/`), an open page (`/v/…/`).

    The finished text is masked: the message with its arguments, and tracebacks too.
    """

    def format(self, record: logging.LogRecord) -> str:
        return ALONE.sub("***", IN_PATH.sub(r"\1/***", super().format(record)))
