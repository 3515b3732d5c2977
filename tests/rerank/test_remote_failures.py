"""A service that fails: what is tried again and for how long, and which answers are refused."""

from __future__ import annotations

import gzip
import json
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

import recallcore
from recallcore import RerankOptions
from recallcore.errors import ConfigError, ModelError
from recallcore.rerank.remote import RemoteReranker
from recallcore.rerank.remote.answers import read_scores
from recallcore.rerank.remote.retrying import Limits, Pace, Reply, Silence, ask, asked_wait
from tests.rerank.service import DATE, Answer, Waits, asking, by_number, in_turn, scored, serving

# --- What is tried again ----------------------------------------------------------------------


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_passing_failure_is_tried_again(status: int) -> None:
    waits = Waits()
    script = in_turn(Answer(status=status), by_number)
    with serving(script) as service, asking(service, waits=waits) as reranker:
        assert reranker.score("q", ["7"]).tolist() == [0.007]
        assert waits.waited == [0.5]
        assert service.requests[0].body == service.requests[1].body


@pytest.mark.parametrize("status", [300, 400, 401, 403, 404, 405, 413, 418, 422, 501])
def test_lasting_failure_is_not_tried_again(status: int) -> None:
    waits = Waits()
    with serving(in_turn(Answer(status=status))) as service, asking(service, waits=waits) as reranker:
        with pytest.raises(ModelError, match=service.host):
            reranker.score("q", ["7"])
        assert len(service.requests) == 1
        assert waits.waited == []


def test_failure_that_stays_says_status_host_and_tries() -> None:
    waits = Waits()
    script = in_turn(Answer(status=503, body=b"overloaded"))
    with serving(script) as service, asking(service, waits=waits) as reranker:
        with pytest.raises(ModelError) as caught:
            reranker.score("q", ["7"])
        said = f"{service.host} answered 503 after 4 tries, expected 200 (jina dialect): overloaded"
        assert str(caught.value) == said
        assert waits.waited == [0.5, 1.0, 2.0]


def test_waits_double_up_to_four_seconds() -> None:
    waits = Waits()
    script = in_turn(Answer(status=500))
    with serving(script) as service, asking(service, waits=waits, retries=6, patience=60.0) as reranker:
        with pytest.raises(ModelError, match="after 7 tries"):
            reranker.score("q", ["7"])
        assert waits.waited == [0.5, 1.0, 2.0, 4.0, 4.0, 4.0]


def test_wait_that_patience_does_not_allow_is_not_begun() -> None:
    waits = Waits()
    script = in_turn(Answer(status=500))
    with serving(script) as service, asking(service, waits=waits, patience=1.2) as reranker:
        with pytest.raises(ModelError, match=r"after 2 tries, and 1 s more are not left of its 1\.2 s"):
            reranker.score("q", ["7"])
        assert waits.waited == [0.5]


def test_try_takes_no_more_seconds_than_are_left() -> None:
    waits, given = Waits(), []

    def send(seconds: float) -> Silence:
        given.append(seconds)
        waits.at += seconds
        return Silence(reason="slow", passing=True)

    limits = Limits(timeout=4.0, retries=3, patience=10.0)
    asked = ask(send, limits=limits, pace=waits.pace)
    assert (given, waits.waited) == ([4.0, 4.0, 0.5], [0.5, 1.0])
    assert (asked.tries, asked.refused_wait) == (3, 2.0)


def test_machine_that_slept_through_its_patience_asks_no_more() -> None:
    pace = Pace(clock=iter([0.0, 0.0, 1.0, 3_600.0]).__next__, sleep=lambda seconds: None)
    silence = Silence(reason="slow", passing=True)
    limits = Limits(timeout=4.0, retries=3, patience=10.0)
    asked = ask(lambda seconds: silence, limits=limits, pace=pace)
    assert (asked.tries, asked.outcome) == (1, silence)


def test_each_request_has_patience_of_its_own() -> None:
    waits = Waits()
    script = in_turn(Answer(status=500), by_number, Answer(status=500), by_number)
    with serving(script) as service, asking(service, waits=waits, patience=0.8, batch_texts=1) as reranker:
        assert reranker.score("q", ["7", "8"]).tolist() == [0.007, 0.008]
        assert waits.waited == [0.5, 0.5]


@pytest.mark.parametrize(
    ("status", "complaint"),
    [
        (None, "gave no answer after 2 tries, and 1 s more are not left of its 4.5 s: ReadTimeout"),
        (503, "answered 503 after 3 tries, and 2 s more are not left of its 4.5 s"),
    ],
    ids=["silent", "overloaded"],
)
def test_slow_service_is_given_up_within_the_deadline_of_a_recall_which_says_why(
    tmp_path: Path, status: int | None, complaint: str
) -> None:
    waits = Waits()

    def slow(request: httpx2.Request) -> httpx2.Response:
        allowed = request.extensions["timeout"]["read"]
        waits.at += allowed if status is None else allowed / 2
        if status is None:
            raise httpx2.ReadTimeout("silence", request=request)
        return httpx2.Response(status, stream=httpx2.ByteStream(b""))

    with (
        httpx2.Client(transport=httpx2.MockTransport(slow)) as client,
        asking("https://slow.example/rerank", waits=waits, client=client) as reranker,
        recallcore.open(tmp_path, embedder="hashing:64", reranker=reranker) as bank,
    ):
        bank.retain(["green tea", "black tea", "green apples"])
        result = bank.recall("tea")
    deadline = RerankOptions().deadline
    assert deadline is not None
    assert waits.at < deadline
    assert len(result) == 3
    assert len(result) == 3
    assert [note for note in result.notes if f"slow.example {complaint}" in note] != []


@pytest.mark.parametrize(
    ("asked", "waited"),
    [
        ("3", 3.0),
        ("0", 0.0),
        (" 1.5 ", 1.5),
        ("Wed, 21 Oct 2026 07:28:03 GMT", 3.0),
        ("Wed, 21 Oct 2026 07:27:00 GMT", 0.0),
        ("soon", 0.5),
        ("-3", 0.5),
        ("nan", 0.5),
        ("inf", 0.5),
        ("1e3", 0.5),
        ("", 0.5),
        ("Wed, 99 Oct 2026 07:28:07 GMT", 0.5),
    ],
)
def test_wait_that_a_service_asks_for_is_kept(asked: str, waited: float) -> None:
    waits = Waits()
    script = in_turn(Answer(status=429, headers={"Retry-After": asked}), by_number)
    with serving(script) as service, asking(service, waits=waits) as reranker:
        reranker.score("q", ["7"])
    assert waits.waited == [waited]


@pytest.mark.parametrize("date", [None, "", "today", "Wed, 21 Oct 2026 07:28:00 -0000"])
def test_date_that_counts_from_no_known_moment_asks_for_no_wait(date: str | None) -> None:
    assert asked_wait(Reply(status=429, body=b"", retry_after=DATE, date=date)) is None


def test_wait_beyond_all_patience_is_refused_at_once() -> None:
    waits = Waits()
    script = in_turn(Answer(status=429, headers={"Retry-After": "120"}))
    with serving(script) as service, asking(service, waits=waits) as reranker:
        with pytest.raises(ModelError, match="answered 429 after 1 try, and 120 s more are not left"):
            reranker.score("q", ["7"])
        assert (len(service.requests), waits.waited) == (1, [])


# --- No answer, or half of one ----------------------------------------------------------------


def test_service_that_does_not_answer_is_given_up() -> None:
    waits = Waits()
    options: dict[str, Any] = {"waits": waits, "timeout": 0.05, "retries": 1}
    with serving(in_turn(Answer(hangs=True))) as service, asking(service, **options) as reranker:
        with pytest.raises(ModelError, match=r"gave no answer after 2 tries: \w+Timeout"):
            reranker.score("q", ["7"])
        assert waits.waited == [0.5]


def test_service_that_answers_at_the_second_try_is_read() -> None:
    script = in_turn(Answer(hangs=True), by_number)
    with serving(script) as service, asking(service, timeout=0.25) as reranker:
        assert reranker.score("q", ["7"]).tolist() == [0.007]


def test_answer_that_never_ends_is_given_up_in_time() -> None:
    script = in_turn(Answer(body=b" ", endless=True))
    with serving(script) as service, asking(service, waits=Waits(step=1.0), retries=0) as reranker:
        with pytest.raises(ModelError, match="the answer was not complete after 2 s"):
            reranker.score("q", ["7"])
        assert len(service.requests) == 1


def test_answer_that_never_ends_is_given_up_by_length() -> None:
    script = in_turn(Answer(body=b" " * 65_536, endless=True))
    with serving(script) as service, asking(service) as reranker:
        with pytest.raises(ModelError, match=r"the answer is longer than \d{7} bytes"):
            reranker.score("q", ["7"])
        assert len(service.requests) == 1


def test_failure_that_never_ends_is_told_by_its_status() -> None:
    script = in_turn(Answer(status=400, body=b"bad model, ", endless=True))
    with serving(script) as service, asking(service) as reranker:
        with pytest.raises(ModelError, match=r"answered 400 after 1 try.*: bad model, bad model") as caught:
            reranker.score("q", ["7"])
        assert len(str(caught.value)) < 250


def test_answer_may_repeat_every_text_that_was_sent() -> None:
    text = "é" * 600_000
    entry = {"index": 0, "score": 0.5, "document": {"text": text}}
    body = json.dumps([entry]).encode()
    assert len(body) > 3_600_000
    with serving(in_turn(Answer(body=body))) as service, asking(service) as reranker:
        assert reranker.score("q", [text]).tolist() == [0.5]


def test_connection_that_closes_within_an_answer_is_tried_again() -> None:
    body = scored([0.5]).body
    script = in_turn(Answer(body=body, stops_after=9), by_number)
    with serving(script) as service, asking(service) as reranker:
        assert reranker.score("q", ["7"]).tolist() == [0.007]
        assert len(service.requests) == 2


def test_nobody_at_the_address_is_a_failure_after_all_tries() -> None:
    with socket.socket() as unheard:  # bound, but nobody listens
        unheard.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{unheard.getsockname()[1]}"
        waits = Waits()
        complaint = f"{host} gave no answer after 4 tries: ConnectError"
        with (
            asking(f"http://{host}/rerank", waits=waits) as reranker,
            pytest.raises(ModelError, match=complaint),
        ):
            reranker.score("q", ["7"])
    assert waits.waited == [0.5, 1.0, 2.0]


# --- Answers that are refused -----------------------------------------------------------------


def entries(*pairs: tuple[Any, Any]) -> bytes:
    return json.dumps([{"index": index, "score": score} for index, score in pairs]).encode()


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (b"", "answer of 0 bytes is no JSON"),
        (b"\xff\xfe\x00garbage", "is no JSON"),
        (b"<html>busy</html>", "is no JSON: JSONDecodeError"),
        (entries((0, 0.5), (1, 0.5))[:-9], "is no JSON"),
        (b"[" * 100_000, "answer of 100000 bytes is no JSON: RecursionError"),
        (gzip.compress(entries((0, 0.5), (1, 0.5))), "is no JSON"),
        (b"0.5", "JSON of type float, expected a list"),
        (b"null", "JSON of type NoneType"),
        (b'{"error": "no"}', 'JSON of type dict, expected a list, or one under "results" or "data"'),
        (b'{"results": {"0": 0.5}}', "JSON of type dict"),
        (entries((0, 0.5)), "answer holds 1 results, expected 2"),
        (entries((0, 0.5), (1, 0.5), (2, 0.5)), "answer holds 3 results, expected 2"),
        (entries((0, 0.5), (0, 0.5)), "index 0 comes twice, expected every index from 0 to 1 once"),
        (entries((0, 0.5), (2, 0.5)), "index of result 1 is 2, expected one from 0 to 1"),
        (entries((-1, 0.5), (0, 0.5)), "index of result 0 is -1, expected one from 0 to 1"),
        (entries((10**4200, 0.5), (0, 0.5)), "index of result 0 is beyond 64 bits"),
        (entries((True, 0.5), (0, 0.5)), "index of result 0 is of type bool, expected an integer"),
        (entries(("0", 0.5), (1, 0.5)), "index of result 0 is of type str"),
        (entries((0.0, 0.5), (1, 0.5)), "index of result 0 is of type float"),
        (b'[{"score": 0.5}, {"index": 1, "score": 0.5}]', "index of result 0 is of type NoneType"),
        (entries((0, "0.5"), (1, 0.5)), "score of result 0 is of type str, expected a number"),
        (entries((0, "NaN"), (1, 0.5)), "score of result 0 is of type str"),
        (entries((0, True), (1, 0.5)), "score of result 0 is of type bool"),
        (entries((0, [0.5]), (1, 0.5)), "score of result 0 is of type list"),
        (entries((0, 10**400), (1, 0.5)), "score of result 0 is beyond any float"),
        (b'[{"index": 0}, {"index": 1}]', 'result 0 has no score, expected "relevance_score" or "score"'),
        (b"[0.5, 0.5]", "result 0 is of type float, expected an object"),
        (
            entries((0, 0.5), (1, -7.25)),
            "score of text 1 is -7.25, expected a probability from 0 to 1; scale=",
        ),
        (entries((0, 1e999), (1, 0.5)), "score of text 0 is inf, expected a probability"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_answer_that_is_not_one_number_a_text_is_refused(body: bytes, complaint: str) -> None:
    headers = {"Content-Encoding": "gzip"} if body.startswith(b"\x1f\x8b") else {}
    script = in_turn(Answer(body=body, headers=headers))
    with serving(script) as service, asking(service) as reranker:
        with pytest.raises(ModelError) as caught:
            reranker.score("q", ["a", "b"])
        assert str(caught.value).startswith(f"{service.host}: ")
        assert complaint in str(caught.value)
        assert len(service.requests) == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["results", "data", "index", "score", "x"]), inner, max_size=4)
    ),
)


@given(body=st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_no_answer_raises_anything_else(body: bytes) -> None:
    with suppress(ModelError):
        assert read_scores(body, texts=2).shape == (2,)


# --- Options ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"timeout": 0}, "timeout is 0, expected seconds above 0"),
        ({"timeout": float("nan")}, "timeout is nan"),
        ({"timeout": 1e300}, r"timeout is 1e\+300, expected seconds above 0 and at most a day, 86400"),
        ({"patience": 86_400.5}, r"patience is 86400\.5, expected seconds above 0 and at most a day"),
        ({"patience": 10**400}, "patience is too large a number"),
        ({"timeout": None}, "timeout is of type NoneType"),
        ({"patience": -1.0}, r"patience is -1\.0"),
        ({"retries": -1}, "retries is -1, expected an integer from 0"),
        ({"retries": 1.5}, "retries is of type float"),
        ({"batch_texts": 0}, "batch_texts is 0, expected an integer from 1"),
        ({"dialect": "cohre"}, 'did you mean "cohere"'),
        ({"scale": "logits"}, 'did you mean "logit"'),
        ({"model": ""}, "model is empty"),
        ({"name": ""}, "name of a reranker is empty"),
        ({"plain_http": "yes"}, "plain_http is of type str"),
    ],
    ids=repr,
)
def test_option_out_of_range_is_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        RemoteReranker("https://api.jina.ai/v1/rerank", **options)


def test_service_may_be_waited_for_a_day() -> None:
    with serving(by_number) as service, asking(service, timeout=86_400, patience=86_400) as reranker:
        assert reranker.score("q", ["7"]).tolist() == [0.007]
