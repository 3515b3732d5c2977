"""Entities that are written in a form of their own: links, addresses, paths, codes, handles, quoted terms."""

from __future__ import annotations

import re
from typing import Final

from recallcore.entities.word_list import listed

Mention = tuple[int, str]
"""Where an entity begins in the text, and its display form."""

BLANK: Final = "\x01"
"""Stands for every character of a literal in the text that is left for the other finders."""

# Brackets and guillemets always set off a title. Lengths are bounded, so that an opening mark without its
# partner costs a constant.
_TITLE: Final = re.compile(
    r"《([^《》\n]{1,60})》|〈([^〈〉\n]{1,60})〉|「([^「」\n]{1,60})」|『([^『』\n]{1,60})』|«\s?([^«»\n]{1,60}?)\s?»"
)
_QUOTED: Final = re.compile(
    r'"([^"\n]{1,60})"|“([^“”\n]{1,60})”|„([^„“”\n]{1,60})[“”]|`([^`\n]{1,60})`'
    r"|(?<!\w)'([^'\n]{2,60})'(?!\w)|(?<!\w)‘([^‘’\n]{2,60})’(?!\w)"
)
_MOST_QUOTED_WORDS: Final = 7
# Marks of quoted speech rather than of a quoted term.
_SPEECH_END: Final = re.compile(r"(?:[.!?,…。！？、]|[다요까죠니])$")
_QUOTE_MARKS: Final = frozenset("\"“„`'‘")
_TITLE_MARKS: Final = frozenset("《〈「『«")

_HASHTAG: Final = re.compile(r"(?<![\w#&/])#[^\W\d_][\w-]*")
_CHUNK: Final = re.compile(r"[A-Za-z0-9_@/~.$%+:?=&#-]{2,}")
_EMAIL: Final = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_HANDLE: Final = re.compile(r"@[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*")
_VERSION: Final = re.compile(r"v\d+(?:\.\d+)+(?:-[a-z]+\.?\d*)?|\d+(?:\.\d+){2,}")
_DOTTED_DATE: Final = re.compile(r"(?:19|20)\d\d\.\d{1,2}\.\d{1,2}|\d{1,2}\.\d{1,2}\.(?:19|20)?\d\d")
_HYPHEN_CODE: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+")
_GLUED_CODE: Final = re.compile(r"[A-Z]{1,6}\d+[A-Z0-9]*")
_SNAKE: Final = re.compile(r"_*[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)+(?:\(\))?")
_LOWER_CAMEL: Final = re.compile(r"[a-z]+(?:[A-Z][a-z0-9]*)+")
_DOTTED_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9]+(?:\.[a-z_][A-Za-z0-9_]+)+")
_HOST: Final = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.([a-z]{2,})(?::\d+)?")
_FILE: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*\.([A-Za-z0-9]{1,5})")

_DOMAINS: Final = frozenset(
    listed(
        """
        com org net edu gov io dev ai app co me tv info biz xyz kr jp cn de fr es it nl pt uk us eu
        ch at
        """
    )
)
_EXTENSIONS: Final = frozenset(
    listed(
        """
        md txt rst py pyi rs js ts jsx tsx json jsonl toml yaml yml ini cfg conf env lock sh bash
        sql csv tsv parquet html css scss xml svg png jpg jpeg gif webp pdf doc docx xls xlsx ppt
        pptx zip tar gz tgz log java kt go c h cpp hpp cc rb php swift lua r ipynb onnx bin db
        sqlite mp3 mp4 wav mov
        """
    )
)
# Prefixes that make a measure or a stretch of time of a number, not a code.
_NO_CODE_HEADS: Final = frozenset(
    listed(
        """
        mid pre post early late sub non top under over up in
        """
    )
)
_QUARTER: Final = re.compile(r"[QH][1-4]|[A-Z]\d")


def find_literals(text: str) -> tuple[list[Mention], str]:
    r"""Returns the literals of `text`, and the text with each of them blanked out at the same length.

    Example:
        >>> find_literals("see RULE-A002")
        ([(4, 'RULE-A002')], 'see \x01\x01\x01\x01\x01\x01\x01\x01\x01')
    """
    mentions: list[Mention] = []
    rest = text
    if not _TITLE_MARKS.isdisjoint(text):
        rest = _take_quoted(_TITLE, rest, mentions, speech=False)
    if not _QUOTE_MARKS.isdisjoint(text):
        rest = _take_quoted(_QUOTED, rest, mentions, speech=True)
    if "#" in rest:
        rest = _take_hashtags(rest, mentions)
    return mentions, _take_chunks(rest, mentions)


def _take_quoted(pattern: re.Pattern[str], text: str, mentions: list[Mention], *, speech: bool) -> str:
    pieces: list[str] = []
    end = 0
    for match in pattern.finditer(text):
        term = match.group(match.lastindex or 0).strip()
        if not _is_term(term, speech=speech):
            continue
        mentions.append((match.start(), term))
        pieces += [text[end : match.start()], BLANK * len(match.group())]
        end = match.end()
    return "".join([*pieces, text[end:]]) if pieces else text


def _is_term(term: str, *, speech: bool) -> bool:
    """Tells a term from a quoted sentence; `speech` says whether these marks are used for speech too."""
    if not any(character.isalnum() for character in term):
        return False
    return not speech or (len(term.split()) <= _MOST_QUOTED_WORDS and not _SPEECH_END.search(term))


def _take_hashtags(text: str, mentions: list[Mention]) -> str:
    pieces: list[str] = []
    end = 0
    for match in _HASHTAG.finditer(text):
        tag = match.group().rstrip("-_")
        mentions.append((match.start(), tag))
        pieces += [text[end : match.start()], BLANK * len(match.group())]
        end = match.end()
    return "".join([*pieces, text[end:]]) if pieces else text


def _take_chunks(text: str, mentions: list[Mention]) -> str:
    """Takes the literals that are runs of ASCII without blanks."""
    pieces: list[str] = []
    end = 0
    for match in _CHUNK.finditer(text):
        chunk = match.group()
        if chunk.isalpha() and (chunk.islower() or chunk[1:].islower()):
            continue
        chunk = chunk.lstrip("?=&%+:")
        start = match.end() - len(chunk)
        chunk = chunk.rstrip(".,:;?=&%+-#@$")
        if len(chunk) < 2 or (chunk.isalpha() and not _is_lower_camel(chunk)):
            continue
        if not _is_literal(chunk):
            continue
        mentions.append((start, chunk))
        pieces += [text[end:start], BLANK * len(chunk)]
        end = start + len(chunk)
    return "".join([*pieces, text[end:]]) if pieces else text


def _is_lower_camel(chunk: str) -> bool:
    return chunk[0].islower() and _LOWER_CAMEL.fullmatch(chunk) is not None


def _is_literal(chunk: str) -> bool:
    if chunk.isdecimal():
        return False
    if "://" in chunk:
        return chunk.partition("://")[0].isalpha() and len(chunk.partition("://")[2]) > 2
    if "@" in chunk:
        return (_HANDLE if chunk[0] == "@" else _EMAIL).fullmatch(chunk) is not None
    if "/" in chunk:
        return _is_path(chunk)
    if "_" in chunk:
        return _SNAKE.fullmatch(chunk) is not None
    if "." in chunk:
        return _is_dotted(chunk)
    return _is_code(chunk)


def _is_path(chunk: str) -> bool:
    """Paths, zone names and links without a scheme; not "and/or", "24/7" or "he/she"."""
    if not any(character.isalpha() for character in chunk):
        return False
    parts = chunk.split("/")
    if chunk.startswith(("/", "~/", "./", "../")):
        return len(chunk) > 3
    if _HOST.fullmatch(parts[0]) and parts[0].rpartition(".")[2] in _DOMAINS:
        return True
    file = _FILE.fullmatch(parts[-1])
    if file is not None and file.group(1).lower() in _EXTENSIONS:
        return True
    return all(len(part) > 3 and part[0].isupper() and part[1:].islower() for part in parts)


def _is_dotted(chunk: str) -> bool:
    """Versions, hosts, file names and attributes; not "e.g", "3.5" or a missing blank after a full stop."""
    if _VERSION.fullmatch(chunk):
        return _DOTTED_DATE.fullmatch(chunk) is None
    last = chunk.rpartition(".")[2].lower()
    if last in _EXTENSIONS and _FILE.fullmatch(chunk):
        return len(chunk.partition(".")[0]) > 1 or len(last) > 1
    if _HOST.fullmatch(chunk):
        return last in _DOMAINS
    return _DOTTED_NAME.fullmatch(chunk) is not None


def _is_code(chunk: str) -> bool:
    """Order numbers, tickets, host names, models: letters with digits, the letters first."""
    if not any(character.isdigit() for character in chunk):
        return _is_lower_camel(chunk)
    if _HYPHEN_CODE.fullmatch(chunk):
        return chunk.partition("-")[0].lower() not in _NO_CODE_HEADS
    return _GLUED_CODE.fullmatch(chunk) is not None and _QUARTER.fullmatch(chunk) is None
