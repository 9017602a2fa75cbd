"""Fuzzing: one input after another is passed to its target, in a process that may crash or hang.

The process works through the inputs from a number on, and prints the number of each before it
begins. If it is silent for too long or ends, that input has broken it, and another process
continues with the next one.
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

PATIENCE = 6 * SECONDS  # by the clock; then the input hangs
MEMORY = 3 << 30


class Done(NamedTuple):
    """The number of an input that has been tried, and what is wrong with what it did."""

    number: int
    wrong: str


def fuzz(seed: int, seconds: float, score: Score, start: int = 0) -> None:
    end = time.monotonic() + seconds
    number = start
    while time.monotonic() < end:
        number = _one_process(seed, number, end, score)


def _one_process(seed: int, number: int, end: float, score: Score) -> int:
    """Try inputs from that number on in one process; the number of the next one."""
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
    """What the process does: try inputs until nobody listens."""
    if "ASAN_OPTIONS" not in os.environ:  # AddressSanitizer reserves terabytes of addresses
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        for number in count(start):
            given = input_of(seed, number)
            pipe.send(Done(number, verdict(*given)))
    except (BrokenPipeError, KeyboardInterrupt):
        return
