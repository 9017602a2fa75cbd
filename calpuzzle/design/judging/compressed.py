"""Tallies as bytes: compressed, in blocks of so many sets.

Each block has its length before it. A block holds the columns of a tally one behind the other,
little-endian, the bytes of each column sorted by their place in the number: the high bytes are
nearly all 0, and so the block gets small. Reading block by block takes little memory, however many
sets there are.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from calpuzzle.design.families.tally import BYTES, KINDS, Tally
from calpuzzle.workers.ledger import header_of

BLOCK = 1 << 16  # sets; of a tally some 1.8 MB
LENGTH = 4  # bytes that say how long a block is


def pack(tally: Tally) -> bytes:
    """The tally as bytes; the same for the same tally."""
    sets = len(tally.total)
    blocks = []
    for first in range(0, sets, BLOCK):
        columns = [column[first : first + BLOCK] for column in tally]
        raw = b"".join(
            column.astype(np.dtype(kind).newbyteorder("<"))
            .view(np.uint8)
            .reshape(len(column), -1)
            .T.tobytes()
            for column, kind in zip(columns, KINDS, strict=True)
        )
        packed = _compressed(raw)
        blocks += [len(packed).to_bytes(LENGTH, "little"), packed]
    return b"".join(blocks)


def _compressed(raw: bytes) -> bytes:
    """Compressed by runs of equal bytes: longer matches take twice the time and gain nothing."""
    packer = zlib.compressobj(1, strategy=zlib.Z_RLE)
    return packer.compress(raw) + packer.flush()


def blocks_in(sets: int) -> int:
    """Return how many blocks a tally of so many sets has."""
    return -(-sets // BLOCK)


def blocks_of_file(path: str, first: int = 0, last: int | None = None) -> Iterator[Tally]:
    """The packed tally in a file of a ledger, which has been checked, block by block, in order; of
    them those from number `first` to before `last`."""
    with open(path, "rb") as stream:
        header_of(stream)
        yield from blocks(stream, first, last)


def blocks(stream: BinaryIO, first: int = 0, last: int | None = None) -> Iterator[Tally]:
    """The packed tally that a stream holds, block by block, as `blocks_of_file`."""
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
    for kind in KINDS:
        size = np.dtype(kind).itemsize
        planes = np.frombuffer(raw, np.uint8, size * sets, at).reshape(size, sets)
        numbers = np.ascontiguousarray(planes.T).view(np.dtype(kind).newbyteorder("<"))
        columns.append(np.array(numbers.ravel(), kind))  # not the bytes, which cannot be changed
        at += size * sets
    return Tally._make(columns)
