"""The only module that knows httpx2: bytes out, bytes back, and no exception of its own.

It is imported with the first request, never with `recallcore` itself.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from recallcore.errors import MissingDependencyError
from recallcore.rerank.remote.destination import Destination
from recallcore.rerank.remote.retrying import Outcome, Reply, Silence

if TYPE_CHECKING:
    import httpx2

    Client = httpx2.Client

# An answer is read as it comes: nothing that unpacks to a thousand times its size is ever unpacked.
_HEADERS: Final = {
    "Accept": "application/json",
    "Accept-Encoding": "identity",
    "Content-Type": "application/json",
}


class Transport:
    """Sends requests to one service over connections that are kept open. Threads may share it.

    A forked child shares no connection with its parent: it opens its own on first use.

    Args:
        destination: The service.
        client: The caller's client, which the caller closes; None makes one that reads no proxies, no
            ``.netrc`` and no certificates from the environment.
        clock: Seconds that never go back.
    """

    def __init__(
        self, destination: Destination, *, client: Client | None, clock: Callable[[], float]
    ) -> None:
        self._destination = destination
        self._clock = clock
        self._client_of_caller = client
        self._client: Client | None = None
        self._lock = threading.Lock()
        _opened.add(self)

    def post(self, body: bytes, *, timeout: float, most_bytes: int) -> Outcome:
        """Asks once.

        Args:
            body: JSON.
            timeout: Seconds after which no more of an answer is waited for.
            most_bytes: How much of an answer is read; a longer one counts as none, unless it is a failure.

        Raises:
            MissingDependencyError: httpx2 is not installed.
        """
        try:
            import httpx2
        except ImportError as error:
            raise MissingDependencyError(
                "a remote reranker needs httpx2: `pip install 'recallcore[remote]'`"
            ) from error
        end = self._clock() + timeout
        try:
            with self._client_of_this_process().stream(
                "POST",
                self._destination.url,
                content=body,
                headers={**self._destination.headers, **_HEADERS},
                timeout=timeout,
                follow_redirects=False,  # another host would get the key
            ) as response:
                received = bytearray()
                for piece in response.iter_raw():
                    received += piece
                    if len(received) > most_bytes:
                        break
                    if self._clock() >= end:
                        return Silence(
                            reason=f"the answer was not complete after {timeout:g} s", passing=True
                        )
                if response.is_success and len(received) > most_bytes:
                    return Silence(reason=f"the answer is longer than {most_bytes} bytes", passing=False)
                return Reply(
                    status=response.status_code,
                    body=bytes(received[:most_bytes]),
                    retry_after=response.headers.get("retry-after"),
                    date=response.headers.get("date"),
                )
        # Told by its class alone, and not passed on: it holds the request and what the service said, and with
        # either the key. What a client of the caller's raises from its hooks is no better.
        except Exception as error:  # noqa: BLE001
            lasting = isinstance(error, httpx2.LocalProtocolError | httpx2.UnsupportedProtocol)
            passing = isinstance(error, httpx2.TransportError) and not lasting
            return Silence(reason=type(error).__name__, passing=passing)

    def close(self) -> None:
        """Closes the connections; the next request opens new ones."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def forget_client_of_parent(self) -> None:
        """Lets go of connections that belong to the parent process; called in a forked child only."""
        self._client = None
        self._lock = threading.Lock()

    def _client_of_this_process(self) -> Client:
        if self._client_of_caller is not None:
            return self._client_of_caller
        import httpx2

        with self._lock:
            if self._client is None:
                self._client = httpx2.Client(trust_env=False)
            return self._client


_opened: Final[weakref.WeakSet[Transport]] = weakref.WeakSet()


def _after_fork_in_child() -> None:
    for transport in list(_opened):
        transport.forget_client_of_parent()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)
