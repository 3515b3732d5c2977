"""Plain text and Markdown: one memory per paragraph."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from recallcore.errors import InputError
from recallcore.types import Memory

CountTokens = Callable[[str], int]

MAX_PARAGRAPH_TOKENS: Final = 256
"""A longer paragraph is split at sentences: embedders read about this much and recall packs whole texts."""

# After a full stop with a space behind it, or at once after the full stops of Chinese and Japanese.
_SENTENCE_END: Final = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？])(?![。！？”’」』）])")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")
_UNDERLINE: Final = re.compile(r" {0,3}(=+|-+)[ \t]*")
_RULE: Final = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A paragraph as it stands in the file, under the headings above it."""

    text: str
    headings: tuple[str, ...] = ()
    is_code: bool = False


def read_text(
    path: Path, *, count_tokens: CountTokens, max_tokens: int = MAX_PARAGRAPH_TOKENS
) -> Iterator[Memory]:
    """Yields a memory per paragraph of a UTF-8 text file; blank lines part paragraphs.

    Args:
        path: The file; as given it is the memories' `document_id`, and `<path>#<number>` their ids, so that
            reading an edited file again replaces paragraph by paragraph.
        count_tokens: Counts a text's tokens.
        max_tokens: A longer paragraph is split at sentences; a longer sentence stays whole.

    Raises:
        InputError: The file is not UTF-8.
    """
    yield from _memories(path, text_paragraphs(_content(path)), count_tokens, max_tokens)


def read_markdown(
    path: Path, *, count_tokens: CountTokens, max_tokens: int = MAX_PARAGRAPH_TOKENS
) -> Iterator[Memory]:
    """Yields a memory per paragraph of Markdown, the headings above it as `context` ("Guide > Install").

    Fenced code stays whole whatever its length; front matter, headings and rules make no memory of their own.
    Arguments, ids and errors are those of `read_text`.
    """
    yield from _memories(path, markdown_paragraphs(_content(path)), count_tokens, max_tokens)


def text_paragraphs(content: str) -> Iterator[Paragraph]:
    """Parts a text at blank lines."""
    for block in re.split(r"\n[^\S\n]*\n", content):
        if block.strip():
            yield Paragraph(text=block.strip())


def markdown_paragraphs(content: str) -> Iterator[Paragraph]:
    """Parts Markdown at blank lines, headings, rules and fences; what is inside a fence stays together."""
    headings: dict[int, str] = {}
    lines: list[str] = []
    fence = ""

    def flush(*, is_code: bool = False) -> Iterator[Paragraph]:
        text = "\n".join(lines).strip("\n").rstrip()
        lines.clear()
        if text.strip():
            path = tuple(headings[level] for level in sorted(headings))
            yield Paragraph(text=text, headings=path, is_code=is_code)

    for line in _without_front_matter(content).split("\n"):
        if fence:
            lines.append(line)
            if _closes(line, fence):
                fence = ""
                yield from flush(is_code=True)
        elif opened := _opens(line):
            yield from flush()
            fence = opened
            lines.append(line)
        elif heading := _heading(line, before=lines):
            yield from flush()
            _enter(headings, *heading)
        elif not line.strip() or _RULE.fullmatch(line):
            yield from flush()
        else:
            lines.append(line)
    yield from flush(is_code=bool(fence))


def split_sentences(text: str, *, count_tokens: CountTokens, max_tokens: int) -> list[str]:
    """Packs whole sentences into pieces of at most `max_tokens`; a longer sentence is a piece of its own."""
    pieces: list[str] = []
    start = end = 0
    for stop in [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]:
        if start < end and count_tokens(text[start:stop].strip()) > max_tokens:
            pieces.append(text[start:end].strip())
            start = end
        end = stop
    pieces.append(text[start:end].strip())
    return [piece for piece in pieces if piece]


def _memories(
    path: Path, paragraphs: Iterator[Paragraph], count_tokens: CountTokens, max_tokens: int
) -> Iterator[Memory]:
    document = path.as_posix()
    number = 0
    for paragraph in paragraphs:
        whole = paragraph.is_code or count_tokens(paragraph.text) <= max_tokens
        pieces = (
            [paragraph.text]
            if whole
            else split_sentences(paragraph.text, count_tokens=count_tokens, max_tokens=max_tokens)
        )
        for piece in pieces:
            number += 1
            yield Memory(
                id=f"{document}#{number}",
                text=piece,
                context=" > ".join(paragraph.headings) or None,
                document_id=document,
            )


def _opens(line: str) -> str:
    """Returns the marks with which the line opens a fence, or an empty text."""
    match = _FENCE.fullmatch(line)
    # Backticks around words of one line are not a fence.
    return "" if match is None or (match[1][0] == "`" and "`" in match[2]) else match[1]


def _closes(line: str, fence: str) -> bool:
    match = _FENCE.fullmatch(line)
    return match is not None and match[1].startswith(fence) and not match[2].strip()


def _heading(line: str, *, before: list[str]) -> tuple[int, str] | None:
    """Returns level and title of the heading that this line is or that it makes of the one line before it."""
    if match := _HEADING.fullmatch(line):
        return len(match[1]), (match[2] or "").strip()
    if len(before) == 1 and (underline := _UNDERLINE.fullmatch(line)):
        return (1 if underline[1][0] == "=" else 2), before.pop().strip()
    return None


def _enter(headings: dict[int, str], level: int, title: str) -> None:
    """Leaves every section at this level or below it and enters the new one."""
    for deeper in [known for known in headings if known >= level]:
        del headings[deeper]
    if title:
        headings[level] = title


def _content(path: Path) -> str:
    try:
        # Universal newlines: a file from Windows has the same paragraphs.
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name} is not UTF-8: byte {error.start} cannot be read") from error


def _without_front_matter(content: str) -> str:
    """Drops a leading `---` (YAML) or `+++` (TOML) block; an unclosed one is ordinary text."""
    for mark in ("---", "+++"):
        if content.startswith(f"{mark}\n"):
            _, closed, rest = content[len(mark) :].partition(f"\n{mark}\n")
            if closed:
                return rest
            if content.endswith(f"\n{mark}"):
                return ""
    return content
