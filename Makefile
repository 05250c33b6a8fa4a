# Commands for players and developers. `make play` and `make test` set up everything they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Browser tests often wait, so there is one process more than there are cores.
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
JOBS ?= $(shell expr $(CORES) + 1)

PYTEST := $(BIN)/pytest -n $(JOBS) --dist worksteal
# The tests start many processes. Without bytecode, each of them would compile all modules.
export PYTHONDONTWRITEBYTECODE =

.PHONY: python setup play test test-rest test-all test-browsers test-compiled packages browsers \
	postgres compiler cluster docs modules load soak bench compile compiled-wheel uncompile ratings lab train lint types format fuzz messages clean

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

# Check a change: lint, types, and a test of every feature. Packages are installed side by side.
test:
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=line setup packages
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint types
	$(PYTEST) -m "not long"

# Run what `make test` leaves out: more random games, the strength of bots, the compiled engine, the
# wheel, all of Chromium, Firefox and WebKit, PostgreSQL, failures.
test-rest: setup browsers postgres compiler cluster $(VENV)/ready-docs
	$(PYTEST) -m "long and not alone"
	$(BIN)/pytest -m alone

# Run all tests, each of them once.
test-all: test
	@$(MAKE) --no-print-directory test-rest

# Run only the tests in Firefox and WebKit; `make test-all` includes them.
test-browsers: setup browsers
	$(PYTEST) tests/site/test_engines.py

# What `make test` needs from the system, installed one after the other.
packages:
	@scripts/setup-browsers chromium
	@scripts/setup-postgres

browsers:
	@scripts/setup-browsers chromium firefox webkit

postgres:
	@scripts/setup-postgres

# Ray and pyarrow are large, and only long tests need them.
cluster: $(VENV)/ready-cluster

$(VENV)/ready-cluster: $(VENV)/ready
	@VENV="$(VENV)" "$(PYTHON)" scripts/setup.py cluster

# Build the documents as a static site, with the rules and the Python reference, in build/docs/html/.
docs: $(VENV)/ready-docs
	@$(BIN)/python scripts/docs_site.py

$(VENV)/ready-docs: $(VENV)/ready
	@VENV="$(VENV)" "$(PYTHON)" scripts/setup.py docs

compiler: setup
	@scripts/setup-compiler $(BIN)/python

fuzz: setup
	ICHIBA_FUZZ_GAMES=$${ICHIBA_FUZZ_GAMES:-1000} $(PYTEST) tests/contract tests/bots

# Print what each module is for. `make modules FOLDER=site/tables` prints one folder.
modules: python
	@"$(PYTHON)" scripts/modules.py $(FOLDER)

# Measure a server with 200 tables and 400 streams. `SECONDS=60 make load` is shorter,
# `make load DATABASE=postgres` runs two processes on one PostgreSQL, and
# `make load TITLES=tsukiji,shinjuku,tokyo-tsukiji-market` plays several titles, and
# `make load BOTS=master TABLES=50` plays against masters, and `make load AWAY=40` also measures
# notices. It then compares the site with a bare
# server.
load: setup
	@PYTHONPATH=tests $(BIN)/python -m load.measure --seconds $${SECONDS:-300} --database $(or $(DATABASE),sqlite) \
		--titles $(or $(TITLES),tsukiji) --bots $(or $(BOTS),strong) --tables $(or $(TABLES),200) \
		--away $(or $(AWAY),0)

# Load a server for half an hour, and show that memory stays flat and moves stay quick.
# `SECONDS=600 make soak TABLES=50` is shorter and smaller.
soak: setup
	@PYTHONPATH=tests $(BIN)/python -m load.soak --seconds $${SECONDS:-1800} --titles $(or $(TITLES),tsukiji) \
		--bots $(or $(BOTS),strong) --tables $(or $(TABLES),200)

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
	$(PYTEST) tests/core tests/contract tests/bots tests/tsukiji tests/shinjuku \
		tests/tokyo_tsukiji_market

bench: $(VENV)/ready-bench
	@$(BIN)/ichiba bench
	@$(BIN)/ichiba bench --envs

$(VENV)/ready-bench: $(VENV)/ready
	@VENV="$(VENV)" "$(PYTHON)" scripts/setup.py bench

# Rate the bots on all cores, and write the tables of docs/ratings.md. `make ratings CORES=1` uses one.
ratings: setup
	@$(BIN)/python scripts/ratings.py --jobs $(CORES)

# Write the lab's reports of the printed games and the table of reconstructed numbers (docs/lab.md).
lab: setup
	@$(BIN)/python scripts/lab.py --jobs $(CORES)

# Learn a title's values from games that its bots play: make train TITLE=shinjuku. It uses all cores;
# ARGS="--players 2 --games 50" takes less time.
train: setup
	@test -n "$(TITLE)" || { echo "Which title? make train TITLE=shinjuku" >&2; exit 2; }
	@$(BIN)/python scripts/train.py $(TITLE) $(ARGS)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python scripts/templates.py

types: setup
	$(BIN)/mypy
	scripts/check-pages

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python scripts/templates.py --fix
	scripts/check-pages --fix

# Collect the sentences of the pages for translators: make messages LOCALE=nl. Needs gettext.
messages: setup
	@test -n "$(LOCALE)" || { echo "Which language? make messages LOCALE=nl" >&2; exit 2; }
	@mkdir -p src/ichiba/site/locale
	cd src/ichiba && DJANGO_SETTINGS_MODULE=ichiba.site.server.settings ICHIBA_DATA=$$(mktemp -d) \
		$(abspath $(BIN))/django-admin makemessages --locale $(LOCALE)

clean: uncompile
	rm -rf $(VENV) build node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
