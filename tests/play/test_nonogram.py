"""Random nonograms, with colours and without solutions, on the page and in Python: the steps of
solving and their probabilities, hints, and the check whether a position can be completed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from play.positions import Worker, exposed
from random_nonograms import random_nonogram

from calpuzzle.api.nonogram_handle import Nonogram
from calpuzzle.nonogram.clues import Clues, Grid, fits, rows_of
from calpuzzle.nonogram.explain import ContradictionError
from calpuzzle.nonogram.stepper import NonogramStep, steps
from calpuzzle.play.data import nonogram_data

if TYPE_CHECKING:
    from playwright.sync_api import Page

COLOURS = (1, 2, 3)
OPEN = -1

_STEPS = """(nonograms) => {
    const Clued = %s;
    const stepsOf = %s;
    return nonograms.map((data) => {
        const clued = new Clued(data);
        const made = stepsOf(clued, clued.masksOf(clued.given));
        const found = [];
        for (;;) {
            const {done, value} = made.next();
            if (done) return {steps: found, contradiction: value};
            found.push({
                number: value.number, settled: value.settled, masks: value.masks,
                candidates: value.candidates.map(String),
                shares: value.shares.map(
                    ({counts, total}) => counts.map((count) => [String(count), String(total)])),
            });
        }
    });
}"""


def steps_on_page(blank: Page, nonograms: Sequence[Clues]) -> list[dict[str, Any]]:
    script = _STEPS % (exposed("nonogramclues.js", "Clued"), exposed("nonogramsteps.js", "stepsOf"))
    found: list[dict[str, Any]] = blank.evaluate(script, [nonogram_data(g, "g") for g in nonograms])
    return found


def as_python(step: dict[str, Any]) -> NonogramStep:
    shares = [
        tuple(Fraction(int(count), int(total)) for count, total in cell) for cell in step["shares"]
    ]
    candidates = list(map(int, step["candidates"]))
    return NonogramStep(step["number"], shares, step["masks"], candidates, step["settled"])


def compare_steps(blank: Page, nonograms: Sequence[Clues]) -> int:
    """Assert that all steps are equal; return how many nonograms are contradictory."""
    contradicted = 0
    for nonogram, found in zip(nonograms, steps_on_page(blank, nonograms), strict=True):
        expected, message = steps_of_python(nonogram)
        if message:
            contradicted += 1
            assert_same_contradiction(nonogram, found["contradiction"], message)
        else:
            assert found["contradiction"] is None
        assert [as_python(step) for step in found["steps"]] == expected
    return contradicted


def steps_of_python(nonogram: Clues) -> tuple[list[NonogramStep], str]:
    """Return the steps, and the message of the contradiction at their end, if any."""
    made: list[NonogramStep] = []
    try:
        for step in steps(nonogram):
            made.append(step)
    except ContradictionError as error:
        return made, str(error)
    return made, ""


def assert_same_contradiction(nonogram: Clues, contradicted: dict[str, int], message: str) -> None:
    if "line" in contradicted:
        assert message.startswith(f"{nonogram.line_name(contradicted['line'])}, ")
    else:
        row, column = divmod(contradicted["cell"], nonogram.width)
        assert message.startswith(f"row {row + 1} and column {column + 1} disagree")


@pytest.mark.parametrize("seeds", [range(10), pytest.param(range(10, 80), marks=pytest.mark.slow)])
@pytest.mark.parametrize("colours", COLOURS)
def test_steps_and_probabilities_match_python(blank: Page, colours: int, seeds: range) -> None:
    nonograms = [random_nonogram(seed, colours, most=9) for seed in seeds]
    assert compare_steps(blank, nonograms) == 0


@pytest.mark.long
@pytest.mark.parametrize("colours", COLOURS)
def test_contradictions_are_found_where_python_finds_them(blank: Page, colours: int) -> None:
    nonograms = [random_nonogram(seed, colours, solvable=False) for seed in range(40)]
    assert compare_steps(blank, nonograms) >= 15


class NonogramPosition(NamedTuple):
    """A nonogram and the colours of its cells, filled in or open."""

    nonogram: Nonogram
    cells: list[int]

    @property
    def grid(self) -> Grid:
        return rows_of(self.cells, self.nonogram.clues.width)

    @property
    def masks(self) -> list[int]:
        return self.nonogram.masks(self.grid)


def answers(worker: Worker, filled: NonogramPosition, *questions: str) -> list[dict[str, Any]]:
    return worker.ask(
        [{"ask": "nonogram", "what": what, "cells": filled.cells} for what in questions]
    )


def test_hints_solve_nonograms_that_line_solving_does_not(worker: Worker) -> None:
    """Follow the hints to the end: after a wrong one, the clues would not be met."""
    kinds = set()
    for seed in range(400):
        nonogram = Nonogram(random_nonogram(seed, 1 + seed % 3, most=6))
        rating = nonogram.rate()
        if rating is None or rating.level not in ("probing", "guessing"):
            continue
        filled = NonogramPosition(nonogram, [OPEN] * (nonogram.clues.width * nonogram.clues.height))
        worker.load(nonogram.page_data())
        while True:
            (hint,) = answers(worker, filled, "hint")
            kinds.add(hint["kind"])
            if hint["kind"] == "done":
                break
            for cell, colour in hint["cells"]:
                filled.cells[cell] = colour
        assert fits(nonogram.clues, filled.grid)
    assert {"line", "probe", "done"} <= kinds


def test_hint_for_several_solutions_is_a_choice(worker: Worker) -> None:
    nonogram = Nonogram(Clues((((1, 1),), ((1, 1),)), (((1, 1),), ((1, 1),))))
    worker.load(nonogram.page_data())
    hint, check = answers(worker, NonogramPosition(nonogram, [OPEN] * 4), "hint", "check")
    assert (hint["kind"], check["state"]) == ("choice", "possible")
