"""The output of a command: pictures and tables are written to stdout or to a file, which appears
only when it is complete. This module also tests whether stdout can show colours and box lines."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, BinaryIO

from calpuzzle.base.errors import InputError
from calpuzzle.base.files import check_writable, write_whole
from calpuzzle.base.wording import unambiguous
from calpuzzle.cli.progress import Level, Meter
from calpuzzle.draw.scene import sheet
from calpuzzle.formats import toml
from calpuzzle.puzzle.model import Model
from calpuzzle.results.records import Row, data_text

RESULTS = "results"
BINARY = ("png", "gif", "pdf")
PICTURES = ("svg", "png", "pdf")
FOR_PEOPLE = ("text", "grid")
Target = tuple[str, str | None]  # a format, and the file or None for stdout
MAX_DRAWN = 100  # a sheet of more is too large to look at, or to open


def target(args: argparse.Namespace, known: tuple[str, ...]) -> Target:
    """Return the format and the `destination`. The format is that of `--format`, else that of the
    ending of `-o`, else the first of those `known`.

    Raises InputError for an ending that is not a format.
    """
    output = getattr(args, "output", None)
    form = known[0] if args.format is None else str(args.format)
    if args.format is None and output not in (None, "-"):
        ending = os.path.splitext(output)[1][1:].lower()
        special_endings = {**dict.fromkeys(FOR_PEOPLE, "txt"), "spreadsheet": "csv"}
        endings = dict.fromkeys(special_endings.get(form, form) for form in known)
        if ending not in ("txt", "", *endings):
            raise InputError(
                f"the ending of {output} is not an output format (.{', .'.join(endings)}); "
                "change it, or use --format"
            )
        form = ending if ending in known else form
    return form, destination(output, form)


def check_ending(path: str, known: Sequence[str]) -> str:
    """Return the ending of a file to write. Raise InputError if it is not one of `known`, and as
    `check_writable` does."""
    ending = os.path.splitext(path)[1].lower()
    if ending not in known:
        *most, last = known
        listed = f"{', '.join(most)} or {last}" if most else last
        raise InputError(f"{path} must end in {listed}")
    check_writable(path)
    return ending


def default_path(name: str, ending: str, force: bool) -> str:
    """Return `results/NAME.ENDING` in the current folder; the folder `results` is created if it is
    missing.

    Raises as `check_writable` and `check_new` do, and InputError if `results` is not a folder.
    """
    path = os.path.join(RESULTS, f"{name}.{ending}")
    if not os.path.exists(RESULTS):
        check_writable(RESULTS)
        os.mkdir(RESULTS)
    elif not os.path.isdir(RESULTS):
        raise InputError(f"{RESULTS} is not a folder; name another file with -o")
    check_writable(path)
    check_new(force, path)
    return path


def destination(output: str | None, form: str) -> str | None:
    """Return the file that `-o` names, or None for stdout, which is also written as `-`.

    Text on stdout keeps the encoding of the terminal; data is always UTF-8, because the programs
    that read it expect that. Call this before the work begins, because it raises the errors that
    would otherwise occur at the end: those of `check_writable` for a file, and InputError for a
    binary picture that would be written to a terminal.
    """
    if output is not None and output != "-":
        check_writable(output)
        return output
    if form in BINARY and sys.stdout.isatty():
        raise InputError(
            f"{form.upper()} cannot be printed on a terminal; name a file with -o, or use a pipe"
        )
    if form not in FOR_PEOPLE and isinstance(sys.stdout, io.TextIOWrapper):
        # Bytes of a file name that are not UTF-8 become escapes, which JSON can read.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    return None


def optional_file(output: str | None, shown: str) -> str | None:
    """Return the file that `-o` names, or None without `-o`, for a command that prints something
    else, called `shown`, on stdout. Raises as `destination` does, and InputError for `-o -`."""
    if output == "-":
        raise InputError(f"stdout has {shown}; name a file with -o")
    return destination(output, "data") if output else None


def check_new(force: bool, *paths: str | None) -> None:
    """Raise InputError if a file to write exists, unless `force` is given."""
    for path in paths:
        if path and os.path.isfile(path) and not force:
            raise InputError(f"{path} exists already; --force replaces it, or name another file")


def write_data(target: Target, text: str, rows: Sequence[Row], whole: Any = None) -> None:
    """Write `text` if the format is text. Otherwise write the result of `data_text` for `rows` and
    `whole`."""
    form, path = target
    write(text if form == "text" else data_text(rows, form, whole), path)


def write(data: str | bytes, output: str | None, words: str = "") -> None:
    """Write `data` to the file `output`, and report the file and `words`. If `output` is None,
    write `data` to stdout."""
    if isinstance(data, str):
        with stream_to(output, words) as text:
            text.write(data)
    else:
        with bytes_to(output, words) as stream:
            stream.write(data)


def report_written(path: str, words: str = "") -> None:
    """Report which file was written."""
    notify(f"wrote {path}{words}")


def write_puzzle(model: Model, path: str, words: str = "") -> None:
    """Write the file of a puzzle that was found. The puzzle is named after the file."""
    name = os.path.splitext(os.path.basename(path))[0]
    write(toml.write(model._replace(name=name, title="", source="")), path, words)


@contextmanager
def bytes_to(path: str | None, words: str = "") -> Iterator[BinaryIO]:
    """Yield a binary stream to stdout or to the file, which appears when it is complete and is then
    reported."""
    if path is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        return
    with write_whole(path) as stream:
        yield stream
    report_written(path, words)


@contextmanager
def stream_to(path: str | None, words: str = "") -> Iterator[IO[str]]:
    """Yield a text stream, as `bytes_to` does. In a file, bytes of file names that are not UTF-8
    become escapes."""
    if path is None:
        yield sys.stdout
        return
    with bytes_to(path, words) as raw:
        text = io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", newline="\n")
        yield text
        text.flush()
        text.detach()


def write_sheet(solutions: Sequence[Any], title: str, form: str, path: str | None) -> None:
    """Write solutions as one picture. Raises InputError if there are too many."""
    from calpuzzle.draw.svg import encoded_scene

    if len(solutions) > MAX_DRAWN:
        raise InputError(
            f"a sheet holds {MAX_DRAWN} solutions at most; ask for fewer with -n, or use "
            "--format text or json"
        )
    write(encoded_scene(sheet([each.scene() for each in solutions], title=title), form), path)


def coloured(args: argparse.Namespace, form: str, path: str | None) -> bool:
    """Return whether a text is coloured, as `--color` determines. Raise InputError if `--color` is
    given for a format that is not one of FOR_PEOPLE."""
    if form not in FOR_PEOPLE and "--color" in args.given:
        raise InputError(f"--color is for text, and this is {form}: leave --color out")
    return wants_colour(args.color) and not (path and args.color == "auto")


def wants_colour(when: str) -> bool:
    """Return whether to print in colour; `when` is auto, always or never."""
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    on_terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return on_terminal or bool(os.environ.get("FORCE_COLOR"))


def wants_ascii(path: str | None = None) -> bool:
    """Return whether the output is stdout with an encoding that lacks the box lines."""
    try:
        "│┌┼".encode("utf-8" if path else sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def notify(message: str, is_error: bool = False) -> None:
    """Print one line for the user on stderr; with --quiet, only if it is an error.

    Control characters, which may come from a typed word, become escapes.
    """
    if Level.quiet and not is_error:
        return
    if Meter.shown:
        Meter.shown.hide()
    print(f"calpuzzle: {unambiguous(message)}", file=sys.stderr)
