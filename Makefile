# make play: sit down and play · make test: everything that must hold · make help: the rest
PYTHON ?= python3
BIN := .venv/bin
PREPARE := $(PYTHON) tools/prepare.py
NPM := $(PREPARE) npm
PYTEST := $(BIN)/python -m pytest
INTERPRETED := PYTHONPATH=src POTLUCK_MODE=interpreted
COMPILED := POTLUCK_MODE=compiled
# The server, the page and the site are tested as users have them; the lab and the tools run once, compiled.
APART := --ignore=tests/table --ignore=tests/web --ignore=tests/site
COMPILED_ALONE := --ignore=tests/tools --ignore-glob='tests/lab/test_[!f]*'
CODE := src tests examples tools setup.py

.PHONY: help play setup needs check test test-interpreted test-compiled test-table test-page test-matches test-web soak soak-table mutate bench bench-table docs golden screenshots types third-party fresh clean

help:
	@echo "make play        set up what is needed, start the table and open it in the browser (PORT=8766 DATA=folder)"
	@echo "make test        checks and all tests: interpreted, compiled, the table's server, the page in a browser"
	@echo "make test-table  the table's server, on real sockets and real databases, killed and flooded"
	@echo "make test-page   the page in a real browser; make test-matches whole matches in it"
	@echo "make check       format, lint, types, layers, the page's types"
	@echo "make fresh       make play on bare Debian 12 and 13, before a release (as root); tests/fresh/run --test for make test"
	@echo "make bench       speed of the games and adapters, beside their peers in the same run"
	@echo "make bench-table speed and durability of the table's server"
	@echo "make soak        the large numbers of random matches (GAME=potus for one game)"
	@echo "make soak-table  the table's large numbers: 10,000 connections, 1,000 deaths, 5,000 storms, 1,000,000 comparisons"
	@echo "make mutate GAME=potential   break the rules in small ways and see that tests notice"
	@echo "make docs        the documentation as a site, into build/site"
	@echo "make golden      write the golden transcripts anew"
	@echo "make screenshots pictures of every page, into docs/images"
	@echo "make third-party THIRD-PARTY.txt anew, from what is installed and in the page"
	@echo "make types       write the page's types and pictures anew from the protocol and the games"

play:
	@command -v $(PYTHON) >/dev/null || { echo "Potluck needs Python 3.11 or newer: sudo apt-get install python3-venv python3-dev"; exit 1; }
	@$(PREPARE) play
	@$(BIN)/python -m potluck.cli table $(if $(PORT),--port $(PORT)) $(if $(DATA),--data "$(DATA)")

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

# What they need is asked for first; then two at a time, for two cores, the longest first.
test: needs
	@$(PYTHON) tools/side_by_side.py test-table test-interpreted test-page test-compiled test-matches check docs test-web

# Interpreted, every line of the rules is run by some test.
test-interpreted:
	@$(PREPARE) check
	$(INTERPRETED) $(BIN)/python -m coverage erase
	$(INTERPRETED) $(BIN)/python -m coverage run -m pytest $(APART) $(COMPILED_ALONE)
	$(BIN)/python -m coverage report --fail-under=100

test-compiled: setup
	$(COMPILED) $(PYTEST) $(APART)

test-table: needs
	$(COMPILED) $(PYTEST) tests/table

test-page: needs
	$(COMPILED) $(PYTEST) tests/web --ignore=tests/web/test_whole_matches.py

test-matches: needs
	$(COMPILED) $(PYTEST) tests/web/test_whole_matches.py

test-web:
	@$(PREPARE) check
	$(NPM) test --silent

soak: setup
	$(COMPILED) $(BIN)/python tests/soak.py $(GAME)

# The table's large numbers: connections and matches that come and go, deaths, storms.
soak-table: needs
	POTLUCK_CYCLES=10000 POTLUCK_MATCHES=1000 POTLUCK_ROUNDS=1000 POTLUCK_SEEDS=5000 \
	  POTLUCK_COMPARISONS=1000000 POTLUCK_BAD_INPUTS=25000 \
	  $(COMPILED) $(PYTEST) tests/table -k "flood_5 or crash_1 or storm or two_histories or whatever"

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
	rm -rf .venv build src/*.egg-info src/potluck/table/page web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
