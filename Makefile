# Short names for the README's commands.

.PHONY: run test check demo

run:
	python3 -m venv .venv && .venv/bin/pip install -e '.[full]' && .venv/bin/python manage.py serve

test:
	python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/pytest -n auto -m 'not slow'

check:
	.venv/bin/ruff check && .venv/bin/ruff format --check && .venv/bin/mypy

demo: export SCOREKEEPER_DATA=data-demo
demo:
	.venv/bin/python manage.py demo
	.venv/bin/python manage.py serve
