"""The output of a command: pictures and tables go to a file, written whole or not at all, or
stdout; and what stdout can show."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Any, BinaryIO

from calpuzzle.base.errors import InputError
from calpuzzle.base.files import check_writable, write_whole
from calpuzzle.base.wording import visible
from calpuzzle.cli.progress import Meter
from calpuzzle.draw.scene import sheet
from calpuzzle.formats import toml
from calpuzzle.puzzle.model import Model
from calpuzzle.results.records import data_text

RESULTS = "results"
BINARY = ("png", "gif", "pdf")
PICTURES = ("svg", "png", "pdf")
FOR_PEOPLE = ("text", "grid")
Row = Mapping[str, Any]
Target = tuple[str, str | None]  # a format, and the file or None for stdout
MAX_DRAWN = 100  # a sheet of more is too large to look at, or to open


def target(args: argparse.Namespace, known: tuple[str, ...], plain: bool = False) -> Target:
    """The format that `--format` asks for, or that the ending of `-o` says, or the first of those
    `known`; and the `destination`. A `plain` text goes into a file of any ending.

    Raises InputError for an ending that names none.
    """
    output = getattr(args, "output", None)
    form = known[0] if args.format is None else str(args.format)
    if args.format is None and output not in (None, "-") and not plain:
        ending = os.path.splitext(output)[1][1:].lower()
        if ending not in ("txt", "", *known):
            endless = {**dict.fromkeys(FOR_PEOPLE, "txt"), "spreadsheet": "csv"}
            each = (f".{endless.get(form, form)}" for form in known)
            endings = ", ".join(dict.fromkeys(each))
            raise InputError(
                f"the ending of {output} is not an output format ({endings}); "
                "change it, or use --format"
            )
        form = ending if ending in known else form
    return form, destination(output, form)


def check_ending(path: str, known: Sequence[str]) -> str:
    """The ending of a file that is to be written. Raises InputError for one that is not known, and
    as `check_writable`."""
    ending = os.path.splitext(path)[1].lower()
    if ending not in known:
        *most, last = known
        listed = f"{', '.join(most)} or {last}" if most else last
        raise InputError(f"{path} must end in {listed}")
    check_writable(path)
    return ending


def default_path(name: str, ending: str, force: bool) -> str:
    """`results/NAME.ENDING` in the current folder, which is made where it is missing.

    Raises as `check_writable` where it cannot be written, as `check_new`, and InputError where
    `results` is no folder.
    """
    path = os.path.join(RESULTS, f"{name}.{ending}")
    if not os.path.exists(RESULTS):
        check_writable(RESULTS)
        os.mkdir(RESULTS)
    elif not os.path.isdir(RESULTS):
        raise InputError(f"{RESULTS} is no folder; name another file with -o")
    check_writable(path)
    check_new(force, path)
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
            f"a {form.upper()} is not for a terminal; name a file with -o, or use a pipe"
        )
    if form not in FOR_PEOPLE and isinstance(sys.stdout, io.TextIOWrapper):
        # What UTF-8 lacks, bytes of a file's name, becomes an escape, which JSON reads.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    return None


def file_besides(output: str | None, shown: str) -> str | None:
    """The file that `-o` names beside stdout, which has what is `shown`; None for none. Raises as
    `destination`, and InputError for stdout."""
    if output == "-":
        raise InputError(f"stdout has {shown}; name a file with -o")
    return destination(output, "data") if output else None


def check_new(force: bool, *paths: str | None) -> None:
    """Raise InputError if a file stands where one is to be written, unless `force` is given."""
    for path in paths:
        if path and os.path.isfile(path) and not force:
            raise InputError(f"{path} exists already; --force replaces it, or name another file")


def write_data(target: Target, text: str, rows: Sequence[Row], whole: Any = None) -> None:
    """Write a text for people, or rows for programs, as `data_text` makes them."""
    form, path = target
    write(text if form == "text" else data_text(rows, form, whole), path)


def write(data: str | bytes, output: str | None, words: str = "") -> None:
    """Write to the file `output`, which is told with the words, or to stdout when it is None."""
    if isinstance(data, str):
        with stream_to(output, words) as text:
            text.write(data)
    else:
        with bytes_to(output, words) as stream:
            stream.write(data)


def wrote(path: str, words: str = "") -> None:
    """Say which file was written; all verbs say it so."""
    notify(f"wrote {path}{words}")


def write_puzzle(model: Model, path: str, words: str = "") -> None:
    """Write the file of a puzzle that was found, under the name of the file."""
    name = os.path.splitext(os.path.basename(path))[0]
    write(toml.write(model._replace(name=name, title="", source="")), path, words)


@contextmanager
def bytes_to(path: str | None, words: str = "") -> Iterator[BinaryIO]:
    """Stdout, or the file, which appears whole or not at all and then is told, for bytes."""
    if path is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        return
    with write_whole(path) as stream:
        yield stream
    wrote(path, words)


@contextmanager
def stream_to(path: str | None, words: str = "") -> Iterator[IO[str]]:
    """As `bytes_to`, for text. What UTF-8 lacks, bytes of a file's name, becomes an escape in a
    file."""
    if path is None:
        yield sys.stdout
        return
    with bytes_to(path, words) as raw:
        text = io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", newline="\n")
        yield text
        text.flush()
        text.detach()


def write_sheet(solutions: Sequence[Any], title: str, form: str, path: str | None) -> None:
    """Write solutions as one picture. Raises InputError for too many."""
    from calpuzzle.draw.svg import picture

    if len(solutions) > MAX_DRAWN:
        raise InputError(
            f"a sheet holds {MAX_DRAWN} solutions at most; ask for fewer with -n, or use "
            "--format text or json"
        )
    write(picture(sheet([each.scene() for each in solutions], title=title), form), path)


def coloured(args: argparse.Namespace, form: str, path: str | None) -> bool:
    """Return whether `--color` makes a text coloured. Raises InputError where there is no text."""
    if form not in FOR_PEOPLE and "--color" in args.given:
        raise InputError(f"--color is for text, and this is {form}: leave --color out")
    return wants_colour(args.color) and not (path and args.color == "auto")


def wants_colour(when: str) -> bool:
    """Return whether to print in colour: auto, always or never."""
    if when != "auto":
        return when == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


def wants_ascii(path: str | None = None) -> bool:
    """Return whether a text goes to stdout, whose encoding lacks the box lines."""
    try:
        "│┌┼".encode("utf-8" if path else sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def notify(message: str) -> None:
    """One line for the person at the terminal, on stderr; what a terminal would act on, in a word
    that was typed for instance, becomes an escape."""
    if Meter.shown:
        Meter.shown.hide()
    print(f"calpuzzle: {visible(message)}", file=sys.stderr)
