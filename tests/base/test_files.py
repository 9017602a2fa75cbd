"""Files are written completely or not at all, and read up to a limit."""

from __future__ import annotations

import errno
import gzip
import io
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import platformdirs
import pytest
from commands import first_line

from calpuzzle.base.errors import CannotDoError, InputError, PuzzleError
from calpuzzle.base.files import (
    check_writable,
    contents,
    reason,
    standard_input,
    user_folder,
    write_whole,
)
from calpuzzle.formats.reading import text_of


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def write(path: str | Path, text: bytes = b"new") -> None:
    with write_whole(str(path)) as stream:
        stream.write(text)


@pytest.mark.parametrize("kind", ["cache", "config"])
@pytest.mark.parametrize("home", [None, "", " ", "/elsewhere"])
@pytest.mark.parametrize("system", ["linux", "another"])
def test_user_folders_equal_those_of_platformdirs(
    kind: Literal["cache", "config"],
    home: str | None,
    system: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = f"XDG_{kind.upper()}_HOME"
    monkeypatch.delenv(name, raising=False)
    if home is not None:
        monkeypatch.setenv(name, home)
    monkeypatch.setattr(sys, "platform", system)
    known = {"cache": platformdirs.user_cache_path, "config": platformdirs.user_config_path}
    assert user_folder(kind) == str(known[kind]("calpuzzle", appauthor=False))


def test_write_whole_creates_files_and_follows_links_and_devices(tmp_path: Path) -> None:
    write(tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_bytes() == b"new"
    assert names(tmp_path) == ["a.csv"]
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.csv").write_bytes(b"old")
    (tmp_path / "link.csv").symlink_to(tmp_path / "real" / "a.csv")
    write(tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real" / "a.csv").read_bytes() == b"new"
    write(os.devnull)
    assert not Path(os.devnull).is_file()


def test_a_file_appears_only_at_the_end_and_replaces_a_newer_one(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with write_whole(str(path)) as stream:
        stream.write(b"ours")
        stream.flush()
        assert not path.exists()
        path.write_bytes(b"theirs")
    assert path.read_bytes() == b"ours" and names(tmp_path) == ["a.csv"]


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"a longer old text")
    path.chmod(0o640)
    write(path)
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o7777 == 0o640
    assert names(tmp_path) == ["a.csv"]


def test_the_mode_of_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write(tmp_path / "a.csv")
    finally:
        os.umask(old)
    assert (tmp_path / "a.csv").stat().st_mode & 0o7777 == 0o640


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
def test_a_failed_write_leaves_no_partial_file(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "a.csv"
    for old in (None, b"old"):
        if old:
            path.write_bytes(old)
        with pytest.raises(error), write_whole(str(path)) as stream:
            stream.write(b"half of")
            stream.flush()
            raise error
        assert names(tmp_path) == (["a.csv"] if old else [])
        assert old is None or path.read_bytes() == old
    with pytest.raises(CannotDoError, match=r"cannot write .*: no space"), write_whole(str(path)):
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, call, full)
    with pytest.raises(CannotDoError, match=r"cannot write .*a.csv: no space is left on the disk"):
        write(path)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a.csv"]


def test_paths_that_cannot_be_written_are_rejected(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for path, sentence in [
        (tmp_path, "is a folder; name a file in it"),
        (tmp_path / "none" / "a.csv", f"the folder {tmp_path / 'none'} does not exist"),
        (tmp_path / "file" / "a.csv", f"the folder {tmp_path / 'file'} does not exist"),
        ("", "'' is not a file name"),
        ("a\0b", "is not a file name"),
    ]:
        for attempt in (check_writable, write):
            with pytest.raises(InputError) as error:
                attempt(str(path))
            assert sentence in str(error.value)
    assert names(tmp_path) == ["file"]


def test_read_only_file_system_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old").write_bytes(b"")
    (tmp_path / "kept").write_bytes(b"")
    (tmp_path / "kept").chmod(0o444)
    mounted = SimpleNamespace(f_flag=os.ST_RDONLY)
    monkeypatch.setattr(os, "statvfs", lambda path: mounted)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    for name in ("new", "old", "kept"):
        with pytest.raises(CannotDoError, match=r"^cannot write .*: the file system is read-only$"):
            check_writable(str(tmp_path / name))
    mounted.f_flag = 0
    with pytest.raises(CannotDoError, match=r"cannot write in the folder .*: permission denied$"):
        check_writable(str(tmp_path / "new"))


def test_a_device_needs_only_its_own_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    path = os.devnull
    # Mocked, because root may write anywhere.
    monkeypatch.setattr(os, "access", lambda other, mode: str(other) == path)
    check_writable(path)
    monkeypatch.setattr(os, "access", lambda other, mode: str(other) != path)
    with pytest.raises(CannotDoError) as raised:
        check_writable(path)
    assert str(raised.value) == f"cannot write {path}: permission denied"


def test_check_writable_checks_the_folder_of_the_target_of_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("closed", "open"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_bytes(b"")
    closed = str(tmp_path / "closed")
    (tmp_path / "open" / "link").symlink_to(tmp_path / "closed" / "file")
    (tmp_path / "closed" / "link").symlink_to(tmp_path / "open" / "file")
    # Mocked, because root may write anywhere.
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != closed)
    with pytest.raises(CannotDoError, match="cannot write in the folder"):
        check_writable(str(tmp_path / "open" / "link"))
    check_writable(str(tmp_path / "closed" / "link"))


def test_standard_input_is_read_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"12345")))
    assert standard_input(5) == b"12345"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"12345")))
    with pytest.raises(PuzzleError, match="standard input is larger than 4 bytes"):
        standard_input(4)


def test_reasons_of_os_errors_are_in_lower_case(tmp_path: Path) -> None:
    assert reason(OSError(errno.ENOSPC, "x")) == "no space is left on the disk"
    assert reason(OSError(errno.ENOENT, "No such file or directory")) == "no such file or directory"
    assert reason(OSError("odd")) == "odd"
    with pytest.raises(CannotDoError, match="file name too long"):
        write(tmp_path / ("a" * 300))


def test_files_are_read_up_to_a_limit_and_bad_paths_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert contents(str(path), 5) == b"12345"
    with pytest.raises(PuzzleError, match="is larger than 4 bytes"):
        contents(str(path), 4)
    with pytest.raises(PuzzleError, match=r"there is no file .*none"):
        contents(str(tmp_path / "none"), 5)
    with pytest.raises(PuzzleError, match=r"cannot read .*: is a directory"):
        contents(str(tmp_path), 5)
    for path_without_name in ("", "a\0b"):
        with pytest.raises(PuzzleError, match="is not a file name"):
            contents(path_without_name, 5)


def test_a_file_name_may_have_the_maximum_length(tmp_path: Path) -> None:
    for length in (249, 255):
        path = tmp_path / ("a" * length)
        for text in (b"first", b"second"):
            write(path, text)
            assert path.read_bytes() == text
    assert len(names(tmp_path)) == 2


def test_files_that_are_read_only_or_of_another_user_are_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    path.chmod(0o444)
    for attempt in (check_writable, write):
        with pytest.raises(CannotDoError, match=r"cannot write .*a.csv: it is read-only"):
            attempt(str(path))
    path.chmod(0o644)
    if hasattr(os, "geteuid"):
        monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1000)
        with pytest.raises(CannotDoError, match=r"a.csv: it belongs to another user"):
            write(path)
    assert path.read_bytes() == b"old" and names(tmp_path) == ["a.csv"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may")
def test_a_file_that_root_replaces_keeps_its_owner_and_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    os.chown(path, 1234, 1235)
    path.chmod(0o4640)
    write(path)
    there = path.stat()
    assert (there.st_uid, there.st_gid, there.st_mode & 0o7777) == (1234, 1235, 0o4640)


@pytest.mark.parametrize("packed", [False, True])
def test_a_small_file_takes_little_memory_for_any_limit(tmp_path: Path, packed: bool) -> None:
    """A limit of a gigabyte once allocated a gigabyte, which fails under `ulimit -v`."""
    path = tmp_path / "x"
    path.write_bytes(gzip.compress(b"small") if packed else b"small")
    tracemalloc.start()
    try:
        assert text_of(contents(str(path), 1 << 28), "x", 1 << 28) == "small"
        assert tracemalloc.get_traced_memory()[1] < 1 << 23
    finally:
        tracemalloc.stop()


WRITER = """
import sys, time
from calpuzzle.base.files import write_whole
with write_whole(sys.argv[1]) as stream:
    stream.write(b"half of")
    stream.flush()
    print("writing", flush=True)
    time.sleep(60)
"""


def test_a_killed_process_leaves_the_file_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert first_line(writer) == "writing"
        writer.kill()
        writer.wait()
        assert path.read_bytes() == b"old"
        write(path)
        assert path.read_bytes() == b"new"
    finally:
        writer.kill()
        writer.wait()
        assert writer.stdout
        writer.stdout.close()
