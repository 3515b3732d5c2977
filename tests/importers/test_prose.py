"""Text and Markdown by paragraph: nothing is lost, headings become context, code stays whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from recallcore.errors import InputError
from recallcore.importers import detect, read_markdown, read_text
from recallcore.importers.prose import markdown_paragraphs, split_sentences, text_paragraphs


def words(text: str) -> int:
    return len(text.split())


def markdown(content: str) -> list[tuple[str, str]]:
    return [(" > ".join(each.headings), each.text) for each in markdown_paragraphs(content)]


def test_blank_lines_part_paragraphs_of_text() -> None:
    content = "\n\none\nstill one\n \t \ntwo\n\n\n\nthree\n"
    assert [each.text for each in text_paragraphs(content)] == ["one\nstill one", "two", "three"]


def test_headings_are_the_context_of_what_is_under_them() -> None:
    content = "intro\n# Guide\none\n## Install ##\ntwo\n\nthree\n### Linux\nfour\n# Other\nfive\n"
    assert markdown(content) == [
        ("", "intro"),
        ("Guide", "one"),
        ("Guide > Install", "two"),
        ("Guide > Install", "three"),
        ("Guide > Install > Linux", "four"),
        ("Other", "five"),
    ]


def test_underlined_headings_count_too() -> None:
    assert markdown("Title\n=====\n\nPart\n----\ntext\n") == [("Title > Part", "text")]


def test_rule_and_list_are_no_headings() -> None:
    assert markdown("one\n\n---\n\n* * *\ntwo\n\n#hash\n") == [("", "one"), ("", "two"), ("", "#hash")]


def test_fenced_code_stays_whole_with_its_blank_lines_and_hashes() -> None:
    code = "```python\n# no heading\n\nprint(1)\n\n~~~\n```"
    assert markdown(f"# Use\nbefore\n{code}\nafter\n") == [
        ("Use", "before"),
        ("Use", code),
        ("Use", "after"),
    ]


def test_longer_fence_is_closed_by_as_many_marks_only() -> None:
    code = "````\n```\ninner\n```\n````"
    assert markdown(f"{code}\n\nafter") == [("", code), ("", "after")]


def test_open_fence_runs_to_the_end_and_loses_nothing() -> None:
    assert markdown("one\n```\ncode\n\nmore") == [("", "one"), ("", "```\ncode\n\nmore")]


def test_backticks_on_one_line_are_no_fence() -> None:
    assert markdown("```code``` in a line\n\n# Next\ntext") == [
        ("", "```code``` in a line"),
        ("Next", "text"),
    ]


@pytest.mark.parametrize("mark", ["---", "+++"])
def test_front_matter_is_skipped(mark: str) -> None:
    assert markdown(f"{mark}\ntitle: x\n\ntags: y\n{mark}\n# A\ntext\n") == [("A", "text")]


def test_unclosed_front_matter_is_text() -> None:
    assert ("", "title: x") in markdown("---\ntitle: x\n")


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("One two. Three four. Five six.", ["One two. Three four.", "Five six."]),
        ("a b c d e f g h. i.", ["a b c d e f g h.", "i."]),
        ("밥을 먹었다. 그는 집에 갔다. 끝.", ["밥을 먹었다.", "그는 집에 갔다. 끝."]),
        ('He said "go." Then he left it.', ['He said "go."', "Then he left it."]),
    ],
)
def test_long_paragraph_is_split_at_sentences(text: str, pieces: list[str]) -> None:
    assert split_sentences(text, count_tokens=words, max_tokens=4) == pieces


def test_sentences_without_spaces_between_them_are_split() -> None:
    pieces = split_sentences("彼は行った。「うん。」と言った。終わり。", count_tokens=len, max_tokens=8)
    assert "".join(pieces) == "彼は行った。「うん。」と言った。終わり。"
    assert pieces[0] == "彼は行った。"


def test_splitting_loses_no_word() -> None:
    text = " ".join(f"Sentence {number} says {'word ' * (number % 7)}end." for number in range(60))
    pieces = split_sentences(text, count_tokens=words, max_tokens=12)
    assert " ".join(pieces).split() == text.split()
    assert max(map(words, pieces)) <= 12


def test_ids_name_the_document_and_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("one two. three four.\r\n\r\nfive\r\n", encoding="utf-8", newline="")
    memories = list(read_text(Path("./notes.txt"), count_tokens=words, max_tokens=2))
    assert [(memory.id, memory.text) for memory in memories] == [
        ("notes.txt#1", "one two."),
        ("notes.txt#2", "three four."),
        ("notes.txt#3", "five"),
    ]
    assert {memory.document_id for memory in memories} == {"notes.txt"}


def test_markdown_memories_carry_context_and_code_longer_than_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# A\n```\none. two. three. four.\n```\n", encoding="utf-8")
    (memory,) = read_markdown(path, count_tokens=words, max_tokens=1)
    assert memory.context == "A"
    assert memory.text == "```\none. two. three. four.\n```"


def test_file_that_is_no_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes("안녕".encode("euc-kr"))
    with pytest.raises(InputError, match=r"notes\.txt is not UTF-8"):
        list(read_text(path, count_tokens=words))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.jsonl", "jsonl"),
        ("a.ndjson", "jsonl"),
        ("a.JSON", "locomo"),
        ("a.txt", "text"),
        ("README.md", "markdown"),
        ("a.markdown", "markdown"),
    ],
)
def test_suffix_names_the_format(name: str, expected: str) -> None:
    assert detect(Path(name)) == expected


def test_unknown_suffix_is_refused_with_what_is_known() -> None:
    with pytest.raises(InputError, match=r"\.jsonl.*given a\.csv"):
        detect(Path("a.csv"))
