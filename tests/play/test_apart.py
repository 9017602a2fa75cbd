"""How solutions come apart on the page: the same moves as Python's, and their film."""

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
WAYS = (("up", "down"), ("to the front", "to the back"), ("to the right", "to the left"))
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


def same(names: Sequence[str], answer: dict[str, Any], found: Disassembly | None) -> None:
    """Compare the page's answer with Python's."""
    assert not answer["isLate"]
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


def puzzle_of(lying: dict[str, tuple[Cell, ...]], together: Sequence[str] = ("",)) -> Boxed:
    """The puzzle of pieces that lie, and where."""
    pieces = [
        Piece(name, (normal(cells, SQUARES),), together=together[k % len(together)])
        for k, (name, cells) in enumerate(lying.items())
    ]
    board = Board(tuple(sorted(cell for cells in lying.values() for cell in cells)))
    return Model("box", board, tuple(pieces)), lying


def boxed(seed: int) -> Boxed:
    """Cells of a cube cut at random into pieces, some of them in parts, which hold one another;
    some need not come apart."""
    dice = random.Random(seed)
    kept = [cell for cell in CUBE if dice.random() > 0.2 + 0.1 * (seed % 3)]
    parts = cut(dice, kept, (1, 2, 3))
    number = min(len(parts), dice.choice([2, 3, 4, 5]))
    lying = {f"P{k}": tuple(sorted(sum(parts[k::number], ()))) for k in range(number)}
    return puzzle_of(lying, ("", "a", "a") if seed % 2 else ("",))


def burr(seed: int) -> Boxed:
    """Six rods that cross as those of a burr; each cell that several want is given to one of them,
    or left out."""
    dice = random.Random(seed)
    owners: dict[Cell, list[int]] = {}
    for k, (axis, side) in enumerate(product(range(3), ((1, 2), (3, 4)))):
        for place in product(range(6), (2, 3), side):
            cell = tuple(place[(turn - axis) % 3] for turn in range(3))
            owners.setdefault(cell, []).append(k)
    lying: dict[str, list[Cell]] = {f"P{k}": [] for k in range(6)}
    for cell, own in sorted(owners.items()):
        if len(own) == 1 or dice.random() > 0.35:
            lying[f"P{dice.choice(own)}"].append(cell)
    return puzzle_of({name: tuple(cells) for name, cells in lying.items()})


def compare_boxes(blank: Page, boxes: Sequence[Boxed]) -> None:
    """Compare what page and Python say of each; some must come apart, by several moves too, and
    some not."""
    asked = [
        [
            {"cells": cells, "together": piece.together}
            for piece, cells in zip(model.pieces, lying.values(), strict=True)
        ]
        for model, lying in boxes
    ]
    answers = blank.evaluate(APART, [asked, 10**6])
    found = [disassembly(model, lying) for model, lying in boxes]
    for (_, lying), answer, own in zip(boxes, answers, found, strict=True):
        same([*lying], answer, own)
    assert 10 < found.count(None) < len(found) - 10
    assert max(level for own in found if own for level in own.levels) > 2


@pytest.mark.parametrize("number", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_random_solids(blank: Page, number: int) -> None:
    seeds = range(number)
    compare_boxes(blank, [*map(boxed, seeds), *map(burr, seeds)])


def compare_solutions(blank: Page, puzzle: Puzzle, solutions: Sequence[Solution]) -> None:
    """Compare what page and Python say of solutions, whose pieces the page gets in any order."""
    data = pieces_data(puzzle.lowered)
    placed = Placed(puzzle.lowered, data)
    dice = random.Random(puzzle.name)
    asked = [
        dice.sample([placed.placement(option) for option in own.options], len(own.options))
        for own in solutions
    ]
    for own, (lying, answer) in zip(
        solutions, blank.evaluate(SOLVED_APART, [data, asked]), strict=True
    ):
        assert {name: tuple(map(tuple, cells)) for name, cells in lying} == own.pieces
        assert [name for name, _ in lying] == [*own.pieces]
        same([*own.pieces], answer, own.disassembly())


@pytest.mark.parametrize(
    ("name", "number"), [("soma", 24), pytest.param("soma", 480, marks=pytest.mark.slow)]
)
def test_solutions(blank: Page, name: str, number: int) -> None:
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


def test_copies_and_cells_that_stay_empty(blank: Page) -> None:
    puzzle = cp.loads(COPIES)
    assert isinstance(puzzle, Puzzle)
    compare_solutions(blank, puzzle, [*islice(puzzle.solve(), 40)])


def burrs(folder: Path) -> list[Puzzle]:
    """The problems of BurrTools' examples that are here and that the page plays, of cubes."""
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
def test_burrs(blank: Page, data: Path) -> None:
    known = burrs(data / "burrtools")
    if not known:
        pytest.skip("none of them is here")
    for puzzle in known:
        compare_solutions(blank, puzzle, [*islice(puzzle.solve(), 40)])


def open_film(page: Page) -> None:
    """Opens the film of the first solution."""
    page.get_by_role("button", name="Solutions", exact=True).click()
    page.get_by_role("button", name="Show them").click()
    page.get_by_role("button", name="How it comes apart").click()
    page.wait_for_selector("dialog.apart[open]")


def sentences(found: Disassembly) -> list[str]:
    """What the page says of each step."""
    moves = [move for own in found.separations for move in own.moves]
    said = []
    for step, move in enumerate(moves, 1):
        axis = next(k for k in range(3) if move.by[k])
        way = WAYS[axis][move.by[axis] < 0]
        names = " and ".join([", ".join(move.pieces[:-1]), move.pieces[-1]][len(move.pieces) < 2 :])
        words = f"out, {way}" if move.out else f"{abs(move.by[axis])} {way}"
        said.append(f"Step {step} of {len(moves)}: {names}: {words}.")
    return said


@cache
def several() -> Boxed:
    """The first burr that comes apart by several moves."""
    return next(
        own for own in map(burr, range(99)) if (found := disassembly(*own)) and found.levels[0] > 2
    )


def test_the_film_shows_the_moves_of_python(page_of: PageOf) -> None:
    model, lying = several()
    page = page_of(toml.write(model))
    open_film(page)
    page.wait_for_selector("#film:not(.waiting)")
    (solution,) = Puzzle(model).solve()
    assert solution.pieces == lying
    found = solution.disassembly()
    assert found
    levels = ".".join(map(str, found.levels))
    said = sentences(found)
    words = page.locator("#film-words")
    expect(words).to_have_text(f"It comes apart in {len(said)} moves. Levels: {levels}.")
    expect(page.locator("dialog.apart .prism").nth(10)).to_be_attached()
    pictures = set()
    for sentence in said:
        page.keyboard.press("ArrowRight")
        expect(words).to_have_text(sentence)
        expect(page.locator("#film [role=status]")).to_have_text(sentence)
        pictures.add(page.locator("dialog.apart .miniature").inner_html())
    assert len(pictures) == len(said)
    expect(page.locator("[data-film=after]")).to_have_attribute("aria-disabled", "true")
    page.click("[data-film=before]")
    expect(words).to_have_text(said[-2])
    page.keyboard.press("Home")
    page.select_option("#film-speed", "fast")
    page.get_by_role("button", name="Play").click()
    expect(words).to_have_text(said[-1])
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


def test_what_does_not_come_apart_says_so(page_of: PageOf) -> None:
    page = page_of(CAGE)
    open_film(page)
    page.wait_for_selector("#film-words:has-text('It does not come apart')")
    expect(page.locator("[data-film=play]")).to_be_hidden()
