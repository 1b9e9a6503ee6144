"""The app's foundations: the secret key, the network, logs, checks, sessions, headers and the README."""

import logging
import os
import re
import stat
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from ipaddress import ip_address
from types import SimpleNamespace

import ifaddr
import pytest
import zeal
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from scorekeeper import checks, configuration, middleware, network
from scorekeeper.logs import MaskingFormatter
from scorekeeper.secret_key import secret_key
from tests.serving import environment, manage

README = (configuration.ROOT / "README.md").read_text(encoding="utf-8")


# The secret key


def test_the_key_is_created_once_and_is_private(tmp_path):
    key = secret_key(tmp_path / "data")
    assert len(key) >= 50
    assert secret_key(tmp_path / "data") == key
    assert [(file.name, stat.S_IMODE(file.stat().st_mode)) for file in (tmp_path / "data").iterdir()] == [
        ("secret-key", 0o600)
    ]


def test_a_process_reads_its_key_once_and_only_when_it_uses_it(tmp_path):
    script = """
import pathlib, sys
from scorekeeper.settings import SECRET_KEY
key = pathlib.Path(sys.argv[1], "data", "secret-key")
assert not key.parent.exists(), "importing the settings creates nothing"
first = str(SECRET_KEY)
assert key.read_text().strip() == first
key.write_text("another")
assert str(SECRET_KEY) == first
"""
    variables = environment(SCOREKEEPER_DATA=str(tmp_path / "data"))
    done = subprocess.run([sys.executable, "-c", script, tmp_path], cwd=configuration.ROOT, env=variables, check=False)
    assert done.returncode == 0


def test_simultaneous_callers_get_the_same_new_key(tmp_path):
    with ThreadPoolExecutor(16) as pool:
        keys = list(pool.map(lambda _: secret_key(tmp_path), range(64)))
    assert len(set(keys)) == 1


def test_a_key_that_others_can_read_causes_a_warning(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    assert checks.key_is_closed(None) == []
    secret_key(tmp_path)
    assert checks.key_is_closed(None) == []
    (tmp_path / "secret-key").chmod(0o644)
    assert [warning.id for warning in checks.key_is_closed(None)] == ["scorekeeper.W001"]


# The network


def test_the_default_route_comes_first_and_unreachable_addresses_are_left_out(monkeypatch):
    ips = [SimpleNamespace(ip=ip) for ip in ("127.0.0.1", "169.254.1.1", "172.17.0.1", "192.168.1.5")]
    ips += [SimpleNamespace(ip=(ip, 0, 0)) for ip in ("::1", "fe80::1", "fd00::5")]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [SimpleNamespace(ips=ips)])
    monkeypatch.setattr(network, "_outward", lambda: ip_address("192.168.1.5"))
    addresses = network.addresses()
    assert [str(address) for address in addresses] == ["192.168.1.5", "172.17.0.1", "fd00::5"]
    assert network.in_url(addresses[2]) == "[fd00::5]"


def test_a_machine_without_a_network_has_no_address(monkeypatch):
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [SimpleNamespace(ips=[SimpleNamespace(ip="127.0.0.1")])])
    assert network.addresses() == ()


def test_the_mdns_host_name_comes_last(monkeypatch):
    monkeypatch.setattr(network.socket, "gethostname", lambda: "Oak.example.org")
    assert network.host_names() == ("oak.example.org", "oak", "oak.local")


# Logs


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        pytest.param("/j/s3cret-Token_1/", "Not Found: /j/***/", id="an invitation"),
        pytest.param("/w/s3cret-Token_1/?v=3", "Not Found: /w/***/?v=3", id="a watch link"),
        pytest.param("/w/s3cret-Token_1", "Not Found: /w/***", id="without a trailing slash"),
        pytest.param("/games/3/", "Not Found: /games/3/", id="a page without a token"),
    ],
)
def test_tokens_never_reach_a_log(path, logged):
    record = logging.LogRecord("django.request", logging.WARNING, __file__, 1, "Not Found: %s", (path,), None)
    assert MaskingFormatter("%(message)s").format(record) == logged


def test_tokens_are_also_masked_in_tracebacks():
    try:
        raise ValueError("/j/s3cret-Token_1/ is broken")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "failed", (), sys.exc_info())
    text = MaskingFormatter("%(message)s").format(record)
    assert "ValueError: /j/***/ is broken" in text
    assert "s3cret-Token_1" not in text


# Sessions and headers


def respond(session: dict[str, object] | None, path: str = "/", status: int = 200) -> HttpResponse:
    """Return a response that has passed through both of our middlewares; the view reads the session if there is one."""
    from django.contrib.sessions.backends.db import SessionStore

    def view(request):
        if session is not None:
            request.session.get("anything")
        return HttpResponse("page", status=status)

    request = RequestFactory().get(path)
    request.session = SessionStore()
    if session:
        request.session.update(session)
        request.session.save()
        request.session = SessionStore(request.session.session_key)
    response = middleware.headers(middleware.session_renewal(view))(request)
    response.modified = request.session.modified
    response.mark = (
        request.session._session_cache.get("renewed") if hasattr(request.session, "_session_cache") else None
    )
    return response


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("session", "modified"),
    [
        pytest.param(None, False, id="a page that never reads the session"),
        pytest.param({}, False, id="a browser without a session"),
        pytest.param({"a": 1}, True, id="a session never renewed"),
        pytest.param({"a": 1, "renewed": "2026-03-01"}, True, id="used yesterday"),
        pytest.param({"a": 1, "renewed": "2026-03-02"}, False, id="used today"),
    ],
)
def test_a_session_is_renewed_once_a_day(monkeypatch, session, modified):
    now = datetime(2026, 3, 2, 20, tzinfo=timezone.get_default_timezone())
    monkeypatch.setattr(timezone, "now", lambda: now)
    response = respond(session)
    assert response.modified == modified
    assert not modified or response.mark == "2026-03-02"


@pytest.mark.django_db
@pytest.mark.parametrize(("status", "renewed"), [(499, True), (500, False), (503, False)])
def test_a_failed_request_does_not_renew_the_session(status, renewed):
    assert respond({"a": 1}, status=status).modified == renewed


@pytest.mark.django_db
def test_a_new_session_lasts_400_days_and_is_already_marked_as_renewed(client, django_user_model):
    client.force_login(django_user_model.objects.create())
    assert client.session["renewed"] == timezone.now().date().isoformat()
    left = Session.objects.get().expire_date - timezone.now()
    assert timedelta(days=399) < left <= timedelta(days=400)


def test_every_page_has_the_expected_headers(client, db):
    response = client.get("/no-such-page/", headers={"host": "localhost"})
    headers = {name: response.headers.get(name) for name in EXPECTED}
    assert headers == EXPECTED
    policy = dict(part.strip().split(" ", 1) for part in response.headers["Content-Security-Policy"].split(";"))
    assert policy == {
        "default-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "object-src": "'none'",
    }


EXPECTED = {
    "Cache-Control": "private, no-cache",
    "Cross-Origin-Opener-Policy": None,
    "Permissions-Policy": middleware.PERMISSIONS,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def test_a_page_keeps_its_own_cache_control():
    def view(request):
        return HttpResponse(headers={"Cache-Control": "no-store"})

    assert middleware.headers(view)(RequestFactory().get("/")).headers["Cache-Control"] == "no-store"


def test_an_unknown_host_is_refused(client, db):
    assert client.get("/", headers={"host": "elsewhere.example.org"}).status_code == 400


# Commands and checks


@pytest.mark.slow
@pytest.mark.parametrize(
    "profile",
    [
        pytest.param({}, id="LAN"),
        pytest.param(
            {"SCOREKEEPER_PROFILE": "internet", "SCOREKEEPER_URL": "https://cards.example.org"}, id="internet"
        ),
    ],
)
def test_the_deployment_check_is_clean(tmp_path, profile):
    done = manage("check", "--deploy", "--fail-level=INFO", SCOREKEEPER_DATA=str(tmp_path), **profile)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"System check identified no issues ({0 if profile else 4} silenced).\n"


def test_a_command_that_needs_no_data_folder_creates_none(tmp_path):
    assert manage("check", SCOREKEEPER_DATA=str(tmp_path / "data")).returncode == 0
    assert not (tmp_path / "data").exists()


@pytest.mark.slow
def test_migrate_works_in_a_fresh_checkout(tmp_path):
    done = manage("migrate", "--verbosity=0", SCOREKEEPER_DATA=str(tmp_path / "new" / "data"))
    assert (done.returncode, done.stderr) == (0, "")
    assert stat.S_IMODE((tmp_path / "new" / "data").stat().st_mode) == 0o700


@pytest.mark.django_db
def test_the_models_and_the_migrations_agree():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.django_db
def test_a_query_in_a_loop_is_an_error():
    with zeal.zeal_context(), pytest.raises(zeal.NPlusOneError):
        _ = [permission.content_type.model for permission in Permission.objects.all()[:5]]


# The README

TEST_LINE = "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/pytest -n auto -m 'not slow'"


def test_the_readme_contains_the_commands_for_starting_and_testing():
    lines = README.splitlines()
    assert "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/python manage.py serve" in lines
    assert TEST_LINE in lines


def test_ci_runs_the_test_command_from_the_readme():
    assert TEST_LINE in (configuration.ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("variable", configuration.VARIABLES)
def test_every_variable_is_in_the_readmes_table(variable):
    assert re.search(rf"^\| `{variable}` \| .+ \| .+ \|$", README, re.MULTILINE)


def test_only_the_configuration_reads_the_environment():
    code = (configuration.ROOT / "scorekeeper").rglob("*.py")
    readers = {path.name for path in code if re.search(r"os\.environ|getenv", path.read_text(encoding="utf-8"))}
    assert readers == {"configuration.py", "wsgi.py"}  # wsgi.py only names the settings module


# The rule that nothing is skipped in CI


@pytest.mark.slow
@pytest.mark.parametrize(("ci", "outcome"), [("", "1 skipped"), ("true", "1 failed")], ids=["at home", "in CI"])
def test_a_skip_is_a_failure_in_ci(tmp_path, ci, outcome):
    (tmp_path / "test_skip.py").write_text("import pytest\n\ndef test_it():\n    pytest.skip('no browser')\n")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.conftest",
        "-p",
        "no:cacheprovider",
        "--ds=tests.settings",
    ]
    done = subprocess.run(
        [*command, "--rootdir", str(tmp_path), str(tmp_path)],
        env={**environment(), "CI": ci, "PYTHONPATH": os.pathsep.join([str(configuration.ROOT)])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome in done.stdout


def test_markdown_pages_are_packaged_with_the_code():
    project = tomllib.loads((configuration.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    pages = [path for path in (configuration.ROOT / "scorekeeper").rglob("*") if path.suffix == ".md"]
    assert {"ARCHITECTURE.md", "FORMAT.md", "GUIDE.md", "RULES.md"} <= {page.name for page in pages}
    for page in pages:
        assert (page.parent / "__init__.py").exists(), "setuptools packs only what is in a package"
        assert any(page.match(pattern) for pattern in patterns)
