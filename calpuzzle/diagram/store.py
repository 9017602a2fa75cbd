"""Diagrams kept on disk, mapped back into memory: a cache, never needed for correctness.

A file is a header and the three arrays; its name is the digest of the Cover and the version of
the format, so that a changed puzzle finds no file. A file that is cut short, foreign or damaged
is not used: the size and a checksum must fit, and the arrays are checked as they are opened.

The folder is $CALPUZZLE_CACHE (set but empty: nothing is kept), else $XDG_CACHE_HOME/calpuzzle,
else ~/.cache/calpuzzle.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
import sys
import zlib
from collections.abc import Callable
from itertools import pairwise

from calpuzzle.cover import Cover
from calpuzzle.diagram.diagram import Diagram
from calpuzzle.diagram.growth import MEMORY, Arrays
from calpuzzle.engines import Progress
from calpuzzle.errors import CannotDoError
from calpuzzle.files import write_whole

VERSION = 1
MAGIC = b"calpuzzle diagram\n"
HEADER = struct.Struct("<18sHI32sQQ")
MOST_BYTES = 256 << 20


def diagram(cover: Cover, memory: int = MEMORY, progress: Progress | None = None) -> Diagram:
    """The diagram of a Cover, from the cache where it is there, else grown and kept."""
    return cached(cover, lambda: Diagram.grown(cover, memory, progress))


def cached(cover: Cover, make: Callable[[], Diagram]) -> Diagram:
    """The diagram of a Cover from the cache, else what `make` returns, which is then kept."""
    path = path_of(cover)
    found = read(cover, path) if path else None
    if found is None:
        found = make()
        if path:
            keep(found, path)
    return found


def folder() -> str:
    """The cache's folder, or nothing where nothing is to be kept."""
    chosen = os.environ.get("CALPUZZLE_CACHE")
    if chosen is not None:
        return chosen
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "calpuzzle")


def digest(cover: Cover) -> bytes:
    """What a file depends on: the options in their order, the copies, the groups, and the order
    of bytes on this machine."""
    content = (
        sys.byteorder,
        [(option.cells, option.piece, option.group, option.instance) for option in cover.options],
        [piece.copies for piece in cover.classes],
        cover.shape,
        cover.frame,
    )
    return hashlib.sha256(repr(content).encode()).digest()


def path_of(cover: Cover) -> str:
    """The file that would hold the diagram, or nothing where nothing is to be kept."""
    place = folder()
    return os.path.join(place, f"{digest(cover).hex()[:32]}.v{VERSION}") if place else ""


def read(cover: Cover, path: str) -> Diagram | None:
    """The diagram in a file, its arrays mapped; None where the file is not one of this Cover."""
    try:
        with open(path, "rb") as stream:
            data = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):
        return None
    if len(data) < HEADER.size:
        return None
    magic, version, checksum, content, states, edges = HEADER.unpack(data[: HEADER.size])
    if (magic, version, content) != (MAGIC, VERSION, digest(cover)):
        return None
    cuts = [HEADER.size]
    for size in (4 * (states + 1), 4 * edges, 2 * edges):
        cuts.append(cuts[-1] + size)
    if len(data) != cuts[-1] or zlib.crc32(data[HEADER.size :]) != checksum:
        return None
    first, to, option = (data[a:b] for a, b in pairwise(cuts))
    try:
        return Diagram(cover, Arrays(first.cast("I"), option.cast("H"), to.cast("I")))
    except (ValueError, OverflowError):
        return None


def keep(found: Diagram, path: str) -> None:
    """Write a diagram to its file; in silence where that cannot be done or it is very large."""
    arrays = found.arrays
    parts = [arrays.first.cast("B"), arrays.to.cast("B"), arrays.option.cast("B")]
    if sum(map(len, parts)) > MOST_BYTES:
        return
    checksum = 0
    for part in parts:
        checksum = zlib.crc32(part, checksum)
    header = HEADER.pack(
        MAGIC,
        VERSION,
        checksum,
        digest(found.cover),
        len(arrays.first) - 1,
        len(arrays.to),
    )
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with write_whole(path) as stream:
            stream.write(header)
            for part in parts:
                stream.write(part)
    except (OSError, CannotDoError, ValueError):
        return
