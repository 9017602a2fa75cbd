"""Judging whole families: the atlas, what a second run does, what is refused."""

from __future__ import annotations

import os
import re
import tempfile
from concurrent.futures import Future
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from small_families import Here, Small, flat, small, tallied

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.pace import LOOK, Pace
from calpuzzle.design import atlas, judging, packing, verify, work
from calpuzzle.design.atlas import COLUMNS, Atlas, Row
from calpuzzle.design.judging import Plan, judge
from calpuzzle.design.ledger import Ledger
from calpuzzle.design.sweep import MEMORY, Sweep
from calpuzzle.design.tally import Tally
from calpuzzle.design.unit import Unit, stem
from calpuzzle.design.verify import DisagreementError
from calpuzzle.design.work import Call, results
from calpuzzle.formats import toml
from calpuzzle.puzzle.cover import Progress

T = TypeVar("T")


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is counted in processes of their own."""
    monkeypatch.setattr(judging, "Processes", Here)


@pytest.fixture(scope="module")
def made() -> Small:
    return small()


def judged(made: Small, path: Path, **options: Any) -> tuple[list[Row], list[str]]:
    told: list[str] = []
    plan = Plan(made.board, made.family, str(path))._replace(**options)
    return judge(plan, told.append), told


@pytest.fixture(scope="module")
def written(made: Small, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("atlas") / "sets.parquet"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "Processes", Here)
        judged(made, path)
    return path


@pytest.mark.usefixtures("here")
def test_every_row_is_that_of_its_puzzle(made: Small, written: Path, tmp_path: Path) -> None:
    best, _ = judged(made, tmp_path / "x.csv")
    assert os.listdir(tmp_path) == ["x.csv"]
    frame = Atlas(str(written)).frame()
    pd.testing.assert_frame_equal(Atlas(str(tmp_path / "x.csv")).frame(), frame)
    assert tuple(frame.columns) == COLUMNS["pieces"]
    assert len(frame) == len(made.family)
    for number, row in enumerate(frame.itertuples(index=False)):
        names, *numbers = row
        assert names == made.family.names_of(number)
        assert tuple(numbers) == tallied(*made, number)
    wanted = frame.reset_index().sort_values(
        ["unsolved", "unsolved_existing", "fewest", "total", "index"],
        ascending=[True, True, False, False, True],
    )
    assert [row.number for row in best] == list(wanted["index"][:20])


def test_the_number_of_processes_and_the_cut_do_not_matter(
    made: Small, written: Path, tmp_path: Path
) -> None:
    judged(made, tmp_path / "a.parquet", jobs=2, cut=7, ledger=str(tmp_path / "kept"))
    assert (tmp_path / "a.parquet").read_bytes() == written.read_bytes()
    units = [stem(unit) for unit in Sweep(*made).units]
    assert sorted(os.listdir(tmp_path / "kept")) == sorted(
        ["ledger.json", *(f"{name}.tally" for name in units)]
    )


@pytest.mark.long
def test_a_cluster_of_this_machine_gives_the_same(
    made: Small, written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    _, told = judged(made, tmp_path / "b.parquet", jobs=1, cluster="local", verify=0.5)
    assert os.listdir(scratch) == []
    scratch.rmdir()
    assert told[0].startswith("Dask shows at http://127.0.0.1:")
    assert sum(text.endswith("all equal") for text in told) == 2
    assert (tmp_path / "b.parquet").read_bytes() == written.read_bytes()
    assert os.listdir(tmp_path) == ["b.parquet"]


@pytest.mark.usefixtures("here")
def test_what_is_in_the_ledger_of_this_work_is_not_counted_again(
    made: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = str(tmp_path / "ledger")
    judged(made, tmp_path / "a.csv", ledger=ledger)
    damaged = tmp_path / "ledger" / "002-letter-B.tally"
    damaged.write_bytes(damaged.read_bytes()[:-1])
    counted: list[str] = []
    run = Sweep.run

    def told_run(self: Sweep, unit: Any) -> Tally:
        counted.append(unit.name)
        return run(self, unit)

    monkeypatch.setattr(Sweep, "run", told_run)
    _, told = judged(made, tmp_path / "b.csv", ledger=ledger)
    assert counted == ["letter-B"]
    assert f"{damaged} is damaged (its checksum is wrong); the unit is done again" in told
    assert any("3 of 4 units are in" in sentence for sentence in told)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    counted.clear()
    judged(made, tmp_path / "c.csv", ledger=ledger)
    assert counted == []
    turned = made.board._replace(groups=made.board.groups[::-1])
    with pytest.raises(InputError, match="is the ledger of another board or family"):
        judged(made._replace(board=turned), tmp_path / "d.csv", ledger=ledger)


def test_memory() -> None:
    assert work.peak() > 10 << 20
    room = work.available()
    assert room is None or room > 0


@pytest.mark.usefixtures("here")
def test_too_little_room_is_refused_and_nothing_is_left(
    made: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(judging, "available", lambda: 100)
        with pytest.raises(CannotDoError, match="of memory, and 100 bytes are free; give fewer"):
            judged(made, tmp_path / "a.csv")
    usage = type("Usage", (), {"free": 10})
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    with pytest.raises(CannotDoError, match="on the disk, and 10 bytes are free at"):
        judged(made, tmp_path / "a.csv")
    assert os.listdir(tmp_path) == []


@pytest.mark.usefixtures("here")
def test_too_little_room_for_what_the_sample_took_is_refused(
    made: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "available", lambda: 1 << 20)
    with pytest.raises(CannotDoError, match="of memory, and 1 MiB are free; give fewer --jobs"):
        judged(made, tmp_path / "a.csv")
    assert os.listdir(tmp_path) == ["a.csv.ledger"]  # the sample is done
    monkeypatch.undo()
    monkeypatch.setattr(judging, "Processes", Here)
    _, told = judged(made, tmp_path / "a.csv")
    assert told[0].startswith("1 of 4 units are in ")
    assert os.listdir(tmp_path) == ["a.csv"]


@pytest.mark.parametrize(("room", "begun"), [(MEMORY, 2), (MEMORY - 1, 1)])
def test_the_sample_waits_for_nobody_where_there_is_memory_for_all(
    made: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int, begun: int
) -> None:
    calls: list[object] = []

    class Counted(Here):
        def submit(self, call: Call[T]) -> Future[T]:
            calls.append(call)
            return super().submit(call)

    def told(sentence: str) -> None:
        if "to go" in sentence:
            assert len(calls) == begun

    monkeypatch.setattr(judging, "Processes", Counted)
    monkeypatch.setattr(judging, "available", lambda: room)
    judge(Plan(made.board, made.family, str(tmp_path / "a.csv")), told)
    assert len(calls) == 4


@pytest.mark.parametrize(
    ("options", "said"),
    [({"jobs": 0}, "jobs is 1 or more"), ({"verify": 1.5}, "the share to verify from 0 to 1")],
)
def test_bad_input(made: Small, tmp_path: Path, options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        judged(made, tmp_path / "a.csv", **options)
    assert os.listdir(tmp_path) == []


def test_the_time_that_is_left_is_told_when_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the first unit took, and within a third where units take two times as long, too."""
    clock = [100.0]
    monkeypatch.setattr("calpuzzle.base.pace.time.monotonic", lambda: clock[0])
    pace = Pace(1)
    took = [0.3, 0.6, 0.3, 0.45] * 25
    said = []
    for done, seconds in enumerate(took, 2):
        clock[0] += seconds
        rest = sum(took[done - 1 :])
        if left := pace.left(done, 101):
            assert clock[0] - 100 >= LOOK
            said.append(abs(left - rest) / rest)
    assert len(said) > 90 and max(said[:-5]) < 1 / 3
    assert Pace().left(2, 9) is None


def test_no_time_is_told_of_parts_that_grow_and_other_parts_begin_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bar once told 2 s of a year of which 30 s were left: the layers of its diagram had been
    fast, and the days began at their pace."""
    clock = [100.0]
    monkeypatch.setattr("calpuzzle.base.pace.time.monotonic", lambda: clock[0])
    pace = Pace()
    for done in range(1, 20):
        clock[0] += 1.4**done / 10
        assert pace.left(done, 20) is None
    for done in range(1, 20):
        clock[0] += 1
        left = pace.left(done, 30)
        assert left == pytest.approx(30 - done) if done > 4 else left is None


# --- verifying


@pytest.mark.usefixtures("here")
def test_the_cost_is_told_and_what_is_right_is_verified(made: Small, tmp_path: Path) -> None:
    _, told = judged(made, tmp_path / "a.csv", verify=1.0)
    assert told[0].startswith("3 units to go: ")
    assert told[0].endswith(" bytes on the disk")
    assert any(text.startswith("4 units counted again with cut ") for text in told)
    assert any(
        text.endswith(" sets counted again by the engine diagram: all equal") for text in told
    )


def test_more_sets_are_counted_again_where_more_units_are(made: Small) -> None:
    assert [len(verify.random_sets(flat(), share)) for share in (0.01, 0.5, 1)] == [20, 100, 200]
    assert verify.random_sets(made.family, 1) == list(range(len(made.family)))


def tampered(made: Small, ledger: Path, unit: Unit, sets: slice) -> None:
    """Change a unit of the ledger, with a checksum that is right."""
    path = ledger / f"{stem(unit)}.tally"
    (tally,) = packing.blocks_of_file(str(path))
    own = Tally._make(column.copy() for column in tally)
    own.total[sets] += 1
    digest = Ledger("", Sweep(*made).description, [], 0).run
    path.write_bytes(packing.pack(own, digest, stem(unit)))


@pytest.mark.usefixtures("here")
def test_a_unit_or_a_set_that_differs_stops_the_run(made: Small, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    judged(made, tmp_path / "a.csv", ledger=str(ledger))
    tampered(made, ledger, Sweep(*made).units[2], slice(7, 9))
    with pytest.raises(DisagreementError) as raised:
        judged(made, tmp_path / "b.csv", ledger=str(ledger), verify=1.0)
    said = f"the unit 003-letter-C differs with cut 5: the set {made.family.names_of(7)} had total "
    assert str(raised.value).startswith(said)
    before, after = map(int, re.findall(r"\d+", str(raised.value).removeprefix(said)))
    assert before == after + 1
    tampered(made, ledger, Sweep(*made).units[2], slice(None))
    # A share so small that only one unit is counted again, which is another.
    (chosen,) = verify.sample(Sweep(*made).units, 0.01)
    assert chosen.number != 2
    with pytest.raises(DisagreementError, match=r"in the atlas, and .* by the engine diagram"):
        judged(made, tmp_path / "b.csv", ledger=str(ledger), verify=0.01)
    assert not (tmp_path / "b.csv").exists()


@pytest.mark.parametrize(
    ("cluster", "output", "row", "said"),
    [
        ("", "x.csv", 64, "2,666 bytes of memory, "),
        ("", "x.parquet", 12, "2,666 bytes of memory, "),
        ("tcp://here:1", "x.csv", 64, "1,333 bytes in each worker, "),
    ],
)
def test_what_it_takes(made: Small, cluster: str, output: str, row: int, said: str) -> None:
    """A process grows by a third after its first unit; a cluster's workers are told of, too."""
    plan = Plan(made.board, made.family, output, jobs=2, cluster=cluster)
    cost = judging._cost(plan, work.Done("a", b"x" * 100, 3.0, 1000), 7)
    disk = 100 * (7 + judging.FOLDED) + row * len(made.family)
    assert str(cost) == f"{said}{disk:,} bytes on the disk"


@pytest.mark.usefixtures("here")
def test_how_far_each_phase_is_told(
    made: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "BLOCK", 4)
    monkeypatch.setattr("calpuzzle.design.folding.PART", 1)
    told: dict[str, list[tuple[int, int | None]]] = {}

    def phases(title: str) -> nullcontext[Progress]:
        return nullcontext(lambda done, of, _: told.setdefault(title, []).append((done, of)))

    judge(Plan(made.board, made.family, str(tmp_path / "x.csv")), phases=phases)
    parts, sets = -(-len(made.family) // 4), len(made.family)
    assert list(told) == ["counting", "adding the units up", "writing the atlas"]
    assert told["adding the units up"] == [(done, parts) for done in range(1, parts + 1)]
    assert told["writing the atlas"][-1] == (sets, sets)
    assert len(told["writing the atlas"]) == parts


# --- atlases


def test_a_name_may_have_a_colon(
    written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "5x8:one.parquet").write_bytes(written.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert len(Atlas("5x8:one.parquet").frame()) == len(Atlas(str(written)).frame())


def test_queries(written: Path) -> None:
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
    for where, said in [
        (["unsolvd=0"], "did you mean unsolved.*; there are pieces, unsolved, "),
        (["piece=O4"], "there is no column piece .did you mean pieces"),
        (["unsolved<1,2"], "'1,2' is no number"),
        (["total=1,000"], "'000' is no number"),
        (["unsolved=1,"], "'' is no number"),
        (["pieces=O5"], "no row has O5 in pieces"),
        (["pieces<O4"], "compares words"),
        (["total=many"], "'many' is no number"),
    ]:
        with pytest.raises(InputError, match=said):
            own.frame(where)


def test_the_best_are_those_with_most_solutions_however_many(made: Small) -> None:
    """Past 2^63, too, where a signed number would turn into a negative one."""
    tally = Tally.empty(3)
    tally.fewest[:] = 1
    tally.total[:] = [5, (1 << 63) + 5, 7]
    watch = atlas.Watch(made.family, 1)
    list(watch.over([tally]))
    assert [row.number for row in watch.best] == [1]


def test_names_come_from_any_block(
    made: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "BLOCK", 7)
    monkeypatch.setattr(judging, "Processes", Here)
    path = tmp_path / "x.parquet"
    judged(made, path)
    assert pq.ParquetFile(path).num_row_groups > 5
    frame = Atlas(str(path)).frame(sort="-total", head=9)
    assert [made.family.names_of(k) for k in frame.index] == list(frame.pieces)


def test_a_puzzle_of_a_row(made: Small, written: Path) -> None:
    own = Atlas(str(written))
    row = own.frame(["unsolved=0"], "total", 1)
    model = atlas.chosen(own.puzzle, row.pieces.iloc[0].split(), "mine")
    assert toml.read(toml.write(model), "mine") == model
    counts = Puzzle(model).counts()
    assert counts.sum() == row.total.iloc[0]
    assert made.family.number_of_model(model) == row.index[0]
    with pytest.raises(InputError, match=r"there is no piece O5 .did you mean O4"):
        atlas.chosen(own.puzzle, ["O5"], "mine")


def test_what_is_no_atlas(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "x.parquet").write_bytes(b"PAR1 no")
    for name, said in [
        ("x.csv", "its columns are not"),
        ("empty.csv", "is no atlas"),
        ("x.parquet", "is no atlas"),
        ("y.parquet", "there is no file"),
        ("x.json", "must end in"),
    ]:
        with pytest.raises(InputError, match=said):
            Atlas(str(tmp_path / name))
    (tmp_path / "y.csv").write_text(",".join(COLUMNS["pieces"]) + "\nI4,1,1,1,1,1,1\n")
    with pytest.raises(InputError, match="of which board it is; an atlas in Parquet does"):
        _ = Atlas(str(tmp_path / "y.csv")).puzzle


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("pieces", pa.nulls(1)),
        ("pieces", pa.array([b"\xff"]).view(pa.string())),
        ("pieces", pa.array([["I4"]])),
        ("total", pa.array(["many"])),
        ("unsolved", pa.array([-1])),
        ("fewest", pa.array([1.5])),
        ("most", pa.array([None], pa.int32())),
    ],
)
def test_cells_of_another_kind(tmp_path: Path, column: str, cell: pa.Array) -> None:
    """Parquet says the types itself, so that they are what a stranger wrote."""
    path = tmp_path / "x.parquet"
    plain = {name: [5] for name in COLUMNS["pieces"]} | {"pieces": ["I4"]}
    table = pa.table({name: pa.array(cells) for name, cells in plain.items()})
    pq.write_table(table, path)  # with wider numbers than ours
    found = Atlas(str(path)).frame(["pieces=I4", "total=5"])
    assert found.unsolved.tolist() == [5]
    odd = table.set_column(table.column_names.index(column), column, cell)
    pq.write_table(odd, path)
    with pytest.raises(InputError, match="is no atlas, or it is damaged"):
        Atlas(str(path)).frame(["pieces=I4", "total=5"])


# --- work


class Dying(Here):
    """Workers that die at the calls of those numbers."""

    lost = (EOFError,)

    def __init__(self, at: set[int]) -> None:
        super().__init__(2)
        self.at, self.calls, self.renewed = at, 0, 0

    def submit(self, call: Call[T]) -> Future[T]:
        self.calls += 1
        if self.calls not in self.at:
            return super().submit(call)
        dead: Future[T] = Future()
        dead.set_exception(EOFError())
        return dead

    def renew(self) -> None:
        self.renewed += 1


def test_calls_of_dead_workers() -> None:
    workers = Dying({1, 5, 6, 11})
    assert sorted(results(workers, [partial(int, k) for k in range(20)])) == list(range(20))
    assert workers.renewed >= 2
    with pytest.raises(CannotDoError, match="workers died 6 times in a row; most likely there is"):
        list(results(Dying(set(range(100))), [partial(int, 1)]))
