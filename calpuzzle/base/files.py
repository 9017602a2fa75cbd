"""Reading files up to a bound, and writing them whole or not at all.

Every result file of the package goes through `write_whole`: a temporary file in the same folder,
fsync, then a rename, so that a reader never meets a half-written file. A process that is killed
while it writes may leave its temporary file, whose name begins with TEMPORARY.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, BinaryIO

from calpuzzle.base.errors import CannotDoError, InputError, PuzzleError

if TYPE_CHECKING:
    from io import BufferedIOBase

WRITABLE = 0o222
MAX_BYTES = 64 << 20  # of a puzzle's file
PART = 1 << 20  # bytes that are read at once
TEMPORARY = ".calpuzzle-"


def contents(path: str, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file that a user named. Raises PuzzleError for one that cannot be read, or
    has more than `most` bytes."""
    if not path or "\0" in path:
        raise PuzzleError(f"{path!r} is no name of a file")
    return _read(path, lambda: open(path, "rb"), most)


def standard_input(most: int = MAX_BYTES) -> bytes:
    """Return what stands on standard input. Raises PuzzleError where it is closed or cannot be
    read, or has more than `most` bytes."""
    if sys.stdin is None:
        raise PuzzleError("standard input is closed, so there is nothing to read; name a file")
    return _read("standard input", lambda: nullcontext(sys.stdin.buffer), most)


def _read(name: str, opened: Callable[[], AbstractContextManager[BinaryIO]], most: int) -> bytes:
    try:
        with opened() as stream:
            data = read_up_to(stream, most + 1)
    except FileNotFoundError:
        raise PuzzleError(f"there is no file {name}") from None
    except OSError as error:
        raise PuzzleError(f"cannot read {name}: {reason(error)}") from None
    if len(data) > most:
        raise PuzzleError(f"{name} is larger than {most:,} bytes")
    return data


def read_up_to(stream: BinaryIO | BufferedIOBase, most: int) -> bytes:
    """The first bytes of a stream, `most` at most, in no more memory than twice those that there
    are: `read(most)` would ask for all of it before the first has come."""
    parts = bytearray()
    while len(parts) < most and (part := stream.read(min(PART, most - len(parts)))):
        parts += part
    return bytes(parts)


def check_writable(path: str) -> None:
    """Raise before long work if `path` cannot be written: InputError for a folder that does not
    exist or a path that is no file, CannotDoError for one without permission, and for a file that
    is read-only or somebody else's."""
    if not isinstance(path, str) or not path or "\0" in path:
        raise InputError(f"{path!r} is no name of a file")
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        raise InputError(f"{path} is a folder; name a file in it")
    if os.path.exists(path) and not os.path.isfile(path):
        # A device or a pipe: nothing is made in its folder.
        if not os.access(path, os.W_OK):
            raise CannotDoError(f"cannot write {path}: {_why_denied(path)}")
        return
    if os.path.exists(path) and (why := _why_kept(path)):
        raise CannotDoError(f"cannot write {path}: {why}")
    if not os.path.isdir(folder):
        raise InputError(f"the folder {folder} does not exist; make it first, or name another")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CannotDoError(f"cannot write in the folder {folder}: {_why_denied(folder)}")


def _is_read_only(path: str) -> bool:
    """Return whether the file system that holds the path is mounted read-only."""
    return hasattr(os, "statvfs") and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _why_denied(path: str) -> str:
    """Return why nothing can be written at a path that is there."""
    return "the file system is read-only" if _is_read_only(path) else "permission denied"


def _why_kept(path: str) -> str:
    """Return why the file that stands there is not to be replaced, or nothing. A rename would not
    ask whether it may be written, and would change whose it is."""
    if _is_read_only(path):
        return _why_denied(path)
    there = os.stat(path)
    # Root may write everything; what nobody may write is protected from root too.
    if not there.st_mode & WRITABLE or not os.access(path, os.W_OK):
        return "it is read-only; name another file, or allow it to be written"
    own = os.geteuid() if hasattr(os, "geteuid") else 0
    if own not in (0, there.st_uid):
        return "it belongs to somebody else; name another file, or remove it first"
    return ""


@contextmanager
def write_whole(path: str) -> Iterator[BinaryIO]:
    """Give a binary file that becomes `path` when the block ends well, and vanishes when not.

    A file that stands there keeps its mode, and its owner as far as that is allowed. A link is
    followed. A device or a pipe, such as /dev/null, is written as it is: a rename would put a file
    in its place.
    """
    check_writable(path)
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        with _told(path), open(target, "wb") as stream:
            yield stream
        return
    with _told(path):
        # Not tempfile, whose files only their owner may read.
        temporary = os.path.join(os.path.dirname(target), f"{TEMPORARY}{os.urandom(8).hex()}.tmp")
        try:
            with open(temporary, "x+b") as stream:
                yield stream
                stream.flush()
                _take_owner_and_mode(stream.fileno(), target)
                os.fsync(stream.fileno())
            os.replace(temporary, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise


def _take_owner_and_mode(descriptor: int, path: str) -> None:
    """Give an open file the mode, and if allowed the owner, of the file at `path`, if any."""
    if not os.path.exists(path) or not hasattr(os, "fchown"):
        return
    there = os.stat(path)
    with suppress(OSError):
        os.fchown(descriptor, there.st_uid, there.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(there.st_mode))


@contextmanager
def _told(path: str) -> Iterator[None]:
    """Turn an OSError into a sentence that names the file."""
    try:
        yield
    except OSError as error:
        raise CannotDoError(f"cannot write {path}: {reason(error)}") from error


def reason(error: OSError) -> str:
    """The operating system's own words for `error`, without the path and the number."""
    if error.errno == errno.ENOSPC:
        return "no space is left on the disk"
    return (error.strerror or str(error)).lower()
