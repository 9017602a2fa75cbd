"""Disassembly of solutions on the page: moves are compared with Python's, and shown in a film."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import shipped
from play.positions import Placed, exposed
from playing import PageOf, expect
from random_puzzles import cut

import calpuzzle as cp
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.formats import toml
from calpuzzle.formats.registry import parse
from calpuzzle.game.hand import unsupported_reason
from calpuzzle.play.data import pieces_data
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import normal
from calpuzzle.results.disassembly import Disassembly, disassembly
from calpuzzle.results.solution import Solution

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CUBE = list(product(range(3), repeat=3))
DIRECTIONS = (("up", "down"), ("to the front", "to the back"), ("to the right", "to the left"))
_ANSWERED = f"""
    const takenApart = {exposed("sliding.js", "takenApart")};
    const answered = (lying, most) => {{
        const steps = takenApart(lying, most);
        for (;;) {{
            const {{ done, value }} = steps.next();
            if (done) return value;
        }}
    }};"""
APART = f"([all, most]) => {{ {_ANSWERED} return all.map((lying) => answered(lying, most)); }}"
SOLVED_APART = f"""([data, solutions]) => {{ {_ANSWERED}
    const Puzzle = {exposed("puzzle.js", "Puzzle")};
    const placedPieces = {exposed("disassembly.js", "placedPieces")};
    const puzzle = new Puzzle(data);
    return solutions.map((solution) => {{
        const lying = placedPieces(puzzle, solution);
        return [lying.map(({{ name, cells }}) => [name, cells]), answered(lying)];
    }});
}}"""


def assert_same(names: Sequence[str], answer: dict[str, Any], found: Disassembly | None) -> None:
    """Assert that the page's answer equals Python's."""
    assert not answer["isGivenUp"]
    if found is None:
        assert answer["separations"] is None
        return
    separations = [
        {
            "pieces": [names[k] for k in own["pieces"]],
            "moves": [
                {
                    "pieces": [names[k] for k in move["pieces"]],
                    "by": move["by"],
                    "out": move["isOut"],
                }
                for move in own["moves"]
            ],
        }
        for own in answer["separations"]
    ]
    assert separations == found.record()["separations"]


Boxed = tuple[Model, dict[str, tuple[Cell, ...]]]


def puzzle_of(solved: dict[str, tuple[Cell, ...]], together: Sequence[str] = ("",)) -> Boxed:
    """Return the puzzle of pieces in their solved positions, and these positions."""
    pieces = [
        Piece(name, (normal(cells, SQUARES),), together=together[k % len(together)])
        for k, (name, cells) in enumerate(solved.items())
    ]
    board = Board(tuple(sorted(cell for cells in solved.values() for cell in cells)))
    return Model("box", board, tuple(pieces)), solved


def boxed(seed: int) -> Boxed:
    """Return random cells of a cube, cut into pieces that interlock if they have several parts.
    With an odd seed, some pieces may stay together."""
    dice = random.Random(seed)
    kept = [cell for cell in CUBE if dice.random() > 0.2 + 0.1 * (seed % 3)]
    parts = cut(dice, kept, (1, 2, 3))
    number = min(len(parts), dice.choice([2, 3, 4, 5]))
    solved = {f"P{k}": tuple(sorted(sum(parts[k::number], ()))) for k in range(number)}
    return puzzle_of(solved, ("", "a", "a") if seed % 2 else ("",))


def burr(seed: int) -> Boxed:
    """Return six crossing rods, as in a burr; a cell in which rods cross goes to one of them or
    stays empty."""
    dice = random.Random(seed)
    owners: dict[Cell, list[int]] = {}
    for k, (axis, side) in enumerate(product(range(3), ((1, 2), (3, 4)))):
        for place in product(range(6), (2, 3), side):
            cell = tuple(place[(turn - axis) % 3] for turn in range(3))
            owners.setdefault(cell, []).append(k)
    solved: dict[str, list[Cell]] = {f"P{k}": [] for k in range(6)}
    for cell, own in sorted(owners.items()):
        if len(own) == 1 or dice.random() > 0.35:
            solved[f"P{dice.choice(own)}"].append(cell)
    return puzzle_of({name: tuple(cells) for name, cells in solved.items()})


def compare_boxes(blank: Page, boxes: Sequence[Boxed]) -> None:
    """Assert that the page and Python agree on each puzzle, that some but not all come apart, and
    that one separation takes more than two moves."""
    questions = [
        [
            {"cells": cells, "together": piece.together}
            for piece, cells in zip(model.pieces, solved.values(), strict=True)
        ]
        for model, solved in boxes
    ]
    answers = blank.evaluate(APART, [questions, 10**6])
    found = [disassembly(model, solved) for model, solved in boxes]
    for (_, solved), answer, own in zip(boxes, answers, found, strict=True):
        assert_same([*solved], answer, own)
    assert 10 < found.count(None) < len(found) - 10
    assert max(level for own in found if own for level in own.levels) > 2


@pytest.mark.parametrize("number", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_disassembly_of_random_solids_matches_python(blank: Page, number: int) -> None:
    seeds = range(number)
    compare_boxes(blank, [*map(boxed, seeds), *map(burr, seeds)])


def compare_solutions(blank: Page, puzzle: Puzzle, solutions: Sequence[Solution]) -> None:
    """Assert that the page and Python agree; the page gets the pieces in random order."""
    data = pieces_data(puzzle.lowered)
    placed = Placed(puzzle.lowered, data)
    dice = random.Random(puzzle.name)
    questions = [
        dice.sample([placed.placement(option) for option in own.options], len(own.options))
        for own in solutions
    ]
    for own, (solved, answer) in zip(
        solutions, blank.evaluate(SOLVED_APART, [data, questions]), strict=True
    ):
        assert {name: tuple(map(tuple, cells)) for name, cells in solved} == own.pieces
        assert [name for name, _ in solved] == [*own.pieces]
        assert_same([*own.pieces], answer, own.disassembly())


@pytest.mark.parametrize(
    ("name", "number"), [("soma", 24), pytest.param("soma", 480, marks=pytest.mark.slow)]
)
def test_disassembly_of_solutions_matches_python(blank: Page, name: str, number: int) -> None:
    puzzle = Puzzle(shipped.model(name))
    compare_solutions(blank, puzzle, [*islice(puzzle.solve(), number)])


COPIES = """
frame = '''
???
???
???

###
#?#
###

???
???
???
'''
[pieces]
I = { shape = "##", count = 3 }
D = { shape = "#", count = 2, together = "d" }
"""


def test_disassembly_with_copies_and_empty_cells_matches_python(blank: Page) -> None:
    puzzle = cp.loads(COPIES)
    assert isinstance(puzzle, Puzzle)
    compare_solutions(blank, puzzle, [*islice(puzzle.solve(), 40)])


def burrs(folder: Path) -> list[Puzzle]:
    """Return the problems made of cubes in BurrTools' examples that the page can play."""
    found = []
    for path in sorted(folder.glob("*.xmpuzzle")):
        for number in range(1, 9):
            try:
                model = parse(path.read_bytes(), path.name, problem=str(number)).content
            except InputError:
                break
            assert isinstance(model, Model)
            if (
                model.lattice == SQUARES
                and model.board.dimensions == 3
                and not unsupported_reason(model)
            ):
                found.append(Puzzle(model))
    return found


@pytest.mark.slow
def test_disassembly_of_burrtools_examples_matches_python(blank: Page, data: Path) -> None:
    folder = data / "burrtools"
    if not any(folder.glob("*.xmpuzzle")):
        pytest.skip(f"the examples of BurrTools are not in {folder}")
    known = burrs(folder)
    assert known
    for puzzle in known:
        compare_solutions(blank, puzzle, [*islice(puzzle.solve(), 40)])


def open_film(page: Page) -> None:
    """Open the film of the first solution."""
    page.get_by_role("button", name="Solutions", exact=True).click()
    page.get_by_role("button", name="Show them").click()
    page.get_by_role("button", name="How it comes apart").click()
    page.wait_for_selector("dialog.apart[open]")


def sentences(found: Disassembly) -> list[str]:
    """Return the sentence that the page shows for each step."""
    moves = [move for own in found.separations for move in own.moves]
    texts = []
    for step, move in enumerate(moves, 1):
        axis = next(k for k in range(3) if move.by[k])
        direction = DIRECTIONS[axis][move.by[axis] < 0]
        names = " and ".join([", ".join(move.pieces[:-1]), move.pieces[-1]][len(move.pieces) < 2 :])
        words = f"out, {direction}" if move.out else f"{abs(move.by[axis])} {direction}"
        texts.append(f"Step {step} of {len(moves)}: {names}: {words}.")
    return texts


@cache
def burr_of_several_moves() -> Boxed:
    """Return the first burr whose first separation takes more than two moves."""
    return next(
        own for own in map(burr, range(99)) if (found := disassembly(*own)) and found.levels[0] > 2
    )


def test_film_shows_the_moves_that_python_finds(page_of: PageOf) -> None:
    model, solved = burr_of_several_moves()
    page = page_of(toml.write(model))
    open_film(page)
    page.wait_for_selector("#film:not(.waiting)")
    (solution,) = Puzzle(model).solve()
    assert solution.pieces == solved
    found = solution.disassembly()
    assert found
    levels = ".".join(map(str, found.levels))
    texts = sentences(found)
    words = page.locator("#film-words")
    expect(words).to_have_text(f"It comes apart in {len(texts)} moves. Levels: {levels}.")
    expect(page.locator("dialog.apart .prism").nth(10)).to_be_attached()
    pictures = set()
    for sentence in texts:
        page.keyboard.press("ArrowRight")
        expect(words).to_have_text(sentence)
        expect(page.locator("#film [role=status]")).to_have_text(sentence)
        pictures.add(page.locator("dialog.apart .miniature").inner_html())
    assert len(pictures) == len(texts)
    expect(page.locator("[data-film=after]")).to_have_attribute("aria-disabled", "true")
    page.click("[data-film=before]")
    expect(words).to_have_text(texts[-2])
    page.keyboard.press("Home")
    page.select_option("#film-speed", "fast")
    page.get_by_role("button", name="Play").click()
    expect(words).to_have_text(texts[-1])
    page.keyboard.press("Escape")
    expect(page.locator("dialog.apart[open]")).to_have_count(0)
    expect(page.get_by_role("button", name="How it comes apart")).to_be_focused()


CAGE = """
frame = '''
###
###
###

###
###
###

###
###
###
'''
[pieces]
D = "#"
C = '''
###
###
###

###
#.#
###

###
###
###
'''
"""


def test_film_says_that_a_solution_does_not_come_apart(page_of: PageOf) -> None:
    page = page_of(CAGE)
    open_film(page)
    page.wait_for_selector("#film-words:has-text('It does not come apart')")
    expect(page.locator("[data-film=play]")).to_be_hidden()
