"""The key of a remote reranker goes to its service alone: not elsewhere, and into nothing that is shown."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from recallcore.errors import ConfigError, ModelError
from recallcore.rerank import resolve
from recallcore.rerank.remote import RemoteReranker
from recallcore.rerank.running import ask
from tests.rerank.service import Answer, Request, Script, asking, by_number, in_turn, serving

KEY = "sk-0123456789abcdef"
ECHO = f"the key {KEY} is not known".encode()


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, and whatever it was raised from or during."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def shown_of_failure(reranker: RemoteReranker) -> list[str]:
    """All that a failure of a reranker shows, to who calls it and in a recall."""
    with pytest.raises(ModelError) as caught:
        reranker.score("q", ["a"])
    shown = []
    for error in chain(caught.value):
        shown += [str(error), repr(error), *getattr(error, "__notes__", ()), repr(vars(error))]
    judge = resolve(reranker)
    assert judge is not None
    told = ask(judge.score_batches("q", ["a"]), 1, until=None, clock=time.monotonic)
    assert told.error is not None
    return [*shown, repr(told)]


@pytest.mark.parametrize(
    "answer",
    [
        Answer(status=400, body=ECHO),
        Answer(status=400, body=b" " * 115 + KEY.encode()),
        Answer(status=401, body=ECHO),
        Answer(status=403, body=KEY[:12].encode()),
        Answer(status=500, body=ECHO),
        Answer(status=307, body=ECHO, headers={"Location": f"/elsewhere?key={KEY}"}),
        Answer(body=ECHO),
        Answer(body=json.dumps([{"index": 0, "score": KEY}]).encode()),
        Answer(body=json.dumps([{"index": KEY, KEY: 1}]).encode()),
        Answer(body=json.dumps({KEY: KEY}).encode()),
        Answer(body=ECHO, stops_after=20),
        Answer(status=429, headers={"Retry-After": KEY}),
    ],
    ids=repr,
)
@pytest.mark.parametrize(
    "options",
    [
        {"api_key": KEY},
        {"headers": {"X-API-Key": KEY}},
        {"headers": {"Authorization": f"Bearer {KEY}"}},
        {"headers": {"Cookie": f"theme=dark; session={KEY}; seen=1"}},
    ],
    ids=["key", "header", "authorization", "cookie"],
)
def test_key_is_in_no_failure(answer: Answer, options: dict[str, Any]) -> None:
    with serving(in_turn(answer)) as service, asking(service, **options) as reranker:
        shown = shown_of_failure(reranker)
        assert KEY in str(service.requests[0].headers)
        assert [text for text in shown if KEY[:12] in text] == []


def repeats_request(request: Request) -> Answer:
    """What is no answer at all: the request, sent back."""
    return Answer(bare=f"POST {request.path} HTTP/1.1\r\n\r\n".encode())


def names_address(request: Request) -> Answer:
    return Answer(status=404, body=f"Cannot POST {request.path}".encode())


def repeats_headers(request: Request) -> Answer:
    special = {name: held for name, held in request.headers.items() if name.startswith("x-")}
    return Answer(status=400, body=repr(special).encode())


@pytest.mark.parametrize(
    ("answer", "path", "options"),
    [
        (repeats_request, "?api_key=sk-SeCrEt", {}),
        (Answer(bare=b"HTTP/1.1 abc sk-SeCrEt\r\n\r\n"), "", {"api_key": "sk-SeCrEt"}),
        (Answer(bare=b"HTTP/1.1 200 OK\r\nsk-SeCrEt bad\0line\r\n\r\n"), "", {"api_key": "sk-SeCrEt"}),
        (
            Answer(bare=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nsk-SeCrEt\r\n\r\n"),
            "",
            {"api_key": "sk-SeCrEt"},
        ),
        (
            Answer(bare=b"HTTP/1.1 200 OK\r\nContent-Length: 5, sk-SeCrEt\r\n\r\n"),
            "",
            {"api_key": "sk-SeCrEt"},
        ),
        (names_address, "?api_key=sk-SeCrEt%2Fabc%2Bdef%3D%3D", {}),
        (names_address, "?SeCrEt", {}),
        (names_address, "/hook/SeCrEt/rerank", {}),
        (Answer(status=400, body=rb'{"e": "bad token sk-SeCrEt\/abc"}'), "", {"api_key": "sk-SeCrEt/abc"}),
        (repeats_headers, "", {"headers": {"X-Password": "hunter2-SeCrEt"}}),
        (repeats_headers, "", {"headers": {"X-Session": "SeCrEt"}}),
        (repeats_headers, "", {"headers": {"X-Api-Key": "ab SeCrEt7"}}),
        (
            Answer(status=400, body=b"user bob pw SeCrEtpw wrong"),
            "",
            {"headers": {"Authorization": "Basic Ym9iOlNlQ3JFdHB3"}},
        ),
    ],
)
def test_secret_is_in_no_failure_in_whatever_form_it_is_repeated(
    answer: Answer | Script, path: str, options: dict[str, Any]
) -> None:
    with serving(in_turn(answer)) as service, asking(f"{service.url}{path}", **options) as reranker:
        shown = shown_of_failure(reranker)
    assert service.requests != []
    assert [text for text in shown if "SeCrEt" in text] == []


def test_secret_of_a_client_of_the_caller_is_in_no_failure() -> None:
    with (
        serving(repeats_headers) as service,
        httpx2.Client(headers={"X-Password": KEY}) as client,
        asking(service, client=client) as reranker,
    ):
        shown = shown_of_failure(reranker)
    assert service.requests[0].headers["x-password"] == KEY
    assert [text for text in shown if KEY in text] == []


def test_secret_in_what_a_client_of_the_caller_raises_is_in_no_failure() -> None:
    def refuse(request: httpx2.Request) -> httpx2.Response:
        raise LookupError(f"no account for {request.headers['authorization']}")

    with (
        httpx2.Client(transport=httpx2.MockTransport(refuse)) as client,
        asking("https://h.example/rerank", api_key=KEY, client=client) as reranker,
    ):
        shown = shown_of_failure(reranker)
    assert [text for text in shown if KEY in text] == []
    assert "h.example gave no answer after 1 try: LookupError" in shown


def test_key_is_not_shown_by_the_reranker() -> None:
    reranker = RemoteReranker(f"https://h.example/rerank?key={KEY}", api_key=KEY, headers={"X-Token": KEY})
    assert KEY not in repr(reranker) + str(reranker) + repr(reranker._destination) + reranker.name


SAID = r"missing field `texts`\ufffd\[31m"
WITHHELD = "its answer is withheld, for it may repeat a secret"


@pytest.mark.parametrize(
    ("path", "options", "said"),
    [
        ("", {}, SAID),
        ("/", {}, SAID),
        ("/rerank", {}, SAID),
        ("/v1/rerank", {}, SAID),
        ("/v2/rerank", {}, SAID),
        ("/rerank/", {}, WITHHELD),
        ("/RERANK", {}, WITHHELD),
        ("/rerank?", {}, SAID),
        ("/rerank?seven", {}, WITHHELD),
        ("/rerank", {"api_key": KEY}, WITHHELD),
        ("/rerank", {"headers": {"User-Agent": "me"}}, WITHHELD),
    ],
)
@pytest.mark.parametrize("status", [401, 422])
def test_refusal_is_quoted_where_the_request_held_no_secret(
    status: int, path: str, options: dict[str, Any], said: str
) -> None:
    script = in_turn(Answer(status=status, body=b"missing field\n `texts`\x1b[31m"))
    with (
        serving(script) as service,
        asking(f"http://{service.host}{path}", **options) as reranker,
        pytest.raises(ModelError, match=rf"{service.host} answered {status} .*: {said}$"),
    ):
        reranker.score("q", ["a"])


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirect_is_not_followed(status: int) -> None:
    with serving(by_number) as elsewhere:
        script = in_turn(Answer(status=status, headers={"Location": elsewhere.url}))
        complaint = f"answered {status} .*: redirects are not followed"
        with (
            serving(script) as service,
            asking(service, api_key=KEY) as reranker,
            pytest.raises(ModelError, match=complaint),
        ):
            reranker.score("q", ["7"])
        assert elsewhere.requests == []


def test_redirect_is_not_followed_by_a_client_that_would() -> None:
    with serving(by_number) as elsewhere:
        script = in_turn(Answer(status=307, headers={"Location": elsewhere.url}))
        with (
            serving(script) as service,
            httpx2.Client(follow_redirects=True) as client,
            asking(service, api_key=KEY, client=client) as reranker,
            pytest.raises(ModelError, match="redirects are not followed"),
        ):
            reranker.score("q", ["7"])
        assert elsewhere.requests == []


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment with a ``.netrc`` that knows this machine, and without exceptions from proxies."""
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n", encoding="utf-8")
    monkeypatch.setenv("NETRC", str(netrc))
    for name in ("NO_PROXY", "no_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_environment_is_not_read(environment: pytest.MonkeyPatch) -> None:
    with serving(by_number) as proxy, serving(by_number) as service, asking(service) as reranker:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            environment.setenv(name, f"http://{proxy.host}")
        reranker.score("q", ["7"])
        assert proxy.requests == []
        assert "authorization" not in service.requests[0].headers


def test_client_of_the_caller_may_read_the_environment(environment: pytest.MonkeyPatch) -> None:
    with serving(by_number) as proxy, serving(by_number) as service:
        environment.setenv("http_proxy", f"http://{proxy.host}")
        with httpx2.Client(trust_env=True) as client, asking(service, client=client) as reranker:
            assert reranker.score("q", ["7"]).tolist() == [0.007]
        assert [request.path for request in proxy.requests] == [service.url]
        assert service.requests == []


@pytest.mark.parametrize(
    "options",
    [
        {"api_key": KEY},
        {"headers": {"Authorization": KEY}},
        {"headers": {"x-goog-api-key": KEY}},
        {"headers": {"User-Agent": "me", "X-Password": KEY}},
        {"headers": {"X-Session": KEY}},
    ],
    ids=["key", "authorization", "header", "password", "session"],
)
@pytest.mark.parametrize("host", ["rerank.example", "10.0.0.7:8080", "[2001:db8::1]", "127.0.0.1.example"])
def test_key_does_not_travel_unencrypted(host: str, options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="a key would travel unencrypted") as caught:
        RemoteReranker(f"http://{host}/rerank", **options)
    assert KEY not in str(caught.value)
    RemoteReranker(f"http://{host}/rerank", plain_http=True, **options)
    RemoteReranker(f"https://{host}/rerank", **options)
    RemoteReranker(f"http://{host}/rerank", headers={"user-agent": "me", "Accept-Language": "ko"})


@pytest.mark.parametrize("host", ["localhost:8080", "LOCALHOST", "tei.localhost", "127.0.0.1", "[::1]:80"])
def test_key_may_stay_on_this_machine(host: str) -> None:
    RemoteReranker(f"http://{host}/rerank", api_key=KEY)


@pytest.mark.parametrize(
    ("url", "options", "complaint"),
    [
        (5, {}, "url of a remote reranker is of type int"),
        ("rerank.example/rerank", {}, "has no host to ask, expected https://host/path"),
        ("ftp://rerank.example", {}, "has no host to ask"),
        ("https:///rerank", {}, "has no host to ask"),
        ("https://rerank.example:port", {}, "cannot be read"),
        ("https://[::1/rerank", {}, "cannot be read"),
        ("https://rerank.example/a b", {}, "holds a space, a backslash or a control"),
        ("https://rerank.example/\n", {}, "holds a space, a backslash or a control"),
        ("http://127.0.0.1\\@rerank.example", {}, "holds a space, a backslash or a control"),
        (f"https://me:{KEY}@rerank.example", {}, "holds a user or a password"),
        (f"http://rerank.example/?token={KEY}", {}, "a key would travel unencrypted"),
        (f"http://rerank.example/?pass={KEY}", {}, "a key would travel unencrypted"),
        ("https://h.example", {"api_key": KEY + "\n"}, "api_key cannot be sent, expected visible ASCII"),
        ("https://h.example", {"api_key": "ключ"}, "api_key cannot be sent"),
        ("https://h.example", {"api_key": ""}, "api_key cannot be sent"),
        ("https://h.example", {"api_key": 7}, "api_key cannot be sent"),
        ("https://h.example", {"headers": {"X": f"{KEY}\r\nY: z"}}, "value of header X cannot be sent"),
        ("https://h.example", {"headers": {"X Y": KEY}}, "name of a header cannot be sent"),
        (
            "https://h.example",
            {"headers": {"Accept-Encoding": "gzip"}},
            "header Accept-Encoding follows from",
        ),
        ("https://h.example", {"headers": [KEY]}, "headers are of type list"),
        ("https://h.example", {"headers": {"authorization": "x"}, "api_key": KEY}, "contradict each other"),
    ],
    ids=repr,
)
def test_address_and_headers_that_cannot_be_sent_are_refused(
    url: Any, options: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ConfigError, match=complaint) as caught:
        RemoteReranker(url, **options)
    for error in chain(caught.value):
        assert KEY not in str(error)
