"""Judging whole families: the atlas, repeated runs, verification and refusals."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pandas as pd
import pytest
from building import board
from small_families import InProcessWorkers, Small, small, tallied, tetrominoes_and_pentominoes

from calpuzzle.base.errors import CannotDoError, InputError, PuzzleError
from calpuzzle.design.families.family import choice, family
from calpuzzle.design.families.family_sweep import FamilySweep
from calpuzzle.design.families.tally import Tally
from calpuzzle.design.families.unit import Unit, stem
from calpuzzle.design.judging import atlas, compressed, verify, work
from calpuzzle.design.judging import judge as judging
from calpuzzle.design.judging.atlas import COLUMNS, Atlas, AtlasRow
from calpuzzle.design.judging.judge import JudgingTask, RemainingCost, judge
from calpuzzle.design.judging.verify import DisagreementError
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model
from calpuzzle.workers.ledger import Ledger

T = TypeVar("T")


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count in this process instead of worker processes."""
    monkeypatch.setattr(judging, "Processes", InProcessWorkers)


@pytest.fixture(scope="module")
def made() -> Small:
    return small()


def judged(made: Small, path: Path, **options: Any) -> tuple[list[AtlasRow], list[str]]:
    messages: list[str] = []
    task = JudgingTask(made.board, made.family, str(path))._replace(**options)
    return judge(task, messages.append), messages


@pytest.fixture(scope="module")
def written(made: Small, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("atlas") / "sets.parquet"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "Processes", InProcessWorkers)
        judged(made, path)
    return path


@pytest.mark.usefixtures("in_process")
def test_every_row_has_the_counts_of_its_puzzle(made: Small, written: Path, tmp_path: Path) -> None:
    best, _ = judged(made, tmp_path / "x.csv")
    assert os.listdir(tmp_path) == ["x.csv"]
    frame = Atlas(str(written)).frame()
    pd.testing.assert_frame_equal(Atlas(str(tmp_path / "x.csv")).frame(), frame)
    assert tuple(frame.columns) == COLUMNS["pieces"]
    assert len(frame) == len(made.family)
    for number, row in enumerate(frame.itertuples(index=False)):
        names, *numbers = row
        assert names == made.family.name_of(number)
        assert tuple(numbers) == tallied(*made, number)
    wanted = frame.reset_index().sort_values(
        ["unsolved", "unsolved_existing", "fewest", "total", "index"],
        ascending=[True, True, False, False, True],
    )
    assert [row.number for row in best] == list(wanted["index"][:20])


def test_atlas_does_not_depend_on_processes_and_cut(
    made: Small, written: Path, tmp_path: Path
) -> None:
    judged(made, tmp_path / "a.parquet", jobs=2, cut=7, ledger=str(tmp_path / "kept"))
    assert (tmp_path / "a.parquet").read_bytes() == written.read_bytes()
    units = [stem(unit) for unit in FamilySweep(*made).units]
    assert sorted(os.listdir(tmp_path / "kept")) == sorted(
        ["ledger.json", *(f"{name}.unit" for name in units)]
    )


@pytest.mark.long
def test_a_local_cluster_writes_the_same_atlas(
    made: Small, written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    _, messages = judged(made, tmp_path / "b.parquet", jobs=1, cluster="local", verify=0.5)
    assert os.listdir(scratch) == []
    scratch.rmdir()
    assert messages[0].startswith("the dashboard of Dask is at http://127.0.0.1:")
    assert sum(text.endswith("all equal") for text in messages) == 2
    assert (tmp_path / "b.parquet").read_bytes() == written.read_bytes()
    assert os.listdir(tmp_path) == ["b.parquet"]


@pytest.mark.usefixtures("in_process")
def test_a_sum_of_many_parts_is_the_same_atlas(
    made: Small, written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compressed, "BLOCK", 2)
    judged(made, tmp_path / "a.parquet")
    found, expected = (Atlas(str(path)).frame() for path in (tmp_path / "a.parquet", written))
    pd.testing.assert_frame_equal(found, expected)
    assert os.listdir(tmp_path) == ["a.parquet"]


@pytest.mark.usefixtures("in_process")
def test_the_remaining_time_is_estimated_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calpuzzle.base.pace.FIRST_AFTER", 0.0)
    monkeypatch.setattr("calpuzzle.base.pace.MAX_RATIO", 1e9)  # the machine may be busy
    labels = tuple("abcdefghijklmnopqrstuvwx")
    model = Model("line", board(" ".join(labels), " ".join(".." * 12)), (), (Group("g", labels),))
    sets = family(model, [choice("23:dominoes"), choice("1:monominoes")], repeat=True)
    _, messages = judged(Small(model, sets), tmp_path / "a.csv")
    cost, time, wrote = messages
    assert re.fullmatch(r"23 units to go: [\d,]+ MiB of memory, [\d,]+ bytes on the disk", cost)
    assert re.fullmatch(r"about \d+ s to go", time)
    assert wrote == f"wrote {tmp_path / 'a.csv'}"


def test_work_without_enough_memory_or_disk_space_is_refused(tmp_path: Path) -> None:
    words = (
        r"^this takes 4,398,046,511,104 MiB on the disk, and [\d,]+ \w+ are free at .*; make room"
    )
    with pytest.raises(CannotDoError, match=words):
        judging._check_resources(RemainingCost(0, 1 << 62), str(tmp_path))
    if work.available() is None:
        return  # the system does not report it
    words = (
        r"^this takes 4,398,046,511,104 MiB of memory, and [\d,]+ \w+ are free; give fewer --jobs"
    )
    with pytest.raises(CannotDoError, match=words):
        judging._check_resources(RemainingCost(1 << 62, 0), str(tmp_path))


@pytest.mark.usefixtures("in_process")
def test_units_in_the_ledger_are_not_counted_again(
    made: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = str(tmp_path / "ledger")
    judged(made, tmp_path / "a.csv", ledger=ledger)
    damaged = tmp_path / "ledger" / "002-letter-B.unit"
    damaged.write_bytes(damaged.read_bytes()[:-1])
    counted: list[str] = []
    run = FamilySweep.run

    def recorded_run(self: FamilySweep, unit: Any) -> Tally:
        counted.append(unit.name)
        return run(self, unit)

    monkeypatch.setattr(FamilySweep, "run", recorded_run)
    _, messages = judged(made, tmp_path / "b.csv", ledger=ledger)
    assert counted == ["letter-B"]
    assert f"{damaged} is damaged (its checksum is wrong); the unit is computed again" in messages
    assert any("3 of 4 units are in" in sentence for sentence in messages)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    counted.clear()
    judged(made, tmp_path / "c.csv", ledger=ledger)
    assert counted == []
    turned = made.board._replace(groups=made.board.groups[::-1])
    with pytest.raises(InputError, match="is the ledger of other work"):
        judged(made._replace(board=turned), tmp_path / "d.csv", ledger=ledger)


def test_peak_and_available_memory_are_plausible() -> None:
    assert work.peak() > 10 << 20
    room = work.available()
    assert room is None or room > 0


@pytest.mark.parametrize(
    ("options", "error"),
    [({"jobs": 0}, "jobs must be 1 or more"), ({"verify": 1.5}, "the share to verify from 0 to 1")],
)
def test_invalid_options_are_refused(
    made: Small, tmp_path: Path, options: dict[str, Any], error: str
) -> None:
    with pytest.raises(InputError, match=error):
        judged(made, tmp_path / "a.csv", **options)
    assert os.listdir(tmp_path) == []


# --- verifying


def test_more_sets_are_verified_with_a_larger_share(made: Small) -> None:
    assert [
        len(verify.random_sets(tetrominoes_and_pentominoes(), share)) for share in (0.01, 0.5, 1)
    ] == [20, 100, 200]
    assert verify.random_sets(made.family, 1) == list(range(len(made.family)))


def tampered(made: Small, ledger: Path, unit: Unit, sets: slice) -> None:
    """Change the totals of some sets of a unit in the ledger, with a valid checksum."""
    path = ledger / f"{stem(unit)}.unit"
    (tally,) = compressed.blocks_of_file(str(path))
    own = Tally._make(column.copy() for column in tally)
    own.total[sets] += 1
    Ledger(str(ledger), FamilySweep(*made).description, []).record(stem(unit), compressed.pack(own))


@pytest.mark.usefixtures("in_process")
def test_a_unit_or_a_set_that_differs_stops_the_verification(made: Small, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    judged(made, tmp_path / "a.csv", ledger=str(ledger))
    tampered(made, ledger, FamilySweep(*made).units[2], slice(7, 9))
    with pytest.raises(DisagreementError) as raised:
        judged(made, tmp_path / "b.csv", ledger=str(ledger), verify=1.0)
    error = f"the unit 003-letter-C differs with cut 5: the set {made.family.name_of(7)} had total "
    assert str(raised.value).startswith(error)
    before, after = map(int, re.findall(r"\d+", str(raised.value).removeprefix(error)))
    assert before == after + 1
    tampered(made, ledger, FamilySweep(*made).units[2], slice(None))
    # The share is so small that only one unit is counted again, which is not the changed one.
    (chosen,) = verify.sample(FamilySweep(*made).units, 0.01)
    assert chosen.number != 2
    with pytest.raises(DisagreementError, match=r"in the atlas, and .* by the engine diagram"):
        judged(made, tmp_path / "b.csv", ledger=str(ledger), verify=0.01)
    assert not (tmp_path / "b.csv").exists()


# --- atlases


def test_atlas_selects_sorts_and_limits_rows(written: Path) -> None:
    own = Atlas(str(written))
    frame = own.frame()
    pd.testing.assert_frame_equal(pd.read_parquet(written), frame)  # as other programs read it
    assert frame.total.dtype == np.uint64
    solvable = own.frame(["unsolved=0", "total>=30"], "-total", 2)
    wanted = frame[(frame.unsolved == 0) & (frame.total >= 30)]
    wanted = wanted.sort_values("total", ascending=False, kind="stable").head(2)
    pd.testing.assert_frame_equal(solvable, wanted, check_dtype=False)
    several = own.frame(["unsolved=0,2", "total!=40, 56"])
    wanted = frame[frame.unsolved.isin([0, 2]) & ~frame.total.isin([40, 56])]
    assert len(wanted) > 1
    pd.testing.assert_frame_equal(several, wanted, check_dtype=False)
    square = own.frame(["pieces=O4", "pieces!=T4,L3"])
    words = [set(text.split()) for text in frame.pieces]
    assert list(square.index) == [k for k, own in enumerate(words) if "O4" in own - {"T4", "L3"} and
                                  not own & {"T4", "L3"}]  # fmt: skip
    for where, error in [
        (["unsolvd=0"], "did you mean unsolved.*; there are pieces, unsolved, "),
        (["piece=O4"], "there is no column piece .did you mean pieces"),
        (["unsolved<1,2"], "'1,2' is not a number"),
        (["total=1,000"], "'000' is not a number"),
        (["unsolved=1,"], "'' is not a number"),
        (["pieces=O5"], "no row has O5 in pieces"),
        (["pieces<O4"], "compares words"),
        (["total=many"], "'many' is not a number"),
    ]:
        with pytest.raises(InputError, match=error):
            own.frame(where)


def test_best_rows_have_the_most_solutions_beyond_2_to_the_63(made: Small) -> None:
    """As a signed 64-bit number, such a total would be negative."""
    tally = Tally.empty(3)
    tally.fewest[:] = 1
    tally.total[:] = [5, (1 << 63) + 5, 7]
    watch = atlas.Watch(made.family, 1)
    list(watch.watch([tally]))
    assert [row.number for row in watch.best] == [1]


def test_files_that_are_no_atlas_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "x.parquet").write_bytes(b"PAR1 no")
    for name, error in [
        ("x.csv", "its columns are not"),
        ("empty.csv", "is not an atlas"),
        ("x.parquet", "is not an atlas"),
        ("y.parquet", "there is no file"),
        ("x.json", "must end in"),
    ]:
        with pytest.raises(InputError, match=error):
            Atlas(str(tmp_path / name))
    (tmp_path / "y.csv").write_text(",".join(COLUMNS["pieces"]) + "\nI4,1,1,1,1,1,1\n")
    with pytest.raises(InputError, match="contain its board; an atlas in Parquet does"):
        _ = Atlas(str(tmp_path / "y.csv")).puzzle


def test_an_atlas_with_an_empty_cell_is_refused(written: Path, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    table = pq.read_table(written)
    gap = table.schema.get_field_index("total")
    column = table.column("total").to_pandas().astype(object)
    column[0] = None
    path = tmp_path / "x.parquet"
    pq.write_table(table.set_column(gap, "total", [column.tolist()]), path)
    with pytest.raises(InputError, match=r"x\.parquet is not an atlas, or it is damaged$"):
        Atlas(str(path)).frame()


def test_sets_that_cannot_be_counted_again_are_refused(written: Path) -> None:
    own = Atlas(str(written))
    with pytest.raises(InputError, match=r"no piece T3 \(did you mean T4\?\) in the family"):
        own.unsolved("I4 T3")
    with pytest.raises(PuzzleError, match="pieces cover 12 cells, but the board has 14 to cover"):
        own.unsolved("I4 O4 S4")
