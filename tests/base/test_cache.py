"""The cache folder: where it is, and what its files are called."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from calpuzzle.base import cache

DIGEST = hashlib.sha256(b"a puzzle").digest()


def test_where_the_folder_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALPUZZLE_CACHE", str(tmp_path / "own"))
    assert cache.folder() == str(tmp_path / "own")
    monkeypatch.delenv("CALPUZZLE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder() == str(tmp_path / "xdg" / "calpuzzle")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == str(tmp_path / ".cache" / "calpuzzle")


def test_an_empty_setting_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALPUZZLE_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == ""
    assert cache.path_of(DIGEST, "v1") == ""


def test_a_name_tells_puzzles_and_versions_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CALPUZZLE_CACHE", str(tmp_path))
    names = {
        cache.path_of(digest, version) for digest in (DIGEST, DIGEST[::-1]) for version in "ab"
    }
    assert len(names) == 4
    assert cache.path_of(DIGEST, "v1") == str(tmp_path / f"{DIGEST.hex()[:32]}.v1")
    # Asking makes nothing.
    assert list(tmp_path.iterdir()) == []
