"""Reading of files up to a size limit, and atomic writing.

Every result file of the package is written by `write_whole`: a temporary file in the same folder,
fsync, then a rename, so that a reader never sees a partial file. A process that is killed during
the write may leave its temporary file, whose name begins with TEMPORARY.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, BinaryIO, Literal

from calpuzzle.base.errors import CannotDoError, InputError, PuzzleError

if TYPE_CHECKING:
    from io import BufferedIOBase

WRITABLE = 0o222
MAX_BYTES = 64 << 20  # of a puzzle file
READ_BYTES = 1 << 20  # bytes per read
TEMPORARY = ".calpuzzle-"


def user_folder(kind: Literal["cache", "config"]) -> str:
    """Return the user's folder for the cache or the settings, as platformdirs defines it."""
    if sys.platform == "linux":
        # Importing platformdirs takes longer than counting a date.
        home = os.environ.get(f"XDG_{kind.upper()}_HOME", "").strip()
        return os.path.join(home or os.path.expanduser(f"~/.{kind}"), "calpuzzle")
    import platformdirs

    found = platformdirs.PlatformDirs("calpuzzle", appauthor=False)
    return found.user_cache_dir if kind == "cache" else found.user_config_dir


def contents(path: str, most: int = MAX_BYTES) -> bytes:
    """Return the bytes of a file that the user named.

    Raises PuzzleError if it cannot be read, or has more than `most` bytes.
    """
    if not path or "\0" in path:
        raise PuzzleError(f"{path!r} is not a file name")
    return _read(path, lambda: open(path, "rb"), most)


def standard_input(most: int = MAX_BYTES) -> bytes:
    """Return the bytes of standard input.

    Raises PuzzleError if it is closed, cannot be read, or has more than `most` bytes.
    """
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
    """Return the first bytes of a stream, at most `most`.

    The stream is read in parts, because `read(most)` would allocate `most` bytes even for a short
    stream.
    """
    parts = bytearray()
    while len(parts) < most and (part := stream.read(min(READ_BYTES, most - len(parts)))):
        parts += part
    return bytes(parts)


def check_writable(path: str) -> None:
    """Raise an error if `path` cannot be written; call this before long work.

    Raises InputError if `path` is not a file name, names a folder, or is in a folder that does not
    exist. Raises CannotDoError for a missing permission, and for a file that is read-only or
    belongs to another user.
    """
    if not isinstance(path, str) or not path or "\0" in path:
        raise InputError(f"{path!r} is not a file name")
    # `write_whole` follows links.
    folder = os.path.dirname(os.path.realpath(path) if os.path.islink(path) else path) or "."
    if os.path.isdir(path):
        raise InputError(f"{path} is a folder; name a file in it")
    if os.path.exists(path) and not os.path.isfile(path):
        # A device or a pipe is written in place, so its folder need not be writable.
        if not os.access(path, os.W_OK):
            raise CannotDoError(f"cannot write {path}: {_why_denied(path)}")
        return
    if os.path.exists(path) and (why := _why_not_replaceable(path)):
        raise CannotDoError(f"cannot write {path}: {why}")
    if not os.path.isdir(folder):
        raise InputError(f"the folder {folder} does not exist; make it first, or name another")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CannotDoError(f"cannot write in the folder {folder}: {_why_denied(folder)}")


def _is_on_read_only_system(path: str) -> bool:
    """Return whether the file system of the path is mounted read-only."""
    return hasattr(os, "statvfs") and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _why_denied(path: str) -> str:
    """Return the reason why an existing path cannot be written."""
    return "the file system is read-only" if _is_on_read_only_system(path) else "permission denied"


def _why_not_replaceable(path: str) -> str:
    """Return the reason why an existing file must not be replaced, or an empty string.

    A rename checks neither the permissions nor the owner of the file that it replaces.
    """
    if _is_on_read_only_system(path):
        return _why_denied(path)
    there = os.stat(path)
    # os.access allows root everything, so check the mode too.
    if not there.st_mode & WRITABLE or not os.access(path, os.W_OK):
        return "it is read-only; name another file, or make it writable"
    user = os.geteuid() if hasattr(os, "geteuid") else 0
    if user not in (0, there.st_uid):
        return "it belongs to another user; name another file, or remove it first"
    return ""


@contextmanager
def write_whole(path: str) -> Iterator[BinaryIO]:
    """Yield a binary file that replaces `path` if the block succeeds, and is removed if it fails.

    A replaced file keeps its mode, and if permitted its owner. Links are followed. A device or a
    pipe, such as /dev/null, is written in place, because a rename would replace it with a file.
    """
    check_writable(path)
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        with _converting(path), open(target, "wb") as stream:
            yield stream
        return
    with _converting(path):
        # Not tempfile, because only the owner can read its files.
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
    """Set the mode, and if permitted the owner, of an open file to those of the file at `path`."""
    if not os.path.exists(path) or not hasattr(os, "fchown"):
        return
    there = os.stat(path)
    with suppress(OSError):
        os.fchown(descriptor, there.st_uid, there.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(there.st_mode))


@contextmanager
def _converting(path: str) -> Iterator[None]:
    """Convert an OSError to a CannotDoError that names the file."""
    try:
        yield
    except CannotDoError:  # OutOfTimeError is an OSError too
        raise
    except OSError as error:
        raise CannotDoError(f"cannot write {path}: {reason(error)}") from error


def reason(error: OSError) -> str:
    """Return the reason for `error` in lower case, without path and number."""
    if error.errno == errno.ENOSPC:
        return "no space is left on the disk"
    return (error.strerror or str(error)).lower()
