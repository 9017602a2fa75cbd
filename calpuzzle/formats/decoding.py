"""The bytes of a file as text, bounded, and unpacked where they are packed with gzip."""

from __future__ import annotations

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.text import control, memory
from calpuzzle.formats.reading import fail

MAX_BYTES = 64 << 20


def text_of(data: bytes, name: str, most: int = MAX_BYTES, lenient: bool = False) -> str:
    """The text of up to `most` bytes, its line ends made one kind.

    Raises PuzzleError for what is longer or no text: no UTF-8, or with a control character. With
    `lenient`, an older file that is no UTF-8 is taken for the Latin letters of Windows, in which
    every byte is something, and of control characters only zero is refused.
    """
    what = "is larger"
    if data[:2] == b"\x1f\x8b":
        data, what = _unpacked(data, name, most), "unpacks to more"
    if len(data) > most:
        raise PuzzleError(f"{name} {what} than {memory(most)}")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        fail(name, 1, "this is UTF-16 text; save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if not lenient:
            line = data[: error.start].count(b"\n") + 1
            fail(name, line, f"this is no UTF-8 text (byte {error.start})")
        text = data.decode("cp1252", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if lenient:
        char = "\0" if "\0" in text else ""
    else:
        char = control(text.replace("\n", " ").replace("\t", " "))
    if char:
        line = text[: text.index(char)].count("\n") + 1
        fail(name, line, f"this is no text: it has the control character {char!r}")
    return text


def _unpacked(data: bytes, name: str, most: int) -> bytes:
    """What is packed, cut off behind `most` bytes."""
    import gzip
    import io
    import zlib

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            return stream.read(most + 1)
    except EOFError:
        fail(name, None, "the gzip data breaks off")
    except (OSError, zlib.error) as error:
        fail(name, None, f"the gzip data is broken ({str(error)[:80]})")
