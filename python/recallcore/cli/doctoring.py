"""`recallcore doctor`: what is installed, whether a bank is whole, and what a damaged one still holds."""

from __future__ import annotations

import json
import platform
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import recallcore
from recallcore._seam import salvaged
from recallcore.cli.screen import Screen, memories, printable
from recallcore.embed import names as embedder_names
from recallcore.errors import InputError, RecallCoreError, StorageError
from recallcore.rerank import names as reranker_names
from recallcore.types import CheckReport, JsonObject

_PACKAGES = ("recallcore-models", "numpy", "onnxruntime", "tokenizers", "dateparser")


def doctor(screen: Screen, path: Path | None, *, repair: bool, salvage: Path | None) -> int:
    """Prints what is installed and how a bank is, or brings out what can be read of a damaged one."""
    if path is None:
        if repair or salvage is not None:
            raise InputError("--repair and --salvage need a bank, expected its path")
        _show(screen, installed())
        return 0
    if salvage is not None:
        return _salvage(screen, path, salvage)
    report = _check(path, repair=repair)
    if screen.json:
        screen.document({"installed": installed(), "bank": report.to_dict()})
    else:
        _show(screen, installed())
        _tell(screen, report)
    remaining = [problem for problem in report.problems if problem.part != "index" or not report.repaired]
    if remaining:
        raise StorageError(f"the bank is damaged: {remaining[0].part}: {remaining[0].what}")
    return 0


def installed() -> JsonObject:
    """Returns the versions of what takes part, the machine, and the models that can be used by name."""
    found: JsonObject = {
        "recallcore": str(recallcore.__version__),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {sys.byteorder}-endian",
    }
    for package in _PACKAGES:
        found[package] = "not installed"
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    found["embedders"] = ", ".join(embedder_names())
    found["rerankers"] = ", ".join(reranker_names())
    return found


def _check(path: Path, *, repair: bool) -> CheckReport:
    if not path.exists():
        raise InputError(f"there is no bank at this path: {path}")
    try:
        with recallcore.open(
            path, embedder=False, reranker=False, create=False, read_only=not repair, optimize="manual"
        ) as bank:
            return bank.check(repair=repair)
    except recallcore.BankCorruptError as error:
        raise recallcore.BankCorruptError(
            f"{error}; 'recallcore doctor {path} --salvage FILE' brings out what can be read"
        ) from error


def _salvage(screen: Screen, path: Path, target: Path) -> int:
    """Writes every memory that can be read as a line that `import` reads."""
    if target.exists():
        raise InputError(f"there is something at this path already, expected a new file: {target}")
    kept = lost = 0
    with target.open("w", encoding="utf-8") as file:
        try:
            for found, missing in salvaged(str(path)):
                for memory in found:
                    line = json.dumps(memory.to_dict(), ensure_ascii=False)
                    file.write(f"{line}\n")
                kept, lost = kept + len(found), lost + missing
        except RecallCoreError:
            if not kept:
                target.unlink()
            raise
    if screen.json:
        screen.document({"salvaged": kept, "lost": lost, "path": str(target)})
    else:
        screen.say(f"{memories(kept)} brought out to {target}, {memories(lost)} could not be read")
    return 0


def _show(screen: Screen, found: JsonObject) -> None:
    if screen.json:
        screen.document({"installed": found})
        return
    width = max(map(len, found))
    for what, value in found.items():
        screen.result(printable(f"{what:<{width}}  {value}"))


def _tell(screen: Screen, report: CheckReport) -> None:
    screen.result(
        f"read {memories(report.memories)}, {report.vectors} vectors and {report.files} files of the index"
    )
    for problem in report.problems:
        screen.result(printable(f"damaged: {problem.part}: {problem.what}"))
    for what in report.repaired:
        screen.result(printable(f"repaired: {what}"))
    if report.ok:
        screen.result("the bank is whole")
