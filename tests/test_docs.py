"""The README, the pages in `docs/`, the examples in `.deploy/` and what a repository has: what they name exists."""

import re
import tomllib
from functools import cache

from django.core.management import get_commands, load_command_class

from scorekeeper import __version__
from scorekeeper.web import configuration
from tests.serving import VARIABLES
from tests.web.test_security_log import FAIL2BAN

ROOT = configuration.ROOT
README, CHANGELOG = ROOT / "README.md", ROOT / "CHANGELOG.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
CURRENT = [*PAGES, *sorted(path for path in (ROOT / ".deploy").iterdir() if path.name != ".env")]
FILES = [*CURRENT, CHANGELOG]  # which also names what is gone
CONTAINERFILE = (ROOT / ".deploy" / "Containerfile").read_text(encoding="utf-8")
MACHINES = ["raspberry-pi", "windows", "android", "container", "https-at-home"]
KNOWN = VARIABLES | {"SCOREKEEPER_TEST_DATABASE_URL"}
OURS = [name for name, app in get_commands().items() if app == "scorekeeper"]
COMMAND = re.compile(rf"(?:manage\.py |scorekeeper |`)({'|'.join(OURS)})\b([^`\n]*)")


def name_of(path):
    return str(path.relative_to(ROOT))


def text_of(path):
    return path.read_text(encoding="utf-8")


@cache
def options_of(name):
    """Return the options of a management command."""
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    return {option for action in parser._actions for option in action.option_strings}


def test_links_lead_to_files_and_headings():
    wrong = []
    for page in (*PAGES, CHANGELOG):
        for links in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text_of(page)):
            address, _, anchor = "".join(links).partition("#")
            if "://" in address:
                continue
            target = page.parent / address
            headings = re.findall(r"^#+ (.+)$", text_of(target), re.MULTILINE) if anchor and target.exists() else []
            if not target.exists() or (anchor and anchor not in {each.lower().replace(" ", "-") for each in headings}):
                wrong.append((name_of(page), links))
    assert not wrong, wrong


def test_the_readme_and_the_page_for_servers_are_short():
    """`wc -w` counts in the same way."""
    assert len(text_of(README).split()) <= 1800
    assert len(text_of(ROOT / "docs" / "server.md").split()) <= 1500


def test_the_page_for_servers_is_numbered_steps_with_blocks_to_copy():
    steps = re.split(r"^\d+\. ", text_of(ROOT / "docs" / "server.md").partition("\n## Keep it")[0], flags=re.MULTILINE)
    titles = (
        "**Packages**",
        "**A user**",
        "**Folders**",
        "**The environment file**",
        "**The command**",
        "**The unit**",
    )
    titles += ("**The certificate**", "**The proxy**", "**The backup timer**", "**Your group**")
    assert [step.startswith(title) for step, title in zip(steps[1:], titles, strict=True)] == [True] * len(titles)
    assert [step for step in steps[1:] if "```\n" not in step] == []


def test_the_readme_links_to_every_page():
    assert {f"docs/{page.name}" for page in PAGES[1:]} <= set(re.findall(r"\]\(([^)#\s]+)", text_of(README)))


def test_the_page_of_a_machine_ends_with_what_was_not_tried():
    ends = {machine: text_of(ROOT / "docs" / f"{machine}.md").rpartition("\n\n")[2] for machine in MACHINES}
    assert [machine for machine, end in ends.items() if not end.startswith("**Not tried**: ")] == []


def test_every_variable_that_is_named_exists():
    named = {name_of(file): set(re.findall(r"\bSCOREKEEPER_[A-Z_]+", text_of(file))) for file in CURRENT}
    assert {name: variables - KNOWN for name, variables in named.items() if variables - KNOWN} == {}


def test_every_command_and_option_that_is_named_exists():
    wrong = []
    for file in CURRENT:
        named = set(re.findall(r"(?:manage\.py|bin/scorekeeper|Scripts\\scorekeeper) ([a-z_]+)", text_of(file)))
        wrong += [(name_of(file), name) for name in named - {*get_commands()}]
        for name, rest in COMMAND.findall(text_of(file)):
            options = set(re.findall(r"(?<= )--[a-z-]+", rest)) - options_of(name)
            wrong += [(name_of(file), name, option) for option in options]
    assert not wrong, wrong


def test_the_readme_gives_each_command_as_it_works_in_a_checkout_and_installed():
    rows = re.findall(
        r"^\| `\.venv/bin/python manage\.py(.*?)` \| `scorekeeper(.*?)` \| .+ \|$", text_of(README), re.MULTILINE
    )
    assert [first for first, second in rows if first != second] == []
    assert {first.split()[0] for first, _second in rows if first} == {*OURS} - {"migrate", "purge"}  # for servers


def test_no_command_is_one_that_finds_no_django():
    """In a checkout, `./manage.py` alone is run by the system's Python."""
    bare = re.compile(r".*(?<!\.venv/bin/python )\bmanage\.py [a-z].*|.*\./manage\.py.*")
    assert [(name_of(file), line) for file in FILES for line in bare.findall(text_of(file))] == []


def test_every_example_that_is_named_exists():
    example = re.compile(r"(?<![\w/])(?:/opt/scorekeeper/)?\.deploy/([\w.-]+\w)")
    named = {(name_of(file), name) for file in FILES for name in example.findall(text_of(file))}
    assert [pair for pair in named if pair[1] != ".env" and not (ROOT / ".deploy" / pair[1]).exists()] == []


def test_make_only_names_the_readmes_commands():
    makefile = text_of(ROOT / "Makefile")
    assert re.findall(r"^(\w+):$", makefile, re.MULTILINE) == ["run", "test", "check", "demo"]
    lines = text_of(README).splitlines()
    recipes = re.findall(r"^(?:\t|demo: )(.+)$", makefile, re.MULTILINE)
    assert len(recipes) == 6
    assert [recipe for recipe in recipes if recipe not in lines] == []
    assert {f"`make {name}`" for name in ("run", "test", "check", "demo")} <= set(
        re.findall(r"`make \w+`", text_of(README))
    )


def test_the_version_is_in_one_place_and_the_changelog_begins_with_it():
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "scorekeeper/__init__.py"
    headings = re.findall(r"^## (.+)$", text_of(CHANGELOG), re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    assert re.fullmatch(rf"\[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d", headings[1])
    assert text_of(CHANGELOG).partition(headings[1])[2].split("\n### ")[1].startswith("What to do\n")
    kinds = {"What to do", "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.+)$", text_of(CHANGELOG), re.MULTILINE)) <= kinds


def test_the_package_says_what_it_is_and_leaves_open_what_is_not_decided():
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    assert {"Framework :: Django :: 5.2", "Programming Language :: Python :: 3.11"} < {*project["classifiers"]}
    assert "trumplestiltskin" in project["keywords"]
    assert {"license", "license-files", "authors", "maintainers", "urls"} & {*project} == set()
    assert [text for text in project["classifiers"] if text.startswith("License")] == []


def test_whoever_reports_something_finds_a_form_for_it():
    names = {"a-wrong-score": "A wrong score", "something-broke": "Something broke", "an-idea": "An idea"}
    templates = ROOT / ".github" / "ISSUE_TEMPLATE"
    assert {path.stem for path in templates.iterdir()} == {*names}
    for stem, name in names.items():
        assert text_of(templates / f"{stem}.md").startswith(f"---\nname: {name}\nabout: ")
    assert "- [ ] " in text_of(ROOT / ".github" / "pull_request_template.md")


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
