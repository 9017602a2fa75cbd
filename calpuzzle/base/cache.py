"""The user's cache folder, for data that is reused between runs.

The name of a file contains the digest of everything its content depends on and the version of its
format, so that after a change of either no file is found. A value stored under a key is plain data;
its file also contains the whole key and the versions of calpuzzle and Python that wrote it. Nothing
in the folder is needed for correctness, and all of it can be deleted at any time.

The folder is $CALPUZZLE_CACHE (if set but empty, nothing is cached), otherwise
$XDG_CACHE_HOME/calpuzzle, otherwise ~/.cache/calpuzzle.
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

CHECKSUM = 4  # bytes before the stored value
MARSHAL = 2  # the version whose output is the same for equal values and readable by every Python


def folder() -> str:
    """Return the path of the cache folder, or an empty string if nothing is to be cached."""
    chosen = os.environ.get("CALPUZZLE_CACHE")
    if chosen is not None:
        return chosen
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "calpuzzle")


def path_of(digest: bytes, version: str) -> str:
    """Return the path for data with this digest and format version, or an empty string."""
    place = folder()
    return os.path.join(place, f"{digest.hex()[:32]}.{version}") if place else ""


def keep(path: str, parts: Iterable[bytes | memoryview]) -> None:
    """Write the concatenated parts to the file; do nothing if that fails or the path is empty."""
    with suppress(OSError, CannotDoError, ValueError):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with write_whole(path) as stream:
            stream.writelines(parts)


def recalled(kind: str, key: Any) -> Any:
    """Return the value of this kind stored under exactly this key, or None."""
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
    except (EOFError, TypeError, ValueError):  # the checksum of an empty file is correct too
        return None
    return value if wrote == owner else None


def remember(kind: str, key: Any, value: Any) -> None:
    """Store a value under a key, replacing an older one.

    Both consist of tuples, dicts, sets, strings, bytes and numbers.
    """
    path, owner = _place(kind, key)
    data = marshal.dumps((owner, value), MARSHAL)
    keep(path, [_checksum(data), data])


def forget(kind: str, key: Any) -> None:
    """Remove the value stored under the key, if there is one."""
    with suppress(OSError):
        os.unlink(_place(kind, key)[0])


def _place(kind: str, key: Any) -> tuple[str, Any]:
    """Return the path for a key, and the description of the owner that the file must contain."""
    owner = (__version__, sys.implementation.cache_tag, kind, key)
    return path_of(_checksum(marshal.dumps(owner, MARSHAL)), kind), owner


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(CHECKSUM, "big")
