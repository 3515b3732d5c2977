"""A reranker behind HTTP: ask in the service's dialect, try again where that helps, read the scores."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from recallcore.errors import ModelError
from recallcore.rerank.protocol import SCALES, Scale, ScoredBatch
from recallcore.rerank.remote.answers import on_scale, read_scores
from recallcore.rerank.remote.destination import destination_at
from recallcore.rerank.remote.dialects import DIALECTS, Dialect, dialect_for, request_body, texts_at_once
from recallcore.rerank.remote.retrying import Asked, Limits, Pace, Reply, Silence, ask
from recallcore.rerank.remote.transport import Transport
from recallcore.types.checks import bool_of, checked_option, integer_of, name_of, one_of, well_formed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from recallcore.rerank.remote.transport import Client

_SHOWN_CHARACTERS: Final = 120
# Room for an answer that repeats every text, unasked, with each of its letters escaped: of ``é``, two bytes
# become the six of ``\u00e9``.
_BYTES_ALWAYS_READ: Final = 1_048_576
_BYTES_READ_FOR_ONE_SENT: Final = 3
_SPOKEN: Final[tuple[Dialect | Literal["auto"], ...]] = ("auto", *DIALECTS)


class RemoteReranker:
    """Asks a service that speaks the common ``/rerank`` JSON. Threads may share it.

    Nothing is sent when it is made. Each batch is one request; what fails for a moment (408, 429, 500, 502,
    503, 504, no connection, no answer in time) is tried again, with waits of 0.5, 1, 2 and at most 4 seconds
    or as long as ``Retry-After`` says. Redirects are not followed. Whatever else comes back than one number
    for each text is a `ModelError`, which a recall survives. No proxies, ``.netrc`` or certificates are read
    from the environment; give a ``client`` that reads them.

    A recall waits 5 seconds, unless `RerankOptions` of it says otherwise. A request that begins in the first
    half second has given up by then, and its own words are the recall's note. Whoever gives a slow service
    more ``patience`` gives the ``deadline`` of `RerankOptions` more too.

    Args:
        url: The address that takes the request, as in ``https://api.cohere.com/v2/rerank``.
        model: Which model the service shall use; None where it serves one alone.
        api_key: Sent as a bearer token, never shown.
        headers: Further headers; their values are never shown, and count as keys but for a few harmless ones
            such as ``User-Agent``.
        dialect: How the service is asked: ``cohere``, ``jina``, ``voyage``, ``tei``, or ``auto``, which
            knows the hosted ones by name and takes others for ``jina`` if a model is given, else for ``tei``.
        batch_texts: Most texts in a request; None takes 128, and 32 for ``tei``, which takes no more by
            default.
        timeout: Seconds that one try may take, at most a day.
        retries: Most further tries of a request.
        patience: Seconds that all tries of one request and the waits between them may take, at most a day.
        scale: What the numbers are. ``logit`` asks TEI for logits.
        name: What it is called in notes and traces; None takes the model's name, else the host.
        client: An ``httpx2.Client`` of the caller's, who closes it and keeps it out of forked children.
        plain_http: Whether a key, a header or the query of the address may travel unencrypted to another
            machine.
        pace: How time is told and spent between tries.

    Raises:
        ConfigError: An option is out of range, the address is none that can be asked, or a key would travel
            unencrypted.

    Example:
        >>> reranker = RemoteReranker("https://api.voyageai.com/v1/rerank", model="rerank-2.5", api_key="k-1")
        >>> reranker
        RemoteReranker(host='api.voyageai.com', name='rerank-2.5', dialect='voyage', scale='probability')
    """

    def __init__(
        self,
        url: str,
        *,
        model: str | None = None,
        api_key: str | None = None,
        headers: Mapping[str, str] | None = None,
        dialect: Dialect | Literal["auto"] = "auto",
        batch_texts: int | None = None,
        timeout: float = 2.0,
        retries: int = 3,
        patience: float = 4.5,
        scale: Scale = "probability",
        name: str | None = None,
        client: Client | None = None,
        plain_http: bool = False,
        pace: Pace | None = None,
    ) -> None:
        self._limits = Limits(timeout=timeout, retries=retries, patience=patience)
        self._pace = Pace() if pace is None else pace
        with checked_option():
            insecure = bool_of(plain_http, name="plain_http")
            self._destination = destination_at(
                url,
                api_key=api_key,
                headers=headers,
                plain_http=insecure,
                foreign_client=client is not None,
            )
            self._model = None if model is None else name_of(model, name="model")
            self._scale: Scale = one_of(scale, SCALES, name="scale of a reranker")
            given = self._model or self._destination.host if name is None else name
            self._name = name_of(given, name="name of a reranker")
            asked = one_of(dialect, _SPOKEN, name="dialect of a remote reranker")
            self._dialect: Dialect = (
                dialect_for(hostname=self._destination.hostname, model=self._model)
                if asked == "auto"
                else asked
            )
            self._batch_texts = (
                texts_at_once(self._dialect)
                if batch_texts is None
                else integer_of(batch_texts, name="batch_texts", least=1)
            )
        self._transport = Transport(self._destination, client=client, clock=self._pace.clock)

    def __repr__(self) -> str:
        return (
            f"RemoteReranker(host={self._destination.host!r}, name={self._name!r}, "
            f"dialect={self._dialect!r}, scale={self._scale!r})"
        )

    @property
    def name(self) -> str:
        """What it is called in notes and traces."""
        return self._name

    @property
    def scale(self) -> Scale:
        """What its numbers are."""
        return self._scale

    @property
    def revision(self) -> str | None:
        """What equal scores are expected of: model, host and scale; None without a model."""
        if self._model is None:
            return None
        return f"{self._model} at {self._destination.host}, {self._scale}"

    @property
    def least_slice(self) -> int:
        """As many texts as go into one request."""
        return self._batch_texts

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float64]:
        """Returns a score for each text, NaN where the service gave no number.

        Raises:
            ModelError: The service did not answer, or not as it should.
            MissingDependencyError: httpx2 is not installed.
        """
        batches = [batch.scores for batch in self.score_batches(query, texts)]
        return np.concatenate(batches) if batches else np.zeros(0, dtype=np.float64)

    def score_batches(self, query: str, texts: Sequence[str]) -> Iterator[ScoredBatch]:
        """Yields the scores of ``texts`` in the order given, and sends a request when a batch is asked for.

        Raises:
            ModelError: The service did not answer, or not as it should.
            MissingDependencyError: httpx2 is not installed.
        """
        given = [well_formed(text) for text in texts]
        for first in range(0, len(given), self._batch_texts):
            batch = given[first : first + self._batch_texts]
            scores = self._scores(well_formed(query), batch)
            yield ScoredBatch(places=np.arange(first, first + len(batch), dtype=np.int64), scores=scores)

    def close(self) -> None:
        """Closes the connections, but no client of the caller's; the next request opens new ones."""
        self._transport.close()

    def _scores(self, query: str, texts: list[str]) -> NDArray[np.float64]:
        wanted = request_body(self._dialect, query=query, texts=texts, model=self._model, scale=self._scale)
        body = json.dumps(wanted, ensure_ascii=False, separators=(",", ":")).encode()
        most = _BYTES_ALWAYS_READ + _BYTES_READ_FOR_ONE_SENT * len(body)
        asked = ask(
            lambda seconds: self._transport.post(body, timeout=seconds, most_bytes=most),
            limits=self._limits,
            pace=self._pace,
        )
        outcome = asked.outcome
        if isinstance(outcome, Silence) or not 200 <= outcome.status < 300:
            raise ModelError(self._failure(asked))
        try:
            return on_scale(read_scores(outcome.body, texts=len(texts)), self._scale)
        except ModelError as error:
            raise ModelError(f"{self._destination.host}: {error}") from None

    def _failure(self, asked: Asked) -> str:
        host, outcome = self._destination.host, asked.outcome
        tries = "1 try" if asked.tries == 1 else f"{asked.tries} tries"
        if asked.refused_wait is not None:
            wait, patience = asked.refused_wait, self._limits.patience
            tries += f", and {wait:g} s more are not left of its {patience:g} s"
        if isinstance(outcome, Silence):
            return f"{host} gave no answer after {tries}: {outcome.reason}"
        said = f"{host} answered {outcome.status} after {tries}, expected 200 ({self._dialect} dialect)"
        return f"{said}{self._said_in(outcome)}"

    def _said_in(self, reply: Reply) -> str:
        if 300 <= reply.status < 400:
            return ": redirects are not followed"
        excerpt = self._destination.excerpt(reply.body, characters=_SHOWN_CHARACTERS)
        return f": {excerpt}" if excerpt else ""
