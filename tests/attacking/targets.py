"""The targets of the fuzzer: everything that takes text or bytes from outside.

A target may reject an input by an InputError or a CannotDoError whose message fits a terminal. It
may raise nothing else, and must end within some seconds. Counts must be right: several engines
count each puzzle that is read. Written files must be readable.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from socket import SHUT_WR, create_connection
from threading import Thread
from unittest.mock import patch

from pandas import DataFrame

import calpuzzle as cp
from attacking import outputs
from calpuzzle.base import settings
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.stop import StoppedError
from calpuzzle.base.wording import control_character
from calpuzzle.design.judging.atlas import Atlas
from calpuzzle.engines import Run, load
from calpuzzle.engines.diagram import store
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.formats.picture_reader import load_picture
from calpuzzle.formats.placement_codes import challenge
from calpuzzle.formats.registry import FORMATS, parse, render
from calpuzzle.formats.solver_solution import read_solution
from calpuzzle.nonogram import solver
from calpuzzle.nonogram.clues import Clues
from calpuzzle.play.server import HOST, Server
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.validate import faults
from calpuzzle.results import tables
from calpuzzle.results.table_query import query
from calpuzzle.workers.ledger import DamagedError, check

RUN = "0" * 64  # of a unit of work
SECONDS = 10.0  # of CPU time, for one input
COUNTING = 0.1  # seconds after which an engine is stopped
FEW = 300  # most options of a puzzle that is counted
LONG = 4000  # most characters of a message

Target = Callable[[bytes, str], None]
"""A function under attack, called with an input and the name of the file that contains it."""


class WrongError(Exception):
    """A target returned a wrong result."""


def verdict(target: str, data: bytes, name: str) -> str:
    """Return a description of the fault of the target with this input, or ""."""
    start = time.process_time()
    try:
        TARGETS[target](data, name)
    except (InputError, CannotDoError) as error:
        message = str(error)
        if control_character(message) or not message or len(message) > LONG:
            return f"the sentence {message[:LONG]!r} fits no terminal"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    spent = time.process_time() - start
    return f"it took {spent:.1f} s" if spent > SECONDS else ""


def _read(data: bytes, name: str) -> None:
    """Read a file by the ending of its name or by its content; then solve and write the puzzle."""
    thing = parse(data, name).content
    if isinstance(thing, Model):
        if faults(thing):
            return
        _count(Lowering(thing).cover)
    elif isinstance(thing, Cover):
        _count(thing)
    else:
        _solve(thing)
    _written(thing, name)


def _count(cover: Cover) -> None:
    """Raise WrongError if the engines that finish in time disagree."""
    if len(cover.options) > FEW:
        return
    found: dict[str, int] = {}
    for name in ("dancing", "backtrack", "diagram", "reference"):
        if load(name).unsupported_reason(cover) is None:
            try:
                run = Run(stop=time.monotonic() + COUNTING, memory=64 << 20)
                found[name] = load(name).count(cover, (), run)
            except (StoppedError, CannotDoError):
                continue
    if len(set(found.values())) > 1:
        raise WrongError(f"the engines differ: {found}")


def _solve(clues: Clues) -> None:
    """Search for solutions; the solver itself compares each grid with the clues."""
    if clues.width * clues.height <= 2500:
        try:
            for _ in islice(solver.solutions(clues, stop=time.monotonic() + COUNTING), 3):
                pass
        except StoppedError:
            return


def _written(thing: Model | Cover | Clues, name: str) -> None:
    """Raise WrongError if a format cannot read what it writes."""
    if isinstance(thing, Model | Cover):
        cover = thing if isinstance(thing, Cover) else Lowering(thing).cover
        if len(cover.options) > FEW or len(cover.items) > FEW:
            return
    for form, entry in FORMATS.items():
        if not entry.writes:
            continue
        try:
            written = render(thing, form)
        except (InputError, CannotDoError):
            continue
        if entry.reads:
            try:
                parse(written.data, f"x.{(*entry.endings, form)[0]}", form)
            except InputError as error:
                raise WrongError(f"{form} does not read what it writes: {error}") from None


@cache
def puzzle(name: str) -> cp.Puzzle:
    found = cp.load(name)
    assert isinstance(found, cp.Puzzle)
    return found


def text_in(data: bytes) -> str:
    """Return the input as Python decodes words of a command line, with invalid bytes escaped."""
    return data.decode("utf-8", "surrogateescape")


def _date(data: bytes, name: str) -> None:
    for own in ("dray", "weekday-8x7"):
        puzzle(own).labels(text_in(data))


def _placed(data: bytes, name: str) -> None:
    own = puzzle("dray")
    placed = own.placed(text_in(data))
    try:
        found = own.count("any", placed, engine="dancing", stop=time.monotonic() + COUNTING)
    except StoppedError:
        return
    if own.count("any", placed, engine="diagram") != found:
        raise WrongError("the engines differ on what is placed")


@cache
def _nonogram() -> cp.Nonogram:
    return cp.Nonogram(Clues((((2, 1),), ((1, 1),), ()), (((2, 1),), ((1, 1),))))


def _grid(data: bytes, name: str) -> None:
    _nonogram().masks(text_in(data))


def _where(data: bytes, name: str) -> None:
    own = puzzle("month-day-7x7")
    query(_table(), text_in(data).split("\n"), own.groups[0].name, 5)


@cache
def _table() -> DataFrame:
    return tables.blank(puzzle("month-day-7x7").model).assign(solutions=1)


def _challenge(data: bytes, name: str) -> None:
    challenge(puzzle("iq-fit").lowered, text_in(data))


def in_file(data: bytes, name: str, use: Callable[[str], object]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        Path(path).write_bytes(data)
        use(path)


def _picture(data: bytes, name: str) -> None:
    for colours in (False, True):
        in_file(data, name, partial(load_picture, colours=colours))


def _solution(data: bytes, name: str) -> None:
    in_file(data, name, lambda path: read_solution(path, puzzle("domino-2x3").lowered))


def _cached(data: bytes, name: str) -> None:
    """Read a cache file, which may be used only if it is the diagram of the puzzle."""
    cover = puzzle("domino-2x3").cover
    total = diagram_of(cover).total

    def read(path: str) -> None:
        found = store.read(cover, path)
        if found is not None and found.total != total:
            raise WrongError(f"a damaged diagram was used: {found.total} for {total}")

    in_file(data, name, read)


def _cached_with_valid_header(data: bytes, name: str) -> None:
    """Read a cache file with a valid header and checksum, in which only the arrays are wrong."""
    cover = puzzle("domino-2x3").cover
    size = store.HEADER.size
    inside = data[size:].ljust(4, b"\0")
    *_, states, edges = store.HEADER.unpack(data.ljust(size, b"\0")[:size])
    head = (store.MAGIC, store.VERSION, zlib.crc32(inside), cover.digest(), states, edges)

    def read(path: str) -> None:
        found = store.read(cover, path)
        if found is not None:
            _listed(found)

    in_file(store.HEADER.pack(*head) + inside, name, read)


def _labels(data: bytes, name: str) -> None:
    wrong = outputs.damaged(text_in(data), zlib.crc32(data))
    if wrong:
        raise WrongError(f"such words damage {wrong}")


def _settings(data: bytes, name: str) -> None:
    def read(path: str) -> None:
        os.renames(path, os.path.join(os.path.dirname(path), "calpuzzle", "settings.toml"))
        with patch.dict(os.environ, XDG_CONFIG_HOME=os.path.dirname(path)):
            os.environ.pop(settings.VARIABLE, None)
            settings.chosen_puzzle()

    in_file(data, name, read)


def _atlas(data: bytes, name: str) -> None:
    def read(path: str) -> None:
        found = Atlas(path)
        for conditions in ((), ("unsolved=0",), ("pieces=I4",)):
            found.frame(conditions, "-total", 3)
        faults(found.puzzle)

    in_file(data, name, read)


def _unit(data: bytes, name: str) -> None:
    with suppress(DamagedError):
        check(io.BytesIO(data), RUN, "1")


def _zdd(data: bytes, name: str) -> None:
    whole = diagram_of(puzzle("domino-2x3").cover)
    in_file(data, name, lambda path: _listed(whole.load(path)))


def _listed(found: Diagram) -> None:
    """Query a diagram; the results may be wrong."""
    found.counts()
    for solution in islice(found.remaining(), 50):
        found.completions(solution)


class _Watched(Server):
    """A server that stores an error instead of printing it."""

    wrong: str = ""

    def handle_error(self, request: object, client_address: object) -> None:
        """Store the error, unless the connection broke."""
        error = sys.exception()
        if not isinstance(error, OSError):
            self.wrong = repr(error)


@cache
def _server() -> _Watched:
    server = _Watched({"index.html": b"whole"})
    Thread(target=server.serve_forever, daemon=True).start()
    return server


def _request(data: bytes, name: str) -> None:
    """Send the input to the server of the page, which must still answer the next request."""
    server = _server()
    _answered(server, data)
    own = f"Host: {HOST}:{server.server_port}\r\nConnection: close"
    right = _answered(server, f"GET / HTTP/1.1\r\n{own}\r\n\r\n".encode())
    if not right.endswith(b"\r\n\r\nwhole"):
        raise WrongError("the server answers no more")
    if server.wrong:
        raise WrongError(server.wrong)


def _answered(server: Server, data: bytes) -> bytes:
    answer = b""
    with suppress(OSError), create_connection((HOST, server.server_port), SECONDS) as talk:
        talk.sendall(data)
        talk.shutdown(SHUT_WR)
        while part := talk.recv(1 << 16):
            answer += part
    return answer


TARGETS: dict[str, Target] = {
    "read": _read,
    "date": _date,
    "with": _placed,
    "grid": _grid,
    "where": _where,
    "challenge": _challenge,
    "picture": _picture,
    "solution": _solution,
    "cache": _cached,
    "diagram": _cached_with_valid_header,
    "labels": _labels,
    "settings": _settings,
    "atlas": _atlas,
    "unit": _unit,
    "zdd": _zdd,
    "request": _request,
}
