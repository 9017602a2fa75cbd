"""The data of a page: the complete puzzle, as Python knows it, but no solution of a nonogram."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import building
import pytest
import shipped

from calpuzzle import planning
from calpuzzle.base.errors import InputError
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.formats.placement_codes import takes_challenges
from calpuzzle.game.hand import unsupported_reason
from calpuzzle.nonogram.clues import Clues, from_grid
from calpuzzle.play import data as play_data
from calpuzzle.play.data import nonogram_data, pieces_data
from calpuzzle.puzzle.dates.parsing import labels_of
from calpuzzle.puzzle.lattices import SPHERES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import options_of, written

PLAYABLE = [name for name in shipped.NAMES if unsupported_reason(shipped.model(name)) is None]
NAMES = pytest.mark.parametrize("name", shipped.by_size(PLAYABLE))


def data_of(name: str) -> dict[str, Any]:
    """Return the data of a page as JavaScript reads it."""
    data: dict[str, Any] = json.loads(json.dumps(pieces_data(shipped.lowering(name))))
    return data


@cache
def data_without_counts(name: str) -> dict[str, Any]:
    """Return the data without counts and challenges, so that no diagram is built."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play_data, "_diagram", lambda *_: None)
        return data_of(name)


def orbit(moves: list[int | None], start: int) -> list[int]:
    """Return the orientations that repeated moves from `start` reach."""
    found = [start]
    while (following := moves[found[-1]]) is not None and following not in found:
        found.append(following)
    return found


@NAMES
def test_turning_turning_over_and_tipping_reach_every_orientation(name: str) -> None:
    data = data_without_counts(name)
    for piece in data["pieces"]:
        reached = {0}
        while more := {
            each
            for moves in (piece["turned"], piece["flipped"], piece.get("tipped", []))
            for k in reached
            if moves and (each := moves[k]) is not None and each not in reached
        }:
            reached |= more
        assert len(reached) == len(piece["orientations"]) == len(piece["turned"])
        for k in range(len(piece["orientations"])):
            assert data["turns"] % len(orbit(piece["turned"], k)) == 0


@pytest.mark.parametrize("name", shipped.few(PLAYABLE, "dray", "month-day-7x7", "pentominoes-6x10"))
def test_counts_match_the_known_results(name: str) -> None:
    counts, known = data_of(name)["counts"], shipped.KNOWN.get(name)
    if counts is None:
        assert name not in shipped.CALENDARS
    elif known:
        assert (sum(counts), max(counts), min(counts)) == (
            known["total"],
            known["most"],
            known["fewest"],
        )


def test_counts_are_omitted_if_the_diagram_exceeds_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_data, "MEMORY", 1)
    assert pieces_data(shipped.fresh("dray"))["counts"] is None


@pytest.mark.parametrize("name", shipped.by_size(shipped.CALENDARS))
def test_calendar_lists_labels_in_the_order_of_the_year(name: str) -> None:
    data, model = data_without_counts(name), shipped.model(name)
    calendar = data["calendar"]
    labels = labels_of(model, "2026-11-20")
    assert calendar["months"][10] == labels[calendar["month"]]
    assert calendar["days"][19] == labels[calendar["day"]]
    if calendar["weekday"] is None:
        assert calendar["weekdays"] == [] and len(labels) == 2
    else:
        assert calendar["weekdays"][4] == labels[calendar["weekday"]]


def test_levels_leave_one_solution_and_get_harder() -> None:
    lowered = shipped.lowering("iq-fit")
    diagram = diagram_of(lowered.cover)
    levels = data_of("iq-fit")["challenges"]
    placed = [options_of(lowered, " ".join(level["placed"])) for level in levels]
    assert [diagram.completions(each) for each in placed] == [1] * len(levels) == [1] * 40
    assert [" ".join(written(lowered, k) for k in each) for each in placed] == [
        " ".join(level["placed"]) for level in levels
    ]
    sizes = [len(each) for each in placed]
    assert sizes[:32] == [7] * 8 + [6] * 8 + [5] * 8 + [4] * 8 and max(sizes[32:]) <= 4
    # In the hardest levels, removing any placed piece allows further solutions.
    for each in placed[32:]:
        assert all(diagram.completions(each[:k] + each[k + 1 :]) > 1 for k in range(len(each)))
    assert len(set(map(frozenset, placed))) == 40
    assert levels == pieces_data(shipped.fresh("iq-fit"))["challenges"]


def test_a_puzzle_with_fewer_solutions_than_levels_has_no_levels() -> None:
    pieces = (building.piece("a", "##", "###"), building.piece("b", "###", "##|##"))
    lowered = Lowering(Model("few", building.blank(2, 3), pieces))
    assert takes_challenges(lowered.model) and planning.count(lowered.cover) == 4
    assert pieces_data(lowered)["challenges"] == []


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (shipped.model("sticks"), "sticks has only cell numbers"),
        (shipped.model("soma")._replace(lattice=SPHERES), "soma consists of spheres in space"),
        (shipped.model("soma")._replace(fits=frozenset({(1, 2)})), "matches colours in pairs"),
    ],
)
def test_pieces_data_rejects_puzzles_that_the_page_cannot_play(model: Model, why: str) -> None:
    with pytest.raises(InputError, match=why):
        pieces_data(Lowering(model))


def test_nonogram_data_includes_given_cells_but_not_the_goal(heart: Clues) -> None:
    data = nonogram_data(heart, "heart")
    assert data["rows"][0] == [[2, 1], [2, 1]] and data["columns"][0] == [[2, 1]]
    assert data["given"] is None and data["title"] == data["name"] == "heart"
    assert "goal" not in json.dumps(data)
    clues = from_grid(((1, 0), (0, 1)))
    data = nonogram_data(clues._replace(notes=(("title", "Two"),), given=((1, -1), (-1, -1))), "x")
    assert data["title"] == "Two" and data["given"] == ((1, -1), (-1, -1))
    assert data["palette"][1] == {"name": "black", "rgb": "#000000", "mark": "#"}
