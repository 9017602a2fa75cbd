"""Python and the page say of every position what the vectors say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import shipped
from conformance import vectors
from play.positions import exposed

from calpuzzle.engines import RUN
from calpuzzle.game import hints
from calpuzzle.game.hand import unsupported_reason
from calpuzzle.game.nonogram_game import lines_done, verdict
from calpuzzle.game.position import Position
from calpuzzle.nonogram.clues import BLACK, WHITE, Clues, Colour, as_masks, rows_of
from calpuzzle.nonogram.explain import ContradictionError
from calpuzzle.nonogram.nonogram_hints import hint, rate
from calpuzzle.planning import residual_problems
from calpuzzle.planning.residual import ResidualProblems, SearchedCover, is_possible
from calpuzzle.play.data import nonogram_data, pieces_data
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements import options_of, written
from calpuzzle.results.difficulty import difficulty

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Said = dict[str, Any]
PALETTE = (WHITE, BLACK, Colour("red", "#d02020", "r"), Colour("blue", "#0000ff", "b"))
PER_PAGE = 20  # puzzles of one question to the browser
SHORT = 24  # the short run takes every 24th puzzle
MORE = ((12, pytest.mark.long), (1, pytest.mark.slow))
"""The steps of the longer runs, with their marks."""


def test_there_are_all_kinds() -> None:
    positions = [own for line in vectors.PIECES for own in line["positions"]]
    grids = [own for line in vectors.NONOGRAMS for own in line["positions"]]
    assert len(positions) + len(grids) >= 2000
    names = {line["puzzle"] for line in vectors.PIECES}
    assert names >= {
        name for name in shipped.NAMES if unsupported_reason(shipped.model(name)) is None
    }
    status = Counter(own["status"] for own in positions)
    assert min(status[kind] for kind in ("possible", "solved", "dead", "never", "many")) >= 10
    kinds = Counter(own["hint"]["kind"] for own in grids)
    assert kinds.keys() == {"line", "lines", "probe", "search", "choice", "done", "wrong"}
    states = Counter(own["check"]["state"] for own in grids)
    assert states.keys() == {"never", "lines", "wrong", "right", "possible"}


def names_of(lowered: Lowering, options: Options) -> set[str]:
    return {written(lowered, k) for k in options}


def piece_words(lowered: Lowering, known: ResidualProblems, date: Options, placed: Options) -> Said:
    """What Python says of a position, as the vectors write it."""
    fixed = (*date, *placed)
    if not is_possible(known, fixed):
        back = hints.take_back(lowered, known, date, placed)
        if back is None:
            never = not is_possible(known, date)
            return {"status": "never" if never else "dead", "count": 0}
        return {"status": "dead", "count": 0, "back": back.at}
    count = known.completions(fixed)
    found: Said = {"status": "many", "count": vectors.LISTED}
    if count <= vectors.LISTED:
        found = {"status": "possible", "count": count}
        shared = set(known.remaining(fixed).forced()) - set(fixed)
        pieces = tuple(k for k in shared if lowered.class_of(k) >= 0)
        found["forced"] = names_of(lowered, pieces)
    if Position(lowered, fixed).solved:
        return found | {"status": "solved"}
    told = hints.next_piece(lowered, known, fixed)
    item = told.choice.item
    if item is not None:
        cell = item >= lowered.first
        found["item"] = list(lowered.cells[item - lowered.first]) if cell else item
    return found | {
        "spare": told.choice.spare,
        "hint": written(lowered, told.option),
        "cell": list(told.cell),
        "region": hints.region(lowered, (told.option,)),
    }


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=line["puzzle"], marks=[pytest.mark.long] * bool(k % SHORT))
        for k, line in enumerate(vectors.PIECES)
    ],
)
def test_pieces_in_python(line: Said) -> None:
    lowered = Lowering(vectors.model_of(line))
    # Of a puzzle of many solutions a search finds those of a date before its diagram stands.
    few = shipped.KNOWN.get(line["puzzle"], {}).get("total", 1 << 40) < 500_000
    known = residual_problems(lowered.cover, RUN) if few else SearchedCover(lowered.cover, RUN)
    for position in line["positions"]:
        axes = zip(lowered.cover.axes, position.get("date", ()), strict=False)
        date = tuple(axis[k] for axis, k in axes)
        # Any of them may clash, so that each is read alone.
        placed = tuple(k for one in split(position["placed"]) for k in options_of(lowered, one))
        said = piece_words(lowered, known, date, placed)
        own = dict(position)
        for key in ("date", "placed", "difficulty"):
            own.pop(key, None)
        if "forced" in said:
            own["forced"] = set(split(own.get("forced", "")))
        assert said == own, position
        if "difficulty" in position:
            found = difficulty(lowered.cover, (*date, *placed))
            assert found and found.nodes == position["difficulty"], position


def split(text: str) -> list[str]:
    """Placements, apart by blanks."""
    return text.split()


_PIECES = """([lines]) => {
    const Puzzle = %s, RemainingSolutions = %s, hintFor = %s, Position = %s;
    const answered = (steps) => {
        for (;;) {
            const {done, value} = steps.next();
            if (done) return value;
        }
    };
    return lines.map(([data, positions], number) => {
        const puzzle = new Puzzle(data);
        const remaining = new RemainingSolutions(puzzle, 10000, Infinity);
        const name = (placement) => puzzle.written(placement);
        return positions.map(({date = null, placed}, k) => {
            const placements = placed.map((one) => puzzle.read(one).placed[0]);
            const {count, exact, possible, forced, culprit, never} =
                answered(remaining.remaining(date, placements));
            const hint = answered(hintFor(remaining, date, placements, 5));
            const position = new Position(puzzle, date, remaining.numbersOf(placements));
            const choice = hint.placement && position.choice();
            const part = (grade) => {
                const {piece, region, orientation, cell, placement} =
                    answered(hintFor(remaining, date, placements, grade));
                return [piece, region, orientation, cell, placement].filter((own) => own !== null);
            };
            return {
                count, exact, possible, culprit, never, hint, solved: possible && position.solved,
                forced: forced && forced.map(name), told: hint.placement && name(hint.placement),
                spare: choice && choice.spare, cell: choice && choice.cell,
                // What each level tells follows from no puzzle, and each searches anew.
                parts: hint.placement && !k && number %% 7 === 1
                    ? [1, 2, 3, 4].map((grade) => part(grade).length) : null,
            };
        });
    });
}"""


@pytest.mark.parametrize("step", [SHORT, *(pytest.param(step, marks=mark) for step, mark in MORE)])
def test_pieces_on_the_page(browser: Browser, step: int) -> None:
    names = (
        ("puzzle.js", "Puzzle"),
        ("remainingsolutions.js", "RemainingSolutions"),
        ("hints.js", "hintFor"),
    )
    script = _PIECES % tuple(exposed(*own) for own in (*names, ("fits.js", "Fits")))
    page = browser.new_page()
    chosen = vectors.PIECES[::step]
    for first in range(0, len(chosen), PER_PAGE):
        lines = chosen[first : first + PER_PAGE]
        data = [pieces_data(Lowering(vectors.model_of(line))) for line in lines]
        asked_of = [
            [own, [{**p, "placed": split(p["placed"])} for p in line["positions"]]]
            for own, line in zip(data, lines, strict=True)
        ]
        answers = page.evaluate(script, [asked_of])
        for own, line, answer in zip(data, lines, answers, strict=True):
            for position, said in zip(line["positions"], answer, strict=True):
                compare_pieces(own, position, said, line["puzzle"])
    page.close()


def compare_pieces(data: Said, expected: Said, said: Said, name: str) -> None:
    where = (name, expected, said)
    status = expected["status"]
    assert said["count"] == expected["count"], where
    assert said["exact"] == (status != "many"), where
    assert said["possible"] == (status in ("possible", "many", "solved")), where
    assert said["solved"] == (status == "solved"), where
    assert said["never"] == (status == "never"), where
    assert said["culprit"] == expected.get("back"), where
    assert said["hint"]["culprit"] == expected.get("back"), where
    if said["exact"]:
        assert set(said["forced"]) == set(split(expected.get("forced", ""))), where
    assert said["told"] == expected.get("hint"), where
    if not said["told"]:
        return
    cells = data["cells"]
    assert said["spare"] == expected["spare"], where
    assert list(cells[said["hint"]["cell"]]) == expected["cell"], where
    assert said["hint"]["region"] == expected["region"], where
    if isinstance(expected.get("item"), list):
        assert list(cells[said["cell"]]) == expected["item"], where
    else:
        assert said["cell"] is None, where
    # Each level tells more: nothing, the piece and its region, how it is turned, a cell.
    assert said["parts"] in (None, [0, 2, 3, 4]), where


def clues_of(line: Said) -> Clues:
    rows, columns = (
        tuple(tuple((length, colour) for length, colour in clue) for clue in line[side])
        for side in ("rows", "columns")
    )
    given = tuple(map(tuple, line["given"])) if "given" in line else None
    return Clues(rows, columns, PALETTE[: line["colours"] + 1], given=given)


@pytest.mark.parametrize("number", range(0, len(vectors.NONOGRAMS), 20))
def test_nonograms_in_python(number: int) -> None:
    for line in vectors.NONOGRAMS[number : number + 20]:
        clues = clues_of(line)
        rating = rate(clues)
        assert rating and rating.level == line["difficulty"], line
        for position in line["positions"]:
            own = as_masks(clues, rows_of(position["cells"], clues.width))
            masks = [mask & given for mask, given in zip(own, clues.initial_masks(), strict=True)]
            done = lines_done(clues, masks)
            assert done == position["done"], (line, position)
            solved = len(done) == clues.height + clues.width
            assert solved == position["solved"], (line, position)
            assert verdict(clues, masks)._asdict() == position["check"], (line, position)
            assert hint_words(clues, masks) == position["hint"], (line, position)


def hint_words(clues: Clues, masks: list[int]) -> Said:
    try:
        found = hint(clues, masks)
    except ContradictionError:
        return {"kind": "wrong"}
    said: Said = {"kind": found.kind}
    if found.settles:
        said["cells"] = [[row * clues.width + column, c] for row, column, c in found.settles]
    if found.kind == "line":
        said["fillings"] = found.fillings
    pairs = {"line": found.line, "cell": found.cell, "colour": found.colour}
    return said | {key: value for key, value in pairs.items() if value >= 0}


_NONOGRAMS = """([lines]) => {
    const NonogramAnswers = %s;
    const answered = (steps) => {
        for (;;) {
            const {done, value} = steps.next();
            if (done) return value;
        }
    };
    return lines.map(([data, grids]) => {
        const answers = new NonogramAnswers(data);
        const {clued} = answers;
        return grids.map((cells) => {
            const {total, never, ...hint} = answered(answers.answer({what: "hint", cells}));
            if (total !== undefined) hint.fillings = Number(total);
            const check = answered(answers.answer({what: "check", cells}));
            const done = [...clued.clues.keys()].filter((line) => clued.isMet(cells, line));
            return {cells, done, solved: clued.isSolved(cells), hint, check};
        });
    });
}"""


@pytest.mark.long
def test_nonograms_on_the_page(browser: Browser) -> None:
    page = browser.new_page()
    script = _NONOGRAMS % exposed("nonogramhints.js", "NonogramAnswers")
    asked_of = [
        [nonogram_data(clues_of(line), "vector"), [own["cells"] for own in line["positions"]]]
        for line in vectors.NONOGRAMS
    ]
    answers = page.evaluate(script, [asked_of])
    page.close()
    for line, answer in zip(vectors.NONOGRAMS, answers, strict=True):
        for position, said in zip(line["positions"], answer, strict=True):
            assert said == position, (line, position, said)
