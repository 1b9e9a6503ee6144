"""The pure-Python server, which answers where Granian isn't installed."""

import signal
from types import SimpleNamespace

import pytest

from scorekeeper import server


@pytest.fixture
def handlers():
    """Afterward, restore the handlers of the signals that stop a server."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("handlers")
def test_sigterm_stops_the_server_even_where_a_shell_made_it_ignore_ctrl_c(monkeypatch):
    running = SimpleNamespace(run=lambda: signal.raise_signal(signal.SIGTERM))
    monkeypatch.setattr(server, "has_workers", lambda: False)
    monkeypatch.setattr(server, "create_server", lambda *_arguments, **_options: running)
    monkeypatch.setattr(server, "load_application", lambda: None)
    monkeypatch.setattr(server, "allow_connections", lambda: 100)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with pytest.raises(KeyboardInterrupt):
        server.run(host="127.0.0.1", port=8000, workers=1, when_listening=lambda: None)
