"""Where a command's pictures and tables go: a file, written whole or not at all, or stdout."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from calpuzzle.base.errors import InputError
from calpuzzle.base.files import check_writable, write_whole
from calpuzzle.base.text import unknown, visible
from calpuzzle.cli.progress import StatusLine

RESULTS = "results"
BINARY = ("png", "gif")
FOR_PEOPLE = ("text", "table")


def choose_format(
    given: str | None, output: str | None, known: tuple[str, ...], default: str
) -> str:
    """The format that was asked for, or that the output's ending says, or the default.

    Raises InputError for one that the command does not write.
    """
    if given is None and output is not None and output != "-":
        ending = os.path.splitext(output)[1][1:].lower()
        if ending in ("txt", ""):
            return default
        if ending not in known:
            raise InputError(
                f"the ending of {output} is none that can be written ({', '.join(known)}); "
                "change it, or say which with --format"
            )
        return ending
    chosen = default if given is None else given
    if chosen not in known:
        raise InputError(unknown("format", chosen, known))
    return chosen


def default_path(name: str, ending: str) -> str:
    """`results/NAME.ENDING` in the current folder, which is made where it is missing.

    Raises as `check_writable` where it cannot be written, InputError where `results` is no folder.
    """
    path = os.path.join(RESULTS, f"{name}.{ending}")
    if not os.path.exists(RESULTS):
        check_writable(RESULTS)
        os.mkdir(RESULTS)
    elif not os.path.isdir(RESULTS):
        raise InputError(f"{RESULTS} is no folder; name another file with -o")
    check_writable(path)
    return path


def destination(output: str | None, form: str) -> str | None:
    """The file that `-o` names, or None for stdout, which `-` is too.

    Stdout keeps the terminal's encoding for what people read; data is UTF-8 wherever it goes, for
    the programs that read it know no terminal. Raises before the work what would stop its end: as
    `check_writable` does for a file, and InputError for a picture of bytes that would go to a
    terminal.
    """
    if output is not None and output != "-":
        check_writable(output)
        return output
    if form in BINARY and sys.stdout.isatty():
        raise InputError(
            f"a {form.upper()} would garble the terminal; name a file with -o, or pipe it on"
        )
    if form not in FOR_PEOPLE and isinstance(sys.stdout, io.TextIOWrapper):
        # What UTF-8 lacks, bytes of a file's name, becomes an escape, which JSON reads.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    return None


def write(data: str | bytes, output: str | None) -> None:
    """Write to the file `output`, or to stdout when it is None or `-`."""
    raw = utf8(data) if isinstance(data, str) else data
    if output is not None and output != "-":
        with write_whole(output) as stream:
            stream.write(raw)
    elif isinstance(data, str):
        sys.stdout.write(data)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(raw)


@contextmanager
def stream_to(path: str | None) -> Iterator[IO[str]]:
    """Stdout, or the file, which appears whole or not at all."""
    if path is None:
        yield sys.stdout
        return
    with write_whole(path) as raw:
        text = io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", newline="\n")
        yield text
        text.flush()
        text.detach()


def utf8(text: str) -> bytes:
    """The text as UTF-8; what that lacks, bytes of a file's name, becomes an escape."""
    return text.encode("utf-8", "backslashreplace")


def tell(message: str) -> None:
    """One line for the person at the terminal, on stderr; what a terminal would act on, in a word
    that was typed for instance, becomes an escape."""
    if StatusLine.standing:
        StatusLine.standing.clear()
    print(f"calpuzzle: {visible(message)}", file=sys.stderr)
