"""Forks while other threads count: the child, which has only the thread that forked, counts by
every engine as well, comes to the same, and ends."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

from commands import ROOT

from attacking.hit import environment
from attacking.score import Score

ENGINES = ("backtrack", "dancing", "diagram", "frontier", "halves")
PATIENCE = 60.0  # seconds in which a child has to end


def fork(seed: int, seconds: float, score: Score, folder: Path) -> None:
    random = Random(seed)
    end = time.monotonic() + seconds
    folder.mkdir(parents=True, exist_ok=True)
    while time.monotonic() < end:
        own = str(random.randrange(1 << 30))
        process = subprocess.run(
            [sys.executable, "-c", "from attacking import fork; fork.program()", own],
            cwd=folder,
            env={**environment(folder), "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"},
            capture_output=True,
            timeout=600,
        )
        if process.returncode:
            said = process.stderr.decode(errors="replace")
            score.broke("fork", own.encode(), f"seed {own}: {process.returncode} {said}")
        else:
            score.survived()


def program() -> None:
    """Fork some times at random moments, while threads count."""
    random = Random(int(sys.argv[1]))
    expected = [_counted(name) for name in ENGINES]
    done = threading.Event()

    def count() -> None:
        while not done.is_set():
            for name in ENGINES:
                _counted(name)

    threads = [threading.Thread(target=count, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(8):
        time.sleep(random.random() / 20)
        child = os.fork()
        if not child:
            os._exit([_counted(name) for name in ENGINES] != expected)
        until = time.monotonic() + PATIENCE
        while not (ended := os.waitpid(child, os.WNOHANG))[0]:
            if time.monotonic() > until:
                os.kill(child, 9)
                sys.exit("a child did not end")
            time.sleep(0.01)
        if ended[1]:
            sys.exit(f"a child ended with {ended[1]}")
    done.set()
    for thread in threads:
        thread.join()


def _counted(name: str) -> int | None:
    """The count of a puzzle of which nothing has been made yet; None where it is refused."""
    from calpuzzle.engines import load
    from calpuzzle.formats import shipped
    from calpuzzle.puzzle.lowering import Lowering
    from calpuzzle.puzzle.model import Model

    model = shipped.read("month-day-7x7-w").thing
    assert isinstance(model, Model)
    cover, engine = Lowering(model).cover, load(name)
    return None if engine.refusal(cover) else engine.count(cover, cover.instance(0))
