"""The inputs of the fuzzer: random mutations of valid inputs.

`seeds` returns valid inputs of each target; those of readers are small puzzles in every format.
`mutated` changes them in ways that are known to cause trouble: long numbers, unusual letters, many
spaces, and parts that are removed, repeated, swapped, or copied from another input.
"""

from __future__ import annotations

import gzip
import io
import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from commands import EXAMPLES, FILES, SMALL

from attacking.targets import RUN, puzzle
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.design.families.family import choice, family
from calpuzzle.design.judging.atlas import AtlasRow, write_rows
from calpuzzle.engines.diagram import store
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.formats import shipped, toml
from calpuzzle.formats.registry import FORMATS, parse, render
from calpuzzle.workers.ledger import Ledger

CORPUS = Path(__file__).parent / "corpus"
MAX_BYTES = 20_000  # bytes of an input

TOKENS = [
    b"0", b"1", b"-1", b"2", b"3", b"9" * 19, b"9" * 5000, b"0" * 4301 + b" 0", b"1e9", b"nan",
    b"4294967296", b"9223372036854775807", b"18446744073709551616", b"1000001", b"300000000",
    "²".encode(), "١".encode(), "é".encode(), "█".encode(), "\u202e".encode(), b"\xff",
    b"\xed\xa0\x80",
    b"\0", b"\x1b[31m", b"\x07", b"\t", b"\r", b"\n", b"\n" * 2000, b" " * 4000, b"\\ud800",
    b"\\u001b", b"---", b"//", b"#", b"|", b":", b",", b"@", b"=", b"<", b">", b"&lt;", b"{", b"}",
    b"[", b"]", b'"', b"'", b"null", b"true", b"[" * 3000, b"<a>" * 300, b"<!DOCTYPE x [", b"&a;",
    b"any", b"today", b"Jan", b"Sat", b"2026-02-30", b"0000-00-00", b"+", b"-", b"*", b"../x",
]  # fmt: skip


HOSTILE = (
    "</script><script>alert(1)</script> ]]> <!-- --> &amp;",
    "\" \\\" 'a' ${x} $(x) `x` {0} %s %n",
    "=1+1 @SUM(A1) -2 +3 a,b a;b",
    "</style> </svg> <text> onload=x javascript:x",
    "%%MTEXT \\P {\\fArial; AcDb 0 999 %%c",
    "\u0627\u0644\u0633 \u65e5\u66dc e\u0301 \U0001f600 \u00a0x",
)
"""Words with characters that are special in some output format."""


class Input(NamedTuple):
    """An input of a target, and the name of the file that contains it."""

    target: str
    data: bytes
    name: str


@cache
def seeds() -> dict[str, list[tuple[bytes, str]]]:
    """Return valid inputs of each target, each with the name of a file."""
    record = json.dumps(puzzle("dray").solve("Sat Jan 1")[0].record())
    return {
        "read": _files(),
        "date": _words("2026-11-20", "today", "tomorrow", "Sat Jan 1", "1 Jan Sat", "any",
                       "2024-02-29", "Tue Nov 29", "month=Jan", "Sat,Jan,1"),
        "with": _words("S4@3,0:1", "S4@Jan:1", record, "S4@3,0:1 L5@0,0:0", "S4@3,0",
                       '{"pieces": {"S4": [[3, 0]]}}',
                       '{"solutions": [{"pieces": {"S4": [[3, 0], [4, 0], [4, 1], [5, 1]]}}]}'),
        "grid": _words("## #. ..", "?? ?? ??", "11\n1?\n00", '["##", "#.", ".."]',
                       '{"solutions": [["##", "#.", ".."]]}'),
        "where": _words("month=Jan", "day>3", "solutions>=100", "month=Jan,Feb",
                        "day!=1\nmonth<Mar", "solutions=0"),
        "challenge": _words("b43SG82WR11S", "b43SG82WR11So50E", "..........\n" * 5, "a00N"),
        "picture": [(path.read_bytes(), path.name) for path in sorted(EXAMPLES.glob("*.p*"))]
        + [(b"P1\n2 2\n0 1\n1 0\n", "x.pbm"), (b"P4\n8 1\n\xa5", "x.pbm"), (b"##\n#.\n", "x.txt"),
           (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "x.png"),
           (b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;",
            "x.gif"),
           (b"BM" + bytes([58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0,
                           0, 1, 0, 24, 0]) + bytes(28), "x.bmp")],
        "solution": [(text.encode(), "x.sol") for text in _solutions()],
        "cache": [(_cached(), "x.v1")],
        "diagram": [(_cached(), "x.v1")],
        "labels": _words(*HOSTILE),
        "settings": _words('puzzle = "dray"\n', 'a = [1, {b = 2}]\n[c]\n"d e" = 2026-11-20\n'),
        "atlas": [(_atlas(ending), f"x.{ending}") for ending in ("csv", "parquet")],
        "unit": [(_unit(), "x.unit")],
        "zdd": [(_zdd(), "x.zdd")],
        "request": _words("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                          "HEAD /index.html?a=%2e%2e HTTP/1.0\r\nHost: localhost:80\r\n\r\n",
                          "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n"),
    }  # fmt: skip


def _words(*texts: str) -> list[tuple[bytes, str]]:
    return [(text.encode(), "words") for text in texts]


def _files() -> list[tuple[bytes, str]]:
    found = [(text.encode(), name) for name, text in FILES.items()]
    found += [(p.read_bytes(), p.name) for p in sorted(EXAMPLES.iterdir()) if p.suffix != ".png"]
    things = []
    for data, name in found:
        with suppress(InputError):  # some files are pictures
            things.append(parse(data, name).content)
    things += [shipped.read(name).content for name in ("domino-2x3", "morse", "sticks")]
    for thing in things:
        for form, entry in FORMATS.items():
            if entry.reads and entry.writes:
                try:
                    data = render(thing, form).data
                except (InputError, CannotDoError):
                    continue
                found += [(data, f"x.{(*entry.endings, form)[0]}"), (data, "x")]
    found += [(gzip.compress(data, mtime=0), name) for data, name in found[:8]]
    return [(data, name) for data, name in found if len(data) < MAX_BYTES]


def _solutions() -> list[str]:
    cover = puzzle("domino-2x3").cover
    number = len(cover.choosable)
    ones = set(next(iter(cover.solve())))
    raw = [f"j {c} {int(k in ones)}" for c, k in enumerate(cover.choosable, 1)]
    report = [f"{c:6} x{k + 1} * {int(k in ones)} 0 1" for c, k in enumerate(cover.choosable, 1)]
    return [
        "\n".join([f"s mip 1 {number} o 0", *raw, "e o f"]) + "\n",
        f"1 {number}\n5 0\n0\n" + "\n".join(str(int(k in ones)) for k in cover.choosable) + "\n",
        "Status: INTEGER OPTIMAL\n   No. Column name  Activity\n" + "\n".join(report) + "\n",
    ]


def _cached() -> bytes:
    """Return the content of a cache file with a diagram."""
    cover = puzzle("domino-2x3").cover
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x"
        store.save(diagram_of(cover), str(path))
        return path.read_bytes()


def _atlas(ending: str) -> bytes:
    """Return the content of an atlas of one set of pieces."""
    board = toml.read(SMALL, "small")
    own = family(board, [choice(text) for text in ("2:tetrominoes", "2:trominoes")])
    rows = [AtlasRow(0, own.name_of(0), 1, 0, 2, 0, 9, 30)]
    stream = io.BytesIO()
    write_rows(stream, ending, board, own, rows)
    return stream.getvalue()


def _unit() -> bytes:
    with tempfile.TemporaryDirectory() as folder, Ledger(folder, "", ["1"]) as ledger:
        ledger.record("1", b"[3]", RUN)
        return Path(ledger.path("1")).read_bytes()


def _zdd() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x"
        diagram_of(puzzle("domino-2x3").cover).save(path)
        return path.read_bytes()


def input_of(seed: int, number: int) -> Input:
    """Return the input with this number, which depends only on the seed and the number."""
    random = Random(f"{seed}/{number}")
    # Most inputs of strangers are files.
    target = random.choice(["read"] * 10 + [name for name in seeds() if name != "read"])
    data, name = random.choice(seeds()[target])
    if target == "read" and random.random() < 0.2:
        name = random.choice(seeds()[target])[1]
    others = [each for each, _ in seeds()[target]]
    return Input(target, mutated(random, data, others), name)


def mutated(random: Random, data: bytes, others: list[bytes]) -> bytes:
    """Return the data after one to eight random changes."""
    packed = data[:2] == b"\x1f\x8b" and random.random() < 0.8
    if packed:
        data = gzip.decompress(data)
    for _ in range(random.choice([1, 1, 2, 3, 8])):
        data = random.choice(MUTATIONS)(random, data, others)[:MAX_BYTES]
    return gzip.compress(data, mtime=0) if packed else data


def _span(random: Random, data: bytes) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.choice([1, 1, 2, 4, 16, 64, 500]))


def _replaced(random: Random, data: bytes, others: list[bytes]) -> bytes:
    start, end = _span(random, data)
    return data[:start] + random.choice(TOKENS) + data[end:]


def _inserted(random: Random, data: bytes, others: list[bytes]) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice(TOKENS) + data[at:]


def _removed(random: Random, data: bytes, others: list[bytes]) -> bytes:
    start, end = _span(random, data)
    return data[:start] + data[end:]


def _repeated(random: Random, data: bytes, others: list[bytes]) -> bytes:
    start, end = _span(random, data)
    return data[:end] + data[start:end] * random.choice([1, 2, 50]) + data[end:]


def _flipped(random: Random, data: bytes, others: list[bytes]) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def _joined(random: Random, data: bytes, others: list[bytes]) -> bytes:
    other = random.choice(others)
    start, end = _span(random, other)
    at = random.randint(0, len(data))
    return data[:at] + other[start:end] + data[at:]


def _numbered(random: Random, data: bytes, others: list[bytes]) -> bytes:
    """Replace one of the numbers."""
    words = data.split(b" ")
    places = [k for k, word in enumerate(words) if word.strip().isdigit()]
    if not places:
        return _replaced(random, data, others)
    words[random.choice(places)] = random.choice(TOKENS[:16])
    return b" ".join(words)


def _lines(random: Random, data: bytes, others: list[bytes]) -> bytes:
    """Swap two lines."""
    lines = data.split(b"\n")
    a, b = random.randrange(len(lines)), random.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"\n".join(lines)


MUTATIONS: list[Callable[[Random, bytes, list[bytes]], bytes]] = [
    _replaced, _inserted, _removed, _repeated, _flipped, _joined, _numbered, _lines,
]  # fmt: skip
