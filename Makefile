# Everything runs in an environment of its own, `.venv`, made from pyproject.toml alone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed-for-use
STAMP := $(VENV)/.installed
DOCS := $(VENV)/.installed-for-docs

.PHONY: help demo screenshots test test-clients test-openclaw fuzz check lint types imports format bench bench-search eval-read eval-write clean
help:            ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: run `make PYTHON=python3.11`")'
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(STAMP): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

$(DOCS): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@touch $@

demo: $(INSTALLED) ## the main job on two sample chats; leaves demo-vault/ to open in Obsidian
	@sh examples/demo.sh "$(CURDIR)/$(BIN)/pmem"

screenshots: $(DOCS) demo ## pictures of the demo vault for the README (needs Chromium)
	$(BIN)/mkdocs build --strict --config-file examples/site/mkdocs.yml
	$(BIN)/python examples/site/screenshots.py

test: $(STAMP)   ## run the test suite
	$(BIN)/pytest -n auto -q

CLIENTS := .clients
MCPVAULT := $(CLIENTS)/node_modules/@bitbonsai/mcpvault/dist/server.js

test-clients: $(STAMP) ## beside a real second writer, mcpvault from npm (needs node and npm)
	@command -v node >/dev/null && command -v npm >/dev/null || { echo "Skipped: node and npm are not there. On Debian or Ubuntu: apt install nodejs npm"; exit 0; }; \
	{ test -f $(MCPVAULT) || npm install --silent --no-audit --no-fund --prefix $(CLIENTS) @bitbonsai/mcpvault@0.16; } && \
	MCPVAULT_SERVER="$(CURDIR)/$(MCPVAULT)" $(BIN)/pytest -q tests/real

OPENCLAW := .openclaw
OPENCLAW_VERSION := 2026.9.6

$(OPENCLAW)/node_modules/.bin/openclaw:
	mkdir -p $(OPENCLAW)
	npm install --loglevel=error --no-audit --no-fund --prefix $(OPENCLAW) node@24
	PATH="$(CURDIR)/$(OPENCLAW)/node_modules/.bin:$$PATH" npm install --loglevel=error --no-audit --no-fund --prefix $(OPENCLAW) openclaw@$(OPENCLAW_VERSION)

test-openclaw: $(STAMP) ## the hooks in the real OpenClaw and its Matrix channel, from npm with its Node (needs npm, 830 MB, a quarter of an hour)
	@command -v npm >/dev/null || { echo "Skipped: npm is not there. On Debian or Ubuntu: apt install npm"; exit 0; }; \
	$(MAKE) $(OPENCLAW)/node_modules/.bin/openclaw && \
	OPENCLAW_BIN="$(CURDIR)/$(OPENCLAW)/node_modules/.bin" $(BIN)/pytest -q -s tests/real/test_openclaw*.py

fuzz: $(STAMP)   ## the property tests on a thousand new examples each, and every command on every hostile value
	$(BIN)/pytest -n auto -q tests/property --hypothesis-profile=fuzz
	HOSTILE_VALUES=all $(BIN)/pytest -n auto -q tests/scenarios/test_hostile_values.py

lint: $(STAMP)   ## ruff: format and rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(STAMP)  ## mypy, strict
	$(BIN)/mypy

imports: $(STAMP) ## import-linter: imports only go down
	$(BIN)/lint-imports

check: lint types imports test  ## everything CI runs

bench: $(STAMP)  ## what a cold gate, recall and search cost, in multiples of `python -c pass`
	$(BIN)/python -m benchmarks.cold_start

bench-search: $(STAMP) ## what search costs, against Whoosh, grep and plain FTS5 (half an hour)
	$(BIN)/python -m benchmarks.needles
	$(BIN)/python -m benchmarks.edit
	$(BIN)/python -m benchmarks.search

eval-read: $(STAMP) ## how well reading works: one table, also written into docs/quality.md
	$(BIN)/python -m evals.read

eval-write: $(STAMP) ## how well writing works: one table, also written into docs/quality.md
	$(BIN)/python -m evals.write

format: $(STAMP) ## rewrite the sources in the house format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:           ## remove the environment and caches
	rm -rf $(VENV) $(CLIENTS) $(OPENCLAW) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache build *.egg-info
