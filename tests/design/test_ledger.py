"""The ledger: what is done stays done, whole, and of this run alone."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import numpy as np
import pytest
from small_families import rows

from calpuzzle.base import unnamed
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.design import packing
from calpuzzle.design.ledger import Ledger
from calpuzzle.design.tally import KINDS, Tally

UNITS = ["a", "b", "c"]


def tally(seed: int, sets: int = 50) -> Tally:
    rng = np.random.default_rng(seed)
    return Tally._make(rng.integers(0, 200, sets).astype(kind) for kind in KINDS)


def opened(folder: Path, description: str = "x", sets: int = 50) -> Ledger:
    return Ledger(str(folder), description, UNITS, sets)


def filled(folder: Path) -> None:
    with opened(folder) as ledger:
        for seed, unit in enumerate(UNITS):
            ledger.keep(unit, packing.pack(tally(seed), ledger.run, unit))


def missing(folder: Path) -> tuple[list[str], list[str]]:
    told: list[str] = []
    with opened(folder) as ledger:
        return ledger.missing(told.append), told


def test_what_is_done_is_found_again(tmp_path: Path) -> None:
    folder = tmp_path / "ledger"
    assert missing(folder) == (UNITS, [])
    filled(folder)
    assert missing(folder) == ([], [])
    whole = tally(0)
    whole.add(tally(1))
    whole.add(tally(2))
    with opened(folder) as ledger:
        (found,) = ledger.blocks()
        (part,) = ledger.blocks(["b"])
    assert rows(found) == rows(whole)
    assert rows(part) == rows(tally(1))
    with opened(tmp_path / "one", sets=1) as ledger:
        for unit in UNITS:
            ledger.keep(unit, packing.pack(tally(1, 1), ledger.run, unit))
        (found,) = ledger.blocks()
    assert found.total == 3 * tally(1, 1).total
    assert packing.pack(tally(3), "run", "a") == packing.pack(tally(3), "run", "a")


def test_many_sets_come_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "BLOCK", 8)
    filled(tmp_path / "x")
    with opened(tmp_path / "x") as ledger:
        blocks = list(ledger.blocks(["a"]))
    assert [len(block.total) for block in blocks] == [8] * 6 + [2]
    assert [row for block in blocks for row in rows(block)] == rows(tally(0))


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_file_is_done_again(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    filled(tmp_path)
    path = tmp_path / "b.tally"
    data = bytearray(path.read_bytes())
    at = rng.randrange(len(data))
    if seed % 2:
        data[at] ^= 1 << rng.randrange(8)
    else:
        del data[at:]
    path.write_bytes(data)
    left, told = missing(tmp_path)
    assert left == ["b"]
    assert len(told) == 1 and "b.tally is damaged" in told[0]
    assert not path.exists()


def test_files_that_are_not_ours_or_are(tmp_path: Path) -> None:
    filled(tmp_path)
    os.replace(tmp_path / "a.tally", tmp_path / "b.tally")
    assert missing(tmp_path)[0] == ["a", "b"]
    filled(tmp_path)
    header = json.loads((tmp_path / "ledger.json").read_text())
    assert header["of"] == "x" and header["units"] == UNITS


def test_the_ledger_of_other_work_is_refused(tmp_path: Path) -> None:
    filled(tmp_path)
    for other in (opened(tmp_path, "y"), opened(tmp_path, sets=51)):
        with (
            pytest.raises(InputError, match="is the ledger of another board"),
            other,
        ):
            pass
    (tmp_path / "ledger.json").write_text("[")
    with pytest.raises(InputError, match="of another board"), opened(tmp_path):
        pass


def test_folders_that_are_no_ledger_are_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(InputError, match="holds other files"), opened(tmp_path):
        pass
    with pytest.raises(InputError, match="is a file"), opened(tmp_path / "letter.txt"):
        pass
    with pytest.raises(InputError, match="does not exist; make it"), opened(tmp_path / "x" / "y"):
        pass
    assert os.listdir(tmp_path) == ["letter.txt"]


def test_what_killed_writers_left_is_swept_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path)
    left = tmp_path / f"{unnamed.PREFIX}123-0123abcd{unnamed.SUFFIX}"
    left.write_text("half")
    os.utime(left, (0, 0))
    (tmp_path / "notes.tmp").write_text("somebody's")
    (tmp_path / "a.tally").unlink()
    monkeypatch.setattr(unnamed, "_swept", set())
    filled(tmp_path)
    assert sorted(os.listdir(tmp_path)) == [
        "a.tally", "b.tally", "c.tally", "ledger.json", "notes.tmp",
    ]  # fmt: skip
    # A folder with nothing but leftovers is ours.
    folder = tmp_path / "x"
    folder.mkdir()
    (folder / f"{unnamed.PREFIX}9-00000000{unnamed.SUFFIX}").write_text("half")
    assert missing(folder)[0] == UNITS


def test_one_run_at_a_time(tmp_path: Path) -> None:
    with (
        opened(tmp_path),
        pytest.raises(CannotDoError, match="another run works on the ledger"),
        opened(tmp_path),
    ):
        pass
    assert missing(tmp_path)[0] == UNITS


def test_a_ledger_that_is_not_needed_any_more(tmp_path: Path) -> None:
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
