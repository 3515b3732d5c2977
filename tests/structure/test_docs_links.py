"""Every link and every path that the pages name leads somewhere, and nothing waits to be written."""

from __future__ import annotations

import re
from pathlib import Path

FOLDERS = ("rust", "python", "tests", "benches", "docs", "examples", "models")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def pages(root: Path) -> list[Path]:
    inside = (page for folder in FOLDERS for page in (root / folder).rglob("*.md"))
    return sorted([*root.glob("*.md"), *inside])


def anchors(page: Path) -> set[str]:
    """The names that headings get on a page: lower case, spaces to hyphens, other punctuation dropped."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ +(.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def broken(root: Path, page: Path) -> list[str]:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    found = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            found.append(f"{page.relative_to(root)}: no file {target}")
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            found.append(f"{page.relative_to(root)}: no heading {target}")
    for path in re.findall(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]+)`", text):
        if not (root / path).exists():
            found.append(f"{page.relative_to(root)}: no file `{path}`")
    return found


def test_links_lead_somewhere(root: Path) -> None:
    found = [problem for page in pages(root) for problem in broken(root, page)]
    assert found == []


def unfilled(page: Path) -> list[str]:
    """Lines that stand for something that was to be written."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return re.findall(r"^(?:[A-Z]{3,}|TBD.*|TODO.*)$", text, re.MULTILINE)


def test_no_page_has_a_gap(root: Path) -> None:
    assert {page.name: unfilled(page) for page in pages(root) if unfilled(page)} == {}


def test_check_sees_a_gap(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("# Top\nFIGURES\nBM25 is no gap.\n```\nSHELL\n```\n", encoding="utf-8")
    assert unfilled(page) == ["FIGURES"]


def test_check_sees_broken_links(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(
        "# Top\n[a](#top) [b](#gone) [c](docs/gone.md) `rust/gone.rs`\n```\n[d](fine)\n```\n",
        encoding="utf-8",
    )
    assert pages(tmp_path) == [page]
    assert broken(tmp_path, page) == [
        "README.md: no heading #gone",
        "README.md: no file docs/gone.md",
        "README.md: no file `rust/gone.rs`",
    ]
