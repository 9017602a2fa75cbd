"""The tables of used-piece sets say what laying a piece does."""

from __future__ import annotations

from hypothesis import given, settings
from random_puzzles import cut_frames, models

from calpuzzle.engines.diagram.sets import SetTables, set_tables
from calpuzzle.engines.layout import layout_of
from calpuzzle.engines.layout import refusal as no_bitboard
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


@settings(max_examples=60)
@given(models(most_cells=14) | cut_frames())
def test_tables_of_used_sets_say_what_a_piece_does(model: Model) -> None:
    """Laying a piece on a set of used pieces gives the set with it, by shift and runs alone."""
    cover = Lowering(model).cover
    if no_bitboard(cover) or not layout_of(cover).possible:
        return
    sets = set_tables(cover)
    areas = len(sets.words)
    kinds = len(sets.sizes)
    assert len(sets.run_start) == areas * kinds + 1
    assert max(sets.words) == sets.width
    assert {kind for kind in sets.piece if kind >= 0} <= set(range(kinds))
    for number, option in enumerate(cover.options):
        kind = sets.piece[number]
        if option[0] < cover.pieces - len(cover.axes):
            assert sets.sizes[kind] == len(option) - 1
        else:
            assert kind == -1
    check_runs(sets)


def check_runs(sets: SetTables) -> None:
    """Whether the runs lead from words of an area to words of the one that a piece makes of it."""
    kinds = len(sets.sizes)
    for area in range(len(sets.words)):
        for kind, size in enumerate(sets.sizes):
            at = area * kinds + kind
            here = sets.runs[sets.run_start[at] : sets.run_start[at + 1]]
            to = [target + k for _, target, number in here for k in range(number)]
            source = [first + k for first, _, number in here for k in range(number)]
            assert source == sorted(set(source))
            assert to == sorted(set(to))
            assert all(0 <= slot < sets.words[area] for slot in source)
            if to:
                assert all(0 <= slot < sets.words[area + size] for slot in to)
