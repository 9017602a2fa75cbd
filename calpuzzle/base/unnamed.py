"""Files that have no name until they are whole.

On Linux a file is made without a name (O_TMPFILE), so that a process killed while it writes leaves
nothing behind. When it is whole it is given its name: at once where nothing stands there. No call
of the system puts an unnamed file in the place of another one (linkat refuses), so that it then
gets a temporary name first and is renamed, which replaces the other in one step. Where the system
or the disk knows no unnamed files it has the temporary name from the beginning.

A temporary name says nothing of the file's own, which may be as long as a name can be. Whoever
writes the file holds a lock on it, which ends with the process, however that ends: so what a
killed process left is known by its lock being free, and is swept up by the next one that writes in
the folder.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from contextlib import suppress
from typing import BinaryIO, Self

PREFIX, SUFFIX = ".calpuzzle-", ".tmp"
YOUNG = 60.0  # seconds; a younger file may not have its lock yet
NOT_HERE = (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT, errno.EPERM)

_swept: set[str] = set()


class Unnamed:
    """A file beside `target`, open as `stream`, which `name` makes the file of that name; without
    that nothing is left of it at the end of the block. Raises OSError."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._folder = os.path.dirname(target) or "."
        self._temporary = ""  # the name that it has, or nothing
        sweep(self._folder)

    def __enter__(self) -> Self:
        descriptor = _without_a_name(self._folder)
        try:
            self.stream: BinaryIO = self._named() if descriptor is None else open(descriptor, "w+b")
            _lock(self.stream.fileno())
        except BaseException:  # Ctrl-C too: the block has not begun, and will not end
            self._forget()
            raise
        return self

    def _named(self) -> BinaryIO:
        self._temporary = self._temporary_name()
        return open(self._temporary, "x+b")

    def __exit__(self, *_: object) -> None:
        try:
            # A disk that is full is told by what is flushed in `name`, not while cleaning up.
            with suppress(OSError):
                self.stream.close()
        finally:
            self._forget()

    def _forget(self) -> None:
        """Remove the temporary name, where there is one."""
        if self._temporary:
            with suppress(FileNotFoundError):
                os.unlink(self._temporary)

    def name(self) -> None:
        """Make the file durable, and give it its name in one step."""
        self.stream.flush()
        descriptor = self.stream.fileno()
        replaced = os.path.exists(self._target)
        if replaced:
            _like(descriptor, os.stat(self._target))
        os.fsync(descriptor)
        if not self._temporary:
            if not replaced and self._linked(self._target):
                self._settle()
                return
            self._temporary = self._temporary_name()
            if not self._linked(self._temporary):
                self._copy(self._temporary)
        if os.name == "nt":  # what is open there cannot be renamed
            self.stream.close()
        os.replace(self._temporary, self._target)
        self._temporary = ""
        self._settle()

    def _linked(self, name: str) -> bool:
        """Give the unnamed file a name; False where something has it, or the system refuses, as
        some that run programs in a box do."""
        # With a folder of its own, os.link follows the link that stands for the descriptor.
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            source = f"/proc/self/fd/{self.stream.fileno()}"
            os.link(source, os.path.basename(name), dst_dir_fd=folder)
        except OSError:
            return False
        finally:
            os.close(folder)
        return True

    def _copy(self, name: str) -> None:
        """Write what the unnamed file holds into one of that name, which takes its place."""
        with open(name, "x+b") as copy:
            _lock(copy.fileno())
            self.stream.seek(0)
            while part := self.stream.read(1 << 20):
                copy.write(part)
            copy.flush()
            if os.path.exists(self._target):
                _like(copy.fileno(), os.stat(self._target))
            os.fsync(copy.fileno())

    def _settle(self) -> None:
        """Make the name durable too, where folders can be opened."""
        with suppress(OSError):
            folder = os.open(self._folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _temporary_name(self) -> str:
        return os.path.join(self._folder, f"{PREFIX}{os.getpid()}-{os.urandom(8).hex()}{SUFFIX}")


def _without_a_name(folder: str) -> int | None:
    """An unnamed file in the folder that can be given a name, or None where there is no such
    thing."""
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir("/proc/self/fd"):
        return None
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o666)
    except OSError as error:
        if error.errno in NOT_HERE:
            return None
        raise


def _like(descriptor: int, there: os.stat_result) -> None:
    """Give the file the owner, as far as that is allowed, and the mode of the one there."""
    if hasattr(os, "fchown"):
        own = os.fstat(descriptor)
        if (own.st_uid, own.st_gid) != (there.st_uid, there.st_gid):
            with suppress(OSError):
                os.fchown(descriptor, there.st_uid, there.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(there.st_mode))


def _lock(descriptor: int) -> bool:
    """Lock an open file, and say whether that could be done: nobody else has locked it."""
    try:
        import fcntl
    except ImportError:  # on Windows a file that is open cannot be removed
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def sweep(folder: str) -> None:
    """Remove what killed processes of this user have left in the folder: once in each process."""
    if folder in _swept:
        return
    _swept.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(PREFIX) and entry.name.endswith(SUFFIX):
                with suppress(OSError):
                    _remove_if_left(entry.path)


def _remove_if_left(path: str) -> None:
    there = os.lstat(path)
    own = not hasattr(os, "geteuid") or there.st_uid == os.geteuid()
    if not own or not stat.S_ISREG(there.st_mode) or time.time() - there.st_mtime < YOUNG:
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        left = _lock(descriptor)
    finally:
        os.close(descriptor)
    if left:
        os.unlink(path)
