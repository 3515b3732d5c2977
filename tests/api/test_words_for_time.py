"""Words for time in a question become the window of its recall."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import recallcore

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[recallcore.Bank]:
    with recallcore.open(tmp_path / "bank", embedder="hashing", entities=False, reranker=False) as opened:
        opened.retain(
            [
                {
                    "text": "결제 오류로 주문 세 건이 취소돼 손님이 화를 냈다.",
                    "id": "spring",
                    "occurred_start": "2026-04-12",
                },
                {
                    "text": "결제 오류로 주문 두 건이 취소됐다.",
                    "id": "winter",
                    "occurred_start": "2025-12-03",
                },
                {
                    "text": "결제 오류로 주문 한 건이 취소됐다.",
                    "id": "last-year",
                    "occurred_start": "2025-04-20",
                },
                {"text": "The kiln was repaired.", "id": "kiln", "occurred_start": "2026-04-02"},
            ],
            now=NOW,
        )
        yield opened


def test_words_for_time_wake_the_temporal_arm_and_lift_what_is_dated_there(bank: recallcore.Bank) -> None:
    asked = bank.recall("지난봄 결제 오류로 취소된 주문", query_time=NOW, recency="none", trace=True)
    plain = bank.recall("결제 오류로 취소된 주문", query_time=NOW, recency="none")
    assert asked.ids.index("spring") < plain.ids.index("spring")
    assert asked.arms["temporal"].state == "ran"
    assert plain.arms["temporal"].state == "off"
    assert asked.window is not None
    assert asked.window.to_dict() == {
        "start": "2026-03-01T00:00:00+00:00",
        "end": "2026-06-01T00:00:00+00:00",
    }
    assert asked.trace is not None
    assert asked.trace.window_source == "query"
    assert asked.trace.reading is not None
    assert (asked.trace.reading.matched, asked.trace.reading.language) == ("지난봄", "ko")


def test_window_ranks_and_never_filters(bank: recallcore.Bank) -> None:
    assert len(bank.recall("지난봄 결제 오류", query_time=NOW)) == 4


def test_window_of_the_caller_stands_and_the_query_is_not_read(bank: recallcore.Bank) -> None:
    result = bank.recall("지난봄 결제", query_time=NOW, time_window=("2025-12", "2026-01"), trace=True)
    assert result.trace is not None
    assert result.trace.window_source == "caller"
    assert result.trace.reading is None
    assert result.window is not None
    assert str(result.window.to_dict()["start"]).startswith("2025-12-01")


@pytest.mark.parametrize(
    "query", ["is it listening on port 9077", "24/7 support", "how many days did it take", "version 3.11"]
)
def test_numbers_that_are_no_dates_leave_the_temporal_arm_asleep(bank: recallcore.Bank, query: str) -> None:
    result = bank.recall(query, query_time=NOW)
    assert result.window is None
    assert result.arms["temporal"].state == "off"


def test_reading_can_be_turned_off_for_one_recall_and_for_the_bank(bank: recallcore.Bank) -> None:
    assert bank.recall("지난봄 결제", query_time=NOW, read_time=False).window is None
    bank.configure(read_time=False)
    assert bank.recall("지난봄 결제", query_time=NOW).window is None
    assert bank.recall("지난봄 결제", query_time=NOW, read_time=True).window is not None


def test_each_query_of_many_has_its_own_window(bank: recallcore.Bank) -> None:
    spring, none, december = bank.recall_many(
        ["지난봄 결제", "결제", "payments in December 2025"], query_time=NOW
    )
    assert spring.window is not None
    assert none.window is None
    assert december.window is not None
    assert str(december.window.to_dict()["start"]).startswith("2025-12-01")


def test_query_time_is_what_now_means_and_tz_where_days_begin(bank: recallcore.Bank) -> None:
    late = datetime(2026, 7, 1, 20, tzinfo=UTC)  # already 2 July in Seoul
    utc = bank.recall("what happened yesterday?", query_time=late).window
    seoul = bank.recall("what happened yesterday?", query_time=late, tz="Asia/Seoul").window
    assert utc is not None
    assert utc.to_dict()["start"] == "2026-06-30T00:00:00+00:00"
    assert seoul is not None
    assert seoul.to_dict()["start"] == "2026-06-30T15:00:00+00:00"
    bank.configure(tz="Asia/Seoul", week_start=6)
    kept = bank.recall("what happened yesterday?", query_time=late).window
    assert kept is not None
    assert kept.to_dict() == seoul.to_dict()
    week = bank.recall("what happened this week?", query_time=late).window
    assert week is not None
    assert week.to_dict()["start"] == "2026-06-27T15:00:00+00:00"  # Sunday, 28 June, in Seoul


def test_recently_weighs_age_more_and_makes_no_window(bank: recallcore.Bank) -> None:
    lately = bank.recall("최근 결제 오류로 취소된 주문", query_time=NOW, trace=True)
    assert lately.window is None
    plain = bank.recall("결제 오류로 취소된 주문", query_time=NOW, trace=True)
    assert lately.trace is not None
    assert plain.trace is not None
    factor = lately.trace.candidate("spring")
    usual = plain.trace.candidate("spring")
    assert factor is not None
    assert usual is not None
    assert factor.recency_factor > usual.recency_factor
    own = bank.recall("최근 결제 오류", query_time=NOW, alphas={"recency": 0.0}, trace=True).trace
    assert own is not None
    assert {each.recency_factor for each in own.pool} == {1.0}


def test_vague_question_about_a_time_is_answered_from_that_time(bank: recallcore.Bank) -> None:
    result = bank.recall("what happened in April 2026?", query_time=NOW, limit=2)
    assert set(result.ids) == {"spring", "kiln"}


def test_failing_reader_costs_the_window_and_not_the_recall(
    bank: recallcore.Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("지난봄")

    monkeypatch.setattr("recallcore.engine.timing.read_time", broken)
    result = bank.recall("지난봄 결제", query_time=NOW, min_relevance=0)
    assert len(result) == 4
    assert "words for time were not read: RuntimeError" in result.notes


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tz", "Asia/Seoull"),
        ("tz", "../etc/passwd"),
        ("tz", ""),
        ("tz", 9),
        ("week_start", 7),
        ("week_start", -1),
        ("fiscal_year_start", 0),
        ("fiscal_year_start", 13),
        ("hemisphere", "east"),
        ("languages", []),
        ("languages", "ko"),
        ("read_time", "yes"),
    ],
)
def test_convention_that_makes_no_sense_is_refused(bank: recallcore.Bank, name: str, value: object) -> None:
    with pytest.raises(recallcore.ConfigError, match=name):
        bank.configure(**{name: value})  # type: ignore[arg-type]  # that is the point


def test_explanation_reads_the_query_as_the_recall_does(bank: recallcore.Bank) -> None:
    explained = bank.explain("지난봄 결제 오류", "winter", query_time=NOW, limit=1)
    assert explained.story[0] == (
        "window: 2026-03-01T00:00:00+00:00 to 2026-06-01T00:00:00+00:00, end outside, read in '지난봄'"
    )
    assert explained.findings["temporal"].state == "not_in_window"
