"""Tallies as bytes: compressed, in blocks of so many sets, with a checksum of the content.

A packed tally is a line of JSON (the header: which run and unit, how many sets, the checksum),
then the blocks, each with its length before it. A block holds the columns of a tally one behind
the other, little-endian, the bytes of each column sorted by their place in the number: the high
bytes are nearly all 0, and so the block gets small. Whoever reads block by block needs little
memory, however many sets there are.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import BinaryIO, NamedTuple

import numpy as np

from calpuzzle.design.families.tally import KINDS, Tally

FORMAT = "calpuzzle tally 2"
BLOCK = 1 << 16  # sets; of a tally some 1.8 MB
LENGTH = 4  # bytes that say how long a block is
MAX_HEADER = 4096


class Header(NamedTuple):
    """The head of a packed tally. `run` is the digest of what the tally depends on."""

    run: str
    unit: str
    sets: int
    checksum: str


class DamagedError(Exception):
    """The bytes are no packed tally of that run and unit; the message says why."""


def pack(tally: Tally, run: str, unit: str) -> bytes:
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
    content = b"".join(blocks)
    header = [FORMAT, run, unit, sets, sha256(content).hexdigest()]
    return json.dumps(header, separators=(",", ":")).encode() + b"\n" + content


def _compressed(raw: bytes) -> bytes:
    """Compressed by runs of equal bytes: longer matches take twice the time and gain nothing."""
    packer = zlib.compressobj(1, strategy=zlib.Z_RLE)
    return packer.compress(raw) + packer.flush()


def check(stream: BinaryIO, run: str, unit: str, sets: int) -> None:
    """Raise DamagedError where what the stream holds is not whole, or of another run or unit."""
    header = _header(stream)
    if header[:3] != (run, unit, sets):
        raise DamagedError("it is of other work")
    digest = sha256()
    while part := stream.read(1 << 20):
        digest.update(part)
    if digest.hexdigest() != header.checksum:
        raise DamagedError("its checksum is wrong")


def checksum(path: str) -> str:
    """The checksum of the packed tally in a file."""
    with open(path, "rb") as stream:
        return _header(stream).checksum


def blocks_in(sets: int) -> int:
    """Return how many blocks a tally of so many sets has."""
    return -(-sets // BLOCK)


def blocks_of_file(path: str, first: int = 0, last: int | None = None) -> Iterator[Tally]:
    """The packed tally in a file, which has been checked, block by block, in order; of them those
    from number `first` to before `last`."""
    return blocks(lambda: open(path, "rb"), first, last)


def blocks(
    opened: Callable[[], BinaryIO], first: int = 0, last: int | None = None
) -> Iterator[Tally]:
    """The packed tally in what is opened, block by block, as `blocks_of_file`."""
    with opened() as stream:
        sets = _header(stream).sets
        for number in range(blocks_in(sets))[:last]:
            length = int.from_bytes(stream.read(LENGTH), "little")
            if number < first:
                stream.seek(length, io.SEEK_CUR)
                continue
            own = min(BLOCK, sets - number * BLOCK)
            yield _block(zlib.decompress(stream.read(length)), own)


def _block(raw: bytes, sets: int) -> Tally:
    columns, at = [], 0
    for kind in KINDS:
        size = np.dtype(kind).itemsize
        planes = np.frombuffer(raw, np.uint8, size * sets, at).reshape(size, sets)
        numbers = np.ascontiguousarray(planes.T).view(np.dtype(kind).newbyteorder("<"))
        columns.append(np.array(numbers.ravel(), kind))  # not the bytes, which cannot be changed
        at += size * sets
    return Tally._make(columns)


def _header(stream: BinaryIO) -> Header:
    try:
        form, *words = json.loads(stream.readline(MAX_HEADER))
    except (ValueError, TypeError, RecursionError):
        raise DamagedError("it has no header") from None
    if form != FORMAT or len(words) != len(Header._fields):
        raise DamagedError("its header is of another format")
    return Header(*words)
