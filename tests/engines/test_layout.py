"""The tables of the bitboards, against what a plain definition says they are."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
import shipped
from building import CHOSEN, LARGE, blank, board, dominoes, piece
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_puzzles import cut_frames, models, stretched

from calpuzzle.engines import load
from calpuzzle.engines.layout import Layout, Root, inner_places, layout_of, refusal, sizes_of
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Group, Model

ANY = models(most_cells=16) | cut_frames() | models(most_cells=12).map(stretched)


def places_of(cover: Cover) -> list[int]:
    """The place of each item; -1 of a piece, which has none."""
    assert cover.plane is not None
    length = cover.plane.frame[1]
    return [-1] * cover.pieces + [line * length + at for line, at in cover.plane.places]


def laid_out(model: Model) -> tuple[Cover, Layout]:
    """The puzzle as a Cover with its layout; puzzles that no bitboard holds are passed over."""
    cover = Lowering(model).cover
    assume(refusal(cover) is None)
    return cover, layout_of(cover)


@settings(max_examples=50)
@given(ANY)
def test_masks_and_buckets(model: Model) -> None:
    cover, layout = laid_out(model)
    assert cover.plane is not None
    tables, place = layout.tables, places_of(cover)
    lines, length = cover.plane.frame
    assert (tables.places, tables.line) == (lines * length, length)
    assert tables.instances == cover.instances
    for number, (_, *cells) in enumerate(cover.options):
        own = [place[item] for item in cells]
        assert own == sorted(set(own))
        assert tables.masks[number] == sum(1 << p for p in own)
        assert tables.buckets[own[0]] <= number < tables.buckets[own[0] + 1]
        assert own[-1] - own[0] <= tables.reach
    spans = [place[o[-1]] - place[o[1]] for o in cover.options]
    assert tables.reach == max(spans, default=0)
    assert len(tables.buckets) == tables.places + 1
    assert tables.buckets[0] == 0
    assert tables.buckets[-1] == len(cover.options)
    bits = 64 if tables.places <= 64 else 128
    assert layout.full == (1 << bits) - 1
    cells_there = sum(1 << p for p in place if p >= 0)
    assert layout.holes == layout.full & ~cells_there
    for axis, there in zip(cover.axes, tables.group_cells, strict=True):
        assert there == sum(tables.masks[k] for k in axis)


@settings(max_examples=40)
@given(ANY, st.data())
def test_a_state_is_what_lies(model: Model, data: st.DataObject) -> None:
    cover, layout = laid_out(model)
    if not layout.possible:
        assert layout.root() is None
        return
    tables, sizes = layout.tables, sizes_of(cover)
    numbers = st.integers(0, len(cover.options) - 1)
    laid = tuple(data.draw(st.lists(numbers, max_size=6)))
    used = Counter(cover.options[k][0] for k in laid)
    cells = Counter(item for k in laid for item in cover.options[k][1:])
    grown = sum(is_larger(cover, k) for k in laid)
    clash = (
        any(number > cover.bounds[p][1] for p, number in used.items())
        or any(number > 1 for number in cells.values())
        or (grown > sizes.larger and bool(sizes.uneven))
    )
    root = layout.root(laid)
    assert (root is None) == clash
    if root is None:
        return
    assert root.occupied == layout.holes | sum(tables.masks[k] for k in laid)
    assert root.instance == sum(cover.instance_of.get(k, 0) for k in laid)
    # Which options may still be laid is what the counters say.
    for number, option in enumerate(cover.options):
        full = used[option[0]] == cover.bounds[option[0]][1]
        full |= is_larger(cover, number) and grown == sizes.larger
        assert bool(tables.test[number] & root.used) == full
    for k, bit in enumerate(tables.group_bits):
        group = cover.pieces - len(cover.axes) + k
        assert bool(bit & root.used) == (used[group] == 1)
    assert root.used < 1 << tables.used_bits
    check_sums(cover, layout, root, used, grown)


def is_larger(cover: Cover, number: int) -> bool:
    """Whether the option shows a larger side of its piece."""
    index = cover.options[number][0]
    sizes = {len(option) for option in cover.options if option[0] == index}
    return len(cover.options[number]) > min(sizes)


def check_sums(cover: Cover, layout: Layout, root: Root, used: Counter[int], grown: int) -> None:
    """Whether the sums of sizes at a state hold all that the pieces left can make."""
    sizes = sizes_of(cover)
    left = [
        (size, index in sizes.uneven)
        for index, size in enumerate(sizes.least)
        for _ in range(cover.bounds[index][1] - used[index])
    ]
    reached = {(0, 0)}
    for size, uneven in left:
        before = reached
        reached = before | {(s + size, g) for s, g in before}
        if uneven:
            reached |= {(s + size + 1, g + 1) for s, g in before}
    word = layout.tables.sums[root.sums]
    for total, larger in reached:
        if larger <= max(sizes.larger, 0) - grown and total < layout.full.bit_length():
            assert word >> total & 1, (total, larger)
    # Nothing is allowed that no pieces left can make, each by a cell larger at most.
    most = {(0, 0)}
    for size, _ in left:
        most |= {(s + size, g) for s, g in most} | {(s + size + 1, g + 1) for s, g in most}
    allowed = {total for total, larger in most if larger <= max(sizes.larger, 0) - grown}
    assert {total for total in range(word.bit_length()) if word >> total & 1} <= allowed


@pytest.mark.parametrize("name", ["iq-fit", "dray", "domino", "pentominoes-8x8", "morse"])
def test_the_sums_of_shipped_puzzles(name: str) -> None:
    cover = shipped.lowering(name).cover
    layout, sizes = layout_of(cover), sizes_of(cover)
    root = layout.root()
    assert root is not None
    check_sums(cover, layout, root, Counter(), 0)
    cells = len(cover.primary) - cover.pieces - len(cover.axes)
    whole = layout.tables.sums[root.sums]
    assert whole >> cells & 1
    assert sizes.larger == (4 if name == "iq-fit" else 0)


def test_sizes_of_pieces_of_two_sides() -> None:
    pieces = (
        piece("A", "##", "###"),
        piece("B", "###"),
        piece("C", "##", "##|#."),
        piece("M", "#"),
    )
    sizes = sizes_of(Lowering(Model("x", blank(2, 5), pieces, interchangeable=False)).cover)
    assert sizes.least == [2, 3, 2, 1]
    assert (sizes.larger, sizes.uneven, sizes.close) == (2, frozenset({0, 2}), True)
    assert sizes.possible
    # A side that fits nowhere is none.
    long = Model("x", blank(2, 2), (piece("A", "###", "##"), piece("D", "##")))
    assert sizes_of(Lowering(long).cover).uneven == frozenset()


@pytest.mark.parametrize(
    ("model", "possible"),
    [
        (Model("x", blank(2, 2), (piece("D", "##", copies=2),)), True),
        (Model("x", blank(2, 2), (piece("D", "##", copies=3),)), False),
        (Model("x", blank(2, 2), (piece("D", "##"),)), False),
        (Model("x", blank(2, 2), (piece("I", "####"), piece("M", "#", copies=4))), False),
        (Model("x", blank(1, 4), (piece("A", "#", "##", copies=2),)), True),
        (Model("x", blank(1, 4), (piece("A", "#", "##", copies=3),)), True),
        (Model("x", blank(1, 4), (piece("A", "#", "##", copies=4),)), True),
        (Model("x", blank(1, 4), (piece("A", "#", "##", copies=1),)), False),
        (Model("x", blank(1, 4), (piece("A", "#", "##", copies=5),)), False),
        (Model("x", board("a ."), (piece("M", "#"),), (Group("g", ("a",)),)), True),
    ],
)
def test_which_puzzles_have_the_size_of_their_board(model: Model, possible: bool) -> None:
    layout = layout_of(Lowering(model).cover)
    assert layout.possible is possible
    assert (layout.root() is not None) is possible


def test_too_many_sizes_to_tell_apart() -> None:
    # Past 2^18 combinations of used sizes: the sums of all pieces are allowed throughout.
    numbers = {1: 37, 2: 14, 3: 8, 4: 4, 5: 2, 6: 1, 7: 1}
    pieces = tuple(piece(f"I{n}", "#" * n, copies=number) for n, number in numbers.items())
    cover = Lowering(Model("x", blank(8, 16), pieces)).cover
    layout = layout_of(cover)
    assert layout.possible
    assert len(layout.tables.sums) == 1
    assert set(layout.tables.step) == {0}
    root = layout.root((0, len(cover.options) - 1))
    assert root is not None
    assert root.sums == 0
    # Fewer combinations are told apart.
    fewer = (piece("I1", "#", copies=38), *pieces[1:5], piece("I6", "######", copies=2))
    layout = layout_of(Lowering(Model("x", blank(8, 16), fewer)).cover)
    assert len(layout.tables.sums) == 39 * 15 * 9 * 5 * 3 * 3


@pytest.mark.parametrize(("lines", "length"), [(1, 1), (3, 4), (8, 8), (9, 8), (1, 128), (128, 1)])
def test_places_at_the_ends_of_lines(lines: int, length: int) -> None:
    not_first, not_last = inner_places(lines, length)
    full = (1 << (64 if lines * length <= 64 else 128)) - 1
    places = list(product(range(lines), range(length)))
    for k, (_, at) in enumerate(places):
        assert (not_first >> k & 1) == (at > 0)
        assert (not_last >> k & 1) == (at < length - 1)
    # Above the board all bits stand.
    assert not_first >> len(places) == not_last >> len(places) == full >> len(places)


def test_a_layout_is_made_once() -> None:
    cover = Lowering(dominoes(2, 3)).cover
    assert layout_of(cover) is layout_of(cover)
    assert sizes_of(cover) is sizes_of(cover)
    assert layout_of(Lowering(dominoes(2, 3)).cover) is not layout_of(cover)


def test_everything_laid_leaves_a_full_board() -> None:
    for model in (*LARGE[:1], CHOSEN["labels side by side"][0], CHOSEN["pieces of two sides"][0]):
        cover = Lowering(model).cover
        layout = layout_of(cover)
        solution: Options = next(load("reference").solutions(cover))
        root = layout.root(solution)
        assert root is not None
        assert root.occupied == layout.full
