"""A file is written whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path

import pytest

from calpuzzle.base.errors import CannotDoError, InputError, PuzzleError
from calpuzzle.base.files import (
    check_writable,
    contents,
    meant_for,
    reason,
    standard_input,
    sweep,
    write_whole,
)


def left(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def write(path: str | Path, text: bytes = b"new") -> None:
    with write_whole(str(path)) as stream:
        stream.write(text)


def test_a_new_file(tmp_path: Path) -> None:
    write(tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_bytes() == b"new"
    assert left(tmp_path) == ["a.csv"]


def test_an_old_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"a longer old text")
    path.chmod(0o640)
    write(path)
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o7777 == 0o640
    assert left(tmp_path) == ["a.csv"]


def test_a_new_file_has_the_mode_that_the_user_asked_for(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write(tmp_path / "a.csv")
    finally:
        os.umask(old)
    assert (tmp_path / "a.csv").stat().st_mode & 0o7777 == 0o640


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
def test_nothing_is_left_of_a_write_that_fails(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "a.csv"
    for old in (None, b"old"):
        if old:
            path.write_bytes(old)
        with pytest.raises(error), write_whole(str(path)) as stream:
            stream.write(b"half of")
            stream.flush()
            raise error
        assert left(tmp_path) == (["a.csv"] if old else [])
        assert old is None or path.read_bytes() == old


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, call, full)
    with pytest.raises(CannotDoError, match=r"cannot write .*a.csv: no space is left on the disk"):
        write(path)
    assert path.read_bytes() == b"old"
    assert left(tmp_path) == ["a.csv"]


def test_nothing_is_seen_before_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with write_whole(str(path)) as stream:
        stream.write(b"half")
        stream.flush()
        assert not path.exists()
    assert path.exists()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.csv").write_bytes(b"old")
    (tmp_path / "link.csv").symlink_to(tmp_path / "real" / "a.csv")
    write(tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real" / "a.csv").read_bytes() == b"new"


def test_paths_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for path, sentence in [
        (tmp_path, "is a folder; name a file in it"),
        (tmp_path / "none" / "a.csv", f"the folder {tmp_path / 'none'} does not exist"),
        (tmp_path / "file" / "a.csv", f"the folder {tmp_path / 'file'} does not exist"),
        ("", "'' is no name of a file"),
        ("a\0b", "is no name of a file"),
    ]:
        for attempt in (check_writable, write):
            with pytest.raises(InputError) as error:
                attempt(str(path))
            assert sentence in str(error.value)
    assert left(tmp_path) == ["file"]


def test_a_name_too_long_is_said(tmp_path: Path) -> None:
    with pytest.raises(CannotDoError, match="file name too long"):
        write(tmp_path / ("a" * 300))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(CannotDoError, match="permission denied"):
            check_writable(str(tmp_path / "a.csv"))
    finally:
        tmp_path.chmod(0o700)


def test_a_folder_without_permission_is_told_to_root_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(CannotDoError, match=f"cannot write in the folder {tmp_path}: permission"):
        check_writable(str(tmp_path / "a.csv"))


def test_reasons() -> None:
    assert reason(OSError(errno.ENOSPC, "x")) == "no space is left on the disk"
    assert reason(OSError(errno.ENOENT, "No such file or directory")) == "no such file or directory"
    assert reason(OSError("odd")) == "odd"


def test_reading_up_to_a_bound(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert contents(str(path), 5) == b"12345"
    with pytest.raises(PuzzleError, match="is larger than 4 bytes"):
        contents(str(path), 4)
    with pytest.raises(PuzzleError, match=r"cannot read .*none: no such file or directory"):
        contents(str(tmp_path / "none"), 5)
    with pytest.raises(PuzzleError, match=r"cannot read .*: is a directory"):
        contents(str(tmp_path), 5)
    for path_without_name in ("", "a\0b"):
        with pytest.raises(PuzzleError, match="is no name of a file"):
            contents(path_without_name, 5)


def test_reading_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"12345")))
    assert standard_input(5) == b"12345"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"12345")))
    with pytest.raises(PuzzleError, match="standard input is larger than 4 bytes"):
        standard_input(4)
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(PuzzleError, match="standard input is closed"):
        standard_input(4)


def test_a_device_is_written_as_it_is() -> None:
    write(os.devnull)
    assert not Path(os.devnull).is_file()


def test_what_killed_writers_left_can_be_swept_up(tmp_path: Path) -> None:
    ours, others = "a.csv.12-0123abcd.tmp", ["a.csv", "b.csv.12-0123abcd.tmp", "a.csv.tmp"]
    for name in (ours, *others):
        (tmp_path / name).touch()
    sweep(str(tmp_path), lambda name: name == "a.csv")
    assert sorted(os.listdir(tmp_path)) == sorted(others)
    with write_whole(str(tmp_path / "c.csv")):
        (made,) = set(os.listdir(tmp_path)) - set(others)
        assert meant_for(made) == "c.csv"
        assert not meant_for("a.csv.tmp")
