# Gunicorn in place of `serve`, for more than one process. docs/machines.md says how to use it. Needs PostgreSQL, since
# several processes would keep one another waiting on SQLite, and a proxy that reads bodies whole, such as nginx.conf.

import sys

from scorekeeper.web.logs import MASKED

bind = "127.0.0.1:8000"
worker_class = "gthread"
workers = 4  # about two for each core
threads = 8  # each has a connection to the database
keepalive = 20  # seconds, and more than nginx keeps one
timeout = 120  # a large import may take a minute
graceful_timeout = 10

# To stderr, and like the app's own with tokens masked.
handler = {"class": "logging.StreamHandler", "stream": sys.stderr, "formatter": "masked"}
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"masked": MASKED},
    "handlers": {"stderr": handler},
    "root": {"handlers": [], "level": "WARNING"},
    "loggers": {"gunicorn.error": {"handlers": ["stderr"], "level": "INFO", "propagate": False}},
}
