"""The folder in which commands cache results, and the names of its files."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from calpuzzle.base import cache

DIGEST = hashlib.sha256(b"a puzzle").digest()


def test_cache_folder_can_be_configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALPUZZLE_CACHE", str(tmp_path / "own"))
    assert cache.folder() == str(tmp_path / "own")
    monkeypatch.delenv("CALPUZZLE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder() == str(tmp_path / "xdg" / "calpuzzle")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == str(tmp_path / ".cache" / "calpuzzle")
    # An empty setting disables the cache.
    monkeypatch.setenv("CALPUZZLE_CACHE", "")
    assert (cache.folder(), cache.path_of(DIGEST, "v1")) == ("", "")
    # Names differ between puzzles and versions; computing them creates no file.
    monkeypatch.setenv("CALPUZZLE_CACHE", str(tmp_path))
    names = {cache.path_of(digest, name) for digest in (DIGEST, DIGEST[::-1]) for name in "ab"}
    assert len(names) == 4 and list(tmp_path.iterdir()) == []
    assert cache.path_of(DIGEST, "v1") == str(tmp_path / f"{DIGEST.hex()[:32]}.v1")
