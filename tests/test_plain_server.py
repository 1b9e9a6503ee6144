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


def run(monkeypatch, waitress):
    """Run the server; `waitress` stands for Waitress, while it serves."""
    running = SimpleNamespace(run=waitress)
    monkeypatch.setattr(server, "has_workers", lambda: False)
    monkeypatch.setattr(server, "create_server", lambda *_arguments, **_options: running)
    monkeypatch.setattr(server, "load_application", lambda: None)
    monkeypatch.setattr(server, "allow_connections", lambda: 100)
    server.run(host="127.0.0.1", port=8000, workers=1, when_listening=lambda: None)


@pytest.mark.usefixtures("handlers")
def test_sigterm_stops_the_server_even_where_a_shell_made_it_ignore_ctrl_c(monkeypatch):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with pytest.raises(KeyboardInterrupt):
        run(monkeypatch, lambda: signal.raise_signal(signal.SIGTERM))


@pytest.mark.usefixtures("handlers")
def test_only_the_first_signal_interrupts_it(monkeypatch):
    def stop():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)

    run(monkeypatch, stop)
    assert signal.getsignal(signal.SIGINT) == signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
