# Every target a person or CI needs. `make` alone prints them.
# Needs: make, bash, cargo, a C and C++ compiler, Python 3.11 or later with its venv module.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV ?= .venv
DIST ?= dist
# The reference package's environment, beside ours and never mixed with it.
PEER ?= .venv-peer
# What the rerank benchmark compares with, torch among it.
RERANK ?= .venv-rerank
# More arguments for pytest or the benchmark, e.g. make test-python ARGS="-k seam".
ARGS ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# pyo3 asks this interpreter which Python it builds for.
export PYO3_PYTHON := $(abspath $(BIN)/python)

sources = $(shell find $(1) -type f -not -path '*/__pycache__/*' -not -path '*/build/*' -not -path '*.egg-info/*' 2>/dev/null)
RUST_SOURCES := Cargo.toml Cargo.lock $(call sources,rust)
WHEEL_SOURCES := $(RUST_SOURCES) pyproject.toml README.md LICENSE NOTICE $(call sources,python)
MODEL_SOURCES := $(call sources,models/recallcore-models)

# --- A person's targets -----------------------------------------------------------------------

.PHONY: help
help: ## Print this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: quickstart
quickstart: $(VENV)/.installed ## Set everything up, then recall from the bilingual example bank
	@$(BIN)/recallcore quickstart

.PHONY: test
test: test-rust test-python ## Run every test, in Rust and in Python (needs no other target first)

.PHONY: test-rust
test-rust: ## Run the engine's own tests
	cargo test --locked --package recallcore

.PHONY: test-python
test-python: $(VENV)/.installed $(VENV)/.dev ## Run the Python tests against the installed wheel
	$(BIN)/python -P -m pytest $(ARGS)

.PHONY: all
all: lint types docs test quickstart ## Do all that CI does

# --- Set-up -----------------------------------------------------------------------------------

.PHONY: setup
setup: $(VENV)/.installed $(VENV)/.dev ## Make .venv with recallcore and every tool in it

.PHONY: wheel
wheel: $(DIST)/.wheel $(DIST)/.models ## Build the wheels of recallcore and of its model into dist/

# A Python without pip 25.1 cannot read dependency groups, so the environment gets its own.
$(VENV)/.pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "recallcore needs Python 3.11 or later, given " + sys.version)'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install 'pip>=25.1'
	@touch $@

$(VENV)/.build: pyproject.toml $(VENV)/.pip
	$(PIP) install --group build
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.pip
	$(PIP) install --group dev
	@touch $@

$(DIST)/.wheel: $(WHEEL_SOURCES) | $(VENV)/.build
	@mkdir -p $(DIST) && rm -f $(DIST)/recallcore-*.whl
	$(BIN)/maturin build --release --out $(DIST) --interpreter $(PYO3_PYTHON)
	@touch $@

$(DIST)/.models: $(MODEL_SOURCES) | $(VENV)/.pip
	@mkdir -p $(DIST) && rm -f $(DIST)/recallcore_models-*.whl
	$(PIP) wheel --no-deps --wheel-dir $(DIST) ./models/recallcore-models
	@touch $@

# Two steps: pip keeps an installed wheel of the same version unless forced, and forced it would fetch
# every dependency anew.
$(VENV)/.installed: $(DIST)/.wheel $(DIST)/.models
	$(PIP) install --force-reinstall --no-deps $(DIST)/recallcore-*.whl $(DIST)/recallcore_models-*.whl
	$(PIP) install $(DIST)/recallcore-*.whl $(DIST)/recallcore_models-*.whl
	@touch $@

# --- Checks -----------------------------------------------------------------------------------

.PHONY: lint
lint: $(VENV)/.dev ## Check format and lints of Python and Rust
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings

.PHONY: types
types: $(VENV)/.installed $(VENV)/.dev stubtest ## Check types: mypy strict, and the stub against the built module
	$(BIN)/mypy

.PHONY: stubtest
stubtest: $(VENV)/.installed $(VENV)/.dev ## Compare python/recallcore/_core.pyi with the built module
	$(BIN)/python -P -m mypy.stubtest recallcore._core --mypy-config-file pyproject.toml

.PHONY: docs
docs: $(VENV)/.installed $(VENV)/.dev ## Check links, run the README's code, build the crate's pages
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps
	$(BIN)/python -P -m pytest tests/structure/test_readme.py tests/structure/test_docs_links.py \
		tests/structure/test_public_docs.py

.PHONY: fmt
fmt: $(VENV)/.dev ## Format Python and Rust
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	cargo fmt --all

.PHONY: bench-quality
bench-quality: $(VENV)/.installed $(VENV)/.dev ## Measure recall quality; give the data by ARGS
	$(BIN)/python -m benches.quality $(ARGS)

.PHONY: fuzz
fuzz: $(VENV)/.installed $(VENV)/.dev ## Look for a text that breaks the parser of time, for a minute
	$(BIN)/python -P benches/fuzz_time.py 60

.PHONY: bench-time
bench-time: $(VENV)/.installed $(VENV)/.dev ## Measure the parser of time against dateparser's search
	$(BIN)/python -P benches/bench_time.py

# --- The reference package ----------------------------------------------------------------------

PEER_PIP := $(PEER)/bin/python -m pip --disable-pip-version-check --quiet

# Without dependencies, for the list names all that it needs; the package itself asks for many more.
$(PEER)/.installed: tests/peer/requirements.txt
	$(PYTHON) -m venv $(PEER)
	$(PEER_PIP) install --no-deps --requirement tests/peer/requirements.txt
	@touch $@

.PHONY: peer-venv
peer-venv: $(PEER)/.installed ## Make .venv-peer with the reference package in it

.PHONY: peer
peer: $(VENV)/.installed $(VENV)/.dev $(PEER)/.installed ## Compare with the reference package on fresh cases
	$(BIN)/python -P -m pytest tests/peer --peer $(abspath $(PEER)/bin/python) $(ARGS)

.PHONY: peer-sample
peer-sample: $(PEER)/.installed ## Write tests/peer/sample anew from the reference package's answers
	$(PEER)/bin/python -m tests.peer.sample $(PEER)/bin/python

.PHONY: bench-ranking
bench-ranking: $(DIST)/.wheel $(PEER)/.installed ## Time the ranking beside the reference package's
	$(PEER_PIP) install --no-deps --force-reinstall $(DIST)/recallcore-*.whl
	$(PEER)/bin/python -P benches/bench_ranking.py $(ARGS)

.PHONY: bench-time-peer
bench-time-peer: $(DIST)/.wheel $(PEER)/.installed ## Time the parser of time beside the reference package's
	$(PEER_PIP) install --no-deps --force-reinstall $(DIST)/recallcore-*.whl
	$(PEER)/bin/python -P benches/bench_time_peer.py

# --- The usual ways to rerank -------------------------------------------------------------------

RERANK_PIP := $(RERANK)/bin/python -m pip --disable-pip-version-check --quiet

# Without dependencies, for torch asks for gigabytes that a processor never runs.
$(RERANK)/.installed: benches/rerank/requirements.txt benches/rerank/torch_cpu.py
	$(PYTHON) -m venv $(RERANK)
	$(RERANK_PIP) install --no-deps --requirement benches/rerank/requirements.txt
	$(RERANK)/bin/python -m benches.rerank.torch_cpu
	@touch $@

.PHONY: bench-rerank
bench-rerank: $(DIST)/.wheel $(DIST)/.models $(RERANK)/.installed ## Time reranking; give model and data by ARGS
	$(RERANK_PIP) install --no-deps --force-reinstall $(DIST)/recallcore-*.whl $(DIST)/recallcore_models-*.whl
	$(RERANK)/bin/python -m benches.bench_rerank $(ARGS)

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf $(VENV) $(PEER) $(RERANK) $(DIST) target .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks
	find python tests benches examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
