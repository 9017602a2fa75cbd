"""The commands `hint` and `places`, and the option `--placed` of all commands that have it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest
from commands import ROOT, Run

import calpuzzle as cp
from calpuzzle.base.texts import ENGLISH
from calpuzzle.draw.piece_symbols import symbols_of
from calpuzzle.draw.text_board import Compact
from calpuzzle.game.advice import cell_words
from calpuzzle.puzzle.placements import names_of, written

DATE = ["Sat", "Jan", "1"]
SHELF = ROOT / "examples" / "puzzles" / "shelf.toml"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALPUZZLE_CACHE", str(tmp_path / "cache"))


def pieces_of(puzzle: cp.Puzzle, options: Iterable[int]) -> list[int]:
    """Return the options that are placements of pieces, not labels."""
    return [option for option in options if puzzle.lowered.class_of(option) >= 0]


def notation(puzzle: cp.Puzzle, options: Iterable[int]) -> str:
    return " ".join(written(puzzle.lowered, option) for option in options)


UNDATED = ("soma", "sticks", "tetrasticks-4x4", "two.txt")
ROUND_TRIPS = {
    "Sat Jan 1": "count Sat Jan 1: 1|count any: 1|count Sun Jan 1: 0|hint any: Solved!",
    "any --nth 1": "count any: 1|count Apr 20 Sun: 1|hint Apr 20 Sun: Solved!|count Sat Jan 1: 0",
    **{puzzle: f"count {puzzle}: 1|hint {puzzle}: Solved!" for puzzle in UNDATED},
    "iq-fit": "count iq-fit: 1",
    "three.non --nth 3": "count three.non: 1|hint three.non: Every cell is known.",
}
"""The arguments of `solve`; commands that take its output as --placed, and what they print."""


@pytest.mark.parametrize(
    ("solved", "form"),
    [*((solved, "json") for solved in ROUND_TRIPS), ("Sat Jan 1", "jsonl"), ("soma", "jsonl")],
)
def test_placed_accepts_the_output_of_solve(run: Run, solved: str, form: str) -> None:
    run("solve", *solved.split(), "--format", form, "-o", "placed.json")
    for call in ROUND_TRIPS[solved].split("|"):
        words, _, output = call.partition(": ")
        assert run(*words.split(), "--placed", "@placed.json").out == f"{output}\n", call
    if solved in (*UNDATED, "iq-fit"):
        run("solve", solved, "--format", form, "--force", "-o", "placed.json")
        assert run("count", solved, "--placed", "@placed.json").out == "1\n"
    if solved == "Sat Jan 1":
        again = json.loads(run("solve", *DATE, "--placed", "@placed.json", "--format", form).out)
        total = {"total": 1} if form == "json" else {}
        assert again == json.loads(Path("placed.json").read_text()) | total


def test_placed_rejects_json_of_several_solutions(run: Run) -> None:
    for words, number in ((DATE, 54), (["three.non"], 6)):
        for form in ("json", "jsonl"):
            run("solve", *words, "--all", "--format", form, "--force", "-o", "every.json")
            output = run("count", *words, "--placed", "@every.json").sentence()
            assert (
                output == f"every.json: the JSON holds {number} solutions, but only one is expected"
            )


def test_all_hint_levels_describe_the_same_placement(run: Run, dray: cp.Puzzle) -> None:
    solution = dray.solve("Sat Jan 1")[0]
    options = pieces_of(dray, solution.options)
    for given in (
        [*DATE, "--placed", notation(dray, options[:-1])],
        ["2026-12-01"],
        ["any"],
        ["soma"],
    ):
        puzzle = cp.load("soma") if given == ["soma"] else dray
        output = [run("hint", *given, "--level", level).out for level in range(2, 6)]
        placed, placement = output[3].partition("\n")[0].split(" is placed. For --placed: ")
        (option,) = puzzle.placed(placement)
        assert placement.startswith(f"{placed}@")
        assert re.fullmatch(rf"Look at {placed}: it goes (in|at) the [a-z ]+\.\n", output[0])
        assert output[1].startswith(f"{placed} is turned like this.\n\n")
        cells = puzzle.lowered.cells_of(option)
        named = [cell_words(puzzle.lowered, cell, ENGLISH) for cell in cells]
        assert output[2] in [f"{placed} covers {name}.\n" for name in named]
        if len(given) > 3:
            assert output[3].endswith(f"\n\n{solution}\n")
            assert "\nNothing else fits for " in run("hint", *given, "--why").out


def test_why_explains_what_rules_out_other_placements(run: Run, folder: Path) -> None:
    why = run("hint", "2026-12-01", "--level", "5", "--why").out
    number = int(re.findall(r"(\d+) placements fit for .*has fewer to spare", why)[0])
    others = [line for line in why.splitlines() if re.match(r"  [A-Z]\d@", line)]
    assert len(others) == number - 1 > 5 and any(line.endswith(" solutions too") for line in others)
    dates = product("ABCD", "1234")
    every = "".join(run("hint", "small.toml", *date, "--why").out for date in dates)
    assert "leaves no" in every or "Nothing else fits" in every


def test_placed_accepts_a_drawing(run: Run, dray: cp.Puzzle) -> None:
    drawn = run("solve", *DATE, "--nth", 3).out
    Path("board.txt").write_text(drawn, encoding="utf-8")
    placed = run("solve", *DATE, "--placed", "board.txt", "--format", "json").out
    assert " Jan " in drawn
    # Each label is three columns wide, like Jan.
    for label in ("Ja\u0301n", "\u4e00n", "\U0001f1e9\U0001f1ean", "\u2764\ufe0fn"):
        assert sorted(dray.placed(drawn.replace("Jan", label))) == sorted(dray.placed(drawn))
    assert json.loads(placed)["total"] == 1
    assert run("count", *DATE, "--placed", "@board.txt").out == "1\n"
    assert run("hint", *DATE, "--placed", "board.txt").out == "Solved!\n"
    nth = run("solve", *DATE, "--nth", 3, "--format", "json").out
    assert json.loads(nth)["solutions"] == json.loads(placed)["solutions"]


def test_placed_accepts_a_partial_drawing_of_letters(run: Run, dray: cp.Puzzle) -> None:
    whole = dray.solve("Sat Jan 1")[2]
    known = symbols_of(dray.model)
    drawn = Compact(dray.model).text(whole.pieces)
    keep = {known["I4"], known["V5"]}
    part = "".join(c if c in keep or c in " \n" else "." for c in drawn)
    for text in (part, "\n".join(" ".join(line) for line in part.splitlines())):
        Path("part.txt").write_text(text, encoding="utf-8")
        placed = dray.placed({name: whole.pieces[name] for name in ("I4", "V5")})
        assert sorted(dray.placed(text)) == sorted(placed)
        number = dray.count("Sat Jan 1", placed)
        assert run("count", *DATE, "--placed", "part.txt").out == f"{number}\n"


def test_placed_rejects_invalid_drawings(run: Run) -> None:
    drawn = run("solve", *DATE).out
    for text, sentence in (
        (drawn + drawn, "more than one drawing"),
        (drawn.replace("U  │  T", "│  T"), "of the drawing does not have 7 cells"),
        ("\n".join(drawn.splitlines()[:-5]), "does not fit a board of 8 rows and 7 columns"),
        (drawn.replace(" V ", " Z "), "cannot be placed on the cells"),
        ("..\n..\n", "the drawing has 2 lines of up to 2 characters; the board has 8 rows"),
        ("\n".join(["......."] * 8), "there is no letter of a piece in the drawing"),
    ):
        Path("board.txt").write_text(text, encoding="utf-8")
        assert sentence in run("count", *DATE, "--placed", "board.txt").sentence()


def test_places_counts_solutions_per_placement(run: Run, dray: cp.Puzzle) -> None:
    remaining = dray.remaining("Sat Jan 1")
    times = {
        notation(dray, [k]): n for k, n in remaining.occurrences().items() if pieces_of(dray, [k])
    }
    data = json.loads(run("places", *DATE, "--format", "json").out)
    assert list(data) == ["puzzle", "date", "total", "placements"]
    assert (data["total"], data["placements"]) == (54, times)
    assert list(times) != list(data["placements"])
    assert list(data["placements"].values()) == sorted(times.values(), reverse=True)
    lines = run("places", *DATE, "--placed", next(iter(times)), "--every").out.splitlines()
    assert len(lines) > 1 and all(line.endswith("in every solution") for line in lines)


def test_places_and_why_reject_many_solutions(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calpuzzle.planning.residual.MAX_SOLUTIONS", 1000)
    for command in (["places"], ["hint", "--why"]):
        output = run(*command, "soma").sentence(1)
        assert output == (
            "more than 1,000 solutions remain, too many to examine; place more pieces first"
        )


@pytest.mark.parametrize(
    ("placed", "back"),
    [
        ("I4@1,0:1 I3@1,0:1", "I3@1,0:1"),
        ("I4@1,0:1 I4@2,0:1", "I4@2,0:1"),
        ("I4@1,0:1 I4@1,0:1", "I4@1,0:1"),
        ('{"I4": [[1,0],[1,1],[1,2],[1,3]], "I3": [[1,0],[1,1],[1,2]]}', "I3@1,0:1"),
    ],
)
def test_hint_takes_back_the_last_clashing_placement(run: Run, placed: str, back: str) -> None:
    call = [str(SHELF), "A", "1", "--placed", placed]
    assert run("hint", *call).out == "It cannot be done like this.\n"
    output = json.loads(run("hint", *call, "--level", "2", "--format", "json").out)
    assert (output["back"], output["placement"]) == (True, back)
    assert run("count", *call).code == 2


TWINS = """
board = '''
. . . .
. # # .
'''
[pieces]
a = "#"
b = "#"
d = { shape = "#", count = 2 }
ee = "##"
"""


@pytest.mark.parametrize(
    ("placed", "named"),
    [
        ("", "a"),
        ("a@0,0", "b"),
        ("b@0,0", "a"),
        ("a@0,1 a@0,2", "d"),
        ("a@1,0 b@1,3 d@0,0", "d"),
        ("d@0,0 a@0,1", "b"),
        ('{"d#2": [[0, 0]], "b": [[0, 1]]}', "a"),
    ],
)
def test_hint_keeps_the_names_of_equal_pieces(run: Run, placed: str, named: str) -> None:
    Path("twins.toml").write_text(TWINS)
    call = ("hint", "twins.toml", "--placed", placed, "--level")
    record = json.loads(run(*call, 5, "--format", "json").out)
    assert record["piece"] == named and record["placement"].startswith(f"{named}@")
    assert run(*call, 2).out.startswith(f"Look at {named}: ")
    words, drawing = run(*call, 5).out.split("\n", 1)
    assert words == f"{named} is placed. For --placed: {record['placement']}"
    puzzle = cp.load("twins.toml", kind="puzzle")
    options = puzzle.placed(placed)
    names = names_of(puzzle.lowered, options, options.names)
    names |= puzzle.placed(record["placement"]).names
    drawn = puzzle.placed(drawing).names
    assert all(drawn[option] == name for option, name in names.items() if name in "ab")


@pytest.mark.parametrize("seed", range(8))
def test_challenge_names_each_equal_piece_once(run: Run, seed: int) -> None:
    Path("twins.toml").write_text(TWINS)
    call = ("challenge", "twins.toml", "--pieces", 4, "--seed", seed)
    (record,) = json.loads(run(*call, "--format", "json").out)
    puzzle = cp.load("twins.toml", kind="puzzle")
    placed = puzzle.placed(" ".join(record["given"]))
    cells = {name: cells for name, cells in record["pieces"].items() if name in "ab"}
    assert {
        name: [list(cell) for cell in puzzle.lowered.cells_of(option)]
        for option, name in placed.names.items()
        if name in "ab"
    } == cells
    assert record["solution"].items() >= record["pieces"].items()
    assert record["link"] == f"#puzzle=twins&given={'+'.join(record['given'])}"
    assert run("count", "twins.toml", "--placed", " ".join(record["given"])).out == "1\n"
