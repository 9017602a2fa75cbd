"""The engine `highs`: HiGHS on the same 0-1 program, in a process of its own (the extra `highs`).

highspy and ortools cannot be imported into one process, so HiGHS always runs in another one: this
module, run as a program, reads a program as JSON from stdin and writes one solution to stdout.
HiGHS finds one solution, not all; a cut for each one found makes it enumerate, which is slow and
bounded here.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from queue import Queue
from threading import Thread
from typing import Any

from calpuzzle.base.errors import CannotDoError, MissingExtraError
from calpuzzle.base.stoppable import stoppable
from calpuzzle.engines import RUN, Engine, Run
from calpuzzle.engines.rest import rest
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.program import program

MAX_SOLUTIONS = 1000


class Highs(Engine):
    """The engine of this module."""

    def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield what completes the options `laid`, lazily, in the order in which HiGHS meets them.

        Raises CannotDoError where highspy is not installed, and past 1,000 solutions.
        """
        left = rest(cover, laid)
        if left is None:
            return
        rows, variables = program(left.cover), left.cover.choosable
        if any(row.least > len(row.options) for row in rows):
            return
        if not variables:
            yield ()
            return
        place = {k: c for c, k in enumerate(variables)}
        job = {
            "columns": len(variables),
            "rows": [[row.least, row.most, [place[k] for k in row.options]] for row in rows],
        }
        with subprocess.Popen(
            [sys.executable, "-m", "calpuzzle.engines.highs"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                for found, columns in enumerate(_answers(process, json.dumps(job), run), 1):
                    if found > MAX_SOLUTIONS:
                        raise CannotDoError(f"the engine highs enumerates {MAX_SOLUTIONS} at most")
                    run.tell(found, None, found)
                    yield tuple(left.numbers[variables[c]] for c in columns)
            finally:
                process.kill()


def _answers(process: subprocess.Popen[str], job: str, run: Run) -> Iterator[list[int]]:
    """The columns that are 1 in each solution that the other process finds."""
    assert process.stdin and process.stdout and process.stderr
    ask = job
    while True:
        try:
            process.stdin.write(ask + "\n")
            process.stdin.flush()
            line = stoppable(process.stdout.readline, process.kill, run.stop)
        except BrokenPipeError:
            line = ""
            with suppress(BrokenPipeError):  # else it is raised again when the pipe is closed
                process.stdin.close()
        if not line:
            said = process.stderr.read().strip().splitlines()[-1:]
            if said and "highspy" in said[0]:
                raise MissingExtraError("the engine highs", "highspy", "highs")
            raise CannotDoError(f"HiGHS failed: {_ended(process.wait(), *said)[:200]}")
        answer = json.loads(line)
        if answer is None:
            return
        yield answer
        ask = "next"


def _ended(code: int, said: str = "it said nothing") -> str:
    """Return how a process ended: by which signal, or what it said last."""
    if code >= 0:
        return said
    known = {each.value: each.name for each in signal.Signals}
    return f"its process was ended by the signal {known.get(-code, str(-code))}"


def _asked() -> Queue[str]:
    """The lines on stdin, as they come. The end of them, which a caller that was killed leaves too,
    ends this process, whatever it is at."""
    lines: Queue[str] = Queue()

    def listen() -> None:
        for line in sys.stdin:
            lines.put(line)
        os._exit(0)

    Thread(target=listen, daemon=True).start()
    return lines


def _serve() -> None:
    """Answer on stdout, a line a solution, `null` at the end; a line on stdin asks for the next."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the caller's, who ends this process
    # What HiGHS itself prints, as 1.16 does, is no answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    asked = _asked()
    import highspy

    start: Any = highspy.Highs
    job = json.loads(asked.get())
    solver = start()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    for _ in range(job["columns"]):
        solver.addVar(0.0, 1.0)
    for column in range(job["columns"]):
        solver.changeColIntegrality(column, highspy.HighsVarType.kInteger)
    for least, most, columns in job["rows"]:
        solver.addRow(least, most, len(columns), columns, [1.0] * len(columns))
    while True:
        solver.run()
        status = solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            print("null", file=answers, flush=True)
            return
        if status != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(f"status {solver.modelStatusToString(status)}")
        values: Any = solver.getSolution().col_value
        chosen = [c for c in range(job["columns"]) if values[c] > 0.5]
        print(json.dumps(chosen), file=answers, flush=True)
        asked.get()
        # Rule this solution out: of it all but one variable, or one that is not in it.
        true = set(chosen)
        signs = [1.0 if c in true else -1.0 for c in range(job["columns"])]
        solver.addRow(
            -highspy.kHighsInf, len(true) - 1.0, len(signs), list(range(len(signs))), signs
        )


if __name__ == "__main__":
    _serve()
