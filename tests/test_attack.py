"""A small part of scripts/attack: inputs that once broke a target, and those of fixed seeds."""

from __future__ import annotations

import pickle
import signal
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from attacking import hit
from attacking.fuzz import Done, fuzz
from attacking.inputs import CORPUS, input_of, seeds
from attacking.score import Score
from attacking.targets import TARGETS, verdict
from commands import PATIENCE, ROOT

import calpuzzle

pytestmark = pytest.mark.long

STORED = sorted(CORPUS.iterdir())
LARGE = {"read--million.exc", "read--many-copies.toml"}


@pytest.mark.parametrize(
    "path",
    [pytest.param(own, marks=[pytest.mark.slow] * (own.name in LARGE)) for own in STORED],
    ids=lambda path: path.name,
)
def test_inputs_that_once_broke_a_target_do_no_harm(path: Path) -> None:
    target, _, name = path.name.partition("--")
    assert verdict(target, path.read_bytes(), name) == ""


@pytest.mark.slow  # .ci/run fuzzes by scripts/attack
def test_fuzz_inputs_are_reproducible_and_do_no_harm() -> None:
    assert seeds().keys() == TARGETS.keys()
    for target, own in seeds().items():
        assert own
        for data, name in own:
            assert verdict(target, data, name) == "", (target, name)
    inputs = [input_of(7, number) for number in range(200)]
    assert (
        inputs
        == [input_of(7, number) for number in range(200)]
        != [input_of(8, number) for number in range(200)]
    )
    assert {given.target for given in inputs} == set(TARGETS)
    for number in range(400):
        given = input_of(0, number)
        assert verdict(*given) == "", given


def test_a_pickle_of_an_earlier_version_is_not_misread() -> None:
    """A later version may refuse to read this old file, but must not misread it."""
    earlier = pickle.loads((CORPUS.parent / "soma.pickle").read_bytes())
    now = calpuzzle.load("soma")
    assert earlier == now and earlier.pieces == now.pieces and earlier.board == now.board
    assert earlier.count() == now.count() == 11_520


class FourTriedError(Exception):
    """Four inputs have been tried."""


class ShortScore(Score):
    """A score that ends the attack after four inputs."""

    def survived(self) -> None:
        super().survived()
        if self.tried >= 4:
            raise FourTriedError


@pytest.mark.slow
def test_fuzz_reports_a_crash_and_tries_the_next_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    score = ShortScore("fuzz", tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("attacking.fuzz.work", crash_at_even_numbers)
        with pytest.raises(FourTriedError):
            fuzz(0, PATIENCE, score)
    assert (score.tried, score.broken) == (4, 2)
    assert capsys.readouterr().out.count("the process ended: -") == 2
    crashes = sorted(path for path in tmp_path.iterdir() if path.suffix != ".what")
    assert [path.read_bytes() for path in crashes] == [input_of(0, k).data for k in (0, 2)]
    assert {f"{path}.what" for path in crashes} == {str(path) for path in tmp_path.glob("*.what")}


def crash_at_even_numbers(_: int, start: int, pipe: Connection) -> None:
    for number in count(start):
        if number % 2 == 0:
            signal.raise_signal(signal.SIGKILL)
        pipe.send(Done(number, ""))


def test_faults_of_an_attacked_command_are_detected(tmp_path: Path) -> None:
    command = hit.Command(("convert", "x.dlx", "x.exc"), "x.exc")

    def fault(code: int = 0, stderr: str = "", old: bool = False) -> str:
        return hit.wrong(command, tmp_path, old, code, stderr, b"whole")

    hit.prepared(tmp_path, command, False)
    assert fault(130) == "" and "did not write" in fault()
    assert "ended with 3" in fault(3) and "traceback" in fault(1, f"Traceback {ROOT}/calpuzzle/cli")
    (tmp_path / "x.exc").write_bytes(b"whole")
    assert fault() == ""
    (tmp_path / "x.exc").write_bytes(b"who")
    assert "3 of 5 bytes" in fault(130)
    hit.prepared(tmp_path, command, True)
    assert fault(130, old=True) == "" and "bytes" in fault(130)
    (tmp_path / "x.exc.1-2.tmp").write_bytes(b"")
    assert "it left x.exc.1-2.tmp" in fault(130, old=True)
    (tmp_path / "x.exc.ledger" / "units").mkdir(parents=True)
    assert "it left x.exc.1-2.tmp, x.exc.ledger" in fault(130, old=True)
    hit.prepared(tmp_path, command, False)
    assert fault(130) == ""
