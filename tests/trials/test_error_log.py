"""nginx's error log says why the app can't be reached, and never contains the token of a link."""

import shutil

import pytest

from scorekeeper.web.configuration import ROOT
from tests.serving import free_port
from tests.trials.test_proxies import HOST, Proxy, make_certificate, nginx, started

TOKEN = "a-token-that-opens-a-group"


@pytest.fixture
def proxy(tmp_path):
    """The example in front of nothing, as while the app is stopped."""
    if shutil.which("nginx") is None:
        pytest.skip("nginx isn't installed")
    make_certificate(tmp_path)
    port = free_port()
    command = nginx((ROOT / ".deploy" / "nginx.conf").read_text(encoding="utf-8"), tmp_path, port, free_port())
    with started(command, tmp_path / "log", port):
        yield Proxy("nginx", port)


def test_what_the_app_does_not_answer_is_logged_without_tokens(proxy, tmp_path):
    link = f"https://{HOST}/j/{TOKEN}/"
    for method, path, referer in (
        ("GET", "/groups/7/", f"https://{HOST}/"),
        ("GET", f"/j/{TOKEN}/", ""),
        ("POST", f"/j/{TOKEN}/", link),
        ("GET", f"/w/{TOKEN}/games/1/?v=3", ""),
        ("POST", "/groups/8/", link),
        ("GET", "/static/app.css", link),
    ):
        assert proxy.ask(method, path, b"a=b" if method == "POST" else b"", Referer=referer)[0] in {502, 504}, path
    text = (tmp_path / "scorekeeper-error.log").read_text(encoding="utf-8")
    assert text.count("connect() failed (111: Connection refused) while connecting to upstream") >= 1
    assert "/groups/7/" in text
    everything = [path.read_text(encoding="utf-8") for path in tmp_path.glob("*log*") if path.is_file()]
    assert len(everything) >= 2
    assert not any(TOKEN in each for each in everything)
