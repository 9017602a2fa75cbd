"""Diagrams on disk: used where they are sound and of this puzzle, in silence not used otherwise."""

from __future__ import annotations

import errno
import os
import struct
import subprocess
import sys
import zlib

import pytest
from test_engines import dominoes

import calpuzzle as cp
from calpuzzle import cache as cache_folder
from calpuzzle.puzzle.cover import Cover
from calpuzzle.engines.diagram import store
from calpuzzle.engines.diagram.diagram import Diagram

COUNT = 36


@pytest.fixture
def cover():
    return Cover(dominoes(4, 4))


@pytest.fixture
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("CALPUZZLE_CACHE", str(folder))
    return folder


def never():
    raise AssertionError("the cache was not used")


def kept(cover, cache):
    """The file of a diagram that is kept now."""
    store.diagram(cover)
    (path,) = cache.iterdir()
    return path


def test_what_is_kept_is_found_and_answers_alike(cache):
    puzzle = cp.load("dray")
    grown = store.diagram(puzzle.cover)
    found = store.cached(cp.load("dray").cover, never)
    assert found.counts() == grown.counts()
    assert list(found.left(500)) == list(grown.left(500))
    assert [bytes(part) for part in found.arrays] == [bytes(part) for part in grown.arrays]
    assert [path.name for path in cache.iterdir()] == [
        os.path.basename(store.path_of(puzzle.cover))
    ]


def test_a_puzzle_that_has_no_solution_is_kept_too(cache):
    cover = Cover(dominoes(4, 4)._replace(pieces=(dominoes(4, 4).pieces[0]._replace(turn=False),)))
    store.diagram(cover)
    assert store.cached(cover, never).total == Diagram.grown(cover).total


def test_every_damage_is_seen(cover, cache):
    path = kept(cover, cache)
    whole = path.read_bytes()
    assert store.read(cover, str(path)).total == COUNT
    damaged = [whole[:size] for size in range(0, len(whole), 7)] + [whole + b"\0"]
    for at in range(len(whole)):
        damaged.append(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
    damaged += [b"", b"not a diagram", bytes(len(whole)), b"\xff" * len(whole)]
    for data in damaged:
        path.write_bytes(data)
        assert store.read(cover, str(path)) is None
    # What is damaged is made again.
    assert store.diagram(cover).total == COUNT
    assert path.read_bytes() == whole


def test_a_sound_checksum_does_not_make_a_sound_diagram(cover, cache):
    path = kept(cover, cache)
    whole = path.read_bytes()
    header = list(store.HEADER.unpack(whole[: store.HEADER.size]))
    states = header[4]
    body = bytearray(whole[store.HEADER.size :])
    # The first edge leads back to the root.
    body[4 * (states + 1) : 4 * (states + 1) + 4] = struct.pack("=I", 0)
    header[2] = zlib.crc32(body)
    path.write_bytes(store.HEADER.pack(*header) + body)
    assert store.read(cover, str(path)) is None
    for states, edges in [(2**63, 5), (5, 2**63), (0, 0), (2**64 - 1, 2**64 - 1)]:
        header[2:3], header[4:] = [zlib.crc32(b"")], (states, edges)
        path.write_bytes(store.HEADER.pack(*header))
        assert store.read(cover, str(path)) is None


def test_another_version_or_puzzle_is_not_used(cover, cache, monkeypatch):
    path = kept(cover, cache)
    other = Cover(dominoes(2, 8))
    assert store.read(other, str(path)) is None
    assert store.path_of(other) != str(path)
    monkeypatch.setattr(store, "VERSION", store.VERSION + 1)
    assert store.path_of(cover) != str(path)
    assert store.read(cover, str(path)) is None


def test_an_empty_setting_keeps_nothing(cover, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CALPUZZLE_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert store.path_of(cover) == ""
    assert store.diagram(cover).total == COUNT
    assert list(tmp_path.iterdir()) == []


def test_where_the_folder_is(tmp_path, monkeypatch):
    monkeypatch.delenv("CALPUZZLE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder.folder() == str(tmp_path / "xdg" / "calpuzzle")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder.folder() == str(tmp_path / ".cache" / "calpuzzle")


def test_a_folder_that_cannot_be_made_does_no_harm(cover, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        monkeypatch.setenv("CALPUZZLE_CACHE", str(place))
        assert store.diagram(cover).total == COUNT
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_folder_in_the_place_of_the_file_does_no_harm(cover, cache):
    os.makedirs(store.path_of(cover))
    assert store.diagram(cover).total == COUNT


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_does_no_harm(cover, cache):
    cache.mkdir()
    cache.chmod(0o500)
    assert store.diagram(cover).total == COUNT
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize("call", ["makedirs", "fsync", "replace", "access"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_what_cannot_be_written_is_not_kept(cover, cache, monkeypatch, call, number):
    def fail(*_, **__):
        raise OSError(number, os.strerror(number))

    cache.mkdir()
    monkeypatch.setattr(os, call, fail)
    assert store.diagram(cover).total == COUNT
    assert list(cache.iterdir()) == []


def test_a_large_diagram_is_not_kept(cover, cache, monkeypatch):
    monkeypatch.setattr(store, "MOST_BYTES", 100)
    assert store.diagram(cover).total == COUNT
    assert not cache.exists()


def test_what_a_killed_process_left_does_no_harm(cover, cache):
    cache.mkdir()
    path = store.path_of(cover)
    for name in (f"{path}.{os.getpid()}.tmp", f"{path}.1.tmp", f"{path}.tmp"):
        with open(name, "wb") as stream:
            stream.write(b"half of")
    assert store.diagram(cover).total == COUNT
    assert store.cached(cover, never).total == COUNT
    assert len(list(cache.iterdir())) == 4


def test_processes_that_write_at_once(cache):
    program = """if True:
        import calpuzzle as cp
        from calpuzzle.engines.diagram import store
        cover = cp.load("month-day-7x7").cover
        found = store.diagram(cover)
        for _ in range(20):
            store.keep(found, store.path_of(cover))
            assert store.read(cover, store.path_of(cover)).total == found.total
        print(found.total)
    """
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert {process.communicate()[0] for process in running} == {"25061\n"}
    assert all(process.returncode == 0 for process in running)
    assert len(list(cache.iterdir())) == 1


def test_a_puzzle_asks_for_the_disk_only_when_told(cache):
    cp.load("month-day-7x7").diagram()
    assert not cache.exists()
    cp.load("month-day-7x7").diagram(disk=True)
    assert len(list(cache.iterdir())) == 1
