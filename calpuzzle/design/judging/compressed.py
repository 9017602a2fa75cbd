"""Tallies as compressed bytes, in blocks of a fixed number of sets.

The length of each block precedes it. A block contains the columns of a tally one after the other.
The little-endian bytes of a column are grouped by their place in the number: most high bytes are 0,
so the block compresses well. Reading one block at a time takes little memory, however many sets
there are.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from calpuzzle.design.families.tally import BYTES, DTYPES, Tally
from calpuzzle.workers.ledger import header_of

BLOCK = 1 << 16  # sets: about 1.8 MB of a tally
LENGTH = 4  # bytes of the length of a block


def pack(tally: Tally) -> bytes:
    """Return the tally as bytes; equal tallies result in equal bytes."""
    sets = len(tally.total)
    blocks = []
    for first in range(0, sets, BLOCK):
        columns = [column[first : first + BLOCK] for column in tally]
        raw = b"".join(
            column.astype(np.dtype(kind).newbyteorder("<"))
            .view(np.uint8)
            .reshape(len(column), -1)
            .T.tobytes()
            for column, kind in zip(columns, DTYPES, strict=True)
        )
        packed = _compressed(raw)
        blocks += [len(packed).to_bytes(LENGTH, "little"), packed]
    return b"".join(blocks)


def _compressed(raw: bytes) -> bytes:
    """Return the compressed bytes. Only runs are matched: the search for other matches takes twice
    the time and gains nothing."""
    packer = zlib.compressobj(1, strategy=zlib.Z_RLE)
    return packer.compress(raw) + packer.flush()


def blocks_in(sets: int) -> int:
    """Return the number of blocks of a tally of `sets` sets."""
    return -(-sets // BLOCK)


def blocks_of_file(path: str, first: int = 0, last: int | None = None) -> Iterator[Tally]:
    """Yield the blocks from `first` up to but not including `last` of the packed tally in a file of
    a ledger. The caller has checked the file."""
    with open(path, "rb") as stream:
        header_of(stream)
        yield from blocks(stream, first, last)


def blocks(stream: BinaryIO, first: int = 0, last: int | None = None) -> Iterator[Tally]:
    """Yield the blocks from `first` up to but not including `last` of the packed tally in a
    stream."""
    number = 0
    while (last is None or number < last) and (length := stream.read(LENGTH)):
        size = int.from_bytes(length, "little")
        if number < first:
            stream.seek(size, io.SEEK_CUR)
        else:
            yield _block(zlib.decompress(stream.read(size)))
        number += 1


def _block(raw: bytes) -> Tally:
    columns, at, sets = [], 0, len(raw) // BYTES
    for kind in DTYPES:
        size = np.dtype(kind).itemsize
        planes = np.frombuffer(raw, np.uint8, size * sets, at).reshape(size, sets)
        numbers = np.ascontiguousarray(planes.T).view(np.dtype(kind).newbyteorder("<"))
        columns.append(np.array(numbers.ravel(), kind))  # a copy, because `raw` is read-only
        at += size * sets
    return Tally._make(columns)
