"""Fuzzing: each input is passed to its target, in a process that may crash or hang.

The process tries the inputs from a given number on, and sends the result of each through a pipe. If
it sends nothing for too long, or ends, the next input has broken it, and a new process continues
with the input after that.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import time
from itertools import count
from multiprocessing.connection import Connection
from typing import NamedTuple

from attacking.inputs import Input, input_of
from attacking.score import Score
from attacking.targets import SECONDS, verdict

PATIENCE = 6 * SECONDS  # seconds by the clock after which an input counts as hanging
MEMORY = 3 << 30


class Done(NamedTuple):
    """The number of an input that was tried, and the fault it caused, or ""."""

    number: int
    wrong: str


def fuzz(seed: int, seconds: float, score: Score, start: int = 0) -> None:
    end = time.monotonic() + seconds
    number = start
    while time.monotonic() < end:
        number = _one_process(seed, number, end, score)


def _one_process(seed: int, number: int, end: float, score: Score) -> int:
    """Try the inputs from `number` on in one process; return the number of the next one to try."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=work, args=(seed, number, theirs))
    process.start()
    theirs.close()
    try:
        while time.monotonic() < end:
            try:
                if not ours.poll(PATIENCE):
                    _file(score, input_of(seed, number), f"it hangs for {PATIENCE:.0f} s")
                    return number + 1
                done: Done = ours.recv()
            except EOFError:
                process.join()
                _file(score, input_of(seed, number), f"the process ended: {process.exitcode}")
                return number + 1
            number = done.number + 1
            if done.wrong:
                _file(score, input_of(seed, done.number), done.wrong)
            else:
                score.survived()
    finally:
        process.kill()
        process.join()
        ours.close()
    return number


def _file(score: Score, given: Input, what: str) -> None:
    score.broke(f"{given.target}--{given.name}", given.data, what)


def work(seed: int, start: int, pipe: Connection) -> None:
    """Try the inputs from `start` on, until the other end of the pipe is closed."""
    if "ASAN_OPTIONS" not in os.environ:  # AddressSanitizer reserves terabytes of address space
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        for number in count(start):
            given = input_of(seed, number)
            pipe.send(Done(number, verdict(*given)))
    except (BrokenPipeError, KeyboardInterrupt):
        return
