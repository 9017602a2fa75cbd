"""Python and the page give the answers of the vectors for every position of every puzzle."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
import shipped
from conformance import plain, vectors
from play.positions import exposed

import calpuzzle as cp
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

Record = dict[str, Any]
PALETTE = (WHITE, BLACK, Colour("red", "#d02020", "r"), Colour("blue", "#0000ff", "b"))
PER_PAGE = 20  # puzzles in one call to the browser
SHORT = 24  # the short run takes every 24th puzzle
MORE = ((12, pytest.mark.long), (1, pytest.mark.slow))
"""The steps of the longer runs, with their marks."""


def test_vectors_contain_every_kind_of_position() -> None:
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


def record_of(lowered: Lowering, known: ResidualProblems, date: Options, placed: Options) -> Record:
    """Return the answers of Python for a position, in the form of the vectors."""
    fixed = (*date, *placed)
    if not is_possible(known, fixed):
        back = hints.take_back(lowered, known, date, placed)
        if back is None:
            never = not is_possible(known, date)
            return {"status": "never" if never else "dead", "count": 0}
        return {"status": "dead", "count": 0, "back": back.at}
    count = known.completions(fixed)
    found: Record = {"status": "many", "count": vectors.LISTED}
    if count <= vectors.LISTED:
        found = {"status": "possible", "count": count}
        shared = set(known.remaining(fixed).forced()) - set(fixed)
        pieces = tuple(k for k in shared if lowered.class_of(k) >= 0)
        found["forced"] = names_of(lowered, pieces)
    if Position(lowered, fixed).solved:
        return found | {"status": "solved"}
    next_hint = hints.next_piece(lowered, known, fixed)
    item = next_hint.choice.item
    if item is not None:
        cell = item >= lowered.first
        found["item"] = list(lowered.cells[item - lowered.first]) if cell else item
    return found | {
        "spare": next_hint.choice.spare,
        "hint": written(lowered, next_hint.option),
        "cell": list(next_hint.cell),
        "region": hints.region(lowered, (next_hint.option,)),
    }


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=line["puzzle"], marks=[pytest.mark.long] * bool(k % SHORT))
        for k, line in enumerate(vectors.PIECES)
    ],
)
def test_python_agrees_on_pieces(line: Record) -> None:
    lowered = Lowering(vectors.model_of(line))
    # If a puzzle has many solutions, searching those of a date is faster than its diagram.
    few = shipped.KNOWN.get(line["puzzle"], {}).get("total", 1 << 40) < 500_000
    known = residual_problems(lowered.cover, RUN) if few else SearchedCover(lowered.cover, RUN)
    for position in line["positions"]:
        axes = zip(lowered.cover.axes, position.get("date", ()), strict=False)
        date = tuple(axis[k] for axis, k in axes)
        # Placements may clash, so each is read separately.
        placed = tuple(k for one in split(position["placed"]) for k in options_of(lowered, one))
        actual = record_of(lowered, known, date, placed)
        own = dict(position)
        for key in ("date", "placed", "difficulty"):
            own.pop(key, None)
        if "forced" in actual:
            own["forced"] = set(split(own.get("forced", "")))
        assert actual == own, position
        if "difficulty" in position:
            found = difficulty(lowered.cover, (*date, *placed))
            assert found and found.nodes == position["difficulty"], position


def split(text: str) -> list[str]:
    """Return the placements of a text, which spaces separate."""
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


def pieces_script() -> str:
    """Return JavaScript that answers questions about puzzles of pieces."""
    modules = ("puzzle.js", "remainingsolutions.js", "hints.js", "fits.js")
    names = ("Puzzle", "RemainingSolutions", "hintFor", "Fits")
    return _PIECES % tuple(map(exposed, modules, names))


def test_labels_of_a_covered_label_set_must_be_covered(browser: Browser) -> None:
    """Without a date, a piece on `a` excludes the set of `a` and `b`, so the hint is for `b`."""
    group = cp.Group.several("pair", "abcd", 2, 2).only(["a+b", "c+d"])
    board = cp.Board(tuple(product(range(2), range(4))), ("a", "b", "", "", "c", "d", "", ""))
    pieces = [
        cp.Piece("M", (((0, 0),),), least=2, most=2),
        cp.Piece("D", (((0, 0), (0, 1)),), least=2, most=2),
    ]
    lowered = Lowering(cp.Model("pairs", board, tuple(pieces), (group,)))
    data, placed = pieces_data(lowered), options_of(lowered, "M@0,0")
    position = plain.Position(plain.Puzzle(data), None, [plain.Placement(0, ((0, 0),))])
    assert position.choice()[0] == (0, 1)
    known = residual_problems(lowered.cover, RUN)
    assert record_of(lowered, known, (), placed)["item"] == [0, 1]
    page = browser.new_page()
    questions = [[data, [{"placed": ["M@0,0"]}]]]
    ((answer,),) = page.evaluate(pieces_script(), [questions])
    page.close()
    assert tuple(data["cells"][answer["cell"]]) == (0, 1)


@pytest.mark.parametrize("step", [SHORT, *(pytest.param(step, marks=mark) for step, mark in MORE)])
def test_the_page_agrees_on_pieces(browser: Browser, step: int) -> None:
    script = pieces_script()
    page = browser.new_page()
    chosen = vectors.PIECES[::step]
    for first in range(0, len(chosen), PER_PAGE):
        lines = chosen[first : first + PER_PAGE]
        data = [pieces_data(Lowering(vectors.model_of(line))) for line in lines]
        questions = [
            [own, [{**p, "placed": split(p["placed"])} for p in line["positions"]]]
            for own, line in zip(data, lines, strict=True)
        ]
        answers = page.evaluate(script, [questions])
        for own, line, answer in zip(data, lines, answers, strict=True):
            for position, actual in zip(line["positions"], answer, strict=True):
                assert_pieces_agree(own, position, actual, line["puzzle"])
    page.close()


def assert_pieces_agree(data: Record, expected: Record, actual: Record, name: str) -> None:
    context = (name, expected, actual)
    status = expected["status"]
    assert actual["count"] == expected["count"], context
    assert actual["exact"] == (status != "many"), context
    assert actual["possible"] == (status in ("possible", "many", "solved")), context
    assert actual["solved"] == (status == "solved"), context
    assert actual["never"] == (status == "never"), context
    assert actual["culprit"] == expected.get("back"), context
    assert actual["hint"]["culprit"] == expected.get("back"), context
    if actual["exact"]:
        assert set(actual["forced"]) == set(split(expected.get("forced", ""))), context
    assert actual["told"] == expected.get("hint"), context
    if not actual["told"]:
        return
    cells = data["cells"]
    assert actual["spare"] == expected["spare"], context
    assert list(cells[actual["hint"]["cell"]]) == expected["cell"], context
    assert actual["hint"]["region"] == expected["region"], context
    if isinstance(expected.get("item"), list):
        assert list(cells[actual["cell"]]) == expected["item"], context
    else:
        assert actual["cell"] is None, context
    # Each level adds facts: none, the piece and its region, its orientation, a cell.
    assert actual["parts"] in (None, [0, 2, 3, 4]), context


def clues_of(line: Record) -> Clues:
    rows, columns = (
        tuple(tuple((length, colour) for length, colour in clue) for clue in line[side])
        for side in ("rows", "columns")
    )
    given = tuple(map(tuple, line["given"])) if "given" in line else None
    return Clues(rows, columns, PALETTE[: line["colours"] + 1], given=given)


@pytest.mark.parametrize("number", range(0, len(vectors.NONOGRAMS), 20))
def test_python_agrees_on_nonograms(number: int) -> None:
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
            assert hint_record(clues, masks) == position["hint"], (line, position)


def hint_record(clues: Clues, masks: list[int]) -> Record:
    try:
        found = hint(clues, masks)
    except ContradictionError:
        return {"kind": "wrong"}
    actual: Record = {"kind": found.kind}
    if found.settles:
        actual["cells"] = [[row * clues.width + column, c] for row, column, c in found.settles]
    if found.kind == "line":
        actual["fillings"] = found.fillings
    pairs = {"line": found.line, "cell": found.cell, "colour": found.colour}
    return actual | {key: value for key, value in pairs.items() if value >= 0}


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
def test_the_page_agrees_on_nonograms(browser: Browser) -> None:
    page = browser.new_page()
    script = _NONOGRAMS % exposed("nonogramhints.js", "NonogramAnswers")
    questions = [
        [nonogram_data(clues_of(line), "vector"), [own["cells"] for own in line["positions"]]]
        for line in vectors.NONOGRAMS
    ]
    answers = page.evaluate(script, [questions])
    page.close()
    for line, answer in zip(vectors.NONOGRAMS, answers, strict=True):
        for position, actual in zip(line["positions"], answer, strict=True):
            assert actual == position, (line, position, actual)
