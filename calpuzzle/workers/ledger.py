"""The ledger: a folder with one file for each finished unit of work.

`ledger.json` states which program wrote it, what the results depend on, and the units. NAME.unit
begins with one line of JSON: the format, the run, the name of the unit and a checksum. The result
of the unit follows. Only the process that has locked the ledger writes files, and it writes them
atomically. If it is killed, the next run therefore continues from these files. A damaged file is
deleted and its unit is computed again. Other stored data, such as the sums of
design/judging/adding.py, are files of the same kind.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from typing import Any, BinaryIO, NamedTuple, Self

from calpuzzle._version import __version__
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.files import TEMPORARY, reason, write_whole
from calpuzzle.base.wording import plural

HEADER = "ledger.json"
KIND = "calpuzzle ledger"
LAYOUT = 3  # the version of ledger.json and of the files of results
FORMAT = f"calpuzzle unit {LAYOUT}"
ENDING = ".unit"
MAX_HEADER = 4096


class Header(NamedTuple):
    """The first line of a NAME.unit, without the format. `run` is the digest of what the content
    depends on, `name` is NAME, and `checksum` is the digest of the content."""

    run: str
    name: str
    checksum: str


class DamagedError(Exception):
    """A file is damaged, or belongs to another run or name; the message states the reason."""


def header_of(stream: BinaryIO) -> Header:
    """Return the header at the start of a stream. Raises DamagedError."""
    try:
        form, *words = json.loads(stream.readline(MAX_HEADER))
    except (ValueError, TypeError, RecursionError):
        raise DamagedError("it has no header") from None
    if form != FORMAT or len(words) != len(Header._fields):
        raise DamagedError("its header has another format")
    return Header(*words)


def check(stream: BinaryIO, run: str, name: str) -> None:
    """Raise DamagedError if a stream is incomplete, or belongs to another run or name."""
    header = header_of(stream)
    if header[:2] != (run, name):
        raise DamagedError("it belongs to other work")
    digest = sha256()
    while part := stream.read(1 << 20):
        digest.update(part)
    if digest.hexdigest() != header.checksum:
        raise DamagedError("its checksum is wrong")


@contextmanager
def _readable(path: str) -> Iterator[None]:
    """Raise CannotDoError if a file exists, but cannot be read or deleted."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise CannotDoError(f"cannot use {path}: {reason(error)}") from error


class Ledger:
    """The folder of one run, locked by this process until the `with` block ends.

    `description` states everything that the results depend on; `units` are the names of the units.
    Raises InputError if the folder contains other files or the ledger of other work, and
    CannotDoError if another process has locked it or it cannot be written.
    """

    def __init__(self, folder: str, description: str, units: Sequence[str]) -> None:
        self.folder = folder
        self.run = sha256(description.encode()).hexdigest()
        self.units = tuple(units)
        self._header = {
            "format": f"{KIND} {LAYOUT}",
            "program": __version__,
            "units": list(units),
            "of": description,
        }
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            try:
                self._open_folder(stack)
            except OSError as error:
                raise CannotDoError(
                    f"cannot use the ledger {self.folder}: {reason(error)}"
                ) from error
            self._closing = stack.pop_all()
        return self

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        try:
            done = sum(os.path.exists(self.path(unit)) for unit in self.units)
            if not done:
                self.remove()  # no unit is finished, so leave no ledger behind
            elif isinstance(error, KeyboardInterrupt):
                units = plural(len(self.units), "unit")
                error.add_note(
                    f"{done:,} of {units} done, in {self.folder}; repeat the command to continue"
                )
        finally:
            self._closing.close()

    def _open_folder(self, stack: ExitStack) -> None:
        """Open the ledger: make and lock the folder, delete temporary files, and compare
        ledger.json, or write it if there is none."""
        folder = self.folder
        if os.path.exists(folder) and not os.path.isdir(folder):
            raise InputError(f"{folder} is a file; a ledger is a folder: name another")
        header = os.path.join(folder, HEADER)
        parent = os.path.dirname(os.path.abspath(folder))
        if not os.path.isdir(parent):
            raise InputError(f"the folder {parent} does not exist; make it first, or name another")
        if not os.path.isdir(folder):
            os.mkdir(folder)
        elif not os.path.exists(header) and not all(
            # A killed writer may have left temporary files.
            name.startswith(TEMPORARY)
            for name in os.listdir(folder)
        ):
            raise InputError(f"{folder} holds other files; name a folder that does not exist yet")
        stack.callback(_lock_folder(folder))
        for name in os.listdir(folder):
            if name.startswith(TEMPORARY):
                os.unlink(os.path.join(folder, name))
        if os.path.exists(header):
            self._compare(header)
        if not os.path.exists(header):
            with write_whole(header) as stream:
                stream.write(json.dumps(self._header, indent=1).encode() + b"\n")

    def _compare(self, header: str) -> None:
        """Raise InputError if ledger.json is damaged, was written by another version of calpuzzle,
        or belongs to other work."""
        try:
            with open(header, "rb") as stream:
                found = json.load(stream)
        except (ValueError, RecursionError):
            found = {}
        if found == self._header:
            return
        form = found.get("format") if isinstance(found, dict) else None
        if not (isinstance(form, str) and form.startswith(KIND)):
            raise InputError(
                f"{header} is damaged, or not a ledger; name another folder with --ledger, or "
                f"delete {self.folder}"
            )
        if (form, found.get("program")) != (self._header["format"], __version__):
            raise InputError(
                f"{self.folder} was written by {_writer(found)}, but this is "
                f"{_writer(self._header)}; continue with that version, name another folder with "
                "--ledger, or delete it"
            )
        raise InputError(
            f"{self.folder} is the ledger of other work; name another folder with --ledger, or "
            "delete it"
        )

    def path(self, unit: str) -> str:
        """Return the path of the file of a unit."""
        return os.path.join(self.folder, unit + ENDING)

    def missing(self, notify: Callable[[str], object]) -> list[str]:
        """Return the unfinished units, in order; damaged files are deleted and reported. Raises
        CannotDoError if a file cannot be read or deleted."""
        found = []
        for unit in self.units:
            path = self.path(unit)
            try:
                with _readable(path), open(path, "rb") as stream:
                    check(stream, self.run, unit)
            except FileNotFoundError:
                found.append(unit)
            except DamagedError as error:
                notify(f"{path} is damaged ({error}); the unit is computed again")
                with _readable(path):
                    os.unlink(path)
                found.append(unit)
        return found

    def content(self, unit: str) -> bytes:
        """Return the result of a finished unit. Raises CannotDoError if it cannot be read."""
        with _readable(self.path(unit)), open(self.path(unit), "rb") as stream:
            header_of(stream)
            return stream.read()

    def has(self, name: str, run: str) -> bool:
        """Return whether the file of that name exists, is complete, and belongs to that run.
        Raises CannotDoError if it cannot be read."""
        try:
            with _readable(self.path(name)), open(self.path(name), "rb") as stream:
                check(stream, run, name)
        except (FileNotFoundError, DamagedError):
            return False
        return True

    def record(self, name: str, content: bytes, run: str = "") -> None:
        """Write the result of a unit, or other data that belongs to `run`. Raises CannotDoError if
        the file cannot be written."""
        header = [FORMAT, run or self.run, name, sha256(content).hexdigest()]
        with write_whole(self.path(name)) as stream:
            stream.write(json.dumps(header, separators=(",", ":")).encode() + b"\n")
            stream.write(content)

    def remove_others(self) -> None:
        """Delete the stored data that are not units."""
        for name in os.listdir(self.folder):
            if name.endswith(ENDING) and name.removesuffix(ENDING) not in self.units:
                os.unlink(os.path.join(self.folder, name))

    def remove(self) -> None:
        """Delete the files of the ledger, ledger.json last, and then the folder if it is empty."""
        if not os.path.isdir(self.folder):
            return
        self.remove_others()
        for name in (*(unit + ENDING for unit in self.units), HEADER):
            path = os.path.join(self.folder, name)
            if os.path.exists(path):
                os.unlink(path)
        if not os.listdir(self.folder):
            os.rmdir(self.folder)


def _writer(header: dict[str, Any]) -> str:
    """Return the name of the program that wrote this content of ledger.json, for messages."""
    program = header.get("program", "without a version")
    layout = header["format"].removeprefix(KIND)
    return f"calpuzzle {program!s:.20} (layout{layout:.20})"


def _lock_folder(folder: str) -> Callable[[], object]:
    """Lock the folder for this process and return a function that unlocks it. The lock is released
    when the process ends. On a system without such locks, nothing is locked."""
    try:
        import fcntl
    except ImportError:
        return lambda: None
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise CannotDoError(
            f"another run is using the ledger {folder}; wait for it, or name another folder"
        ) from None
    except OSError:
        pass  # a file system without locks
    return lambda: os.close(lock)
