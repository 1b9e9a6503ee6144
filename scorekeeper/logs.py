"""Keep the tokens that open a group out of the logs."""

import logging
import re

IN_PATH = re.compile(r"(?<=/)([jwv])/[^/\s?\"']+")
# A token on its own, as in an exception's message: a link's token, or a number and its signature.
ALONE = re.compile(r"(?<![\w-])(\d+:)?[A-Za-z0-9_-]{43,}(?![\w-])", re.ASCII)
# The formatter's entry in logging configurations.
MASKED = {"()": "scorekeeper.logs.MaskingFormatter", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"}


class MaskingFormatter(logging.Formatter):
    """A formatter that hides all tokens: in invitations (`/j/…/`), watch links (`/w/…/`) and open pages (`/v/…/`).

    It masks the finished message, including its arguments and any traceback.
    """

    def format(self, record: logging.LogRecord) -> str:
        return ALONE.sub("***", IN_PATH.sub(r"\1/***", super().format(record)))
