"""The growth of diagrams: state for state as the definition says, and all memory counted."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest
from hypothesis import given, settings
from random_puzzles import models
from test_engines import LARGE, dominoes

import calpuzzle as cp
from calpuzzle._core import grow64
from calpuzzle.puzzle.cover import Cover
from calpuzzle.engines.diagram import growth as growth_module
from calpuzzle.engines.diagram.growth import grow
from calpuzzle.engines.diagram.sets import set_tables
from calpuzzle.engines.layout import Layout


def run(cover, bound=1 << 40):
    """A growth up to its end, and its three arrays."""
    layout = Layout(cover)
    places = layout.tables.places
    growth = growth_module._growth(layout, bound)
    growth.start(layout.root())
    for place in range(places):
        growth.forward(place, 0, 1 << 40)
    for place in reversed(range(places + 1)):
        growth.backward(place)
    growth.number()
    for place in range(places + 1):
        growth.emit(place)
    return growth, growth.finish()


# --- the definition


def fits(cover, occupied, used, groups, option):
    """Whether an option can be laid where these cells, pieces and groups are taken."""
    if occupied & set(option.cells):
        return False
    if option.group >= 0:
        return option.group not in groups
    return used[option.piece] < cover.classes[option.piece].copies


def after(occupied, used, groups, option):
    if option.group >= 0:
        return occupied | set(option.cells), used, groups | {option.group}
    used = tuple(number + (c == option.piece) for c, number in enumerate(used))
    return occupied | set(option.cells), used, groups


def defined(cover):
    """The states that lie on a way from the empty to the full board, and their edges by option."""
    edges = {}
    alive = {}

    def visit(state):
        if state not in alive:
            free = [cell for cell in range(len(cover.cells)) if cell not in state[0]]
            alive[state] = not free
            edges[state] = {}
            for i, option in enumerate(cover.options):
                if free and option.cells[0] == free[0] and fits(cover, *state, option):
                    target = after(*state, option)
                    if visit(target):
                        alive[state] = True
                        edges[state][i] = target
        return alive[state]

    root = (frozenset(), (0,) * len(cover.classes), frozenset())
    visit(root)
    return root, {state: edges[state] for state in edges if alive[state]}


@settings(max_examples=60)
@given(models(most_cells=12))
def test_every_state_and_edge_is_that_of_the_definition(model):
    cover = Cover(model)
    first, option, to = grow(cover)
    root, edges = defined(cover)
    assert len(first) - 1 == len(edges)
    assert len(option) == len(to) == sum(map(len, edges.values()))
    if not edges:
        return
    state_of = {0: root}
    for s in range(len(first) - 1):
        # Every state is met before its own edges are: nothing is left over.
        here = edges[state_of[s]]
        assert list(option[first[s] : first[s + 1]]) == sorted(here)
        for e in range(first[s], first[s + 1]):
            assert state_of.setdefault(to[e], here[option[e]]) == here[option[e]]
    assert len(set(state_of.values())) == len(state_of) == len(edges)


# Shapes that are stored, and states, edges and bytes at the end. Where the growth is meant to
# store or to take another number, put in what the test shows.
SIGNATURE = {
    "dray": (147061, 85876, 128714, 22396928),
    "month-day-7x7": (58857, 21899, 35014, 5674468),
    "9x8": (51, 52, 66, 890428),
}


@pytest.mark.parametrize("name", SIGNATURE)
def test_signature_of_the_growth(name):
    large = {model.name: model for model in LARGE}
    cover = Cover(large[name]) if name in large else cp.load(name).cover
    growth, (first, _, to) = run(cover)
    places = Layout(cover).tables.places
    shapes = sum(growth.size(place) for place in range(places + 1))
    assert (shapes, len(first) - 1, len(to), growth.bytes) == SIGNATURE[name]


# --- memory


def test_the_bound_is_kept_to_the_byte():
    cover = cp.load("month-day-7x7").cover
    growth, arrays = run(cover)
    expected = [bytes(part) for part in arrays]
    most = growth.bytes
    assert [bytes(part) for part in run(cover, most)[1]] == expected
    with pytest.raises(OverflowError, match="memory bound"):
        run(cover, most - 1)


def test_each_array_of_the_end_keeps_the_bound():
    # A diagram of a few states: what the end takes is the room for the first edges.
    cover = Cover(dominoes(2, 3))
    most = run(cover)[0].bytes
    assert most > 1 << 18
    for less in (1, 1 << 17, (1 << 17) + 1, 1 << 18, 3 << 17, (3 << 17) + 1, (3 << 17) + 12000):
        with pytest.raises(OverflowError, match="memory bound"):
            run(cover, most - less)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux bounds addresses")
def test_a_process_without_memory_says_so():
    program = """
        import resource
        import calpuzzle as cp
        from calpuzzle.engines.diagram.growth import grow
        from calpuzzle.base.errors import TooLargeError
        cover = cp.load("weekday-8x7").cover
        try:
            grow(cover, 1 << 16)
        except TooLargeError:
            pass
        with open("/proc/self/statm") as stream:
            size = int(stream.read().split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        refused = 0
        for spare in range(0, 40, 10) if size < 1 << 40 else ():
            resource.setrlimit(resource.RLIMIT_AS, (size + (spare << 20), hard))
            try:
                grow(cover, 1 << 50)
            except TooLargeError:
                refused += 1
        print(refused if size < 1 << 40 else "sanitized")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True
    )
    if done.stdout == "sanitized\n":
        pytest.skip("AddressSanitizer takes all addresses")
    assert done.stdout == "4\n"


# --- what is checked


def test_tables_of_another_size_are_refused():
    layout = Layout(Cover(dominoes(2, 3)))
    sets = set_tables(layout.cover)
    for start in (sets.run_start[:-1], [*sets.run_start, 0]):
        with pytest.raises(ValueError, match="runs"):
            grow64.Growth(layout.tables, sets._replace(run_start=start), 1 << 30)
    many = {
        name: list(getattr(layout.tables, name)) * 0x8000
        for name in ("masks", "add", "instance", "test")
    }
    with pytest.raises(ValueError, match="fit"):
        grow64.Growth(layout.tables._replace(**many), sets, 1 << 30)


def test_layers_and_slices_are_named_as_they_come():
    layout = Layout(Cover(dominoes(2, 3)))
    growth = growth_module._growth(layout, 1 << 30)
    growth.start(layout.root())
    assert growth.size(0) == 1
    assert growth.size(layout.tables.places) == 0
    for place in (1, layout.tables.places):
        with pytest.raises(ValueError, match="order"):
            growth.forward(place, 0, 10)
    assert growth.forward(0, 0, 10) == 1
    with pytest.raises(ValueError, match="order"):
        growth.forward(0, 1, 10)
