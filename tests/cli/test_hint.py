import json

import pytest

import calpuzzle as cp
from calpuzzle.cli import second
from calpuzzle.puzzle.placements import written

DATE = ["Sat", "Jan", "1"]


@pytest.fixture(scope="module")
def dray():
    return cp.load("dray")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CALPUZZLE_CACHE", str(tmp_path / "cache"))


def words(puzzle, options):
    return " ".join(written(puzzle.model, puzzle.cover, option) for option in options)


@pytest.mark.parametrize("engine", ["auto", "backtrack", "diagram"])
def test_count_and_solve_with_pieces_laid(run, dray, engine):
    solutions = list(dray.solve("Sat Jan 1"))
    laid = solutions[7].options[2:4]
    holding = [solution for solution in solutions if set(laid) <= set(solution.options)]
    more = ["--with", words(dray, laid), "--engine", engine]
    assert run("count", *DATE, *more).out == f"{len(holding)}\n"
    data = json.loads(run("solve", *DATE, *more, "--all", "--format", "json").out)
    assert data["total"] == len(holding)
    assert data["solutions"] == [
        {name: [list(cell) for cell in cells] for name, cells in solution.pieces.items()}
        for solution in holding
    ]


def test_what_solve_writes_is_taken_back(run, folder, dray):
    for form in ("json", "jsonl"):
        run("solve", *DATE, "--format", form, "-o", "laid.json")
        assert run("count", *DATE, "--with", "@laid.json").out == "1\n"
        assert run("count", "any", "--with", "@laid.json").out == "1\n"
        assert run("count", "Sun", "Jan", "1", "--with", "@laid.json").out == "0\n"
        assert run("hint", *DATE, "--with", "@laid.json").out == "It is solved.\n"
    for form in ("json", "jsonl"):
        run("solve", *DATE, "-n", 2, "--format", form, "-o", "two.json")
        said = run("count", *DATE, "--with", "@two.json").sentence()
        assert said == "the JSON holds 2 solutions, and one is wanted"
    assert "cannot read nothing.json" in run("count", *DATE, "--with", "@nothing.json").sentence()


def test_any_date_is_the_sum_over_the_dates(run, dray):
    laid = dray.solve("Sat Jan 1").first().options[:2]
    by_date = sum(dray.diagram().completions(k, laid) for k in range(dray.cover.instances))
    assert run("count", "any", "--with", words(dray, laid)).out == f"{by_date}\n"


def test_hints_by_level(run, dray):
    assert run("hint", *DATE).out == "It can still be done, in 54 ways.\n"
    assert run("hint", "Wed", "Jan", "27").out == "This date has no solution.\n"
    solution = dray.solve("Sat Jan 1").first()
    laid = words(dray, solution.options[:-1])
    last = dray.cover.classes[dray.cover.options[solution.options[-1]].piece].names[0]
    assert run("hint", *DATE, "--with", laid, "--level", "2").out.startswith(
        f"Look at {last}: it has only one place left, "
    )
    shown = run("hint", *DATE, "--with", laid, "--level", "3").out
    assert shown.startswith(f"Lay {words(dray, solution.options[-1:])}, where it lies in every")
    assert shown.count("#") == len(solution.pieces[last])


def test_the_piece_to_lift(run, dray):
    solutions = [set(solution.options) for solution in dray.solve("Sat Jan 1")]
    right = tuple(solutions[0])[:3]
    cells = {cell for option in right for cell in dray.cover.options[option].cells}
    pieces = {dray.cover.options[option].piece for option in right}
    date = {dray.cover.number[dray.board.labels[label]] for label in DATE}
    wrong = next(
        number
        for number, option in enumerate(dray.cover.options)
        if option.piece >= 0
        and option.piece not in pieces
        and cells.isdisjoint(option.cells)
        and date.isdisjoint(option.cells)
        and not any({number, *right} <= solution for solution in solutions)
        and not any({number, *right[1:]} <= solution for solution in solutions)
        and not any({number, right[0], right[2]} <= solution for solution in solutions)
        and not any({number, *right[:2]} <= solution for solution in solutions)
    )
    said = run("hint", *DATE, "--with", words(dray, (*right, wrong))).out
    assert said == (
        f"It cannot be done like this. Lift {words(dray, [wrong])} first: "
        "it can be done without it.\n"
    )


def test_a_piece_on_the_date_itself(run, dray):
    said = run("hint", *DATE, "--with", "I4@0,0:1").out
    assert said == (
        "It cannot be done like this: I4@0,0:1 covers Jan, which is of the date and stays "
        "uncovered. Lift it first: it can be done without it.\n"
    )
    # However many solutions the lifting of another one leaves, this one lies wrong.
    two = run("hint", *DATE, "--with", "T5@3,3:1 I4@0,0:1").out
    assert two.startswith("It cannot be done like this: I4@0,0:1 covers Jan, ")


def test_bad_input(run):
    assert "there is no level 4" in run("hint", *DATE, "--level", "4").sentence()
    assert "there is no piece T6" in run("hint", *DATE, "--with", "T6@0,0").sentence()
    assert "T5@0,9" in run("count", *DATE, "--with", "T5@0,9").sentence()
    assert "overlap at row" in run("count", *DATE, "--with", "I4@0,0:1 V5@0,0:1").sentence()
    assert "takes more than 1 MiB" in run("hint", *DATE, "--memory", "1").sentence(1)
    # From the cache it comes whole, and is not grown.
    assert run("hint", *DATE).code == run("hint", *DATE, "--memory", "1").code == 0


def test_a_long_file_of_placements_is_read_to_its_end(run, folder):
    placement = run("solve", *DATE, "--format", "jsonl").out
    (folder / "laid.json").write_text(placement.replace("{", "{" + " " * (1 << 20), 1))
    assert run("count", *DATE, "--with", "@laid.json").out == "1\n"


def test_places_are_counted(run, dray):
    solutions = [set(solution.options) for solution in dray.solve("Sat Jan 1")]
    data = json.loads(run("places", *DATE, "--format", "json").out)
    assert data["total"] == 54
    expected = {}
    for option in set().union(*solutions):
        expected[words(dray, [option])] = sum(option in solution for solution in solutions)
    assert data["placements"] == expected
    assert list(data["placements"].values()) == sorted(expected.values(), reverse=True)
    one = words(dray, [min(solutions[0])])
    lines = run("places", *DATE, "--with", one, "--every").out.splitlines()
    holding = [solution for solution in solutions if min(solutions[0]) in solution]
    assert len(lines) == len(set.intersection(*holding))
    assert all(line.endswith("in every solution") for line in lines)
    none = run("places", "Wed", "Jan", "27")
    assert (none.code, none.out, none.err) == (0, "", "calpuzzle: Jan 27 Wed has no solution\n")
    none = run("places", *DATE, "--with", "I4@0,0:1", "--format", "json")
    assert json.loads(none.out)["total"] == 0
    assert none.err == "calpuzzle: Jan 1 Sat has no solution that holds what is laid\n"
    none = run("places", *DATE, "--every")
    assert none.err == "calpuzzle: no placement is in each of the 54 solutions of Jan 1 Sat\n"
    assert "there is no format csv" in run("places", *DATE, "--format", "csv").sentence()


def test_the_nth_solution(run, dray):
    for k, solution in enumerate(dray.solve("Sat Jan 1"), 1):
        if k in (1, 30, 54):
            data = json.loads(run("solve", *DATE, "--nth", k, "--format", "json").out)
            assert data["solutions"][0]["S4"] == [list(cell) for cell in solution.pieces["S4"]]
    assert "there is no solution 55; the date has 54" in run("solve", *DATE, "--nth", 55).sentence()
    assert "choose one" in run("solve", *DATE, "--nth", 5, "--random").sentence()


def test_a_double_check_that_agrees(run, folder):
    done = run("batch", "-p", "small.toml", "-o", "x.csv", "--double-check")
    assert done.code == 0
    assert "the count by backtrack agrees" in done.err
    assert "the count of the mirror image agrees" in done.err


def test_a_double_check_that_differs(run, folder, monkeypatch):
    counted = second.counted

    def falsified(puzzle, engine, jobs):
        frame = counted(puzzle, engine, jobs)
        frame.loc[3, "solutions"] += 1
        return frame

    monkeypatch.setattr(second, "counted", falsified)
    done = run("batch", "-p", "small.toml", "-o", "x.csv", "--double-check")
    assert done.sentence(1) == (
        "the count by backtrack differs on 1 date: see x.first.csv and x.second.csv"
    )
    first, other = ((folder / f"x.{name}.csv").read_text() for name in ("first", "second"))
    assert len(first.splitlines()) == len(other.splitlines()) == 17
    assert first != other
    assert not (folder / "x.csv").exists()


def test_what_no_diagram_can_hold_is_refused_plainly(run, folder):
    rows = [". " * 20] * 19 + ["A B " + ". " * 18]
    large = 'board = """\n' + "\n".join(rows) + '\n"""\n[groups]\nletter = "A B"\n[pieces]\n'
    large += 'L = """' + "\n" + ("#" * 20 + "\n") * 19 + "#.##################\n" + '"""\n'
    (folder / "large.toml").write_text(large)
    for name in ("hint", "places"):
        sentence = run(name, "B", "-p", "large.toml").sentence(1)
        assert sentence == (
            "hint and places read the diagram of all solutions, which cannot be made here: the "
            "board spans 400 places, and the bitboard engines handle 128; count and solve take "
            "such a puzzle"
        )
    assert run("count", "B", "-p", "large.toml").out == "1\n"
    assert "1 solution\n" in run("solve", "B", "-p", "large.toml").out
    for words in (["stats"], ["batch", "--double-check", "-o", "x.csv"]):
        done = run(*words, "-p", "large.toml")
        assert done.code == 0
        assert "the engine links counts 2 dates one by one" in done.err
