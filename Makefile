# The commands of the README are `make play`, `make test` and `make web`. Each sets up what it needs, once.

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for p in python3 python python3.14 python3.13 python3.12 python3.11; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$p; break; fi; done)
UV := $(shell command -v uv 2>/dev/null)
NODE := $(and $(shell command -v node 2>/dev/null),$(shell command -v npm 2>/dev/null))

export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export UV_CONSTRAINT := $(CURDIR)/constraints.txt
export UV_BUILD_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The tests start many processes. Without bytecode on disk each would translate all that it imports.
export PYTHONDONTWRITEBYTECODE :=

pytest = $(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal

test-pages = $(pytest) tests/web -rs --durations 10

ifdef UV
install = $(UV) pip install --quiet --python $(BIN)/python --editable $(1)
else
install = $(BIN)/python -m pip install --quiet --no-compile --editable $(1)
endif

.PHONY: play test quick test-all lint types tests web web-serve web-types web-tests bench bench-peers wheels release clean
.DELETE_ON_ERROR:

play: $(VENV)/ready-to-play ## play
	@$(BIN)/steep play $(ARGS)

test: lint ## lint, check types and run the tests, and tell which are slowest
	@$(MAKE) --no-print-directory --jobs=3 types tests $(if $(NODE),web-types)
	$(test-pages)

quick: $(VENV)/ready-to-test ## run four of five tests, those that take little time, in a minute
	$(pytest) --quick --hypothesis-profile quick $(ARGS)

lint: $(VENV)/ready-to-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/ready-to-test
	$(BIN)/mypy

tests: $(VENV)/ready-to-test $(if $(NODE),examples/rotjs/node_modules/ready)
	$(pytest) --ignore tests/web --durations 10 $(ARGS)

test-all: lint types $(if $(NODE),web-types examples/rotjs/node_modules/ready) $(VENV)/ready-to-test ## the same with those marked as slow, and thousands of examples of each property
	$(pytest) -m "slow or not slow" --hypothesis-profile thousands --durations 10 $(ARGS)

web: web/node_modules/ready $(VENV)/ready-to-build-pages ## build the pages for browsers, and the manual, in build/web, a static folder
	node web/build.mjs

web-serve: web ## serve them on this machine
	$(PYTHON) -m http.server 8000 --bind 127.0.0.1 --directory build/web

web-types: web
	web/node_modules/.bin/tsc --project web

web-tests: $(if $(NODE),web-types) $(VENV)/ready-to-test ## drive them in Chromium; skipped without Node
	$(test-pages)

bench: $(VENV)/ready-to-test ## measure the speed of the engine, the lab, the environment, spawn tables and a first start
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/lab_and_yardstick.py
	$(BIN)/python benchmarks/environment.py
	$(BIN)/python benchmarks/spawn_tables.py
	$(BIN)/python benchmarks/cold_start.py
	$(BIN)/python benchmarks/tables_of_games.py

bench-peers: $(VENV)/ready-to-test ## measure the environment beside others, each in a virtual environment of its own
	$(BIN)/python benchmarks/peer_environments.py

wheels: $(VENV)/ready-to-test ## build wheels for Linux (glibc and musl), macOS and Windows, and one of Python alone, in dist
	$(BIN)/python tools/build_backend.py $(ARGS)

release: web/node_modules/ready $(VENV)/ready-to-test ## build all files of a release from the last commit, in dist
	$(BIN)/python tools/build_release.py $(ARGS)

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Steep needs Python 3.11 or newer; none was found on the PATH." >&2; exit 2; }
ifdef UV
	$(UV) venv --quiet --python $(PYTHON) $(VENV)
else
	$(PYTHON) -m venv $(VENV)
endif

$(VENV)/ready-to-play: pyproject.toml constraints.txt | $(BIN)/python
	$(call install,.)
	@touch $@

$(VENV)/ready-to-build-pages: pyproject.toml constraints.txt | $(BIN)/python
	$(call install,'.[web]')
	@touch $(VENV)/ready-to-play $@

$(VENV)/ready-to-test: pyproject.toml constraints.txt | $(BIN)/python
	$(call install,'.[dev]')
	@touch $(VENV)/ready-to-play $(VENV)/ready-to-build-pages $@

web/node_modules/ready examples/rotjs/node_modules/ready: %/node_modules/ready: %/package-lock.json
	cd $* && npm ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@

clean: ## remove everything that was set up or built
	rm -rf $(VENV) .peers web/node_modules examples/rotjs/node_modules web/.tests build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
