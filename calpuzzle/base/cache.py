"""The user's cache folder: what is kept there between runs, and under which names.

A file's name holds the digest of what it depends on and the version of its format, so that a
changed puzzle or a new format finds no file. Nothing in the folder is ever needed for correctness,
and all of it can be deleted at any time.

The folder is $CALPUZZLE_CACHE (set but empty: nothing is kept), else $XDG_CACHE_HOME/calpuzzle,
else ~/.cache/calpuzzle.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.files import write_whole


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
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with write_whole(path) as stream:
            stream.writelines(parts)
    except (OSError, CannotDoError, ValueError):
        return
