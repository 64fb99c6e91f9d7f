# make run    adjudicate the next turn of the sample game, in a copy; installs only what running needs
# make test   everything: lint, types, cases, tests, mail servers, and the wheel run from another directory
# make docs   write what the commands really print into the documents
# PYTHON=python3.13 with any of them uses another Python
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
MADE   := $(VENV)/.python-$(shell $(PYTHON) -c 'import platform; print(platform.python_version())')
RUN    := $(VENV)/.run
READY  := $(VENV)/.ready
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check --editable
TRY    := build/try

.PHONY: run test lint cases bench docs map clean
.DEFAULT_GOAL := run

# an environment made with another Python is made anew
$(MADE):
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

# what running needs, and nothing else
$(RUN): $(MADE) pyproject.toml
	$(PIP) .
	@touch $@

$(READY): $(MADE) pyproject.toml
	$(PIP) '.[dev]'
	@touch $(RUN) $@

run: $(RUN)
	@rm -rf $(TRY) && mkdir -p $(TRY) && cp -r games $(TRY)/games
	@$(BIN)/pbm adjudicate game42 --games $(TRY)/games
	@echo
	@echo "This was a copy, in $(TRY)/games; the games folder of the checkout is as it was. To try it yourself:"
	@echo "  edit an order in $(TRY)/games/game42/turns/004/orders/, for example MER.txt, then"
	@echo "  $(BIN)/pbm adjudicate game42 --games $(TRY)/games --again"
	@echo "and for a report as a player gets it:"
	@echo "  $(BIN)/pbm report game42 MER --games $(TRY)/games"
	@echo "  $(BIN)/pbm report game42 MER --games $(TRY)/games --form pdf --out $(TRY)"

test: lint cases
	@sh tests/install-servers.sh
	$(BIN)/pytest -m "" -n 2 --ignore tests/test_mail_servers.py
	$(BIN)/pytest -m "" tests/test_mail_servers.py
	@echo "all of it passed: lint, types, cases, tests, wheel"

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

cases: $(READY)
	@$(BIN)/pbm case tests/cases | tail -n 1
	@$(BIN)/pbm case --coverage darkage

bench: $(READY)
	$(BIN)/python -m bench

docs: $(READY)
	$(BIN)/python -m tests.transcripts

# needs npm for the coastlines, and the extra [map]
map: $(READY)
	$(PIP) '.[map]'
	$(BIN)/python -m pbm.maps.build darkage

clean:
	rm -rf $(VENV) build dist
