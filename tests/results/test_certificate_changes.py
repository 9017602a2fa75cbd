"""Certificates that were made wrong on purpose: the checker accepts none of them.

EDITS are changes of three puzzles, by what the checker must say of the puzzle's own certificate
then; each puzzle made so is also tried with the certificates of all the others. CHANGES and RAW are
changes of certificates. Whatever is accepted must have the counts that an engine finds by itself.
"""

from __future__ import annotations

import gzip
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any
from zlib import adler32, crc32

import pytest
from certificates import END, certificate, checker, signed
from commands import SMALL

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.engines import load
from calpuzzle.formats import toml
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.results.certificate import dates_of

pytestmark = pytest.mark.long

EDITS = Path(__file__).with_name("certificate_edits.txt")

LETTERS = '''
title = "Two Vs"
flip = false
board = """
A B C . .
. # . . .
1 2 . . .
"""
[groups]
letter = "A B C"
digit = "1 2"
[pieces]
V = """
#.
##
"""
W = """
##
#.
"""
I = { shape = "###", motions = "turn", count = 2 }
'''

FRAME = '''
motions = "turn"
frame = """
###?
##?#
##..
"""
[pieces]
I = { shape = "###", count = 1 }
L = { flip = true, shape = """
###
#..
""" }
D = { shape = "##", min = 0, max = 2 }
T = { motions = "move", sides = ["##", """
#
#
"""] }
'''

COLOURS = '''
colours = true
interchangeable = true
frame = """
abab
ba?a
abab
"""
[pieces]
D = { shape = "ab", max = 4 }
E = { shape = "ba" }
T = { flip = false, shape = """
ba
a.
""" }
O = { shape = "a", min = 0, max = 1 }
'''

BASES = {"letters": LETTERS, "frame": FRAME, "colours": COLOURS}
VERDICTS = ("refused", "rejected", "same")
Edited = tuple[str, str, str]
"""A puzzle of BASES, the verdict on its certificate, and the puzzle file made of it."""


@cache
def edits() -> list[Edited]:
    """Return the puzzles of certificate_edits.txt; its head describes it."""
    found, base, old = [], "", ""
    for line in EDITS.read_text(encoding="ascii").splitlines():
        if line.startswith("["):
            base = line[1:-1]
        elif line.startswith("-- "):
            old = unescaped(line[3:])
            assert old in BASES[base]
        elif line and line[0] != "#":
            verdict, texts = line.split(": ", 1)
            assert verdict in VERDICTS
            for text in texts.split(" | "):
                found.append((base, verdict, BASES[base].replace(old, unescaped(text), 1)))
    return found


def unescaped(text: str) -> str:
    return text.encode().decode("unicode_escape")


@cache
def own_certificate(base: str) -> bytes:
    return certificate(toml.read(BASES[base], base))


@cache
def counts(text: str) -> dict[tuple[str, ...], int] | None:
    """Return the solutions of each date as an engine finds them; None if calpuzzle refuses the
    puzzle."""
    try:
        lowered = Lowering(toml.read(text, "edited"))
    except PuzzleError:
        return None
    array = load("reference").counts(lowered.cover)
    return {labels: int(n) for labels, n in zip(dates_of(lowered, "any"), array.flat, strict=True)}


@cache
def puzzle_of(text: str) -> Any:
    """Return the puzzle as the checker reads it; None if it refuses."""
    try:
        return checker().Puzzle(tomllib.loads(text))
    except ValueError:
        return None


def verdict_of(text: str, data: bytes) -> str:
    """Return what the checker says; what it accepts must be right."""
    puzzle = puzzle_of(text)
    if puzzle is None:
        return "refused"
    try:
        found = puzzle.dates(data)
    except ValueError:
        return "rejected"
    right = counts(text)
    if right is not None:
        assert {tuple(labels): count for count, labels in found}.items() <= right.items()
        assert len({tuple(labels) for _, labels in found}) == len(found) > 0
    return "same"


def test_a_changed_puzzle_gets_the_verdict_of_the_table() -> None:
    assert len(edits()) > 600
    for base, verdict, text in edits():
        assert verdict_of(text, own_certificate(base)) == verdict, text


@pytest.mark.parametrize("base", BASES)
def test_no_puzzle_accepts_a_wrong_certificate_of_another_one(base: str) -> None:
    """A checker that misreads a puzzle would accept the certificate of what it reads."""
    texts = [BASES[base], *(text for own, _, text in edits() if own == base)]
    own = {}
    for text in texts:
        with suppress(InputError):
            own[text] = certificate(toml.read(text, "edited"))
    known = [text for text in texts if puzzle_of(text)]
    pairs = list(product(known, sorted({*own.values()})))
    assert len(pairs) > 3000
    for text, data in pairs:
        verdict_of(text, data)
    for text in own.keys() & {*known}:
        assert verdict_of(text, own[text]) == "same"


NUMBER = (
    "+{} -{} 0{} 00{} {}.0 {}. {}e0 0x{} {}_0 0_{} {}, ({}) {}{} 1{} {}0 1e3 x \u221e \xb2 \u0662 "
    "\uff12 {}\xa0 {}\t {}\0 -1"
)
CHILD = (
    "? \xd7 = ; , .. !! :: .: {}0 0{} {}, +0 -0 -1 0_0 00 \u0660 \uff10 \xa1 \uff01 \uff0e \uff1a "
    "\u2024 \u3002 \u2236 10000 99999999999999999999 {}\t"
)
REPLACED = {
    "magic": "{}s {}1 Certificate CALPUZZLE certify \ufeff{} {}\u200b",
    "version": NUMBER + " 2 0 1.1 10 v1 one",
    "dates": "date Dates DATES dates: = end",
    "number": NUMBER + " 0 {more} {fewer} all 99999999999999999999",
    "mark": "== ≡ ＝ := - - # = = {} {}",
    "count": NUMBER
    + " {more} {fewer} {more}0 1{fewer} None True False 10**{} 99999999999999999999",
    "label": "{}{} {}1 X . # ? = 0{} {}\t {}\u200b А Ａ a ١ ２ {}, {}\u0301",
    "cell": NUMBER + " 14 500 99999999999999999999 . : ! = {}! {}:",
    "!": CHILD + " . : 0 1",
    ".": CHILD + " ! 1000",
    ":": CHILD + " ! 0 5",
    "reference": NUMBER + " {more} {fewer} ! . : 10000 99999999999999999999",
}
"""What replaces a word of a certificate, by what the word is; apart by blanks."""

PARTED = {
    " ": ("", "  ", "\t", "\xa0", "\u2003", "\u3000", "\v", "\r", "\n", " \\\n", "_", ",", "\0"),
    "\n": ("", "\r\n", "\r", "\n\n", " \n", "\n ", "\t\n", "\v", "\f", "\x85", "\u2028", "\\\n"),
}
"""What replaces a blank or the end of a line."""


def words_of(line: str) -> Iterator[tuple[str, str]]:
    """Yield what each part of a line of a certificate is, and the part."""
    words = line[:-1].split(" ")
    first = {"calpuzzle": "magic", "dates": "dates", "=": "mark"}.get(words[0], "cell")
    others = {
        "magic": ["magic", "version"],
        "dates": ["number"],
        "mark": ["count", *["label"] * len(words)],
        "cell": ["reference" if word.isdigit() else word for word in words[1:]],
    }
    for kind, word in zip([first, *others[first]], words, strict=False):
        yield from [(" ", " "), (kind, word)]


def replaced(data: bytes) -> Iterator[bytes]:
    """Yield the certificate with the first word of a kind, the last, the first `0` or all of them
    replaced."""
    lines = data[:-END].decode().splitlines(keepends=True)
    parts = [part for line in lines for part in [*words_of(line), ("\n", "\n")][1:]]
    texts = {kind: tuple(words.split(" ")) for kind, words in REPLACED.items()} | PARTED
    for kind, news in texts.items():
        at = [k for k, (own, _) in enumerate(parts) if own == kind]
        zeros = [k for k in at if parts[k][1] == "0"]
        for new, places in product(news, (at[:1], at[-1:], zeros[:1], at)):
            changed = [word for _, word in parts]
            for k in places:
                own = changed[k]
                number = int(own) if own.isdigit() else 0
                changed[k] = new.replace("{}", own).replace("{more}", str(number + 1))
                changed[k] = changed[k].replace("{fewer}", str(abs(number - 1)))
            yield signed_text("".join(changed))


def signed_text(text: str) -> bytes:
    """Return a body with its checksum, even where its last line does not end."""
    body = text.encode()
    return body + b"end %08x\n" % crc32(body)


Lines = list[bytes]
STRUCTURE: dict[str, Callable[[Lines], Lines]] = {
    "no lines": lambda lines: [],
    "no first line": lambda lines: lines[1:],
    "no second line": lambda lines: [lines[0], *lines[2:]],
    "no dates": lambda lines: [lines[0], b"dates 0"],
    "nothing behind the head": lambda lines: lines[:2],
    "the head twice": lambda lines: [*lines[:2], *lines],
    "the head in the other order": lambda lines: [lines[1], lines[0], *lines[2:]],
    "the head at the end": lambda lines: [*lines[2:], *lines[:2]],
    "all twice": lambda lines: [*lines, *lines],
    "dates twice": lambda lines: [*lines, *lines[2:]],
    "dates twice, and counted": lambda lines: [lines[0], _dates(lines, 2), *lines[2:], *lines[2:]],
    "last date twice": lambda lines: [*lines, *lines[_last(lines) :]],
    "last date twice, and counted": lambda lines: [
        lines[0],
        _dates(lines, 1, 1),
        *lines[2:],
        *lines[_last(lines) :],
    ],
    "without the last date": lambda lines: lines[: _last(lines)],
    "last date without lines": lambda lines: lines[: _last(lines) + 1],
    "last date without its root": lambda lines: [
        *lines[: _last(lines)],
        *lines[_last(lines) + 1 :],
    ],
    "two dates in a line": lambda lines: [*lines[:2], b" ".join(lines[2:4]), *lines[4:]],
    "an end within": lambda lines: [*lines[:-1], b"end 00000000", lines[-1]],
    "a line more": lambda lines: [*lines, b"0"],
    "a date more": lambda lines: [*lines, b"= 0 A A"],
    "a comment": lambda lines: [*lines[:3], b"# true", *lines[3:]],
    "an empty line": lambda lines: [*lines, b""],
    "lines in reverse": lambda lines: [*lines[:3], *lines[:2:-1]],
    "a turn": lambda lines: [*lines[:3], *lines[4:], lines[3]],
    "words in reverse": lambda lines: [
        *lines[:2],
        *(b" ".join(k.split()[::-1]) for k in lines[2:]),
    ],
    "last state named twice": lambda lines: [*lines, lines[-1]],
    "not the last line": lambda lines: lines[:-1],
    "half": lambda lines: lines[: len(lines) // 2],
}


def _last(lines: Lines) -> int:
    return max(k for k, line in enumerate(lines) if line.startswith(b"="))


def _dates(lines: Lines, times: int, more: int = 0) -> bytes:
    return b"dates %d" % (int(lines[1].split()[1]) * times + more)


RAW: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "checksum of nothing": lambda data: b"end 00000000\n",
    "no end": lambda data: data[:-END],
    "no line end": lambda data: data[:-1],
    "another line end": lambda data: data[:-1] + b"\r\n",
    "a line end more": lambda data: data + b"\n",
    "a blank more": lambda data: data + b" ",
    "a zero byte more": lambda data: data + b"\0",
    "twice": lambda data: data + data,
    "end twice": lambda data: data + data[-END:],
    "end twice, signed": lambda data: signed(data[:-1].split(b"\n")),
    "in capitals": lambda data: data[:-END] + data[-END:].upper(),
    "checksum in capitals": lambda data: data[:-END] + b"end " + data[-END + 4 :].upper() + b" ",
    "two blanks": lambda data: data[:-END] + b"end  " + data[-END + 4 :],
    "no checksum": lambda data: data[:-END] + b"end\n",
    "zero checksum": lambda data: data[:-END] + b"end 00000000\n",
    "decimal checksum": lambda data: data[:-END] + b"end %d\n" % crc32(data[:-END]),
    "checksum with its mark": lambda data: data[:-END] + b"end 0x%x\n" % crc32(data[:-END]),
    "checksum of its word, too": lambda data: data[:-9] + b"%08x\n" % crc32(data[:-9]),
    "Adler's checksum": lambda data: data[:-END] + b"end %08x\n" % adler32(data[:-END]),
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "packed": gzip.compress,
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "BOM": lambda data: b"\xef\xbb\xbf" + data,
    "a byte that is no text": lambda data: signed_bytes(data[:-END].replace(b"=", b"\xff=")),
    "labels that are no text": lambda data: signed_bytes(data[:-END].replace(b"A", b"\xc1")),
}


def signed_bytes(body: bytes) -> bytes:
    return body + b"end %08x\n" % crc32(body)


@pytest.mark.parametrize("base", [*BASES, "small"])
def test_a_changed_certificate_is_rejected(base: str) -> None:
    text = BASES.get(base, SMALL)
    data = certificate(toml.read(text, base))
    lines = data[:-END].split(b"\n")[:-1]
    changed = {*replaced(data)}
    changed |= {signed(change(lines)) for change in STRUCTURE.values()}
    changed |= {change(data) for change in RAW.values()}
    changed -= {data}
    assert len(changed) > 300
    assert verdict_of(text, data) == "same"
    for other in changed:
        assert verdict_of(text, other) == "rejected", other
