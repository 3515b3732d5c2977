"""Where requests go and what opens the door: checked once, and kept out of everything that is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from recallcore.errors import ConfigError

_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE: Final = re.compile(r"[!-~]([ -~]*[!-~])?")
_KEY: Final = re.compile(r"[!-~]+")
_SET_BY_US: Final = frozenset(
    {"accept", "accept-encoding", "content-length", "content-type", "transfer-encoding"}
)
# No list of what names a secret is ever complete, and so these two say what is none.
_HARMLESS: Final = frozenset({"accept-language", "cache-control", "connection", "host", "user-agent"})
_PATHS_OF_EVERYBODY: Final = frozenset({"", "/", "/rerank", "/v1/rerank", "/v2/rerank"})
_WITHHELD: Final = "its answer is withheld, for it may repeat a secret"


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """A service that is asked.

    Attributes:
        hostname: Its name alone.
        host: Its name, and its port where one was given: all of the address that is ever shown.
        url: The whole address, which may hold a secret in its path or query.
        headers: What is sent beside each request.
        quotable: Whether a request holds nothing that a message may not repeat.
    """

    hostname: str
    host: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    quotable: bool

    def excerpt(self, body: bytes, *, characters: int) -> str:
        """Returns the beginning of an answer on one line, or that it is withheld.

        A service may repeat a secret in any form: escaped, decoded, cut. Nothing is looked for in an answer;
        it is quoted where the request held no secret.
        """
        if not self.quotable:
            return _WITHHELD
        line = " ".join(body.decode("utf-8", "replace")[:characters].split())
        return "".join(character if character.isprintable() else "\ufffd" for character in line)


def destination_at(
    url: object, *, api_key: object, headers: object, plain_http: bool, foreign_client: bool
) -> Destination:
    """Returns where ``url`` leads, and with which headers.

    Args:
        url: The address that takes the request.
        api_key: Sent as a bearer token, or None.
        headers: Further headers, or None.
        plain_http: Whether secrets may travel unencrypted to another machine. The key, the query of the
            address and all headers but a few harmless ones count as such.
        foreign_client: Whether a client of the caller's asks, which may send headers of its own.

    Raises:
        ConfigError: The address is none that can be asked, a header cannot be sent, or a secret would travel
            unencrypted. No message holds the key, a header's value, or more of the address than its host.
    """
    parts, port = _split(url)
    hostname = parts.hostname or ""
    shown = f"[{hostname}]" if ":" in hostname else hostname
    sent = _checked_headers(headers)
    if api_key is not None:
        if not isinstance(api_key, str) or not _KEY.fullmatch(api_key):
            raise ConfigError("api_key cannot be sent, expected visible ASCII characters without spaces")
        if any(name.lower() == "authorization" for name in sent):
            raise ConfigError(
                "api_key and an Authorization header contradict each other, expected one of them"
            )
        sent["Authorization"] = f"Bearer {api_key}"
    secret = bool(parts.query) or any(name.lower() not in _HARMLESS for name in sent)
    if secret and parts.scheme == "http" and not plain_http and not _is_loopback(hostname):
        raise ConfigError(
            f"a key would travel unencrypted to {shown}, in api_key, a header or the query of the address, "
            "expected an address with https; plain_http=True sends it all the same"
        )
    return Destination(
        hostname=hostname,
        host=shown if port is None else f"{shown}:{port}",
        url=parts.geturl(),
        headers=sent,
        quotable=not (sent or parts.query or foreign_client) and parts.path in _PATHS_OF_EVERYBODY,
    )


def _split(url: object) -> tuple[SplitResult, int | None]:
    if not isinstance(url, str):
        raise ConfigError(f"url of a remote reranker is of type {type(url).__name__}, expected text")
    # A backslash is where parsers of addresses disagree about which part is the host.
    if "\\" in url or any(character.isspace() or not character.isprintable() for character in url):
        raise ConfigError("url of a remote reranker holds a space, a backslash or a control character")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ConfigError("url of a remote reranker cannot be read, expected https://host/path") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError("url of a remote reranker has no host to ask, expected https://host/path")
    if parts.username is not None or parts.password is not None:
        raise ConfigError(
            "url of a remote reranker holds a user or a password, expected them in api_key or headers"
        )
    return parts, port


def _checked_headers(headers: object) -> dict[str, str]:
    if headers is None:
        return {}
    if not isinstance(headers, Mapping):
        raise ConfigError(
            f"headers are of type {type(headers).__name__}, expected a mapping from name to value"
        )
    for name, value in headers.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ConfigError("the name of a header cannot be sent, expected letters, digits and hyphens")
        if name.lower() in _SET_BY_US:
            raise ConfigError(f"header {name} follows from the request, expected none of that name")
        if not isinstance(value, str) or not _VALUE.fullmatch(value):
            raise ConfigError(f"value of header {name} cannot be sent, expected visible ASCII characters")
    return dict(headers)


def _is_loopback(hostname: str) -> bool:
    if hostname == "localhost" or hostname.endswith(".localhost"):
        return True
    try:
        return ip_address(hostname).is_loopback
    except ValueError:
        return False
