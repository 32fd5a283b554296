# make play: sit down and play · make test: everything that must hold · make help: the rest
PYTHON ?= python3
BIN := .venv/bin
PREPARE := $(PYTHON) tools/prepare.py
NPM := $(PREPARE) npm
# The slowest tests are named, so that what grows is seen.
SLOWEST := --durations=15 --durations-min=3
PYTEST := $(BIN)/python -m pytest $(SLOWEST)
INTERPRETED := PYTHONPATH=src POTLUCK_MODE=interpreted
COMPILED := POTLUCK_MODE=compiled
# It stops counting a line once it was run, so that long matches take no longer.
COVERED := $(BIN)/python -m slipcover --source src/potluck/core,src/potluck/games,src/potluck/records --skip-covered --fail-under 100
ADAPTERS := COVERAGE_FILE=.coverage-adapters $(BIN)/python -m coverage
# The server, the page and the site are tested as users have them. What is never compiled runs once, on compiled rules.
APART := --ignore=tests/table --ignore=tests/web --ignore=tests/site --ignore=tests/solo
NEVER_COMPILED := $(foreach part,adapters cli lab players tools upgrade test_compiled.py test_docs.py test_layers.py,--ignore=tests/$(part))
# These keep the names of the tests that failed: make test-page ONLY=--last-failed
KEPT = -o cache_dir=.pytest_cache/$@ $(ONLY)
CODE := src tests examples tools setup.py

.PHONY: help play setup needs check test test-interpreted test-compiled test-table test-page test-matches test-web test-site site soak soak-table mutate bench bench-table docs golden screenshots types third-party fresh clean

help:
	@echo "make play        set up what is needed, start the table and open it in the browser (PORT=8766 DATA=folder)"
	@echo "make test        checks and all tests: interpreted, compiled, the table's server, the page in a browser, the site"
	@echo "make test-table  the table's server, on real sockets and real databases, killed and flooded"
	@echo "make test-page   the page in a real browser; make test-matches whole matches in it"
	@echo "make check       format, lint, types, layers, the page's types"
	@echo "make fresh       make play on bare Debian 12 and 13, before a release (as root); tests/fresh/run --test for make test"
	@echo "make bench       speed of the games and adapters, beside their peers in the same run"
	@echo "make bench-table speed and durability of the table's server"
	@echo "make soak        the large numbers of random matches (GAME=potus for one game)"
	@echo "make soak-table  the table's large numbers: 10,000 connections, 1,000 deaths, 20,000 power cuts, 5,000 storms, 1,000,000 comparisons and bad inputs (PART=storms for one)"
	@echo "make mutate GAME=potential   break the rules in small ways and see that tests notice"
	@echo "make docs        the documentation as a site, into build/site"
	@echo "make site        the five games without a server, as a folder of files: site/ (needs Python 3.13)"
	@echo "make test-site   what make site builds, in a browser with no server"
	@echo "make golden      write the golden transcripts anew"
	@echo "make screenshots pictures of every page, into docs/images"
	@echo "make third-party THIRD-PARTY.txt anew, from what is installed and in the page"
	@echo "make types       write the page's types and pictures anew from the protocol and the games"

play:
	@command -v $(PYTHON) >/dev/null || { echo "Potluck needs Python 3.11 or newer: sudo apt-get install python3-venv python3-dev"; exit 1; }
	@$(PREPARE) play
	@$(BIN)/python -m potluck.cli table $(if $(PORT),--port $(PORT)) $(if $(DATA),--data "$(DATA)") \
	  $(if $(wildcard site/index.html),--site site)

setup:
	@$(PREPARE) dev

needs:
	@$(PREPARE) test

check:
	@$(PREPARE) check
	$(BIN)/python -m ruff format --check $(CODE)
	$(BIN)/python -m ruff check $(CODE)
	$(BIN)/python -m mypy src/potluck tests tools
	PYTHONPATH=src $(BIN)/python -c 'import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())'
	$(NPM) run --silent check

# What they need is asked for first; then four at a time, the longest first.
test: needs
	@$(PYTHON) tools/side_by_side.py test-table test-interpreted test-page test-site test-compiled test-matches check docs test-web

# Interpreted, every line of the rules is run by some test.
test-interpreted:
	@$(PREPARE) check
	$(INTERPRETED) $(COVERED) -m pytest $(SLOWEST) $(APART) $(NEVER_COMPILED)

test-compiled: setup
	$(COMPILED) $(PYTEST) $(KEPT) $(APART) --ignore=tests/adapters
	$(COMPILED) $(ADAPTERS) run --source=potluck.adapters -m pytest $(SLOWEST) tests/adapters
	$(ADAPTERS) report --fail-under=100

test-table: needs
	$(COMPILED) $(PYTEST) $(KEPT) tests/table

test-page: needs
	$(COMPILED) $(PYTEST) $(KEPT) tests/web --ignore=tests/web/test_whole_matches.py

test-matches: needs
	$(COMPILED) $(PYTEST) $(KEPT) tests/web/test_whole_matches.py

test-web:
	@$(PREPARE) check
	$(NPM) test --silent

# What needs Python 3.13 is skipped, and says so, where there is none.
test-site: needs
	$(COMPILED) $(PYTEST) $(KEPT) tests/solo -rs

site:
	@$(PYTHON) tools/make_site.py

soak: setup
	$(COMPILED) $(BIN)/python tests/soak.py $(GAME)

# The table's large numbers, in portions: it can be interrupted, and goes on where it was.
soak-table: needs
	@$(BIN)/python tests/soak_table.py $(PART)

fresh:
	@tests/fresh/run

mutate: setup
	$(BIN)/python tests/mutate.py $(GAME)

bench:
	@$(PREPARE) bench
	@$(BIN)/python -m potluck.cli bench $(BENCH)

bench-table:
	@$(PREPARE) play
	@$(BIN)/python -m potluck.cli bench table

golden:
	@$(PREPARE) check
	$(INTERPRETED) $(BIN)/python -m potluck.cli golden tests/*/golden/*.txt

docs:
	@$(PREPARE) docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	$(INTERPRETED) $(PYTEST) tests/site

third-party:
	@$(PREPARE) dev
	$(BIN)/python tools/third_party.py

types:
	@$(PREPARE) check
	$(INTERPRETED) $(BIN)/python -m potluck.table.protocol.typescript > web/src/protocol.ts
	$(INTERPRETED) $(BIN)/python -m potluck.table.protocol.markdown docs/protocol.md
	$(INTERPRETED) $(BIN)/python web/tools/examples.py > web/src/examples.json
	$(INTERPRETED) $(BIN)/python web/tools/pictures.py > web/src/pictures.json

screenshots: needs
	$(COMPILED) $(BIN)/python web/tools/screenshots.py

clean:
	rm -rf .venv build site src/*.egg-info src/potluck/table/page web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
