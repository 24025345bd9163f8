# Set-up is scripts/install.py: it does nothing where .venv and node_modules already are what the lock files say.
# PYTHON names the Python to make .venv with; ARGS goes to the command, as in: make play ARGS="--port 9000"

PYTHON ?= python3
INSTALL = @$(PYTHON) scripts/install.py
BIN = .venv/bin

.DEFAULT_GOAL = help
.PHONY: help play test lint format texts bench lock clean

help: ## say what can be made
	@sed -n 's/^\([a-z]*\): .*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

play: ## install what is missing, start the server, open the lobby
	$(INSTALL) play
	@$(BIN)/galleria serve $(ARGS)

test: ## run all tests
	$(INSTALL) test
	$(BIN)/pytest --numprocesses=auto --dist=loadfile --no-loadscope-reorder --max-worker-restart=0 $(ARGS)

lint: ## check style, types and the direction of imports
	$(INSTALL) tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: ## bring the code into the common style
	$(INSTALL) tools
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

texts: ## bring the catalogues of German and Polish texts up to date with the code
	$(INSTALL) test
	@$(BIN)/galleria texts $(ARGS)

bench: ## measure speeds
	$(INSTALL) bench
	$(BIN)/python bench $(ARGS)

lock: ## pin packages anew after a change in pyproject.toml or package.json (UPGRADE=1: newest versions)
	PYTHON=$(PYTHON) UPGRADE=$(UPGRADE) scripts/lock.sh

clean: ## remove what set-up and tools have made
	rm -rf .venv node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
