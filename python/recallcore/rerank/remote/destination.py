"""Where requests go and what opens the door: checked once, and kept out of everything that is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, parse_qsl, urlsplit

from recallcore.errors import ConfigError

_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE: Final = re.compile(r"[!-~]([ -~]*[!-~])?")
_KEY: Final = re.compile(r"[!-~]+")
_SECRET_NAME: Final = re.compile(r"auth|cookie|key|secret|token", re.IGNORECASE)
_BETWEEN_SECRETS: Final = re.compile(r"[ ;,=]+")
_LONGEST_WORD_AROUND: Final = len("Bearer")
_SET_BY_US: Final = frozenset(
    {"accept", "accept-encoding", "content-length", "content-type", "transfer-encoding"}
)
_WITHHELD: Final = "an answer that repeats a secret"


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """A service that is asked.

    Attributes:
        hostname: Its name alone.
        host: Its name, and its port where one was given: all of the address that is ever shown.
        url: The whole address, which may hold a secret in its query.
        headers: What is sent beside each request.
        secrets: What no message may hold.
    """

    hostname: str
    host: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    secrets: tuple[str, ...] = field(repr=False)

    def excerpt(self, body: bytes, *, characters: int) -> str:
        """Returns the beginning of an answer on one line, and nothing of one that repeats a secret."""
        text = body.decode("utf-8", "replace")
        if any(secret in text for secret in self.secrets):
            return _WITHHELD
        line = " ".join(text[:characters].split())
        return "".join(character if character.isprintable() else "\ufffd" for character in line)


def destination_at(url: object, *, api_key: object, headers: object, plain_http: bool) -> Destination:
    """Returns where ``url`` leads, and with which headers.

    Args:
        url: The address that takes the request.
        api_key: Sent as a bearer token, or None.
        headers: Further headers, or None.
        plain_http: Whether secrets may travel unencrypted to another machine.

    Raises:
        ConfigError: The address is none that can be asked, a header cannot be sent, or a secret would travel
            unencrypted. No message holds the key, a header's value, or more of the address than its host.
    """
    parts, port = _split(url)
    hostname = parts.hostname or ""
    shown = f"[{hostname}]" if ":" in hostname else hostname
    sent = _checked_headers(headers)
    named = [*sent.items(), *parse_qsl(parts.query)]
    secrets = [part for name, value in named if _SECRET_NAME.search(name) for part in _secrets_in(value)]
    if api_key is not None:
        if not isinstance(api_key, str) or not _KEY.fullmatch(api_key):
            raise ConfigError("api_key cannot be sent, expected visible ASCII characters without spaces")
        if any(name.lower() == "authorization" for name in sent):
            raise ConfigError(
                "api_key and an Authorization header contradict each other, expected one of them"
            )
        sent["Authorization"] = f"Bearer {api_key}"
        secrets.append(api_key)
    if secrets and parts.scheme == "http" and not plain_http and not _is_loopback(hostname):
        raise ConfigError(
            f"a key would travel unencrypted to {shown}, expected an address with https; "
            "plain_http=True sends it all the same"
        )
    return Destination(
        hostname=hostname,
        host=shown if port is None else f"{shown}:{port}",
        url=parts.geturl(),
        headers=sent,
        secrets=tuple(secrets),
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


def _secrets_in(value: str) -> list[str]:
    """What of a value opens a door, without the words around it: ``Bearer`` is no secret, and is left out."""
    parts = [part for part in _BETWEEN_SECRETS.split(value) if len(part) > _LONGEST_WORD_AROUND]
    return parts or [value]


def _is_loopback(hostname: str) -> bool:
    if hostname == "localhost" or hostname.endswith(".localhost"):
        return True
    try:
        return ip_address(hostname).is_loopback
    except ValueError:
        return False
