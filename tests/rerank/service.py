"""A rerank service on this machine that answers from a script and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from recallcore.rerank.remote import Pace, RemoteReranker


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the service was asked; `port` tells connections apart."""

    path: str
    headers: Mapping[str, str]
    body: bytes
    port: int

    @property
    def json(self) -> Any:  # JSON of a stranger
        return json.loads(self.body)

    @property
    def texts(self) -> list[str]:
        """What is to be scored, in any dialect."""
        given = self.json
        texts: list[str] = given["texts"] if "texts" in given else given["documents"]
        return texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the service says.

    Attributes:
        body: The answer.
        status: Its status.
        headers: Its further headers.
        stops_after: After how many bytes of the body the connection is closed, or None.
        hangs: Whether nothing is said before the service is released.
        endless: Whether the body is repeated for as long as somebody reads.
        bare: What is said in place of all that, byte for byte, before the connection is closed; or None.
    """

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    stops_after: int | None = None
    hangs: bool = False
    endless: bool = False
    bare: bytes | None = None


DATE = "Wed, 21 Oct 2026 07:28:00 GMT"
"""When every answer says that it was given."""

Script = Callable[[Request], Answer]


def scored(scores: Sequence[object]) -> Answer:
    """An answer that gives each text its score, the last text first."""
    results = [{"index": index, "relevance_score": score} for index, score in enumerate(scores)]
    return Answer(body=json.dumps({"results": results[::-1]}).encode())


def by_shared_words(request: Request) -> Answer:
    """Scores a text by how many of the query's words it has."""
    words = set(request.json["query"].lower().split())
    return scored([len(words & set(text.lower().split())) / max(1, len(words)) for text in request.texts])


def by_number(request: Request) -> Answer:
    """Scores the text "7" by 0.007."""
    return scored([int(text) / 1000 for text in request.texts])


def in_turn(*answers: Answer | Script) -> Script:
    """Gives one answer after the other, and the last one for ever."""
    left = list(answers)

    def answer(request: Request) -> Answer:
        said = left.pop(0) if len(left) > 1 else left[0]
        return said(request) if callable(said) else said

    return answer


class Service(ThreadingHTTPServer):
    """The service; `url` leads to it."""

    daemon_threads = True

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script
        self.requests: list[Request] = []
        self.released = threading.Event()
        self.host = f"127.0.0.1:{self.server_address[1]}"
        self.url = f"http://{self.host}/rerank"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # or each answer waits for an acknowledgement
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(path=self.path, headers=headers, body=body, port=self.client_address[1])
        self.server.requests.append(request)
        answer = self.server.script(request)
        if answer.hangs:
            self.server.released.wait()
            self.close_connection = True
            return
        if answer.bare is not None:
            self.wfile.write(answer.bare)
            self.close_connection = True
            return
        self.send_response_only(answer.status)
        self.send_header("Date", DATE)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(10**12 if answer.endless else len(answer.body)))
        self.end_headers()
        if answer.stops_after is not None:
            self.wfile.write(answer.body[: answer.stops_after])
            self.close_connection = True
            return
        self.wfile.write(answer.body)
        while answer.endless:
            self.wfile.write(answer.body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it
        """Says nothing."""


@contextmanager
def serving(script: Script) -> Iterator[Service]:
    """Runs a service for as long as the block lasts."""
    with Service(script) as service:
        thread = threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield service
        finally:
            service.released.set()
            service.shutdown()
            thread.join()


class Waits:
    """Time that stands still but for the waits, which it remembers, and for `step` at each look."""

    def __init__(self, *, step: float = 0.0) -> None:
        self.waited: list[float] = []
        self.at = 0.0
        self._step = step
        self.pace = Pace(clock=self._clock, sleep=self._sleep)

    def _clock(self) -> float:
        self.at += self._step
        return self.at

    def _sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.at += seconds


@contextmanager
def asking(service: Service | str, *, waits: Waits | None = None, **options: Any) -> Iterator[RemoteReranker]:
    """A reranker behind a service, which never really waits between two tries."""
    url = service if isinstance(service, str) else service.url
    pace = (Waits() if waits is None else waits).pace
    reranker = RemoteReranker(url, **{"model": "judge-1", "pace": pace, **options})
    try:
        yield reranker
    finally:
        reranker.close()
