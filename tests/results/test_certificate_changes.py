"""The checker accepts no certificate of another puzzle, unless its counts are right.

certificate_edits.txt lists changes of three puzzles, each with the verdict that the checker must
reach on the certificate of the unchanged puzzle. Each changed puzzle is also checked with the
certificates of all other changes of the same puzzle. If the checker accepts a certificate, its
counts must be those of the reference engine.
"""

from __future__ import annotations

import tomllib
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from certificates import certificate, checker

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
"""A key of BASES, the verdict on the certificate of that puzzle, and the changed puzzle file."""


@cache
def edits() -> list[Edited]:
    """Return the changed puzzles of certificate_edits.txt, whose first lines explain its format."""
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
    """Return the count of each date by the reference engine; None if the puzzle is invalid."""
    try:
        lowered = Lowering(toml.read(text, "edited"))
    except PuzzleError:
        return None
    array = load("reference").counts(lowered.cover)
    return {labels: int(n) for labels, n in zip(dates_of(lowered, "any"), array.flat, strict=True)}


@cache
def puzzle_of(text: str) -> Any:
    """Return the puzzle as the checker reads it; None if the checker refuses it."""
    try:
        return checker().Puzzle(tomllib.loads(text))
    except ValueError:
        return None


def verdict_of(text: str, data: bytes) -> str:
    """Return the verdict of the checker; assert that the counts it accepts are right."""
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


def test_changed_puzzles_get_the_verdict_of_the_edits_file() -> None:
    assert len(edits()) > 600
    for base, verdict, text in edits():
        assert verdict_of(text, own_certificate(base)) == verdict, text


@pytest.mark.parametrize("base", BASES)
def test_puzzles_accept_no_wrong_certificate_of_another_puzzle(base: str) -> None:
    """A checker that misreads a puzzle would accept the certificate of the puzzle that it reads."""
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
