"""The user's cache folder: what is kept there between runs, and under which names.

A file's name holds the digest of what it depends on and the version of its format, so that a
changed puzzle or a new format finds no file. What is remembered under a key is plain data in a file
that holds the whole key, and says which calpuzzle and which Python wrote it. Nothing in the folder
is ever needed for correctness, and all of it can be deleted at any time.

The folder is $CALPUZZLE_CACHE (set but empty: nothing is kept), else $XDG_CACHE_HOME/calpuzzle,
else ~/.cache/calpuzzle.
"""

from __future__ import annotations

import marshal
import os
import sys
import zlib
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from calpuzzle._version import __version__
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.files import write_whole

CHECKSUM = 4  # bytes in front of what is remembered
MARSHAL = 2  # its version that writes equal things alike, and that every Python reads


def folder() -> str:
    """The cache's folder, or nothing where nothing is to be kept."""
    chosen = os.environ.get("CALPUZZLE_CACHE")
    if chosen is not None:
        return chosen
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "calpuzzle")


def path_of(digest: bytes, version: str) -> str:
    """The file of what has that digest in the format `version`, or nothing where nothing is to be
    kept."""
    place = folder()
    return os.path.join(place, f"{digest.hex()[:32]}.{version}") if place else ""


def keep(path: str, parts: Iterable[bytes | memoryview]) -> None:
    """Write the file whole, its parts one behind the other; in silence where that cannot be done,
    or the path is empty."""
    with suppress(OSError, CannotDoError, ValueError):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with write_whole(path) as stream:
            stream.writelines(parts)


def recalled(kind: str, key: Any) -> Any:
    """Return what is remembered of that kind under just this key, or None."""
    path, owner = _place(kind, key)
    try:
        with open(path, "rb") as stream:
            checksum, data = stream.read(CHECKSUM), stream.read()
    except OSError:
        return None
    if checksum != _checksum(data):
        return None
    try:
        wrote, value = marshal.loads(data)
    except (EOFError, TypeError, ValueError):  # the checksum of nothing is right, too
        return None
    return value if wrote == owner else None


def remember(kind: str, key: Any, value: Any) -> None:
    """Remember a value, and forget what was remembered under the key; both are made of tuples,
    dicts, sets, texts, bytes and numbers."""
    path, owner = _place(kind, key)
    data = marshal.dumps((owner, value), MARSHAL)
    keep(path, [_checksum(data), data])


def forget(kind: str, key: Any) -> None:
    """Remove the file of what is remembered under the key, if there is one."""
    with suppress(OSError):
        os.unlink(_place(kind, key)[0])


def _place(kind: str, key: Any) -> tuple[str, Any]:
    """The file of what is remembered so, and what it must say of itself."""
    owner = (__version__, sys.implementation.cache_tag, kind, key)
    return path_of(_checksum(marshal.dumps(owner, MARSHAL)), kind), owner


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(CHECKSUM, "big")
