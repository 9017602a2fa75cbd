"""The ledger: finished units are reused, unless they are damaged or belong to other work."""

from __future__ import annotations

import json
import os
import random
from concurrent.futures import Future
from pathlib import Path
from typing import NoReturn, TypeVar

import numpy as np
import pytest
from small_families import InProcessWorkers, rows

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.files import TEMPORARY
from calpuzzle.design.families.tally import DTYPES, Tally
from calpuzzle.design.judging import adding, compressed
from calpuzzle.design.judging.adding import sum_units
from calpuzzle.workers.calls import Call
from calpuzzle.workers.ledger import Ledger

T = TypeVar("T")

UNITS = ["a", "b", "c"]


def tally(seed: int, sets: int = 50) -> Tally:
    rng = np.random.default_rng(seed)
    return Tally._make(rng.integers(0, 200, sets).astype(kind) for kind in DTYPES)


def opened(folder: Path, description: str = "x") -> Ledger:
    return Ledger(str(folder), description, UNITS)


def filled(folder: Path) -> None:
    with opened(folder) as ledger:
        for seed, unit in enumerate(UNITS):
            ledger.record(unit, compressed.pack(tally(seed)))


def missing(folder: Path) -> tuple[list[str], list[str]]:
    reports: list[str] = []
    with opened(folder) as ledger:
        return ledger.missing(reports.append), reports


def test_finished_units_are_read_back_and_added_up(tmp_path: Path) -> None:
    folder = tmp_path / "ledger"
    assert missing(folder) == (UNITS, [])
    filled(folder)
    assert missing(folder) == ([], [])
    whole = tally(0)
    whole.add(tally(1))
    whole.add(tally(2))
    with opened(folder) as ledger:
        (found,) = sum_units(ledger, 50, no_workers)
        (part,) = compressed.blocks_of_file(ledger.path("b"))
    assert rows(found) == rows(whole)
    assert rows(part) == rows(tally(1))
    with opened(tmp_path / "one") as ledger:
        for unit in UNITS:
            ledger.record(unit, compressed.pack(tally(1, 1)))
        (found,) = sum_units(ledger, 1, no_workers)
    assert found.total == 3 * tally(1, 1).total
    assert compressed.pack(tally(3)) == compressed.pack(tally(3))


def no_workers() -> NoReturn:
    raise AssertionError("one part needs no workers")


class CountingWorkers(InProcessWorkers):
    """Workers that execute calls in this process, and are interrupted after `most` calls."""

    def __init__(self, most: int = 1000) -> None:
        super().__init__(1)
        self.calls, self.most = 0, most

    def submit(self, call: Call[T]) -> Future[T]:
        self.calls += 1
        if self.calls > self.most:
            raise KeyboardInterrupt
        return super().submit(call)


def test_an_interrupted_sum_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compressed, "BLOCK", 4)
    monkeypatch.setattr(adding, "PART_BLOCKS", 3)
    filled(tmp_path)
    whole = tally(0)
    whole.add(tally(1))
    whole.add(tally(2))
    with opened(tmp_path) as ledger:
        parts = adding.parts(ledger, 50)
        assert len(parts) == 5
        with pytest.raises(KeyboardInterrupt):
            sum_units(ledger, 50, lambda: CountingWorkers(2))
        found = [part.name for part in parts if os.path.exists(ledger.path(part.name))]
        assert 0 < len(found) <= 2
        reports: list[tuple[int, int | None]] = []
        workers = CountingWorkers()
        blocks = list(
            sum_units(ledger, 50, lambda: workers, lambda done, of, _: reports.append((done, of)))
        )
        assert workers.calls == 5 - len(found)
        assert reports == [(done, 5) for done in range(len(found) + 1, 6)]
        assert [row for block in blocks for row in rows(block)] == rows(whole)
        # A damaged part is computed again, and so are all parts if a unit has changed.
        Path(ledger.path(parts[3].name)).write_bytes(b"[")
        list(sum_units(ledger, 50, no_workers))
        ledger.record("b", compressed.pack(tally(7)))
        workers = CountingWorkers()
        blocks = list(sum_units(ledger, 50, lambda: workers))
        assert workers.calls == 5
        whole = tally(0)
        whole.add(tally(7))
        whole.add(tally(2))
        assert [row for block in blocks for row in rows(block)] == rows(whole)
        ledger.remove_others()
    assert sorted(os.listdir(tmp_path)) == ["a.unit", "b.unit", "c.unit", "ledger.json"]


@pytest.mark.parametrize("change", [*range(8), b"[" * 100_000, b"{}", b"7", b"[8]", b"\xff"])
def test_a_damaged_unit_is_reported_and_computed_again(tmp_path: Path, change: int | bytes) -> None:
    """`change` replaces the file, or selects an inverted bit or a truncation."""
    filled(tmp_path)
    path = tmp_path / "b.unit"
    data = bytearray(path.read_bytes())
    rng = random.Random(change)
    at = rng.randrange(len(data))
    if isinstance(change, bytes):
        data[:] = change + b"\n"
    elif change % 2:
        data[at] ^= 1 << rng.randrange(8)
    else:
        del data[at:]
    path.write_bytes(data)
    left, reports = missing(tmp_path)
    assert left == ["b"]
    assert len(reports) == 1 and "b.unit is damaged" in reports[0]
    assert not path.exists()


def test_a_unit_with_the_name_of_another_is_computed_again(tmp_path: Path) -> None:
    filled(tmp_path)
    os.replace(tmp_path / "a.unit", tmp_path / "b.unit")
    assert missing(tmp_path)[0] == ["a", "b"]
    filled(tmp_path)
    header = json.loads((tmp_path / "ledger.json").read_text())
    assert header["of"] == "x" and header["units"] == UNITS


def test_the_ledger_of_other_work_is_rejected(tmp_path: Path) -> None:
    filled(tmp_path)
    others = Ledger(str(tmp_path), "x", UNITS[1:])
    for other in (opened(tmp_path, "y"), others):
        with pytest.raises(InputError, match="is the ledger of other work"), other:
            pass


def test_a_ledger_in_use_cannot_be_opened_again(tmp_path: Path) -> None:
    with (
        opened(tmp_path),
        pytest.raises(CannotDoError, match="another run is using the ledger"),
        opened(tmp_path),
    ):
        pass
    assert missing(tmp_path)[0] == UNITS


def test_remove_deletes_only_the_files_of_the_ledger(tmp_path: Path) -> None:
    folder = tmp_path / "x"
    filled(folder)
    with opened(folder) as ledger:
        ledger.remove()
    assert not folder.exists()
    filled(folder)
    (folder / "notes").write_text("somebody's")
    with opened(folder) as ledger:
        ledger.remove()
    assert os.listdir(folder) == ["notes"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        *((text, "is damaged, or not a ledger") for text in ("[", "[]", "null", "", "[" * 100_000)),
        ({"program": "9.9"}, r"was written by calpuzzle 9\.9 \(layout 3\), but this is calpuzzle"),
        ({"format": "calpuzzle ledger 1", "program": None}, r"without a version \(layout 1\)"),
        ({"format": "calpuzzle ledger 4"}, r"\(layout 4\), but .* \(layout 3\); continue with"),
        ({"format": "a letter"}, "ledger.json is damaged, or not a ledger; name another"),
        ({"format": ["calpuzzle ledger 3"]}, "ledger.json is damaged"),
    ],
)
def test_a_ledger_with_another_header_is_rejected(
    tmp_path: Path, change: str | dict[str, object], said: str
) -> None:
    """`change` is the new text of ledger.json, or new values of its keys."""
    filled(tmp_path)
    path = tmp_path / "ledger.json"
    if isinstance(change, dict):
        header = {**json.loads(path.read_text()), **change}
        change = json.dumps({key: own for key, own in header.items() if own is not None})
    path.write_text(change)
    with pytest.raises(InputError, match=said), opened(tmp_path):
        pass
    assert len(list(tmp_path.glob("*.unit"))) == len(UNITS)


def test_folders_that_are_not_ledgers_are_rejected(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(InputError, match="holds other files"), opened(tmp_path):
        pass
    with pytest.raises(InputError, match="is a file"), opened(tmp_path / "letter.txt"):
        pass
    with pytest.raises(InputError, match="does not exist; make it"), opened(tmp_path / "x" / "y"):
        pass
    assert os.listdir(tmp_path) == ["letter.txt"]


def test_a_folder_that_cannot_be_made_is_reported_with_the_reason(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 300)
    with pytest.raises(CannotDoError) as raised, opened(folder):
        pass
    assert str(raised.value) == f"cannot use the ledger {folder}: file name too long"


def test_temporary_files_of_killed_writers_are_deleted(tmp_path: Path) -> None:
    filled(tmp_path)
    (tmp_path / f"{TEMPORARY}0123abcd.tmp").write_text("half")
    (tmp_path / "notes.tmp").write_text("somebody's")
    (tmp_path / "a.unit").unlink()
    filled(tmp_path)
    assert sorted(os.listdir(tmp_path)) == [
        "a.unit", "b.unit", "c.unit", "ledger.json", "notes.tmp",
    ]  # fmt: skip
    # A folder that contains only temporary files is accepted.
    folder = tmp_path / "x"
    folder.mkdir()
    (folder / f"{TEMPORARY}00000000.tmp").write_text("half")
    assert missing(folder)[0] == UNITS


def test_an_interrupted_run_states_how_to_continue(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt) as stopped, opened(tmp_path) as ledger:
        ledger.record("a", b"")
        raise KeyboardInterrupt
    assert stopped.value.__notes__ == [
        f"1 of 3 units done, in {tmp_path}; repeat the command to continue"
    ]
    with pytest.raises(KeyboardInterrupt) as stopped, opened(tmp_path / "empty"):
        raise KeyboardInterrupt
    assert not hasattr(stopped.value, "__notes__")


def test_a_unit_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    filled(tmp_path)
    (tmp_path / "b.unit").unlink()
    (tmp_path / "b.unit").mkdir()
    with pytest.raises(CannotDoError, match=r"cannot use .*b\.unit"):
        missing(tmp_path)
