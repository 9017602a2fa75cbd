"""The disk cache of diagrams: files that are damaged or of another puzzle are silently ignored."""

from __future__ import annotations

import errno
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
import shipped
from building import blank, board, dominoes, piece

from calpuzzle.engines import RUN, Run
from calpuzzle.engines.diagram import store
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

COUNT = 36


@pytest.fixture
def cover() -> Cover:
    """Return a puzzle whose diagram has few states."""
    return Lowering(dominoes(4, 4)).cover


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the cache folder, which does not exist yet."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("CALPUZZLE_CACHE", str(folder))
    return folder


def never() -> Diagram:
    raise AssertionError("the cache was not used")


def cached_file(cover: Cover, cache: Path) -> Path:
    """Cache the diagram of the Cover and return its file."""
    diagram(cover)
    (path,) = cache.iterdir()
    return path


def diagram(cover: Cover) -> Diagram:
    """Return the diagram from the cache, or grow and cache it."""
    return store.cached(cover, lambda: Diagram.grown(cover, RUN))


def total(cover: Cover, path: Path | str) -> int | None:
    """Return the number of solutions of the diagram in a file, or None if it is ignored."""
    found = store.read(cover, str(path))
    return found.total if found else None


@pytest.mark.parametrize("name", ["month-day-7x7", "pentominoes-3x20"])
def test_cached_diagram_is_found_and_gives_the_same_answers(cache: Path, name: str) -> None:
    cover = shipped.lowering(name).cover
    grown = diagram(cover)
    again = shipped.fresh(name).cover
    found = store.cached(again, never)
    assert found.cover is again
    assert (found.counts() == grown.counts()).all()
    placed = cover.instance(cover.instances // 5)
    assert list(found.remaining(placed))[:100] == list(grown.remaining(placed))[:100]
    assert [bytes(part) for part in found.arrays] == [bytes(part) for part in grown.arrays]
    assert [path.name for path in cache.iterdir()] == [os.path.basename(store.path_of(cover))]


@pytest.mark.parametrize(
    "model",
    [
        Model("x", blank(2, 2), (piece("A", "##", turn=False), piece("B", "#|#", turn=False))),
        Model("x", blank(2, 2), (piece("M", "#", copies=1000),)),
        Model("x", board("a b ."), (piece("V", "##|#."),), (Group("g", ("a", "b")),)),
    ],
)
def test_diagram_of_a_puzzle_without_solutions_is_cached(cache: Path, model: Model) -> None:
    cover = Lowering(model).cover
    assert diagram(cover).total == 0
    found = store.cached(cover, never)
    assert (found.total, found.states) == (0, 0)
    assert found.counts().shape == model.shape and not found.counts().any()


def test_damaged_files_are_ignored_and_replaced(cover: Cover, cache: Path) -> None:
    path = cached_file(cover, cache)
    whole = path.read_bytes()
    assert total(cover, path) == COUNT
    damaged = [whole[:size] for size in range(0, len(whole), 7)] + [whole + b"\0"]
    for at in range(len(whole)):
        damaged.append(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
    damaged += [b"", b"not a diagram", bytes(len(whole)), b"\xff" * len(whole)]
    for data in damaged:
        path.write_bytes(data)
        assert total(cover, path) is None
    assert diagram(cover).total == COUNT
    assert path.read_bytes() == whole


def test_invalid_diagram_with_a_valid_checksum_is_ignored(cover: Cover, cache: Path) -> None:
    path = cached_file(cover, cache)
    whole = path.read_bytes()
    header = list(store.HEADER.unpack(whole[: store.HEADER.size]))
    states = header[4]
    body = bytearray(whole[store.HEADER.size :])
    # The first edge leads back to the root.
    body[4 * (states + 1) : 4 * (states + 1) + 4] = struct.pack("=I", 0)
    header[2] = zlib.crc32(body)
    path.write_bytes(store.HEADER.pack(*header) + body)
    assert total(cover, path) is None
    for states, edges in [(2**63, 5), (5, 2**63), (0, 0), (2**64 - 1, 2**64 - 1)]:
        header[2:3], header[4:] = [zlib.crc32(b"")], (states, edges)
        path.write_bytes(store.HEADER.pack(*header))
        assert total(cover, path) is None


def test_file_of_another_version_or_puzzle_is_ignored(
    cover: Cover, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = cached_file(cover, cache)
    other = Lowering(dominoes(2, 8)).cover
    assert total(other, path) is None
    assert store.path_of(other) != str(path)
    monkeypatch.setattr(store, "VERSION", store.VERSION + 1)
    assert store.path_of(cover) != str(path)
    assert total(cover, path) is None


FAILING = {"makedirs": errno.EROFS, "fsync": errno.ENOSPC, "replace": errno.EACCES}
FAILING["access"] = errno.EACCES


@pytest.mark.parametrize("fault", ["", "file", "file/below", "in its place", *FAILING])
def test_unusable_cache_folder_is_silently_ignored(
    cover: Cover, cache: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(FAILING[fault], os.strerror(FAILING[fault]))

    cache.mkdir()
    (cache / "file").write_text("in the way")
    if fault in FAILING:
        monkeypatch.setattr(os, fault, fail)
    elif fault == "in its place":
        os.mkdir(store.path_of(cover))
    else:
        monkeypatch.setenv("CALPUZZLE_CACHE", fault and str(cache / fault))
    before = sorted(cache.iterdir())
    assert diagram(cover).total == COUNT
    assert sorted(cache.iterdir()) == before and (cache / "file").read_text() == "in the way"


def test_large_diagram_is_not_cached(
    cover: Cover, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MAX_BYTES", 100)
    assert diagram(cover).total == COUNT
    assert not cache.exists()


def test_processes_may_write_the_same_file_at_once(cache: Path) -> None:
    program = """if True:
        from pathlib import Path
        import calpuzzle
        from calpuzzle.engines import RUN
        from calpuzzle.engines.diagram import store
        from calpuzzle.engines.diagram.diagram import Diagram
        from calpuzzle.formats import toml
        from calpuzzle.puzzle.lowering import Lowering
        folder = Path(calpuzzle.__file__).with_name("puzzles")
        text = folder.joinpath("month-day-7x7.toml").read_text()
        cover = Lowering(toml.read(text, "month-day-7x7")).cover
        found = store.cached(cover, lambda: Diagram.grown(cover, RUN))
        for _ in range(15):
            store.save(found, store.path_of(cover))
            assert store.read(cover, store.path_of(cover)).total == found.total
        print(found.total)
    """
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert {process.communicate()[0] for process in running} == {"25061\n"}
    assert all(process.returncode == 0 for process in running)
    assert len(list(cache.iterdir())) == 1


def test_disk_cache_is_used_only_if_requested(cache: Path) -> None:
    diagram_of(shipped.fresh("month-day-7x7").cover)
    assert not cache.exists()
    first = diagram_of(shipped.fresh("month-day-7x7").cover, disk=True)
    assert len(list(cache.iterdir())) == 1
    again = shipped.fresh("month-day-7x7").cover
    found = diagram_of(again, disk=True)
    assert (found.counts() == first.counts()).all()
    # A diagram in memory is not read again.
    assert diagram_of(again, disk=True) is found is diagram_of(again)


def test_memory_bound_applies_only_to_growing(cover: Cover, cache: Path) -> None:
    cached_file(cover, cache)
    assert diagram_of(cover, Run(memory=0), disk=True).total == COUNT
