"""Keep the tokens that open a group out of the logs, and what isn't worth a line or a traceback."""

import logging
import re

IN_PATH = re.compile(r"(?<=/)([jwv]|go-on|home-screen)/[^/\s?\"']+")
# A token on its own, as in an exception's message: a link's token, or a number and its signature.
ALONE = re.compile(r"(?<![\w-])(\d+:)?[A-Za-z0-9_-]{43,}(?![\w-])", re.ASCII)
# The formatter's entry in logging configurations.
MASKED = {"()": "scorekeeper.web.logs.MaskingFormatter", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"}


class OneLine(logging.Filter):
    """A filter that logs passing faults and requests that Django refuses (such as a bad host) without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            record.exc_info = None
        if getattr(record, "status_code", None) == 503 and record.exc_info:
            cause = str(record.exc_info[1]).partition("\n")[0]
            record.msg, record.args, record.exc_info = f"{record.getMessage()} ({cause})", (), None
        return True


class MaskingFormatter(logging.Formatter):
    """A formatter that hides all tokens, of links and of open pages, in the finished message with any traceback."""

    def format(self, record: logging.LogRecord) -> str:
        return ALONE.sub("***", IN_PATH.sub(r"\1/***", super().format(record)))
