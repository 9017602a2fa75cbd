"""The memory bound of the growth of a diagram: exact to the byte, and an error beyond it."""

from __future__ import annotations

import subprocess
import sys

import pytest
import shipped
from building import blank, dominoes, piece
from growing import LARGE_ENOUGH, as_bytes, reduced_growth, run

from calpuzzle.base.errors import TooLargeError
from calpuzzle.engines import Run, load
from calpuzzle.engines.diagram import growth as module
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.diagram.growth import grow, written
from calpuzzle.engines.layout import Root
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


def test_growth_memory_bound_is_exact_to_the_byte() -> None:
    cover = shipped.lowering("month-day-7x7").cover
    growth, arrays = run(cover)
    most = growth.most_bytes
    assert run(cover, most)[1] == arrays
    with pytest.raises(OverflowError, match="memory bound"):
        run(cover, most - 1)


def test_growth_within_any_bound_raises_or_is_the_same() -> None:
    # The bounds are so close together that every allocation exceeds one of them.
    cover = shipped.lowering("month-day-7x7").cover
    expected = as_bytes(grow(cover, Run(memory=LARGE_ENOUGH)))
    refused = 0
    for bound in range(1 << 18, 12 << 20, 3 << 17):
        try:
            assert as_bytes(grow(cover, Run(memory=bound))) == expected
        except TooLargeError:
            refused += 1
    assert refused > 5
    assert as_bytes(grow(cover, Run(memory=1 << 80))) == expected


def test_diagram_counted_in_too_little_memory_to_be_stored_is_grown_again() -> None:
    cover = Lowering(dominoes(4, 4)).cover
    assert load("diagram").counts(cover, Run(memory=200_000)) == diagram_of(cover).total == 36


def test_diagram_larger_than_the_shapes_of_its_growth_is_refused() -> None:
    pieces = (piece("D", "##", copies=42), piece("M", "#", copies=42))
    growth = reduced_growth(Lowering(Model("x", blank(9, 14), pieces)).cover)
    with pytest.raises(TooLargeError, match="the diagram of this puzzle takes more than 12 MiB"):
        written(growth, Run(memory=12 << 20))


def test_memory_error_is_raised_as_too_large_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoMemory:
        def start(self, root: Root) -> None:
            raise MemoryError

    monkeypatch.setattr(module, "_growth", lambda *_: NoMemory())
    with pytest.raises(TooLargeError):
        grow(Lowering(dominoes(4, 4)).cover, Run(memory=LARGE_ENOUGH))


BOUNDED = """
import resource
from pathlib import Path
import calpuzzle
from calpuzzle.base.errors import TooLargeError
from calpuzzle.engines import Run
from calpuzzle.engines.diagram.growth import grow
from calpuzzle.formats import toml
from calpuzzle.puzzle.lowering import Lowering

text = Path(calpuzzle.__file__).with_name("puzzles").joinpath("weekday-8x7.toml").read_text()
cover = Lowering(toml.read(text, "weekday-8x7")).cover

def is_refused(memory):
    try:
        grow(cover, Run(memory=memory))
    except TooLargeError:
        return True

is_refused(1 << 16)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert is_refused(20 << 20)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
with open("/proc/self/statm") as stream:
    size = int(stream.read().split()[0]) * resource.getpagesize()
hard = resource.getrlimit(resource.RLIMIT_AS)[1]
for spare in range(0, 40, 10) if size < 1 << 40 else ():  # AddressSanitizer takes all addresses
    resource.setrlimit(resource.RLIMIT_AS, (size + (spare << 20), hard))
    assert is_refused(1 << 50)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux bounds addresses")
def test_process_stays_near_its_bound_and_raises_without_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BOUNDED], capture_output=True, text=True, check=True
    )
    # The bound is 20 MiB; without one, weekday-8x7 takes hundreds.
    assert int(done.stdout) * 1024 < 36 << 20
