# The verbs of this repository; `just --list` shows them.

python := env("PYTHON", "python")

# everything that CI runs
ci: lint types test wheel

test *args:
    {{python}} -m pytest {{args}}

# without the slow tests
test-quick *args:
    {{python}} -m pytest -m "not slow" {{args}}

lint:
    {{python}} -m ruff check .
    {{python}} -m ruff format --check .

types:
    {{python}} -m mypy

wheel:
    {{python}} -m build

bench:
    {{python}} benchmarks/speed.py
