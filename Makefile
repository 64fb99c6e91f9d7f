# make run    adjudicate the next turn of the sample game, in a copy
# make test   everything: lint, types, cases, tests, mail servers, and the wheel run from another directory
# make docs   write what the commands really print into the documents
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TRY    := build/try

.PHONY: run test lint cases bench docs map clean
.DEFAULT_GOAL := run

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

run: $(READY)
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
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[map]'
	$(BIN)/python -m pbm.maps.build darkage

clean:
	rm -rf $(VENV) build dist
