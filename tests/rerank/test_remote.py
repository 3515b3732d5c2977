"""A reranker behind HTTP: how a service is asked, what it may answer, and whose connections are used."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
import pytest

import recallcore
from recallcore import Reranker
from recallcore.rerank import BatchedReranker, Scale, conformance
from recallcore.rerank.remote import RemoteReranker
from tests.api.oaks import name_of, oaks, recalled
from tests.rerank.service import (
    Answer,
    Request,
    Service,
    asking,
    by_number,
    by_shared_words,
    in_turn,
    scored,
    serving,
)

TEXTS = ["tea", "차"]


# --- How a service is asked -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "body"),
    [
        ({"dialect": "cohere"}, {"model": "judge-1", "query": "q", "documents": TEXTS, "top_n": 2}),
        (
            {"dialect": "jina"},
            {"model": "judge-1", "query": "q", "documents": TEXTS, "top_n": 2, "return_documents": False},
        ),
        (
            {"dialect": "voyage"},
            {
                "model": "judge-1",
                "query": "q",
                "documents": TEXTS,
                "top_k": 2,
                "return_documents": False,
                "truncation": True,
            },
        ),
        (
            {"dialect": "tei"},
            {"query": "q", "texts": TEXTS, "raw_scores": False, "return_text": False, "truncate": True},
        ),
        (
            {"dialect": "tei", "scale": "logit"},
            {"query": "q", "texts": TEXTS, "raw_scores": True, "return_text": False, "truncate": True},
        ),
        (
            {"dialect": "jina", "model": None},
            {"query": "q", "documents": TEXTS, "top_n": 2, "return_documents": False},
        ),
    ],
    ids=lambda value: json.dumps(value) if "dialect" in value else "",
)
def test_each_dialect_is_asked_in_its_own_words(options: dict[str, Any], body: dict[str, Any]) -> None:
    with serving(lambda request: scored([0.25, 0.5])) as service, asking(service, **options) as reranker:
        assert reranker.score("q", TEXTS).tolist() == [0.25, 0.5]
        [request] = service.requests
        assert request.json == body
        assert request.path == "/rerank"


@pytest.mark.parametrize(
    ("url", "model", "dialect"),
    [
        ("https://api.cohere.com/v2/rerank", "rerank-v4.0-pro", "cohere"),
        ("https://api.jina.ai/v1/rerank", "jina-reranker-v3", "jina"),
        ("https://api.voyageai.com/v1/rerank", "rerank-2.5", "voyage"),
        ("https://API.VOYAGEAI.com/v1/rerank", "rerank-2.5", "voyage"),
        ("https://ai.mongodb.com/v1/rerank", "rerank-2.5", "voyage"),
        ("https://cohere.example/v2/rerank", "any", "jina"),
        ("http://127.0.0.1:8080/rerank", None, "tei"),
    ],
)
def test_dialect_follows_from_host_and_model(url: str, model: str | None, dialect: str) -> None:
    assert f"dialect={dialect!r}" in repr(RemoteReranker(url, model=model))


def test_request_says_what_it_is_and_carries_the_key() -> None:
    headers = {"X-Tenant": "seven"}
    with serving(by_shared_words) as service, asking(service, api_key="k-123", headers=headers) as reranker:
        reranker.score("q", TEXTS)
        sent = service.requests[0].headers
        assert sent["authorization"] == "Bearer k-123"
        assert sent["x-tenant"] == "seven"
        assert sent["content-type"] == "application/json"
        assert sent["accept-encoding"] == "identity"


def test_text_that_is_no_unicode_is_made_so_before_it_is_sent() -> None:
    with serving(by_shared_words) as service, asking(service) as reranker:
        reranker.score("\ud800", ["a\x00\ud83d", "\ud83d\ude00"])
        assert service.requests[0].json["query"] == "\ufffd"
        assert service.requests[0].json["documents"] == ["a\x00\ufffd", "😀"]


# --- Batches ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sizes"),
    [({}, [128, 128, 44]), ({"dialect": "tei"}, [32] * 9 + [12]), ({"batch_texts": 299}, [299, 1])],
    ids=repr,
)
def test_texts_go_out_in_order_and_in_batches(options: dict[str, Any], sizes: list[int]) -> None:
    texts = [str(number) for number in range(300)]
    with serving(by_number) as service, asking(service, **options) as reranker:
        assert reranker.score("q", texts).tolist() == [number / 1000 for number in range(300)]
        sent = [request.texts for request in service.requests]
        assert [len(batch) for batch in sent] == sizes
        assert list(itertools.chain(*sent)) == texts


def test_batch_says_which_texts_it_scored() -> None:
    with serving(by_number) as service, asking(service, batch_texts=2) as reranker:
        batches = list(reranker.score_batches("q", ["10", "20", "30"]))
        assert [batch.places.tolist() for batch in batches] == [[0, 1], [2]]
        assert [batch.scores.tolist() for batch in batches] == [[0.01, 0.02], [0.03]]
        assert batches[0].places.dtype == np.int64


def test_who_stops_asking_stops_the_requests() -> None:
    with serving(by_number) as service, asking(service, batch_texts=1) as reranker:
        batches = reranker.score_batches("q", ["1", "2", "3"])
        assert service.requests == []
        next(batches)
        del batches
        assert len(service.requests) == 1


def test_finished_batches_are_kept_when_a_later_one_fails() -> None:
    script = in_turn(by_number, Answer(status=400))
    with serving(script) as service, asking(service, batch_texts=1) as reranker:
        batches = reranker.score_batches("q", ["7", "8"])
        assert next(batches).scores.tolist() == [0.007]
        with pytest.raises(recallcore.ModelError, match="answered 400"):
            next(batches)


def test_no_texts_ask_nobody() -> None:
    with serving(by_number) as service, asking(service) as reranker:
        assert reranker.score("q", []).shape == (0,)
        assert service.requests == []


# --- What a service may answer ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["relevance_score", "score"])
@pytest.mark.parametrize("around", ["results", "data", None])
def test_each_form_of_an_answer_is_read(around: str | None, name: str) -> None:
    entries = [{"index": 1, name: 1}, {"index": 0, name: 0.25, "document": {"text": "tea"}}]
    body = json.dumps(entries if around is None else {"id": "7", around: entries, "meta": {}}).encode()
    with serving(lambda request: Answer(body=body)) as service, asking(service) as reranker:
        made = reranker.score("q", TEXTS)
        assert made.tolist() == [0.25, 1.0]
        assert made.dtype == np.float64


@pytest.mark.parametrize("scale", ["probability", "logit", "auto"])
def test_null_and_nan_are_no_number(scale: Scale) -> None:
    script = in_turn(scored([None, float("nan"), 0.5]))
    with serving(script) as service, asking(service, scale=scale) as reranker:
        np.testing.assert_array_equal(reranker.score("q", ["a", "b", "c"]), [np.nan, np.nan, 0.5])


@pytest.mark.parametrize(
    ("scale", "given", "made"),
    [
        ("probability", [-0.25, 0.0, 1.0], [0.0, 0.0, 1.0]),
        ("logit", [-11.0, 7.5, 0.5], [-11.0, 7.5, 0.5]),
        ("auto", [-11.0, 7.5, 0.5], [-11.0, 7.5, 0.5]),
    ],
)
def test_scores_are_on_the_scale_that_was_declared(
    scale: Scale, given: list[float], made: list[float]
) -> None:
    with serving(lambda request: scored(given)) as service, asking(service, scale=scale) as reranker:
        assert reranker.score("q", ["a", "b", "c"]).tolist() == made


def test_any_order_of_results_gives_the_scores_in_the_order_of_the_texts() -> None:
    draw = random.Random(4)

    def shuffled(request: Request) -> Answer:
        entries = [{"index": index, "score": index / 128} for index in range(len(request.json["documents"]))]
        draw.shuffle(entries)
        return Answer(body=json.dumps(entries).encode())

    with serving(shuffled) as service, asking(service) as reranker:
        for texts in range(1, 129, 9):
            assert reranker.score("q", ["x"] * texts).tolist() == [index / 128 for index in range(texts)]


# --- What it is -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "name", "revision"),
    [
        ({}, "tei.example:8080", None),
        ({"model": "bge"}, "bge", "bge at tei.example:8080, probability"),
        ({"model": "bge", "scale": "logit"}, "bge", "bge at tei.example:8080, logit"),
        ({"model": "bge", "name": "judge"}, "judge", "bge at tei.example:8080, probability"),
    ],
    ids=repr,
)
def test_scores_that_may_differ_never_share_a_revision(
    options: dict[str, Any], name: str, revision: str | None
) -> None:
    reranker = RemoteReranker("http://tei.example:8080/rerank", **options)
    assert (reranker.name, reranker.revision) == (name, revision)


def test_it_is_a_reranker_that_can_be_stopped() -> None:
    assert isinstance(RemoteReranker("https://api.jina.ai/v1/rerank", model="m"), BatchedReranker)


@pytest.fixture(scope="module")
def by_words() -> Iterator[Service]:
    with serving(by_shared_words) as service:
        yield service


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("dialect", ["jina", "tei"])
def test_it_keeps_the_promises_of_a_reranker(
    by_words: Service, dialect: str, check: Callable[[Reranker], None]
) -> None:
    with asking(by_words, dialect=dialect, batch_texts=4) as reranker:
        check(reranker)


def test_recall_is_ordered_by_the_service_and_survives_its_loss(tmp_path: Path) -> None:
    script = in_turn(by_shared_words, Answer(status=404))
    with (
        serving(script) as service,
        asking(service) as reranker,
        recallcore.open(tmp_path, embedder="hashing:64", reranker=reranker) as bank,
    ):
        bank.retain(["green tea", "black tea", "green apples and pears"])
        asked = bank.recall("black tea")
        assert asked.memories[0].scores.rerank == 1.0
        assert asked.memories[0].text == "black tea"
        # What it has said is remembered; of another question it can say nothing any more.
        again = bank.recall("black tea")
        assert (again.rerank.ran, again.texts) == (True, asked.texts)
        alone = bank.recall("green tea")
        assert len(alone.memories) == 3
        assert any(f"{service.host} answered 404" in note for note in alone.notes)


@pytest.mark.parametrize(
    ("options", "sizes"),
    [({}, [128, 128, 44]), ({"dialect": "tei"}, [32] * 9 + [12]), ({"batch_texts": 300}, [300])],
    ids=repr,
)
def test_recall_fills_every_request_but_the_last(
    tmp_path: Path, options: dict[str, Any], sizes: list[int]
) -> None:
    def by_place(request: Request) -> Answer:
        return scored([int(text[-3:]) / 1000 for text in request.texts])

    with serving(by_place) as service, asking(service, **options) as reranker:
        with oaks(tmp_path, reranker, 300) as bank:
            result = recalled(bank, limit=1, rerank_depth=300)
        assert result.ids == (name_of(299),)
        assert [len(request.texts) for request in service.requests] == sizes


# --- Connections ------------------------------------------------------------------------------


def test_connection_is_used_again() -> None:
    with serving(by_number) as service, asking(service, batch_texts=1) as reranker:
        reranker.score("q", ["1", "2", "3"])
        assert len({request.port for request in service.requests}) == 1


def test_after_close_it_connects_anew() -> None:
    with serving(by_number) as service, asking(service) as reranker:
        for _ in range(2):
            assert reranker.score("q", ["7"]).tolist() == [0.007]
            reranker.close()
        assert len({request.port for request in service.requests}) == 2


def test_threads_get_their_own_answers() -> None:
    with (
        serving(by_number) as service,
        asking(service, batch_texts=3) as reranker,
        ThreadPoolExecutor(8) as pool,
    ):
        asked = [[str(start + step) for step in range(7)] for start in range(0, 320, 10)]
        answers = list(pool.map(lambda texts: reranker.score("q", texts).tolist(), asked))
        assert answers == [[int(text) / 1000 for text in texts] for texts in asked]


def test_client_of_the_caller_is_used_and_left_open() -> None:
    with serving(by_number) as service, httpx2.Client(headers={"X-Mine": "yes"}) as client:
        with asking(service, client=client) as reranker:
            reranker.score("q", ["7"])
        assert not client.is_closed
        assert service.requests[0].headers["x-mine"] == "yes"


def test_closed_client_is_a_failure_of_the_reranker() -> None:
    client = httpx2.Client()
    client.close()
    complaint = "127.0.0.1:9 gave no answer after 1 try: RuntimeError"
    with (
        asking("http://127.0.0.1:9/rerank", client=client) as reranker,
        pytest.raises(recallcore.ModelError, match=complaint),
    ):
        reranker.score("q", ["7"])


FORKED = """
import os, sys, warnings
from recallcore.rerank.remote import RemoteReranker
warnings.simplefilter("ignore", DeprecationWarning)
reranker = RemoteReranker(sys.argv[1], model="judge-1")
reranker.score("q", ["1"])
child = os.fork()
scored = reranker.score("q", ["2" if child == 0 else "3"]).tolist()
if child == 0:
    sys.exit(0 if scored == [0.002] else 1)
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
sys.exit(code if scored == [0.003] else 2)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_forked_child_opens_its_own_connection() -> None:
    with serving(by_number) as service:
        command = [sys.executable, "-P", "-c", FORKED, service.url]
        done = subprocess.run(command, timeout=60, capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        ports = {request.json["documents"][0]: request.port for request in service.requests}
        assert ports["3"] == ports["1"] != ports["2"]


# --- What is imported -------------------------------------------------------------------------


def test_http_client_is_imported_with_the_first_request() -> None:
    program = (
        "import sys\n"
        "from recallcore.rerank.remote import RemoteReranker\n"
        "RemoteReranker('https://api.jina.ai/v1/rerank', model='m')\n"
        "print('httpx2' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False"]


def test_missing_http_client_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    reranker = RemoteReranker("http://127.0.0.1:9/rerank", model="m")
    monkeypatch.setitem(sys.modules, "httpx2", None)
    with pytest.raises(recallcore.MissingDependencyError, match=r"pip install 'recallcore\[remote\]'"):
        reranker.score("q", ["a"])
