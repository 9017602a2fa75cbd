"""How far a long count has come, kept on disk, so that one that was stopped can go on.

A sweep is counted in parts. The file in the cache folder says which parts are done, where in the
others the search was, and what has been counted up to there. It is one line with the digest of the
rest, which is JSON. A file that is cut short, damaged, or of other parts is not used.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from typing import NamedTuple

from calpuzzle.base import cache
from calpuzzle.puzzle.cover import Cover

VERSION = 1


class Mark(NamedTuple):
    """How far a count has come: the numbers of the parts that are done; of each that was begun, the
    path of the search in it; and the solutions of every instance counted up to there."""

    done: list[int]
    begun: dict[int, list[int]]
    counts: list[int]


class Checkpoint:
    """The file of one sweep, told from others by its Cover and by how it is parted."""

    def __init__(self, cover: Cover, parts: list[tuple[int, ...]]) -> None:
        self._path = cache.path_of(cover.digest(), f"counts-v{VERSION}")
        self._instances = cover.instances
        self._key = hashlib.sha256(repr(parts).encode()).hexdigest()

    def read(self) -> Mark | None:
        """What was kept, or None where there is nothing that can be used."""
        try:
            with open(self._path, "rb") as stream:
                checksum, _, text = stream.read().partition(b"\n")
            if checksum != _checksum(text):
                return None
            kept = json.loads(text)
        except (OSError, ValueError):
            return None
        if kept["parts"] != self._key or len(kept["counts"]) != self._instances:
            return None
        return Mark(kept["done"], dict(kept["begun"]), kept["counts"])

    def keep(self, mark: Mark) -> None:
        """Write the file whole; in silence where that cannot be done."""
        kept = {"parts": self._key, **mark._asdict(), "begun": list(mark.begun.items())}
        text = json.dumps(kept).encode()
        cache.keep(self._path, [_checksum(text), b"\n", text])

    def forget(self) -> None:
        """Remove the file, if there is one."""
        with suppress(OSError):
            os.unlink(self._path)


def _checksum(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest().encode()
