"""The user's cache folder, for data that is reused between runs.

The name of a file contains the digest of everything its content depends on and the version of its
format, so that after a change of either no file is found. Nothing in the folder is needed for
correctness, and all of it can be deleted at any time.

The folder is $CALPUZZLE_CACHE (if set but empty, nothing is cached), otherwise the one of
`user_folder`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.files import user_folder, write_whole


def folder() -> str:
    """Return the path of the cache folder, or an empty string if nothing is to be cached."""
    chosen = os.environ.get("CALPUZZLE_CACHE")
    return user_folder("cache") if chosen is None else chosen


def path_of(digest: bytes, version: str) -> str:
    """Return the path for data with this digest and format version, or an empty string."""
    place = folder()
    return os.path.join(place, f"{digest.hex()[:32]}.{version}") if place else ""


def store(path: str, parts: Iterable[bytes | memoryview]) -> None:
    """Write the concatenated parts to the file. An empty path and a failed write are ignored."""
    with suppress(OSError, CannotDoError, ValueError):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with write_whole(path) as stream:
            stream.writelines(parts)
