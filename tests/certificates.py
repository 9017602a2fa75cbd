"""Certificates for tests: the checker of examples/, which shares nothing with calpuzzle, and what
can be wrong with a file."""

from __future__ import annotations

import importlib.util
import io
import tomllib
import zlib
from collections.abc import Iterator
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


def checker() -> Any:
    """The module of the Python checker."""
    spec = importlib.util.spec_from_file_location("check_certificate", CHECKER)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def certificate(model: Model, date: str = "any") -> bytes:
    """The certificate of a date of a puzzle, or of all."""
    lowered = Lowering(model)
    return b"".join(Certificate(lowered, dates_of(lowered, date), Run()).parts())


def verified(text: str, data: bytes) -> list[tuple[int, list[str]]]:
    """What the checker makes of a puzzle file and a certificate, whose checksum it leaves to who
    reads the file. Raises ValueError and LookupError."""
    return list(checker().Puzzle(tomllib.loads(text)).dates(io.BytesIO(data[:-END])))


def sayable(model: Model) -> Model:
    """The puzzle with colours that a puzzle file has characters for, and none where a cell may stay
    empty."""
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
    """The lines of a certificate without its end as a file, with the checksum that they have."""
    data = b"".join(line + b"\n" for line in lines)
    return data + b"end %08x\n" % zlib.crc32(data)


def mutants(data: bytes, random: Random) -> Iterator[tuple[str, bytes]]:
    """Certificates in which one thing is wrong, each with its kind: of some kinds, those that
    there can be one of here, endlessly. All have the right checksum."""
    lines = data[:-END].split(b"\n")[:-1]
    roots = [k for k, line in enumerate(lines) if line.startswith(b"=")]
    states = [k for k in range(roots[0], len(lines)) if k not in roots]
    parents = [k for k in states if b" " in lines[k]]
    while True:
        changed = list(lines)
        kind = random.choice(["count", "dates", "drop", "twice", "cell", "fewer", "more", "other"])
        at = random.choice(states if kind in ("drop", "twice") else parents) if parents else 0
        words = lines[at].split()
        place = random.randrange(1, len(words)) if len(words) > 1 else 0
        if kind == "count":
            at = random.choice(roots)
            words = lines[at].split()
            words[1] = b"%d" % (int(words[1]) + random.choice([1, 2, 10]))
        elif kind == "dates":
            at, words = 1, [b"dates", b"%d" % (len(roots) + random.choice([-1, 1]))]
        elif not parents:
            continue
        elif kind == "cell":
            words[0] = b"%d" % (int(words[0]) + random.choice([-1, 1, 100]))
        elif kind == "fewer":
            del words[place]
        elif kind == "more":
            words.insert(place, words[place])
        elif kind == "other":
            others = {b".", b"!", b"0", b"1", b"%d" % random.randrange(len(lines)), b"x"}
            words[place] = random.choice(sorted(others - {words[place], b":"}))
            if words[place] == b"." and lines[at].split()[place] == b":":
                continue  # a state whose number nobody asks for is no fault
        changed[at] = b" ".join(words)
        if kind == "drop":
            del changed[at]
        elif kind == "twice":
            changed.insert(at, lines[at])
        yield kind, signed(changed)
