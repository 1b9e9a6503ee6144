"""The README, the pages in `docs/` and the examples in `.deploy/`: what they name exists."""

import re
import tomllib

from django.core.management import get_commands, load_command_class

from scorekeeper.web import configuration
from tests.serving import VARIABLES
from tests.web.test_security_log import FAIL2BAN

ROOT = configuration.ROOT
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FILES = [*PAGES, *sorted(path for path in (ROOT / ".deploy").iterdir() if path.name != ".env")]
CONTAINERFILE = (ROOT / ".deploy" / "Containerfile").read_text(encoding="utf-8")
MACHINES = ["raspberry-pi", "windows", "android", "container", "https-at-home"]
KNOWN = VARIABLES | {"SCOREKEEPER_TEST_DATABASE_URL"}
OURS = [name for name, app in get_commands().items() if app == "scorekeeper"]
COMMAND = re.compile(rf"(?:manage\.py |scorekeeper |`)({'|'.join(OURS)})\b([^`\n]*)")


def text_of(path):
    return path.read_text(encoding="utf-8")


def options_of(name):
    """Return the options of a management command."""
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    return {option for action in parser._actions for option in action.option_strings}


def test_links_lead_to_files_and_headings():
    for page in PAGES:
        for links in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text_of(page)):
            address, _, anchor = "".join(links).partition("#")
            if "://" in address:
                continue
            target = page.parent / address
            assert target.exists(), (page, address)
            headings = re.findall(r"^#+ (.+)$", text_of(target), re.MULTILINE) if anchor else [""]
            assert anchor in {heading.lower().replace(" ", "-") for heading in headings}, (page, address, anchor)


def test_the_readme_links_to_every_page():
    assert {f"docs/{page.name}" for page in PAGES[1:]} <= set(re.findall(r"\]\(([^)#\s]+)", text_of(PAGES[0])))


def test_the_page_of_a_machine_ends_with_what_was_not_tried():
    for machine in MACHINES:
        last = text_of(ROOT / "docs" / f"{machine}.md").rpartition("\n\n")[2]
        assert last.startswith("**Not tried**: "), machine


def test_every_variable_command_and_option_that_is_named_exists():
    for file in FILES:
        text = text_of(file)
        assert set(re.findall(r"\bSCOREKEEPER_[A-Z_]+", text)) <= KNOWN, file
        named = re.findall(r"(?:manage\.py|bin/scorekeeper|Scripts\\scorekeeper) ([a-z_]+)", text)
        assert set(named) <= set(get_commands()), file
        for name, rest in COMMAND.findall(text):
            assert set(re.findall(r"(?<= )--[a-z-]+", rest)) <= options_of(name), (file, name)


def test_the_filter_for_fail2ban_is_the_one_that_is_tested():
    assert f"failregex = {FAIL2BAN.pattern}".replace(r"(?P<host>\S+)", "<ADDR>") in text_of(ROOT / "docs" / "server.md")


def test_the_container_is_built_from_what_the_wheel_needs_and_nothing_else():
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))
    needed = {*project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"], project["project"]["readme"]}
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", CONTAINERFILE, re.MULTILINE)
    assert set(" ".join(copied).split()) == needed | {"pyproject.toml", ".ci/constraints.txt"}


def test_the_container_runs_as_a_user_of_its_own_whose_data_is_a_volume():
    last = CONTAINERFILE.rpartition("\nFROM ")[2]
    user, volume = (re.search(rf"^{word} (\S+)$", last, re.MULTILINE)[1] for word in ("USER", "VOLUME"))
    assert int(user) >= 1000
    assert f"--uid {user} " in last
    assert f"SCOREKEEPER_DATA={volume} " in last


def test_the_example_for_compose_has_no_password_and_git_ignores_the_file_that_has():
    example = text_of(ROOT / ".deploy" / "compose.yaml")
    passwords = re.findall(r"PASSWORD: (\S+)", example) + re.findall(r"//scorekeeper:(\S+)", example)
    assert len(passwords) == 2
    assert all(password.startswith("${POSTGRES_PASSWORD:?is") for password in passwords)
    assert "/.deploy/.env" in text_of(ROOT / ".gitignore").splitlines()
