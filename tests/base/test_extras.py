"""What a caller is told where an extra is missing, broken, or interrupted while it is loaded."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import calpuzzle
from calpuzzle.base.errors import CannotDoError, MissingExtraError
from calpuzzle.base.extras import importing


def test_what_is_said_where_one_cannot_be_loaded() -> None:
    with (
        pytest.raises(MissingExtraError, match=r"it needs a pie, .* 'calpuzzle\[pie\]'; eat cake"),
        importing("no_such_module", "it", "a pie", "pie", "eat cake"),
    ):
        __import__("no_such_module")
    with (
        pytest.raises(CannotDoError, match="it needs a pie, which cannot be loaded: burnt"),
        importing("json", "it", "a pie", "pie"),
    ):
        raise ImportError("burnt")
    # ortools, for one, raises this where the signal comes while its core is initialized.
    with pytest.raises(KeyboardInterrupt), importing("json", "it", "a pie", "pie"):
        raise ImportError("initialization failed") from KeyboardInterrupt()


PRESSED = """
import os, signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
import calpuzzle.base.stoppable
from calpuzzle.base.extras import load_whole
sys.path.insert(0, sys.argv[1])
sys.pressed = lambda: os.kill(os.getpid(), signal.SIGINT)
try:
    load_whole("slow")
except KeyboardInterrupt:
    import slow
    print("pressed", slow.whole)
"""


def test_ctrl_c_leaves_no_module_half_loaded(tmp_path: Path) -> None:
    text = "import sys, time\nsys.pressed()\ntime.sleep(0.3)\nwhole = True\n"
    (tmp_path / "slow.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", PRESSED, str(tmp_path)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(calpuzzle.__file__).parents[1])},
    )
    assert (done.stdout, done.stderr) == ("pressed True\n", "")


@pytest.mark.parametrize("seconds", [0.1, 0.2, 0.3])
def test_ctrl_c_while_ortools_is_loaded_leaves_cpsat_usable(seconds: float) -> None:
    if importlib.util.find_spec("ortools") is None:
        pytest.skip("ortools is not installed")
    script = f"""
import os, signal, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
from calpuzzle.puzzle.cover import Cover
from calpuzzle.engines import load
engine, cover = load("cpsat"), Cover("ab", ["a", "b", "ab"])
threading.Timer({seconds}, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    engine.count(cover)
    signal.pause()
except KeyboardInterrupt:
    print(engine.count(cover))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(calpuzzle.__file__).parents[1])},
    )
    assert (done.stdout, done.stderr) == ("2\n", "")
