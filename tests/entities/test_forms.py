"""Each kind of entity is found in its form, and what only looks like it is not."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recallcore.entities import EntityExtractor, HeuristicExtractor, default_extractor

CASES: dict[str, list[tuple[str, list[str]]]] = {
    "names": [
        ("Caroline: I met Dr. Park and Ms. Alvarez.", ["Caroline", "Park", "Alvarez"]),
        (
            "Caroline's sister, Mary-Jane O'Brien, moved to New York City.",
            ["Caroline", "Mary-Jane O'Brien", "New York City"],
        ),
        (
            "We read J. K. Rowling and J.R.R. Tolkien at the University of California.",
            ["J. K. Rowling", "J.R.R. Tolkien", "University of California"],
        ),
        ("The Beatles played in München and Zürich.", ["Beatles", "München", "Zürich"]),
        ("Он живёт в городе Москва с Ольга Петрова.", ["Москва", "Ольга Петрова"]),
    ],
    "capitals that are no names": [
        ("Running late. Unfortunately I'm sick. It's May, and Monday is busy.", []),
        ("Woohoo! Awww, that was SO good.", []),
        ("- Bought milk\n- Called the bank", []),
        ("Note: the Spanish-speaking team starts at 9 AM.", ["Spanish"]),
    ],
    "codes": [
        (
            "A-20391, RULE-A002, PROJ-12, CVE-2024-3094 and db-03",
            ["A-20391", "RULE-A002", "PROJ-12", "CVE-2024-3094", "db-03"],
        ),
        (
            "v2.14.1 broke user_id and getUserById in src/api/users.py",
            ["v2.14.1", "user_id", "getUserById", "src/api/users.py"],
        ),
        ("a 10-year-old, mid-2020, Q3, 24/7, and/or, 3.5, e.g. this, on 2024.05.01", []),
    ],
    "addresses": [
        (
            "See https://docs.example.com/a?b=c, or write to a.b+c@mail.example.org.",
            ["https://docs.example.com/a?b=c", "a.b+c@mail.example.org"],
        ),
        (
            "@jdoe posted #standup and #배포 on api.example.com",
            ["@jdoe", "#standup", "#배포", "api.example.com"],
        ),
        ("링크는 https://example.com/설명에서", ["링크", "https://example.com/"]),
    ],
    "quoted": [
        (
            "I loved \"The Left Hand of Darkness\" and 'Quiet Hours'.",
            ["The Left Hand of Darkness", "Quiet Hours"],
        ),
        ("She said “I will be late.” and don't we all", []),
        (
            "「어린 왕자」와 《三体》와 『さくら』와 “회복 탄력성”",
            ["어린 왕자", "三体", "さくら", "회복 탄력성"],
        ),
        ("Run `cargo clippy` first", ["cargo clippy"]),
    ],
    "Korean nouns": [
        ("민지의 민지가 민지는 민지를 민지와 민지도 민지만 민지에게 민지한테", ["민지"]),
        ("김민지씨는 서울에서 회사에 부산까지 제주도로", ["김민지", "서울", "회사", "부산", "제주도"]),
        ("지훈이가 고양이를 수진이랑 강아지처럼", ["지훈", "고양이", "수진", "강아지"]),
        ("팀장님께서 친구들과 도서관으로부터", ["팀장", "친구", "도서관"]),
        ("그녀는 의사였다. 그는 엔지니어다. 형은 학생입니다.", ["의사", "엔지니어", "학생"]),
        ("현우: GitHub에서 PROJ-7을 봤어", ["현우", "GitHub", "PROJ-7"]),
    ],
    "Korean words that are no nouns": [
        ("했다 해요 합니다 먹었어 간다 좋지만 먹고 늦어서 하려고 보면서", []),
        ("오늘은 정말 너무 많이 그냥 항상 우리가 그것을 세 시에 10분 때문에", []),
        ("좋아하는 작은 예쁜 어려운 마시는 다니는 받은 것이", []),
    ],
    "Japanese": [("田中さんはスターバックスでコーヒーを飲んだ", ["田中", "スターバックス", "コーヒー"])],
    "German": [
        ("Anna hat den neuen Job bei Siemens in München und ist froh.", ["Anna", "Siemens", "München"])
    ],
}


@pytest.mark.parametrize(("text", "expected"), [case for cases in CASES.values() for case in cases])
def test_forms(text: str, expected: list[str]) -> None:
    assert HeuristicExtractor().extract(text) == expected


def test_each_entity_comes_once_in_its_first_form_and_order() -> None:
    text = "We saw NASA, ＮＡＳＡ, Lisbon and nasa; Lisbon again."
    assert HeuristicExtractor().extract(text) == ["NASA", "Lisbon"]


def test_nothing_gives_nothing() -> None:
    assert HeuristicExtractor().extract("") == []
    assert HeuristicExtractor().extract(" \n\x00\x01 ") == []


def test_extractor_is_one() -> None:
    assert isinstance(default_extractor(), EntityExtractor)
    assert default_extractor().name == "heuristic-1"


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=200))
def test_any_string_gives_the_same_clean_entities_twice(text: str) -> None:
    found = HeuristicExtractor().extract(text)
    assert HeuristicExtractor().extract(text) == found
    assert all(entity.strip() == entity and entity for entity in found)
    assert all("\x01" not in entity or "\x01" in text for entity in found)


@given(st.text(alphabet="aA-'._@/#\"“《 가는다1\x01", max_size=300))
def test_marks_of_every_kind_do_not_confuse_it(text: str) -> None:
    assert all(entity in text for entity in HeuristicExtractor().extract(text))


@pytest.mark.parametrize(
    "unit", ["a", "A", "A-", '"', "a.b", "가", "@", "https://", "a_", "O'", "A ", "A. ", "《", "/a", "-a"]
)
def test_time_grows_with_the_length_and_no_faster(unit: str) -> None:
    def seconds(length: int) -> float:
        text = (unit * length)[:length]
        began = time.process_time()
        HeuristicExtractor().extract(text)
        return time.process_time() - began

    short = min(seconds(2_000) for _ in range(3))
    long = min(seconds(16_000) for _ in range(3))
    # Eight times the text: linear is 8, quadratic 64. The constant absorbs what a clock cannot resolve.
    assert long <= 24 * short + 0.005
