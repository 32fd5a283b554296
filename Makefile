# make play: sit down and play · make test: everything that must hold · make help: the rest
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PYTEST := $(BIN)/python -m pytest
INTERPRETED := PYTHONPATH=src POTLUCK_MODE=interpreted
COMPILED := POTLUCK_MODE=compiled
SOURCES := $(shell find src -name '*.py' -o -name '*.md') setup.py pyproject.toml

.PHONY: help play setup check test test-interpreted test-compiled soak mutate bench golden clean

help:
	@echo "make play     set up what is needed and play"
	@echo "make test     checks and all tests, interpreted and compiled"
	@echo "make check    format, lint, types, layers"
	@echo "make bench    speed, beside OpenSpiel and PettingZoo measured in the same run"
	@echo "make soak     the large numbers of random matches"
	@echo "make mutate GAME=potential   break the rules in small ways and see that tests notice"
	@echo "make golden   write the golden transcripts anew"

play: $(VENV)/compiled
	@$(BIN)/potluck

# The tools and libraries, once; the compiled package again whenever a source has changed.
$(VENV)/tools: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Potluck needs Python 3.11 or newer; this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Potluck needs the venv module: apt-get install python3-venv"; exit 1; }
	@echo "Installing the libraries (a minute, once) …"
	@$(PIP) 'setuptools>=77' wheel 'mypy[mypyc]' msgspec
	@touch $@

$(VENV)/compiled: $(VENV)/tools $(SOURCES)
	@echo "Compiling the rules (half a minute) …"
	@rm -rf build
	@$(PIP) --no-build-isolation .
	@touch $@

# The extras of pyproject.toml, without the package itself.
EXTRA = $(BIN)/python -c 'import sys, tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; print("\n".join(project["dependencies"] + project["optional-dependencies"][sys.argv[1]]))'
$(VENV)/dev $(VENV)/bench: $(VENV)/%: $(VENV)/tools
	@echo "Installing what $* needs …"
	@$(EXTRA) $* > $(VENV)/$*.txt
	@$(PIP) -r $(VENV)/$*.txt
	@touch $@

setup: $(VENV)/compiled $(VENV)/dev

check: $(VENV)/dev
	$(BIN)/ruff format --check src tests setup.py
	$(BIN)/ruff check src tests setup.py
	$(BIN)/mypy src/potluck tests
	$(BIN)/lint-imports

test: check test-interpreted test-compiled

test-interpreted: $(VENV)/dev
	$(INTERPRETED) $(BIN)/python -m coverage erase
	$(INTERPRETED) $(BIN)/python -m coverage run -m pytest
	$(BIN)/python -m coverage report --fail-under=100

test-compiled: setup
	$(COMPILED) $(PYTEST)

soak: setup
	$(COMPILED) $(BIN)/python tests/soak.py $(GAME)

mutate: setup
	$(BIN)/python tests/mutate.py $(GAME)

bench: $(VENV)/compiled $(VENV)/bench
	@$(BIN)/potluck bench --environments $(BENCH)

golden: $(VENV)/dev
	$(INTERPRETED) $(BIN)/python -m potluck.cli golden tests/*/golden/*.txt

clean:
	rm -rf $(VENV) build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
