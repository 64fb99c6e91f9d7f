# make run    adjudicate the next turn of the sample game, in a copy
# make test   everything: lint, types, tests, cases, and the wheel run from another directory
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TRY    := build/try

.PHONY: run test lint cases bench docs map fixtures clean
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

test: lint cases
	$(BIN)/pytest -m "" -n 2
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

clean:
	rm -rf $(VENV) build dist
