"""What is kept in the cache folder between commands."""

from __future__ import annotations

import hashlib
import marshal
import zlib
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
    # An empty setting keeps nothing.
    monkeypatch.setenv("CALPUZZLE_CACHE", "")
    assert (cache.folder(), cache.path_of(DIGEST, "v1")) == ("", "")
    # A name tells puzzles and versions apart; asking makes nothing.
    monkeypatch.setenv("CALPUZZLE_CACHE", str(tmp_path))
    names = {cache.path_of(digest, name) for digest in (DIGEST, DIGEST[::-1]) for name in "ab"}
    assert len(names) == 4 and list(tmp_path.iterdir()) == []
    assert cache.path_of(DIGEST, "v1") == str(tmp_path / f"{DIGEST.hex()[:32]}.v1")


KEY = ("a puzzle", b"its file")


@pytest.fixture
def remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of what is remembered under KEY."""
    monkeypatch.setenv("CALPUZZLE_CACHE", str(tmp_path))
    cache.remember("kind", KEY, {1: "one"})
    (file,) = tmp_path.iterdir()
    return file


def test_what_is_remembered_is_recalled_under_its_key_alone(
    remembered: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cache.recalled("kind", KEY) == {1: "one"}
    for kind, key in (("other", KEY), ("kind", ("a puzzle", b"another file")), ("kind", None)):
        assert cache.recalled(kind, key) is None
    cache.remember("kind", KEY, {2: "two"})
    assert cache.recalled("kind", KEY) == {2: "two"}
    # Another key with the same name of a file, and another version.
    monkeypatch.setattr(cache, "path_of", lambda *_: str(remembered))
    assert cache.recalled("kind", KEY) == {2: "two"}
    assert cache.recalled("kind", ("another puzzle", b"")) is None
    monkeypatch.undo()
    monkeypatch.setenv("CALPUZZLE_CACHE", str(remembered.parent))
    monkeypatch.setattr(cache, "__version__", "0.0.0")
    assert cache.recalled("kind", KEY) is None


def test_a_damaged_file_recalls_nothing(remembered: Path) -> None:
    data = remembered.read_bytes()
    for number in range(0, len(data), 3):
        remembered.write_bytes(data[:number] + bytes([data[number] ^ 4]) + data[number + 1 :])
        assert cache.recalled("kind", KEY) is None
        remembered.write_bytes(data[:number])
        assert cache.recalled("kind", KEY) is None
    # Right checksums: of nothing, of what is no pair, and of what is no data.
    for wrong in (b"", marshal.dumps(3), marshal.dumps((1, 2, 3)), b"\xff"):
        remembered.write_bytes(zlib.crc32(wrong).to_bytes(4, "big") + wrong)
        assert cache.recalled("kind", KEY) is None
