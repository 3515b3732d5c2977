"""Which memories are meant: `Filter`, the tag groups it can hold, and `TimeWindow`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Literal, get_args

from recallcore.errors import InputError
from recallcore.types.checks import JsonObject, name_of, names_of, one_of
from recallcore.types.dates import DateLike, period_end, read_date, read_moment
from recallcore.types.memory import KINDS, Kind

TagsMatch = Literal["any", "all", "any_strict", "all_strict", "exact"]
"""How tags must match. ``any`` and ``all`` let untagged memories pass, the strict ones do not; ``exact``
wants the same set of tags and nothing else."""

TAGS_MATCHES: tuple[TagsMatch, ...] = get_args(TagsMatch)

TagsResolve = Literal["exact", "fuzzy"]
"""How tags are read: as they are, or as the tags of the bank that are spelled much like them."""

TAGS_RESOLVES: tuple[TagsResolve, ...] = get_args(TagsResolve)

_MOST_GROUP_LEVELS = 32


@dataclass(frozen=True, slots=True, init=False)
class Tags:
    """A tag group that holds for memories whose tags match.

    Args:
        tags: The tags.
        match: How they must match; ``any_strict`` wants at least one of them.
        resolve: ``exact`` takes the tags as they are. ``fuzzy`` reads each as the tags of the bank that are
            spelled much like it: all that differ in upper and lower case alone, else those after the same
            ``namespace:`` that share enough of their letters.

    Raises:
        InputError: There are no tags (unless ``match`` is ``exact``: untagged memories), or ``match`` or
            ``resolve`` is unknown.

    Example:
        >>> Tags("work", "home").tags
        ('work', 'home')
    """

    tags: tuple[str, ...]
    match: TagsMatch
    resolve: TagsResolve

    def __init__(self, *tags: str, match: TagsMatch = "any_strict", resolve: TagsResolve = "exact") -> None:
        object.__setattr__(self, "tags", names_of(tags, name="tags"))
        object.__setattr__(self, "match", one_of(match, TAGS_MATCHES, name="match"))
        object.__setattr__(self, "resolve", one_of(resolve, TAGS_RESOLVES, name="resolve"))
        if not self.tags and self.match != "exact":
            raise InputError("a tag group has no tags; expected some, or match='exact' for untagged memories")


@dataclass(frozen=True, slots=True, init=False)
class AllOf:
    """A tag group that holds where every one of its groups holds.

    Example:
        >>> AllOf(Tags("work"), Not(Tags("done"))).groups[0]
        Tags(tags=('work',), match='any_strict', resolve='exact')
    """

    groups: tuple[TagGroup, ...]

    def __init__(self, *groups: TagGroup) -> None:
        object.__setattr__(self, "groups", _groups_of(groups, "AllOf"))


@dataclass(frozen=True, slots=True, init=False)
class AnyOf:
    """A tag group that holds where at least one of its groups holds.

    Example:
        >>> len(AnyOf(Tags("work"), Tags("home")).groups)
        2
    """

    groups: tuple[TagGroup, ...]

    def __init__(self, *groups: TagGroup) -> None:
        object.__setattr__(self, "groups", _groups_of(groups, "AnyOf"))


@dataclass(frozen=True, slots=True, init=False)
class Not:
    """A tag group that holds where its group does not.

    Example:
        >>> Not(Tags("done")).group.tags
        ('done',)
    """

    group: TagGroup

    def __init__(self, group: TagGroup) -> None:
        object.__setattr__(self, "group", _groups_of((group,), "Not")[0])


TagGroup = Tags | AllOf | AnyOf | Not
"""A condition on tags: `Tags`, or `AllOf`, `AnyOf` and `Not` over other groups, at most 32 levels deep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which memories are meant. Every condition that is given must hold; one that is None does not restrict.

    A condition that could only be a mistake is refused instead of being read as "everything".

    Attributes:
        ids: One of these ids.
        exclude: None of these ids. It narrows what the other conditions say and is no condition of its own:
            `Bank.forget` wants another beside it.
        kinds: One of these kinds.
        tags: These tags, matched as ``tags_match`` says.
        tags_match: ``any``, ``all``, ``any_strict``, ``all_strict`` or ``exact``; ``exact`` without tags
            means untagged memories only.
        tag_groups: Each of these groups.
        updated_after: Last retained after this moment, which itself is outside.
        updated_before: Last retained before this moment, which itself is outside.
        document_id: Came from this document.

    Raises:
        InputError: ``ids``, ``kinds`` or ``tags`` is empty, a strict match has no tags, the two moments are
            reversed, or a value is unknown.

    Example:
        >>> Filter(kinds=["world"], tags=["minji"], tags_match="all_strict").tags
        ('minji',)
    """

    ids: Sequence[str] | None = None
    exclude: Sequence[str] | None = None
    kinds: Sequence[Kind] | None = None
    tags: Sequence[str] | None = None
    tags_match: TagsMatch = "any"
    tag_groups: Sequence[TagGroup] | TagGroup | None = None
    updated_after: DateLike | None = None
    updated_before: DateLike | None = None
    document_id: str | None = None

    def __post_init__(self) -> None:
        self._check_names()
        self._check_tags()
        for name in ("updated_after", "updated_before"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, read_moment(value, name=name))
        after, before = self.updated_after, self.updated_before
        if isinstance(after, datetime) and isinstance(before, datetime) and before <= after:
            raise InputError(
                f"updated_before must lie after updated_after, "
                f"given {before.isoformat()} and {after.isoformat()}"
            )

    def _check_names(self) -> None:
        if self.ids is not None:
            object.__setattr__(self, "ids", names_of(self.ids, name="ids"))
            if not self.ids:
                raise InputError("ids is empty; expected at least one id, or none at all for no restriction")
        if self.exclude is not None:
            object.__setattr__(self, "exclude", names_of(self.exclude, name="exclude"))
        if self.kinds is not None:
            kinds = names_of(self.kinds, name="kinds")
            if not kinds:
                raise InputError("kinds is empty; expected at least one kind, or none at all for every kind")
            object.__setattr__(self, "kinds", tuple(one_of(kind, KINDS, name="kind") for kind in kinds))
        if self.document_id is not None:
            object.__setattr__(self, "document_id", name_of(self.document_id, name="document_id"))

    def _check_tags(self) -> None:
        if self.tags is not None:
            object.__setattr__(self, "tags", names_of(self.tags, name="tags"))
        object.__setattr__(self, "tags_match", one_of(self.tags_match, TAGS_MATCHES, name="tags_match"))
        if self.tags is not None and not self.tags and self.tags_match != "exact":
            raise InputError("tags is empty, expected at least one tag, or None for no restriction")
        if not self.tags and self.tags_match.endswith("_strict"):
            raise InputError(f"tags_match is {self.tags_match}, but there are no tags to match")
        if self.tag_groups is not None:
            given = self.tag_groups
            if isinstance(given, Tags | AllOf | AnyOf | Not):
                given = (given,)
            elif not isinstance(given, Sequence):
                raise InputError(f"tag_groups is of type {type(given).__name__}, expected tag groups")
            groups = tuple(given)
            object.__setattr__(self, "tag_groups", _groups_of(groups, "tag_groups"))

    @property
    def restricts(self) -> bool:
        """Whether any memory could be outside of this filter but for those that it excludes by their ids."""
        others = ("exclude", "tags", "tags_match")
        conditions = (getattr(self, each.name) for each in fields(self) if each.name not in others)
        return bool(self.tags) or self.tags_match == "exact" or any(value is not None for value in conditions)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeWindow:
    """A half-open span of time: ``start`` is the first moment inside, ``end`` the first moment after it.

    Attributes:
        start: First moment inside, or None for an open edge; read as the dates of a `Memory` are.
        end: First moment outside, or None for an open edge. A bare date is its first moment, so that
            ``end="2023-06"`` ends with May.

    Raises:
        InputError: Both edges are open, or ``end`` does not lie after ``start``.

    Example:
        >>> window = TimeWindow(start="2023-03", end="2023-06")
        >>> window.end.isoformat()
        '2023-06-01T00:00:00+00:00'
        >>> TimeWindow.during("2023-05").end == window.end
        True
    """

    start: DateLike | None = None
    end: DateLike | None = None

    def __post_init__(self) -> None:
        for name in ("start", "end"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, read_moment(value, name=f"{name} of the time window"))
        start, end = self.start, self.end
        if start is None and end is None:
            raise InputError("a time window has no edges; expected a start, an end or both")
        if isinstance(start, datetime) and isinstance(end, datetime) and end <= start:
            raise InputError(
                f"a time window must end after it starts, given {start.isoformat()} to {end.isoformat()}"
            )

    @classmethod
    def during(cls, period: DateLike) -> TimeWindow:
        """Returns the window of one day, month or year.

        Args:
            period: A ``date`` or ``2023``, ``2023-05``, ``2023-05-07``.

        Raises:
            InputError: It is no date, or an instant, which has no length.
        """
        start, precision = read_date(period, name="period")
        return cls(start=start, end=period_end(start, precision))

    @classmethod
    def read(cls, value: object) -> TimeWindow:
        """Returns ``value`` if it is a window, or the window of a pair (start, end) with None for open edges.

        Raises:
            InputError: It is neither, or the window is not as described.
        """
        if isinstance(value, TimeWindow):
            return value
        if isinstance(value, tuple | list) and len(value) == len(fields(cls)):
            return cls(start=value[0], end=value[1])
        raise InputError(
            f"time_window is of type {type(value).__name__}, expected a TimeWindow or a pair (start, end)"
        )

    def to_dict(self) -> JsonObject:
        """Returns the edges as ISO 8601 text, None where open."""
        edges = {"start": self.start, "end": self.end}
        return {
            name: edge.isoformat() if isinstance(edge, datetime) else None for name, edge in edges.items()
        }


def _groups_of(groups: Sequence[object], name: str) -> tuple[TagGroup, ...]:
    checked: list[TagGroup] = []
    for group in groups:
        if not isinstance(group, Tags | AllOf | AnyOf | Not):
            raise InputError(f"{name} holds a {type(group).__name__}, expected Tags, AllOf, AnyOf or Not")
        checked.append(group)
    if not checked:
        raise InputError(f"{name} is empty, expected at least one tag group")
    if max(map(_levels, checked)) >= _MOST_GROUP_LEVELS:
        raise InputError(f"tag groups are nested more than {_MOST_GROUP_LEVELS} levels deep")
    return tuple(checked)


def _levels(group: TagGroup) -> int:
    if isinstance(group, Tags):
        return 1
    inner = (group.group,) if isinstance(group, Not) else group.groups
    return 1 + max(map(_levels, inner))
