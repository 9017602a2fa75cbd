"""Calendars on every lattice: all engines, the listing, the page and the file say what the plain
definition says."""

from __future__ import annotations

import definition
import pytest
import small_boards

from calpuzzle import engines
from calpuzzle.formats import toml
from calpuzzle.play.data import pieces_data
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import HEXAGONS, SQUARES, STICKS, TRIANGLES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.validate import faults

EXACT = ("auto", "diagram", "halves", "frontier", "backtrack", "dancing", "reference")
SHAPES = [(SQUARES, 1), (HEXAGONS, 1), (TRIANGLES, 1), (STICKS, 1), (SQUARES, 2)]


@pytest.mark.filterwarnings("ignore:.*one by one")
@pytest.mark.parametrize("seeds", [4, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("lattice", "layers"), SHAPES, ids=lambda own: str(own))
def test_random_calendars(lattice: Lattice, layers: int, seeds: int) -> None:
    asked = set()
    for seed in range(seeds):
        model = small_boards.puzzle(seed, lattice, layers)
        assert faults(model) or toml.read(toml.write(model), "random") == model
        lowered = Lowering(model)
        wanted = definition.counts(model)
        for name in EXACT:
            engine = engines.load(name)
            if engine.refusal(lowered.cover) is None:
                asked.add(name)
                assert engine.counts(lowered.cover).ravel().tolist() == wanted, (name, seed)
        for flat, labels in enumerate(definition.instances(model)):
            laid = lowered.cover.instance(flat)
            found = [definition.read_back(lowered, own) for own in _listed(lowered, laid)]
            assert len(found) == wanted[flat]
            assert set(found) == definition.solutions(model, labels)
        counts = pieces_data(lowered)["counts"] if layers == 1 or model.groups else None
        assert counts is None or counts == wanted
    flat_cells = layers == 1 and lattice != STICKS
    assert asked >= ({*EXACT} if flat_cells else {"auto", "frontier", "dancing", "reference"})


def _listed(lowered: Lowering, laid: tuple[int, ...]) -> list[tuple[int, ...]]:
    return list(engines.load("auto").solutions(lowered.cover, laid))
