"""`Store`: many banks under one folder, opened when they are needed and closed when they are not."""

from __future__ import annotations

import asyncio
import difflib
import os
import secrets
import shutil
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from recallcore.bank import Bank, OpenKeywords
from recallcore.bank import open as open_bank
from recallcore.bank.parts import directory_of
from recallcore.config import reject_unknown
from recallcore.embed import resolve
from recallcore.errors import InputError, NotFoundError, StorageError
from recallcore.store.naming import checked_name, folder_of, looks_like_a_bank, read_name, write_name
from recallcore.types.checks import bool_of, integer_of

if TYPE_CHECKING:
    from typing import Unpack

_TRUTH = "memories.sqlite"
_UNFINISHED = ".tmp-"
_COMPARED = 2000
"""Names that are looked at for the nearest, when there is none of the name asked for."""


@dataclass(slots=True)
class _Open:
    """An open bank, and how many use it now."""

    name: str
    path: Path
    # Held while it is opened, so that of two callers one waits and both get the same.
    opening: threading.Lock = field(default_factory=threading.Lock)
    bank: Bank | None = None
    users: int = 0
    bytes: int = 0


class LeasedBank:
    """Gives a bank to use within ``with`` or ``async with``; made by `Store.bank`."""

    def __init__(self, store: Store, name: str, *, create: bool) -> None:
        self._store = store
        self._name = name
        self._create = create
        self._held: list[_Open] = []

    def __enter__(self) -> Bank:
        """Opens the bank if it is not open, and keeps it open."""
        held, bank = self._store._take(self._name, create=self._create)
        self._held.append(held)
        return bank

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Gives the bank back; it stays open until there are too many."""
        self._store._give_back(self._held.pop())

    async def __aenter__(self) -> Bank:
        """Does what ``with`` does, without blocking the event loop."""
        return await asyncio.to_thread(self.__enter__)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Does what the end of ``with`` does, without blocking the event loop."""
        await asyncio.to_thread(self.__exit__, kind, error, trace)


class Store:
    """A folder of banks: one for each user, agent or project, thousands of them.

    A bank is opened when it is first needed and closed when others are needed more: `max_open` and
    `max_bytes` bound what is open and idle, the bank used least recently going first. What is in use is never
    closed. Safe to share between threads; several processes may have the same store open. Opening one bank
    never waits for another.

    Args:
        path: The folder, made if it is not there.
        max_open: How many banks stay open, 64. More are open only while more are in use at once.
        max_bytes: How large the open banks' files of memories may be together, 1 GiB: about what they take in
            memory.
        **options: How each bank is opened, as `recallcore.open` takes it. One embedder and one reranker serve
            all.

    Raises:
        InputError: The path is no text, or is a bank; an option is unknown.
        ConfigError: An option is out of range.
        StorageError: The folder cannot be made.

    Example:
        >>> import recallcore, tempfile
        >>> with tempfile.TemporaryDirectory() as home, recallcore.Store(home, embedder="hashing") as store:
        ...     with store.bank("minji@example.com") as bank:
        ...         _ = bank.retain("Minji likes tea")
        ...     with store.bank("haeun") as bank:
        ...         _ = bank.retain("Haeun likes coffee")
        ...         bank.recall("who likes what?").texts
        ...     store.names()
        ('Haeun likes coffee',)
        ('haeun', 'minji@example.com')
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        max_open: int = 64,
        max_bytes: int = 2**30,
        **options: Unpack[OpenKeywords],
    ) -> None:
        reject_unknown(
            {name: value for name, value in options.items() if name not in OpenKeywords.__annotations__},
            OpenKeywords.__annotations__,
            "option of Store",
        )
        self._path = directory_of(path)
        self._max_open = integer_of(max_open, name="max_open", least=1)
        self._max_bytes = integer_of(max_bytes, name="max_bytes", least=0)
        self._create = bool_of(options.pop("create", True), name="create")
        if options.get("embedder") is not None:
            # Found once: a model that is named by its directory would else be loaded for every bank.
            options["embedder"] = resolve(options["embedder"]) or False
        self._options = options
        self._lock = threading.Lock()
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._deleting: set[str] = set()
        self._process = os.getpid()
        self._closed = False
        if (self._path / _TRUTH).exists():
            raise InputError(f"this is a bank, expected a folder of banks: {self._path}")
        if not options.get("read_only"):
            try:
                self._path.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StorageError(f"the folder of a store cannot be made: {error}") from error

    @property
    def path(self) -> Path:
        """The folder."""
        return self._path

    def bank(self, name: str, *, create: bool | None = None) -> LeasedBank:
        """Returns a bank to use within ``with`` or ``async with``.

        Args:
            name: Any text of at most 4,096 bytes; upper and lower case are two names.
            create: Make the bank if it is not there; None is what the store was made with, True.

        Returns:
            What opens the bank when it is entered. Entering it raises what `recallcore.open` raises, and
            `NotFoundError` if there is no such bank and none is made.

        Raises:
            InputError: The name is no text, empty or too long.
        """
        wanted = self._create if create is None else bool_of(create, name="create")
        return LeasedBank(self, checked_name(name), create=wanted)

    def names(self) -> tuple[str, ...]:
        """Returns the names of all banks, ascending."""
        return tuple(sorted(self))

    def __iter__(self) -> Iterator[str]:
        """Yields the names of all banks, in no order that means anything."""
        self._check_usable()
        try:
            entries = list(os.scandir(self._path))
        except FileNotFoundError:
            return
        for entry in entries:
            # A link could lead out of the store.
            if looks_like_a_bank(entry.name) and entry.is_dir(follow_symlinks=False):
                name = read_name(Path(entry.path))
                if name is not None and folder_of(name) == entry.name:
                    yield name

    def __len__(self) -> int:
        """Returns how many banks there are."""
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        """Returns whether there is a bank of that name."""
        self._check_usable()
        try:
            return isinstance(name, str) and self._is_there(self._path_of(checked_name(name)), name)
        except InputError:
            return False

    def delete(self, name: str) -> None:
        """Deletes a bank with everything in it; there is no way back.

        Other processes should not have it open: what they write afterwards is lost.

        Raises:
            NotFoundError: There is none of that name.
            StorageError: It is in use in this process, or its files cannot be removed.
        """
        self._check_usable()
        path = self._path_of(checked_name(name))
        with self._lock:
            held = self._open.get(name)
            if held is not None and held.users:
                raise StorageError(f"bank {name!r} is in use, give it back before it is deleted")
            self._open.pop(name, None)
            # Nobody may open it again while its files are being removed: what he writes would be lost.
            self._deleting.add(name)
        try:
            _close([] if held is None else [held])
            if not self._is_there(path, name):
                raise self._not_found(name)
            self._remove(path, name)
        finally:
            with self._lock:
                self._deleting.discard(name)

    def close(self) -> None:
        """Closes every bank, those in use too; closing twice is no error."""
        with self._lock:
            self._closed = True
            left = list(self._open.values())
            self._open.clear()
        if self._process == os.getpid():
            _close(left)

    def __enter__(self) -> Self:
        """Returns the store."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the store."""
        self.close()

    def __repr__(self) -> str:
        """Returns what and where it is."""
        return f"Store({str(self._path)!r})"

    # --- inside -------------------------------------------------------------------------------

    def _take(self, name: str, *, create: bool) -> tuple[_Open, Bank]:
        """Returns an open bank that is not closed before it is given back."""
        with self._lock:
            self._check_usable()
            if name in self._deleting:
                raise StorageError(f"bank {name!r} is being deleted")
            held = self._open.get(name)
            if held is None:
                held = self._open[name] = _Open(name=name, path=self._path_of(name))
            held.users += 1
            self._open.move_to_end(name)
        try:
            with held.opening:
                bank = held.bank or self._opened(held.path, name, create=create)
                held.bank, held.bytes = bank, _size_of(held.path)
        except BaseException:
            self._give_back(held)
            raise
        self._close_idle()
        return held, bank

    def _give_back(self, held: _Open) -> None:
        with self._lock:
            held.users -= 1
            if not held.users and held.bank is None and self._open.get(held.name) is held:
                # It could not be opened.
                del self._open[held.name]
        self._close_idle()

    def _close_idle(self) -> None:
        """Closes idle banks, the one used least recently first, until what is open is within the bounds."""
        surplus = []
        with self._lock:
            size = sum(held.bytes for held in self._open.values())
            for name, held in list(self._open.items()):
                if len(self._open) <= self._max_open and size <= self._max_bytes:
                    break
                if not held.users:
                    del self._open[name]
                    size -= held.bytes
                    surplus.append(held)
        _close(surplus)

    def _opened(self, path: Path, name: str, *, create: bool) -> Bank:
        if not self._is_there(path, name):
            if not create or self._options.get("read_only"):
                raise self._not_found(name)
            self._make(path, name)
        return open_bank(path, **self._options)

    def _make(self, path: Path, name: str) -> None:
        """Makes the folder of a bank, its name in it from the first moment on."""
        aside = self._path / f"{_UNFINISHED}{secrets.token_hex(8)}"
        try:
            aside.mkdir()
            write_name(aside, name)
            try:
                aside.rename(path)
            except OSError:
                shutil.rmtree(aside, ignore_errors=True)
                # Another process was first.
                if not self._is_there(path, name):
                    raise
        except OSError as error:
            raise StorageError(f"the folder of bank {name!r} cannot be made: {error}") from error

    def _remove(self, path: Path, name: str) -> None:
        """Removes a folder, first out of the way in one step: a killed process leaves no half of a bank."""
        aside = self._path / f"{_UNFINISHED}{secrets.token_hex(8)}"
        try:
            path.rename(aside)
            shutil.rmtree(aside)
        except OSError as error:
            raise StorageError(f"bank {name!r} cannot be removed: {error}") from error

    def _is_there(self, path: Path, name: str) -> bool:
        if path.is_symlink():
            raise StorageError(
                f"the folder of bank {name!r} is a link, which a store does not follow: {path}"
            )
        if not path.is_dir():
            return False
        found = read_name(path)
        if found != name:
            raise StorageError(f"the folder of bank {name!r} says that it belongs to {found!r}: {path}")
        return True

    def _path_of(self, name: str) -> Path:
        return self._path / folder_of(name)

    def _not_found(self, name: str) -> NotFoundError:
        known = [other for other, _ in zip(self, range(_COMPARED), strict=False)]
        near = difflib.get_close_matches(name, known, n=1)
        hint = f", did you mean {near[0]!r}?" if near else ""
        return NotFoundError(f"there is no bank {name!r} in {self._path}{hint}")

    def _check_usable(self) -> None:
        if self._process != os.getpid():
            raise StorageError(
                f"store was opened by process {self._process} and is used in process {os.getpid()}; "
                f"open it again after a fork: {self._path}"
            )
        if self._closed:
            raise StorageError(f"store is closed: {self._path}")


def _close(held: list[_Open]) -> None:
    for each in held:
        # Whoever is opening it now finds the store closed, or has it for himself.
        with each.opening:
            if each.bank is not None:
                each.bank.close()


def _size_of(path: Path) -> int:
    try:
        return (path / _TRUTH).stat().st_size
    except OSError:
        return 0
