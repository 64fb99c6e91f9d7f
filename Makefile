# make run    adjudicate the next turn of the sample game, in a copy; installs only what running needs
# make test   run everything: lint, types, cases, tests, mail servers, and the wheel from another directory
# make sbom   list what an installed pbm consists of, for a scanner of known faults
# make docs   rewrite the documents' examples with the commands' real output, and build the documents as pages
# Add PYTHON=python3.13 to use another Python
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
MADE   := $(VENV)/.python-$(shell $(PYTHON) -c 'import platform; print(platform.python_version())')
RUN    := $(VENV)/.run
READY  := $(VENV)/.ready
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check --editable
TRY    := build/try
# every listed game; asked only when a target needs it
GAMES   = $(shell $(BIN)/python -c 'from pbm.rulesets import RULESETS; print(*RULESETS)')
# those whose maps have outlines made from coastlines
DRAWN  := $(patsubst pbm/rulesets/%/data/outlines.toml,%,$(wildcard pbm/rulesets/*/data/outlines.toml))

# what was compiled once is not compiled again by every command
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test lint cases covered suite servers bench sbom docs map clean
.DEFAULT_GOAL := run

# rebuild an environment that was made with another Python
$(MADE):
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

# only what running needs
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
	@echo "Open this first, Mercia's report: $(TRY)/games/game42/turns/004/reports/game42-004-MER.pdf"
	@echo
	@echo "This was a copy, in $(TRY)/games; the games folder of the checkout is unchanged. To try it yourself:"
	@echo "  edit an order in $(TRY)/games/game42/turns/004/orders/, for example MER.txt, then"
	@echo "  $(BIN)/pbm adjudicate game42 --games $(TRY)/games --again --reason 'a trial'"
	@echo "and to read a report here, as a player gets it in a mail:"
	@echo "  $(BIN)/pbm report game42 MER --games $(TRY)/games"

# side by side, since types are checked on one core and servers are waited for
test: $(READY)
	@sh tests/install-servers.sh
	@sh tests/install-browser.sh
	@sh tests/install-reader.sh
	@sh tests/install-shells.sh
	@$(MAKE) --no-print-directory -j 3 lint covered servers suite
	@echo "All passed: lint, types, cases, tests, wheel"

suite: $(READY)
	PYTHONHASHSEED=0 $(BIN)/pytest -m "" -n 2 --dist worksteal --ignore tests/mail/test_mail_servers.py

servers: $(READY)
	$(BIN)/pytest -m "" tests/mail/test_mail_servers.py

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell README.md CHANGELOG.md docs/*.md templates pbm/commands pbm/office pbm/mail
	$(BIN)/mypy

cases: covered
	@$(BIN)/pbm case --quiet tests/cases

# the suite plays the cases; this tells of paragraphs without one
covered: $(READY)
	@for game in $(GAMES); do $(BIN)/pbm case --coverage $$game || exit 1; done

bench: $(READY)
	$(BIN)/python -m bench

# what an installed pbm consists of
sbom: $(RUN)
	@mkdir -p build
	$(BIN)/python -m tests.sbom > build/sbom.json
	@echo "build/sbom.json"

docs: $(READY)
	$(BIN)/python -m tests.rulings_pages
	$(BIN)/python -m tests.contract_page
	$(BIN)/python -m tests.transcripts
	$(PIP) '.[docs]'
	$(BIN)/python -m tests.docs_site build/docs-source
	@$(BIN)/sphinx-build -q -W --keep-going build/docs-source build/docs
	@echo "Open build/docs/index.html"

# needs npm for the coastlines, and the extra [map]
map: $(READY)
	$(PIP) '.[map]'
	@for game in $(DRAWN); do $(BIN)/python -m pbm.maps.build $$game; done

clean:
	rm -rf $(VENV) build dist
