# Everything a player or a developer needs. `make play` and `make test` do all the set-up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto

.PHONY: setup play test browser postgres load bench lint types format fuzz messages clean

setup: $(VENV)/ready

$(VENV)/ready: pyproject.toml constraints.txt scripts/setup
	@PYTHON="$(PYTHON)" VENV="$(VENV)" scripts/setup dev

# Starts the site on http://localhost:8000/, or on the PORT that is set. Its data stays in var/.
play: setup
	@ICHIBA_DATA="$${ICHIBA_DATA:-var}" $(BIN)/ichiba serve

test: setup lint types browser postgres
	$(BIN)/pytest -n $(JOBS) --dist worksteal

browser:
	@scripts/setup-browser

postgres:
	@scripts/setup-postgres

fuzz: setup
	ICHIBA_FUZZ_GAMES=$${ICHIBA_FUZZ_GAMES:-1000} $(BIN)/pytest -n $(JOBS) tests/contract tests/bots

# 200 tables with bots, 400 streams: how long a move takes to everybody, and what it costs.
# SECONDS=60 make load; make load DATABASE=postgres for two processes that share one;
# make load TITLES=tsukiji,shinjuku,tokyo-tsukiji-market for tables of several titles.
load: setup
	@$(BIN)/python scripts/load.py --seconds $${SECONDS:-300} --database $(or $(DATABASE),sqlite) \
		--titles $(or $(TITLES),tsukiji)

bench: $(VENV)/ready-bench
	@$(BIN)/ichiba bench

$(VENV)/ready-bench: $(VENV)/ready
	@PYTHON="$(PYTHON)" VENV="$(VENV)" scripts/setup bench

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The sentences of the pages, for a translator: make messages LOCALE=nl. Needs gettext.
messages: setup
	@test -n "$(LOCALE)" || { echo "Which language? make messages LOCALE=nl" >&2; exit 2; }
	@mkdir -p src/ichiba/site/locale
	cd src/ichiba && DJANGO_SETTINGS_MODULE=ichiba.site.settings ICHIBA_DATA=$$(mktemp -d) \
		$(abspath $(BIN))/django-admin makemessages --locale $(LOCALE)

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
