"""Tables of counts: their files, statistics of them, and the reuse of saved tables."""

from __future__ import annotations

import json
import re
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import shipped
from building import CHOSEN, blank, board, piece

import calpuzzle as cp
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.engines import Run
from calpuzzle.formats.shipped import table_of
from calpuzzle.puzzle.dates.instances import labels_at
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model
from calpuzzle.results import tables, verification
from calpuzzle.results.records import data_text
from calpuzzle.results.stats import stats, stats_text
from calpuzzle.results.table_query import query

RESULTS = Path(__file__).resolve().parent.parent.parent / "results"
NEVER = [("Feb", 30), ("Feb", 31), ("Apr", 31), ("Jun", 31), ("Sep", 31), ("Nov", 31)]


@pytest.fixture(scope="module")
def puzzle() -> cp.Puzzle:
    found: cp.Puzzle = cp.load("month-day-7x7")
    return found


@pytest.fixture(scope="module")
def frame(puzzle: cp.Puzzle) -> pd.DataFrame:
    return cp.table(puzzle)


def test_table_has_one_row_for_each_date(puzzle: cp.Puzzle, frame: pd.DataFrame) -> None:
    assert list(frame.columns) == ["month", "day", "exists", "solutions"]
    assert len(frame) == 372 and frame.solutions.dtype == np.int64 and frame.exists.dtype == bool
    assert frame.day.dtype == np.int64 and list(frame.day[:31]) == list(range(1, 32))
    assert frame.month.cat.ordered and list(frame.month.cat.categories) == [
        *puzzle.groups[0].labels
    ]
    assert frame.solutions.sum() == 25061
    assert frame.loc[(frame.month == "Jan") & (frame.day == 25), "solutions"].item() == 216
    never = frame[~frame.exists]
    assert [*zip(never.month, never.day, strict=True)] == NEVER
    assert frame.solutions.to_numpy().reshape(12, 31).tolist() == puzzle.counts().tolist()
    assert (tables.to_counts(frame, puzzle.model) == puzzle.counts()).all()
    shown: Any = frame  # the type stubs lack _repr_html_
    assert "<table" in shown._repr_html_()
    assert (frame[frame.day > 28].month.value_counts() == 3).all()
    assert list(frame[(frame.month < "Mar") & (frame.day == 9)].month) == ["Jan", "Feb"]


def test_spreadsheet_text_escapes_formulas() -> None:
    labels = ("=1+1", "+2", "-3", "@4", "a=1")
    rows = board(" ".join(labels))
    model = Model("x", rows, (piece("M", "#|#|#|#"),), (Group("=x", labels),))
    frame = cp.table(cp.Puzzle(model))
    plain = [line.split(",")[0] for line in tables.csv_text(frame).splitlines()]
    assert plain == ["=x", *labels]
    safe = [line.split(",")[0] for line in tables.TEXTS["spreadsheet"](frame).splitlines()]
    assert safe == ["'=x", "'=1+1", "'+2", "'-3", "'@4", "a=1"]


def test_tables_round_trip_as_csv(puzzle: cp.Puzzle, frame: pd.DataFrame, tmp_path: Path) -> None:
    path = str(tmp_path / "x.csv")
    tables.write(frame, path)
    first = Path(path).read_bytes()
    pd.testing.assert_frame_equal(tables.read(path, puzzle.model), frame)
    tables.write(tables.read(path, puzzle.model), path)
    assert Path(path).read_bytes() == first
    with pytest.raises(InputError, match="the columns of"):
        tables.read(path, shipped.model("dray"))
    with pytest.raises(InputError, match="there is no file "):
        tables.read(path + "x", puzzle.model)
    with pytest.raises(InputError, match=f"^cannot read {re.escape(str(tmp_path))}: "):
        tables.read(str(tmp_path), puzzle.model)
    Path(path).write_bytes(first.replace(b",64\n", b",many\n", 1))
    with pytest.raises(InputError, match="has a value that is not a count"):
        tables.read(path, puzzle.model)


def test_query_refuses_words_that_mean_several_labels() -> None:
    months = "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu"
    days = tuple(str(day) for day in range(1, 32))
    groups = (Group("month", tuple(months.split())), Group("day", days))
    model = Model("x", board(months, " ".join(days[:12])), (), groups)
    table = tables.from_counts(model, np.ones((12, 31), np.int64))
    assert len(query(table, ["month=March"], model=model)) == 31
    with pytest.raises(InputError, match=r"^Mar can mean maalis or marras; write the label$"):
        query(table, ["month=Mar"], model=model)


def test_lists_and_mappings_are_json_in_csv() -> None:
    row = {"date": {"letter": "A"}, "ok": True, "names": ["a", "b c"], "moves": [1, 2]}
    text = data_text([row], "csv")
    assert text == 'letter,ok,names,moves\nA,true,a; b c,"[1, 2]"\n'


def test_write_chooses_the_format_by_the_extension(frame: pd.DataFrame, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    for name in ("x.parquet", "X.PARQUET"):
        tables.write(frame, str(tmp_path / name))
        again = pd.read_parquet(tmp_path / name)
        assert list(again.day) == list(frame.day) and again.day.dtype == np.int64
        assert list(again.month) == list(frame.month)
    tables.write(frame, str(tmp_path / "x.json"))
    rows = json.loads((tmp_path / "x.json").read_text())
    assert rows[0] == {"month": "Jan", "day": 1, "exists": True, "solutions": 64}
    for name in ("x.txt", "x", ".csv"):
        with pytest.raises(InputError, match=r"must end in .csv, .parquet or .json"):
            tables.write(frame, str(tmp_path / name))


def test_stats_summarize_counts(puzzle: cp.Puzzle) -> None:
    counts = np.zeros((12, 31), dtype=np.int64)
    counts[0, :4] = 4, 1, 2, 1
    found = stats(puzzle.model, counts)
    assert (found.instances, found.total, found.mean) == (372, 8, 8 / 372)
    assert (found.median, found.quartiles) == (0, (0, 0))
    assert (found.most, found.most_at, found.unique) == (4, (0,), (1, 3))
    assert (found.fewest, len(found.unsolvable), found.unsolvable_existing) == (0, 368, 362)
    text = stats_text(puzzle.model, found)
    assert "most        4: Jan 1\n" in text and "unique      2: Jan 2, Jan 4\n" in text
    assert "fewest      0 (the unsolvable ones)\n" in text
    assert "unsolvable  368, of which 362 exist: Jan 5, " in text
    more = stats(puzzle.model, counts + 2)
    assert more.fewest_at == found.unsolvable and more.unsolvable_existing == 0
    assert "fewest      2: Jan 5, " in stats_text(puzzle.model, more)
    assert "unsolvable  0\n" in stats_text(puzzle.model, more)
    counts[:] = [[*range(31)]] * 12
    assert stats(puzzle.model, counts).quartiles == (7, 23)
    model, each = CHOSEN["labels side by side"]
    found = stats(model, cp.Puzzle(model).counts())
    assert (found.total, found.unsolvable_existing, found.unsolvable) == (sum(each), None, (2,))
    text = stats_text(model, found)
    assert "instances   4\n" in text and "unsolvable  1: c b\n" in text
    counts = np.full((12, 31), 2**62, dtype=np.int64)
    assert stats(puzzle.model, counts).total == 372 * 2**62


QUICK = {"month-day-7x7", "dray", "whole-year-7x7-middle"}
CALENDARS = [
    pytest.param(n, marks=[pytest.mark.slow] * (n not in QUICK)) for n in shipped.CALENDARS
]


@pytest.mark.parametrize("name", CALENDARS)
def test_shipped_tables_are_those_that_the_code_writes(name: str, tmp_path: Path) -> None:
    tables.write(cp.table(cp.load(name, kind="puzzle")), str(tmp_path / "x.csv"))
    assert (tmp_path / "x.csv").read_bytes() == (RESULTS / f"{name}.csv").read_bytes()


def test_shipped_tables_have_the_known_counts(tmp_path: Path) -> None:
    """tests/engines/test_published.py compares the known counts with those of the engines."""
    assert {path.stem for path in RESULTS.glob("*.csv")} == {*shipped.CALENDARS}
    path = tmp_path / "x.csv"
    for name in shipped.CALENDARS:
        saved = RESULTS / f"{name}.csv"
        frame = tables.read(str(saved), shipped.model(name))
        counts = tables.to_counts(frame, shipped.model(name))
        assert verification.digest(counts) == shipped.KNOWN[name]["counts_sha256"], name
        tables.write(frame, str(path))
        assert path.read_bytes() == saved.read_bytes()


# --- saved tables


def test_a_saved_table_is_used(puzzle: cp.Puzzle, frame: pd.DataFrame, tmp_path: Path) -> None:
    folder, path = str(tmp_path), str(tmp_path / "month-day-7x7.csv")
    # The package has a table; a table in the folder takes precedence.
    first, message = tables.saved_or_counted(
        puzzle, folder, run=Run(progress=lambda *_: pytest.fail("counted"))
    )
    assert message == "" and table_of(puzzle.model)
    tables.write(first, path)
    used, message = tables.saved_or_counted(
        puzzle, folder, run=Run(progress=lambda *_: pytest.fail("counted"))
    )
    assert message == f"using {path}"
    for found in (first, used):
        pd.testing.assert_frame_equal(found, frame)
    with pytest.raises(InputError, match="no engine links"):
        tables.saved_or_counted(puzzle, folder, "links")


def test_a_saved_table_of_another_puzzle_is_not_used(
    puzzle: cp.Puzzle, frame: pd.DataFrame, tmp_path: Path
) -> None:
    path = str(tmp_path / "month-day-7x7.csv")
    # The same board, but other pieces.
    tables.write(cp.table(cp.load("month-day-7x7-t")), path)
    found, message = tables.saved_or_counted(puzzle, str(tmp_path))
    instead = table_of(puzzle.model)
    assert message == f"{path} is of another puzzle: Jan 1 differs; using {instead}"
    pd.testing.assert_frame_equal(found, frame)
    # The package has no table of a puzzle that only has the name of a shipped one.
    other = cp.Puzzle(cp.load("month-day-7x7-t").model._replace(name=puzzle.name))
    assert tables.saved_or_counted(other, str(tmp_path))[1] == f"using {path}"
    assert tables.saved_or_counted(other, str(tmp_path / "none"))[1] == ""
    own = cp.Puzzle(puzzle.model._replace(title="of my own"))
    message = tables.saved_or_counted(own, str(tmp_path))[1]
    assert message == f"{path} is of another puzzle: Jan 1 differs; counting again"
    # The dates with the fewest and with the most solutions are counted, too.
    fewest, most = int(frame.solutions.argmin()), int(frame.solutions.argmax())
    for at, more in ((fewest, -1), (most, 1)):
        wrong = frame.copy()
        wrong["solutions"] += np.where(frame.index == at, more, 0)
        tables.write(wrong, path)
        where = " ".join(labels_at(puzzle.model, at))
        _, message = tables.saved_or_counted(puzzle, str(tmp_path))
        assert f"another puzzle: {where} differs" in message


def test_counts_beyond_64_bits_are_written_read_and_summarized(tmp_path: Path) -> None:
    pieces = (piece("D", "##", copies=30), piece("M", "#", copies=35))
    rows = board("a b c . . . . .", *[" ".join("." * 8)] * 11)
    large = cp.Puzzle(Model("x", rows, pieces, (Group("g", ("a", "b", "c")),)))
    counts = large.counts()
    frame = cp.table(large)
    assert frame.solutions.tolist() == counts.tolist() and min(counts) > 1 << 63
    path = tmp_path / "x.csv"
    tables.write(frame, str(path))
    assert tables.read(str(path), large.model).equals(frame)
    assert tables.saved_or_counted(large, str(tmp_path))[1] == f"using {path}"
    assert tables.to_counts(frame, large.model).tolist() == counts.tolist()
    assert json.loads(tables.json_text(frame))[2]["solutions"] == counts[2]
    assert query(frame, ["solutions>0"], "-solutions", 1).solutions.item() == max(counts)
    assert str(max(counts)) in tables.plain_text(frame)
    found = stats(large.model, counts)
    assert (found.total, found.fewest, found.most) == (sum(counts), min(counts), max(counts))
    assert found.median == float(sorted(counts)[1])
    assert f"{sum(counts):,}" in stats_text(large.model, found)
    with pytest.raises(CannotDoError, match="a count exceeds the 64 bits of Parquet"):
        tables.write(frame, str(tmp_path / "x.parquet"))
    path.write_text(path.read_text().replace(str(counts[0]), f"-{counts[0]}"))
    with pytest.raises(InputError, match="not a count"):
        tables.read(str(path), large.model)


def test_counts_beyond_64_bits_are_compared_exactly() -> None:
    pieces = (piece("A", "#", copies=50), piece("B", "##", copies=30))
    puzzle, number = cp.Puzzle(Model("row", blank(1, 110), pieces)), comb(80, 30)
    row = cp.compare([puzzle]).iloc[0]
    assert row.total == row.fewest == row.most == number
    for least in (number, number + 1):
        kept = query(cp.table(puzzle), [f"solutions>={least}"])
        assert len(kept) == (least == number)
