"""What goes into a bank and what comes out of it: `Memory`, `StoredMemory` and `Link`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, get_args

from recallcore.errors import InputError, unknown_names
from recallcore.types.checks import (
    JsonObject,
    integer_of,
    json_object,
    name_of,
    names_of,
    number_of,
    one_of,
    text_of,
)
from recallcore.types.dates import (
    PRECISIONS,
    DateLike,
    Precision,
    coarser,
    period_end,
    read_date,
    read_moment,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Kind = Literal["world", "experience", "observation"]
"""What a memory is: a fact, something the agent did or saw, or something distilled from others."""

KINDS: tuple[Kind, ...] = get_args(Kind)

Relation = Literal["causes", "caused_by", "enables", "prevents"]
"""How one memory bears on another."""

RELATIONS: tuple[Relation, ...] = get_args(Relation)

MAX_TEXT_BYTES = 1 << 20
"""The longest text of a memory and the longest query, in bytes of UTF-8: 1 MiB."""

_SHOWN_CHARACTERS = 60


_MOST_ID_BYTES = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A causal link from one memory to another.

    Attributes:
        source: The memory the link starts at; None inside `Memory.links`, where it is that memory.
        target: The memory the link leads to; it must exist when the link is stored.
        relation: ``causes``, ``caused_by``, ``enables`` or ``prevents``, read from source to target.
        weight: How strong it is, in (0, 1].

    Raises:
        InputError: A field is not as described.

    Example:
        >>> Link(target="outage", relation="causes").weight
        1.0
    """

    source: str | None = None
    target: str
    relation: Relation
    weight: float = 1.0

    def __post_init__(self) -> None:
        if self.source is not None:
            _set(self, "source", name_of(self.source, name="source of a link"))
        _set(self, "target", name_of(self.target, name="target of a link"))
        _set(self, "relation", one_of(self.relation, RELATIONS, name="relation"))
        weight = number_of(self.weight, name="weight of a link")
        if not 0.0 < weight <= 1.0:
            raise InputError(f"weight of a link is {weight}, expected a number above 0 and at most 1")
        _set(self, "weight", weight)

    @classmethod
    def read(cls, value: object) -> Link:
        """Returns ``value`` if it is a `Link`, or the link that a mapping with its fields describes.

        Raises:
            InputError: It is neither, or a field is not as described.
        """
        if isinstance(value, Link):
            return value
        if not isinstance(value, Mapping):
            raise InputError(
                f"a link is of type {type(value).__name__}, expected a Link or a mapping of its fields"
            )
        return cls(**_known_fields(value, cls, "field of a link"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A memory to retain. Everything is checked and copied here; what was passed in is never changed.

    Attributes:
        text: What is remembered; at most 1 MiB of UTF-8 and more than white space. The only text that
            ``max_tokens`` counts and that results hand back as text.
        id: The caller's own id, or None for a generated, time-ordered one. An id that the bank holds already
            replaces that memory everywhere at once.
        context: What the text belongs to, such as the turns before it or the headings above it: it helps to
            find the memory, and is never returned or counted as text.
        kind: ``world``, ``experience`` or ``observation``.
        occurred_start: When it happened, or began: a datetime (naive is read as UTC, an offset is converted),
            a date, or text: ``2023``, ``2023-05``, ``2023-05-07`` or ISO 8601. Held as an aware UTC datetime;
            a bare date becomes its first moment, and ``precision`` keeps how much of it is known.
        occurred_end: When it ended; read the same way. Of a bare date the whole day, month or year is meant.
        precision: ``instant``, ``day``, ``month`` or ``year``; None takes the coarser of the two dates'.
        mentioned_at: When it was said or learned; None is the time of retaining.
        tags: Labels to filter by; each is kept once, in order.
        metadata: Any JSON object; comes back as it went in.
        entities: Who and what the text is about; None lets the bank's extractor find them, ``()`` means none.
        links: Causal links from this memory to memories in the bank or in the same batch of 256; for links
            further ahead in one call use `Bank.link_many` after it. Replacing a memory replaces its links.
        source_ids: The memories that an observation was distilled from; only for observations.
        proof_count: How many times the memory was confirmed, at least 1.
        document_id: The document it came from.
        vector: Its own vector, shape (dimension,), instead of the embedder's; scaled to length 1 when stored.

    Raises:
        InputError: A field is not as described; the message names it.

    Example:
        >>> memory = Memory(text="Minji moved to Busan", occurred_start="2023-05", tags=["minji", "minji"])
        >>> memory.occurred_start.isoformat(), memory.precision, memory.tags
        ('2023-05-01T00:00:00+00:00', 'month', ('minji',))
    """

    text: str
    id: str | None = None
    context: str | None = None
    kind: Kind = "world"
    occurred_start: DateLike | None = None
    occurred_end: DateLike | None = None
    precision: Precision | None = None
    mentioned_at: DateLike | None = None
    tags: Sequence[str] = ()
    metadata: Mapping[str, object] = field(default_factory=dict)
    entities: Sequence[str] | None = None
    links: Sequence[Link | Mapping[str, object]] = ()
    source_ids: Sequence[str] = ()
    proof_count: int | None = None
    document_id: str | None = None
    vector: ArrayLike | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        _set(self, "text", memory_text(self.text, name="text"))
        if self.id is not None:
            _set(self, "id", name_of(self.id, name="id"))
            if len(self.id.encode()) > _MOST_ID_BYTES:
                raise InputError(
                    f"id has {len(self.id.encode())} bytes of UTF-8, expected at most {_MOST_ID_BYTES}"
                )
        if self.context is not None:
            _set(self, "context", _bounded(text_of(self.context, name="context"), "context"))
        if self.document_id is not None:
            _set(self, "document_id", name_of(self.document_id, name="document_id"))
        _set(self, "kind", one_of(self.kind, KINDS, name="kind"))
        self._check_dates()
        _set(self, "tags", names_of(self.tags, name="tags"))
        _set(self, "metadata", json_object(self.metadata, name="metadata"))
        if self.entities is not None:
            _set(self, "entities", names_of(self.entities, name="entities"))
        self._check_bonds()

    def _check_dates(self) -> None:
        known: list[Precision] = []
        for name in ("occurred_start", "occurred_end"):
            value = getattr(self, name)
            if value is not None:
                moment, precision = read_date(value, name=name)
                _set(self, name, moment)
                known.append(precision)
        if self.mentioned_at is not None:
            _set(self, "mentioned_at", read_moment(self.mentioned_at, name="mentioned_at"))
        derived: Precision = coarser(known[0], known[-1]) if known else "instant"
        if self.precision is None:
            _set(self, "precision", derived)
        else:
            _set(self, "precision", one_of(self.precision, PRECISIONS, name="precision"))
            if coarser(self.precision, derived) != self.precision:
                raise InputError(f"precision is {self.precision}, but a date is known to the {derived} only")
        start, end = self.occurred_start, self.occurred_end
        if (
            isinstance(start, datetime)
            and isinstance(end, datetime)
            and _over_before(end, self.precision, start)
        ):
            raise InputError(
                f"occurred_end lies before occurred_start: {end.isoformat()} is before {start.isoformat()}"
            )

    def _check_bonds(self) -> None:
        if isinstance(self.links, str | bytes | Mapping) or not isinstance(self.links, Iterable):
            raise InputError(f"links is of type {type(self.links).__name__}, expected a list of links")
        links = tuple(Link.read(link) for link in self.links)
        for link in links:
            if link.source not in (None, self.id):
                raise InputError(f"a link of memory {self.id!r} starts at another memory: {link.source!r}")
        _set(self, "links", links)
        _set(self, "source_ids", names_of(self.source_ids, name="source_ids"))
        if self.source_ids and self.kind != "observation":
            raise InputError(f"source_ids are for observations, given with kind {self.kind}")
        if self.proof_count is not None:
            _set(self, "proof_count", integer_of(self.proof_count, name="proof_count", least=1))

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Memory:
        """Builds a memory from a mapping of its fields, as a line of JSON gives them.

        Raises:
            InputError: A field is unknown (the nearest valid name is suggested) or not as described.

        Example:
            >>> Memory.from_mapping({"text": "The key is under the mat", "kind": "experience"}).kind
            'experience'
        """
        if not isinstance(values, Mapping):
            raise InputError(f"a memory is of type {type(values).__name__}, expected a mapping of its fields")
        known = _known_fields(values, cls, "field of a memory")
        if "text" not in known:
            raise InputError(f"a memory has no text, given the fields {', '.join(sorted(known)) or 'none'}")
        return cls(**known)

    def __repr__(self) -> str:
        return f"Memory(id={self.id!r}, kind={self.kind!r}, text={shown(self.text)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMemory:
    """A memory as the bank holds it.

    Attributes:
        id: The caller's id or the generated one.
        text: What is remembered.
        context: Where the text comes from, or None.
        kind: ``world``, ``experience`` or ``observation``.
        occurred_start: When it happened or began, aware and in UTC, or None.
        occurred_end: When it ended, aware and in UTC, or None. With a precision coarser than ``instant`` this
            is the first moment of the last day, month or year that is meant.
        precision: How exactly the two dates are known.
        mentioned_at: When it was said or learned.
        tags: Its labels, in order.
        metadata: The caller's JSON object.
        entities: Who and what it is about.
        entities_given: True if the caller named the entities, false if they were extracted.
        links: Causal links from this memory.
        source_ids: What an observation was distilled from.
        proof_count: How many times it was confirmed, or None.
        document_id: The document it came from, or None.
        seq: The bank's own number of it: ascending, kept when the memory is replaced.
        version: 1, and one more for every replacement.
        created_at: When its id was first retained.
        updated_at: When it was last retained.
        tokens: Tokens of its text (o200k).
        has_vector: Whether the semantic arm can find it.
        truncated: Whether the embedder did not see the end of its text.

    Example:
        >>> import recallcore, tempfile
        >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
        ...     stored = bank.get(bank.retain("Minji works at a bakery").id)
        >>> stored.text, stored.version
        ('Minji works at a bakery', 1)
    """

    id: str
    text: str
    context: str | None
    kind: Kind
    occurred_start: datetime | None
    occurred_end: datetime | None
    precision: Precision
    mentioned_at: datetime | None
    tags: tuple[str, ...]
    metadata: JsonObject
    entities: tuple[str, ...]
    entities_given: bool
    links: tuple[Link, ...]
    source_ids: tuple[str, ...]
    proof_count: int | None
    document_id: str | None
    seq: int
    version: int
    created_at: datetime
    updated_at: datetime
    tokens: int
    has_vector: bool
    truncated: bool

    def to_dict(self) -> JsonObject:
        """Returns every field as JSON values, dates as ISO 8601 text, for printing and export."""
        values: JsonObject = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, datetime):
                values[each.name] = value.isoformat()
            elif each.name == "links":
                values[each.name] = [
                    {"target": link.target, "relation": link.relation, "weight": link.weight}
                    for link in self.links
                ]
            else:
                values[each.name] = list(value) if isinstance(value, tuple) else value
        return values

    def to_memory(self) -> Memory:
        """Returns what `Bank.retain` needs to store this memory again; extracted entities stay extracted.

        A record does not carry its vector: one that the memory brought along must be given again.
        """
        return Memory(
            text=self.text,
            id=self.id,
            context=self.context,
            kind=self.kind,
            occurred_start=self.occurred_start,
            occurred_end=self.occurred_end,
            precision=self.precision,
            mentioned_at=self.mentioned_at,
            tags=self.tags,
            metadata=self.metadata,
            entities=self.entities if self.entities_given else None,
            links=self.links,
            source_ids=self.source_ids,
            proof_count=self.proof_count,
            document_id=self.document_id,
        )

    def __repr__(self) -> str:
        return f"StoredMemory(id={self.id!r}, kind={self.kind!r}, text={shown(self.text)})"


def memory_text(value: object, *, name: str) -> str:
    """Returns a text that may be retained or asked for.

    Raises:
        InputError: It is no text, holds nothing but white space, or is longer than 1 MiB of UTF-8.
    """
    text = text_of(value, name=name)
    if not text.strip():
        raise InputError(f"{name} is empty")
    return _bounded(text, name)


def shown(text: str) -> str:
    """Returns the beginning of a text, quoted, short enough for a ``repr``.

    Example:
        >>> shown("x" * 1000)[-9:]
        "xxxxxxx…'"
    """
    return repr(text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…")


def _bounded(text: str, name: str) -> str:
    # The characters alone decide most cases; encoding a long text only to measure it would cost a copy.
    if 4 * len(text) > MAX_TEXT_BYTES and (size := len(text.encode())) > MAX_TEXT_BYTES:
        raise InputError(f"{name} has {size} bytes of UTF-8, expected at most {MAX_TEXT_BYTES}")
    return text


def _known_fields(values: Mapping[str, object], cls: type[Link | Memory], what: str) -> dict[str, Any]:
    # `Any`, for the constructor that takes these checks the type of each.
    known = [each.name for each in fields(cls)]
    unknown = [str(name) for name in values if name not in known]
    if unknown:
        raise unknown_names(what, unknown, known)
    return dict(values)


def _set(target: object, name: str, value: object) -> None:
    """Stores a checked value while a frozen object is being built."""
    object.__setattr__(target, name, value)


def _over_before(end: datetime, precision: Precision | None, start: datetime) -> bool:
    """Whether what ends at ``end``, or in the period that ``end`` begins, is over before ``start``."""
    if precision is None or precision == "instant":
        return end < start
    try:
        return period_end(end, precision) <= start
    except InputError:
        return False  # it ends after the last year there is
