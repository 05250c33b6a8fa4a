# Commands for players and developers. `make play` and `make test` set up everything they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Browser tests often wait, so there is one process more than there are cores.
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
JOBS ?= $(shell expr $(CORES) + 1)

.PHONY: python setup play test bytecode test-browsers test-compiled browser postgres compiler load \
	bench compile compiled-wheel uncompile ratings train lint types format fuzz messages clean

setup: $(VENV)/ready

python:
	@command -v "$(PYTHON)" >/dev/null || \
		{ echo "$(PYTHON) was not found. Install Python 3.11 or newer." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "$$("$(PYTHON)" --version) is too old. Install Python 3.11 or newer." >&2; exit 1; }

$(VENV)/ready: pyproject.toml constraints.txt scripts/setup.py | python
	@VENV="$(VENV)" "$(PYTHON)" scripts/setup.py dev

$(VENV)/ready-play: pyproject.toml constraints.txt scripts/setup.py | python
	@VENV="$(VENV)" "$(PYTHON)" scripts/setup.py play

# Install only what playing needs, start the site on http://localhost:8000/, or on another PORT, and
# open it in a browser (`make play ARGS=--no-browser` does not). Its data is kept in var/.
play: $(VENV)/ready-play
	@ICHIBA_DATA="$${ICHIBA_DATA:-var}" $(BIN)/ichiba serve $(ARGS)

test: setup browser postgres compiler
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint types bytecode
	$(BIN)/pytest -n $(JOBS) --dist worksteal

# Collect the tests once, which compiles all modules. Otherwise each process of the tests would do so.
bytecode: setup
	@found=$$(PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --collect-only -qq 2>&1) || \
		{ echo "$$found"; exit 1; }

# Run only the tests in Firefox and WebKit; `make test` includes them.
test-browsers: setup browser
	$(BIN)/pytest -n $(JOBS) --dist worksteal tests/site/test_engines.py

browser:
	@scripts/setup-browser

postgres:
	@scripts/setup-postgres

compiler: setup
	@scripts/setup-compiler $(BIN)/python

fuzz: setup
	ICHIBA_FUZZ_GAMES=$${ICHIBA_FUZZ_GAMES:-1000} $(BIN)/pytest -n $(JOBS) tests/contract tests/bots

# Measure a server with 200 tables and 400 streams. `SECONDS=60 make load` is shorter,
# `make load DATABASE=postgres` runs two processes on one PostgreSQL, and
# `make load TITLES=tsukiji,shinjuku,tokyo-tsukiji-market` plays several titles, and
# `make load BOTS=master TABLES=50` plays against masters. It then compares the site with a bare
# server.
load: setup
	@$(BIN)/python scripts/load.py --seconds $${SECONDS:-300} --database $(or $(DATABASE),sqlite) \
		--titles $(or $(TITLES),tsukiji) --bots $(or $(BOTS),greedy) --tables $(or $(TABLES),200)

# Compile the engine and the bots in place, which makes them about twice as fast. Needs a C compiler;
# `make clean` or `make uncompile` undoes it.
compile: setup
	$(BIN)/python scripts/compile.py

# Build a wheel with the compiled engine, for this platform and Python, in dist/.
compiled-wheel: setup
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/python -m hatchling build -t wheel

uncompile:
	@find src \( -name '*.so' -o -name '*.pyd' \) -delete

# Run the tests of the engine on the compiled engine.
test-compiled: compile
	$(BIN)/pytest -n $(JOBS) --dist worksteal tests/core tests/contract tests/bots tests/tsukiji \
		tests/shinjuku tests/tokyo_tsukiji_market

bench: $(VENV)/ready-bench
	@$(BIN)/ichiba bench

$(VENV)/ready-bench: $(VENV)/ready
	@VENV="$(VENV)" "$(PYTHON)" scripts/setup.py bench

# Rate the bots on all cores, and write the tables of docs/ratings.md. `make ratings CORES=1` uses one.
ratings: setup
	@$(BIN)/python scripts/ratings.py --jobs $(CORES)

# Learn a title's values from games that its bots play: make train TITLE=shinjuku. All on one core;
# ARGS="--players 2 --games 50" takes less time.
train: setup
	@test -n "$(TITLE)" || { echo "Which title? make train TITLE=shinjuku" >&2; exit 2; }
	@$(BIN)/python scripts/train.py $(TITLE) $(ARGS)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy
	scripts/check-scripts

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Collect the sentences of the pages for translators: make messages LOCALE=nl. Needs gettext.
messages: setup
	@test -n "$(LOCALE)" || { echo "Which language? make messages LOCALE=nl" >&2; exit 2; }
	@mkdir -p src/ichiba/site/locale
	cd src/ichiba && DJANGO_SETTINGS_MODULE=ichiba.site.server.settings ICHIBA_DATA=$$(mktemp -d) \
		$(abspath $(BIN))/django-admin makemessages --locale $(LOCALE)

clean: uncompile
	rm -rf $(VENV) build node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
