"""A little of scripts/attack: what once broke, and some inputs of a seed that never changes."""

from __future__ import annotations

import pickle
import signal
from pathlib import Path

import pytest
from attacking import hit
from attacking.fuzz import fuzz
from attacking.inputs import CORPUS, input_of, seeds
from attacking.score import Score
from attacking.targets import TARGETS, verdict
from commands import ROOT

import calpuzzle

pytestmark = pytest.mark.long

KEPT = sorted(CORPUS.iterdir())
LARGE = {"read--million.exc", "read--many-copies.toml"}


@pytest.mark.parametrize(
    "path",
    [pytest.param(own, marks=[pytest.mark.slow] * (own.name in LARGE)) for own in KEPT],
    ids=lambda path: path.name,
)
def test_what_once_broke(path: Path) -> None:
    target, _, name = path.name.partition("--")
    assert verdict(target, path.read_bytes(), name) == ""


def test_inputs() -> None:
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


def test_a_pickle_of_an_earlier_version() -> None:
    """Of some hundred commits before; it need not be readable for ever, but is not misread."""
    earlier = pickle.loads((CORPUS.parent / "soma.pickle").read_bytes())
    now = calpuzzle.load("soma")
    assert earlier == now and earlier.pieces == now.pieces and earlier.board == now.board
    assert earlier.count() == now.count() == 11_520


def test_a_crash_is_told_and_the_next_input_is_tried(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a memory that no process can begin in."""
    score = Score("fuzz", tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("attacking.fuzz.work", crash)
        fuzz(0, 2, score)
    assert score.broken >= 1 and score.tried == score.broken
    assert "the process ended: -" in capsys.readouterr().out
    assert len(list(tmp_path.iterdir())) == 2 * score.broken


def crash(*_: object) -> None:
    signal.raise_signal(signal.SIGKILL)


def test_what_a_command_that_was_hit_may_not_do(tmp_path: Path) -> None:
    command = hit.Command(("convert", "x.dlx", "x.exc"), "x.exc")

    def fault(code: int = 0, said: str = "", old: bool = False) -> str:
        return hit.wrong(command, tmp_path, old, code, said, b"whole")

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
