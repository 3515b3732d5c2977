"""Dependencies point one way, and a third-party engine is named in its one place (docs/architecture.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

# Lowest first. A part may import the layers above it in this table, never its own neighbours or what follows.
PYTHON_LAYERS = [
    {"errors"},
    {"types"},
    {"config"},
    {"_seam", "_onnx", "plugins", "temporal", "entities"},
    {"local_models"},
    {"embed", "rerank", "backend"},
    {"engine"},
    {"bank"},
    {"store"},
    {"__init__"},
    {"importers"},
    {"examples"},
    {"cli"},
    {"__main__"},
]
PYTHON_HOMES = {  # what is imported -> the only modules that may
    "recallcore._core": r"_seam",
    "onnxruntime": r"_onnx",
    "tokenizers": r"_onnx",
    "huggingface_hub": r"local_models\.fetching",
    "dateparser": r"temporal\.fallback",
    "httpx2": r"rerank\.remote\.transport",
    "typer": r"cli(\..*)?",
    "rich": r"cli(\..*)?",
}
RUST_LAYERS = [
    {"error"},
    {"types", "files"},
    {"ranking"},
    {"analyzer", "budget", "calendar", "filter", "tokens"},
    {"document"},
    {"arms", "fusion", "scoring", "packing"},
    {"bank"},
    {"recall"},
    {"lib"},
]
RUST_HOMES = {  # crate -> where in rust/ it may be named
    "usearch": r"recallcore/src/arms/semantic(\.rs|/.*)",
    # Its directory maps our own files too: mapping needs `unsafe`, which the engine forbids itself.
    "tantivy": r"recallcore/src/(arms/keyword(\.rs|/.*)|files/reader\.rs)",
    "rusqlite": r"recallcore/(src/bank/.*|tests/bank_[^/]*)",
    "pyo3": r"recallcore-python/.*",
    "numpy": r"recallcore-python/.*",
}


def misplaced(layers: list[set[str]], part: str, used: str) -> str | None:
    """Says what is wrong with `part` using `used`, if anything is."""
    place = {name: depth for depth, names in enumerate(layers) for name in names}
    unknown = [name for name in (part, used) if name not in place]
    if unknown:
        return f"{unknown[0]} has no place in the order of layers: give it one"
    if part != used and place[used] >= place[part]:
        return f"{part} uses {used}, which is not below it"
    return None


# --- Python -----------------------------------------------------------------------------------


def imported(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported anywhere in `tree`, in functions and for types too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "recallcore":
            yield from (f"recallcore.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def python_violations(package: Path) -> list[str]:
    parts = {path.stem for path in package.iterdir()} | set().union(*PYTHON_LAYERS) | {"_core"}
    found = []
    for path in sorted(package.rglob("*.py")):
        names = path.relative_to(package).with_suffix("").parts
        module = ".".join(names)
        for used in imported(ast.parse(path.read_text(encoding="utf-8"))):
            if used.startswith("."):
                found.append(f"{module}: relative import")
            for engine, home in PYTHON_HOMES.items():
                named = used == engine or used.startswith(engine + ".")
                if named and not re.fullmatch(home, module.removesuffix(".__init__")):
                    found.append(f"{module}: names {engine}")
            first, _, rest = used.partition(".")
            part = rest.split(".")[0]
            # A name that is no module of ours comes from the package's own front.
            target = part if part in parts else "__init__"
            ours = first == "recallcore" and target != "_core"
            if ours and (problem := misplaced(PYTHON_LAYERS, names[0], target)):
                found.append(f"{module}: {problem}")
    return found


# --- Rust -------------------------------------------------------------------------------------


def without_comments(source: str) -> str:
    return re.sub(r"//[^\n]*", "", source)


def crate_paths(source: str) -> Iterator[str]:
    """The top-level modules that `crate::…` names, alone or in braces."""
    for match in re.finditer(r"\bcrate::(\w+|\{)", source):
        if match[1] != "{":
            yield match[1]
            continue
        depth, item = 0, ""
        for character in source[match.end() - 1 :]:
            depth += {"{": 1, "}": -1}.get(character, 0)
            if depth == 0 or (depth == 1 and character == ","):
                yield re.split(r"\W", item.strip("{ \n\t"), maxsplit=1)[0]
                item = ""
                if depth == 0:
                    break
            else:
                item += character


def rust_violations(rust: Path) -> list[str]:
    found = []
    engine = rust / "recallcore" / "src"
    if "#![forbid(unsafe_code)]" not in (engine / "lib.rs").read_text(encoding="utf-8"):
        found.append("lib.rs: unsafe code is not forbidden")
    for path in sorted(rust.rglob("*.rs")):
        source = without_comments(path.read_text(encoding="utf-8"))
        where = path.relative_to(rust).as_posix()
        for crate, home in RUST_HOMES.items():
            if re.search(rf"(\b{crate}::)|(\buse {crate}\b)", source) and not re.fullmatch(home, where):
                found.append(f"{where}: names {crate}")
        if not path.is_relative_to(engine):
            continue
        part = path.relative_to(engine).parts[0].removesuffix(".rs")
        depth = len(path.relative_to(engine).parts) - (path.name == "mod.rs")
        if part != "lib" and re.search(rf"^(pub )?use (super::){{{depth}}}", source, re.MULTILINE):
            found.append(f"{where}: leaves its module by `super`, write `crate::`")
        for used in crate_paths(source):
            # `crate::Result` and `crate::Error` are the crate's own short names of `error`.
            target = "error" if used in {"Result", "Error"} else used
            if target and (problem := misplaced(RUST_LAYERS, part, target)):
                found.append(f"{where}: {problem}")
    return found


# --- The tests --------------------------------------------------------------------------------


def test_python_layers_point_one_way(root: Path) -> None:
    assert python_violations(root / "python" / "recallcore") == []


def test_rust_layers_point_one_way(root: Path) -> None:
    assert rust_violations(root / "rust") == []


@pytest.mark.parametrize(
    ("file", "line", "complaint"),
    [
        ("errors.py", "from recallcore.bank import Bank", "errors uses bank"),
        ("embed/__init__.py", "def late() -> None:\n    import recallcore.engine", "embed uses engine"),
        ("embed/onnx.py", "from recallcore.rerank import score", "embed uses rerank"),
        ("bank.py", "from recallcore import cli", "bank uses cli"),
        ("engine.py", "import recallcore", "engine uses __init__"),
        ("bank.py", "from recallcore import Bank", "bank uses __init__"),
        ("helpers.py", "from recallcore import errors", "helpers has no place"),
        ("bank.py", "from recallcore._core import Bank", "names recallcore._core"),
        ("bank.py", "from recallcore import _core", "names recallcore._core"),
        ("embed/onnx.py", "import onnxruntime.capi", "names onnxruntime"),
        ("temporal/__init__.py", "import dateparser", "names dateparser"),
        ("rerank/__init__.py", "import httpx2", "names httpx2"),
        ("bank.py", "from rich.progress import Progress", "names rich"),
        ("cli.py", "from .bank import Bank", "relative import"),
    ],
)
def test_python_check_finds(tmp_path: Path, file: str, line: str, complaint: str) -> None:
    for part in set().union(*PYTHON_LAYERS) - {"embed", "temporal", "rerank"}:
        (tmp_path / f"{part}.py").touch()
    for part in ("embed", "temporal", "rerank"):
        (tmp_path / part).mkdir()
        (tmp_path / part / "__init__.py").touch()
    assert python_violations(tmp_path) == []
    (tmp_path / file).write_text(line + "\n", encoding="utf-8")
    assert [problem for problem in python_violations(tmp_path) if complaint in problem]


@pytest.mark.parametrize(
    ("file", "line", "complaint"),
    [
        ("types.rs", "use crate::bank::Bank;", "types uses bank"),
        ("fusion/rrf.rs", "use crate::{ranking::{Hit, Row}, arms::Arm};", "fusion uses arms"),
        ("fusion/mod.rs", "fn f() { crate::recall::search() }", "fusion uses recall"),
        ("packing.rs", "use super::bank::Bank;", "leaves its module"),
        ("fusion/rrf.rs", "use super::super::bank::Bank;", "leaves its module"),
        ("helpers.rs", "use crate::types::Row;", "helpers has no place"),
        ("filter.rs", "use rusqlite::Connection;", "names rusqlite"),
        ("arms/keyword.rs", "fn f(i: usearch::Index) {}", "names usearch"),
        ("lib.rs", "", "not forbidden"),
    ],
)
def test_rust_check_finds(tmp_path: Path, file: str, line: str, complaint: str) -> None:
    source = tmp_path / "recallcore" / "src"
    for folder in ("arms", "fusion"):
        (source / folder).mkdir(parents=True)
    (source / "lib.rs").write_text(
        "#![forbid(unsafe_code)]\npub use error::{Error, Result};\n", encoding="utf-8"
    )
    (source / "fusion" / "rrf.rs").write_text(
        "// crate::bank\nuse crate::{Result, ranking::Hit};\n", encoding="utf-8"
    )
    (source / "arms" / "semantic.rs").write_text("use super::Arm;\nuse usearch::Index;\n", encoding="utf-8")
    assert rust_violations(tmp_path) == []
    (source / file).write_text(line + "\n", encoding="utf-8")
    assert [problem for problem in rust_violations(tmp_path) if complaint in problem]
