"""Certificates for tests: the checker of examples/, which shares no code with calpuzzle, and
certificates with errors."""

from __future__ import annotations

import importlib.util
import io
import tomllib
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from calpuzzle.engines import Run
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.results.certificate import Certificate, dates_of

ROOT = Path(__file__).resolve().parent.parent
CHECKER = ROOT / "examples" / "check_certificate.py"
END = 13  # bytes of the last line
MUTATIONS = ("count", "dates", "drop", "twice", "cell", "fewer", "more", "other", "number")
"""What `mutants` changes: a count, the number of dates, a line (dropped or repeated), a cell, a
word (dropped, repeated or replaced), or the number of a state."""


@cache
def checker() -> Any:
    """Return the module of the Python checker."""
    spec = importlib.util.spec_from_file_location("check_certificate", CHECKER)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def certificate(model: Model, date: str = "any") -> bytes:
    """Return the certificate of a date of a puzzle, or of all dates."""
    lowered = Lowering(model)
    stream = io.BytesIO()
    Certificate(lowered, dates_of(lowered, date), Run()).write(stream)
    return stream.getvalue()


def verified(text: str, data: bytes) -> list[tuple[int, list[str]]]:
    """Return the counts and labels that the checker proves; raise ValueError if it rejects them."""
    found: list[tuple[int, list[str]]] = checker().Puzzle(tomllib.loads(text)).dates(data)
    return found


def with_letters_as_colours(model: Model) -> Model:
    """Return the puzzle with a letter for each colour, as in a puzzle file, and no colour for cells
    that may stay empty."""
    own = model.board
    marks = tuple(
        0 if k in own.optional else ord("A") + colour for k, colour in enumerate(own.colours)
    )
    pieces = [
        piece._replace(colours=tuple(tuple(ord("A") + c for c in side) for side in piece.colours))
        for piece in model.pieces
    ]
    return model._replace(board=own._replace(colours=marks), pieces=tuple(pieces))


def signed(lines: list[bytes]) -> bytes:
    """Return a certificate with these lines, followed by their checksum."""
    data = b"".join(line + b"\n" for line in lines)
    return data + b"end %08x\n" % zlib.crc32(data)


def mutants(data: bytes, random: Random) -> Iterator[tuple[str, bytes]]:
    """Yield, endlessly, the kind of a random error and a certificate with one such error. Each has
    the right checksum. Kinds for which the certificate has no place are left out."""
    lines = data[:-END].split(b"\n")[:-1]
    roots = [k for k, line in enumerate(lines) if line.startswith(b"=")]
    states = [k for k in range(roots[0], len(lines)) if k not in roots]
    parents = [k for k in states if b" " in lines[k]]
    referring = [k for k in parents if any(map(bytes.isdigit, lines[k].split()[1:]))]
    while True:
        changed = list(lines)
        kind = random.choice(MUTATIONS)
        where = {"drop": states, "twice": states, "number": referring}.get(kind, parents)
        if not where:
            continue
        at = random.choice(where)
        words = lines[at].split()
        place = random.randrange(1, len(words)) if len(words) > 1 else 0
        if kind == "count":
            at = random.choice(roots)
            words = lines[at].split()
            words[1] = b"%d" % (int(words[1]) + random.choice([1, 2, 10]))
        elif kind == "dates":
            at, words = 1, [b"dates", b"%d" % (len(roots) + random.choice([-1, 1]))]
        elif kind == "number":
            # The number of another state is wrong even if that state has as many solutions.
            place = random.choice([k for k, own in enumerate(words) if k and own.isdigit()])
            words[place] = b"%d" % (int(words[place]) + random.choice([-1, 1]))
        elif kind == "cell":
            # Another cell of the state may be valid, too. A cell that is not on the board is never
            # valid; nor is the cell of the line above, if that is the line of the parent.
            above = lines[at - 1].split()
            first = at - 1 not in roots and not {b".", b":"}.isdisjoint(above[1:])
            words[0] = random.choice([above[0], b"100"]) if first else b"100"
        elif kind == "fewer":
            del words[place]
        elif kind == "more":
            words.insert(place, words[place])
        elif kind == "other":
            others = {b".", b"!", b"0", b"1", b"%d" % random.randrange(len(lines)), b"x"}
            words[place] = random.choice(sorted(others - {words[place], b":"}))
            if words[place] == b"." and lines[at].split()[place] == b":":
                continue  # not an error if no line refers to the number of the state
        changed[at] = b" ".join(words)
        if kind == "drop":
            del changed[at]
        elif kind == "twice":
            changed.insert(at, lines[at])
        yield kind, signed(changed)
