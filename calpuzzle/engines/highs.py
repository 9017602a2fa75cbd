"""The engine `highs`: HiGHS on the 0-1 program of puzzle/program.py (the extra `highs`).

highspy and ortools cannot be imported into the same process, so HiGHS always runs in another one:
this module, run as a script, reads a program as JSON from stdin and writes solutions to stdout.
HiGHS finds one solution at a time; to enumerate them, a cut excludes each solution before the next
search. That is slow, and limited here to `MAX_SOLUTIONS` solutions.
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
from calpuzzle.engines.residual_cover import residual_cover
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.program import program

MAX_SOLUTIONS = 1000


class Highs(Engine):
    """The engine `highs`."""

    def solutions(self, cover: Cover, placed: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Lazily yield the completions of the options `placed`, in the order of HiGHS.

        Raises CannotDoError if highspy is not installed, and above `MAX_SOLUTIONS` solutions.
        """
        residual = residual_cover(cover, placed)
        if residual is None:
            return
        rows, variables = program(residual.cover), residual.cover.choosable
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
                        raise CannotDoError(
                            f"the engine highs lists at most {MAX_SOLUTIONS:,} solutions; use the "
                            "engine dancing"
                        )
                    run.report(found, None, found)
                    yield tuple(residual.numbers[variables[c]] for c in columns)
            finally:
                process.kill()


def _answers(process: subprocess.Popen[str], job: str, run: Run) -> Iterator[list[int]]:
    """Yield each solution of the other process, as a list of the columns that are 1."""
    assert process.stdin and process.stdout and process.stderr
    request = job
    while True:
        try:
            process.stdin.write(request + "\n")
            process.stdin.flush()
            line = stoppable(process.stdout.readline, process.kill, run.stop)
        except BrokenPipeError:
            line = ""
            with suppress(BrokenPipeError):  # otherwise closing the pipe later raises it again
                process.stdin.close()
        if not line:
            last = process.stderr.read().strip().splitlines()[-1:]
            if last and "highspy" in last[0]:
                raise MissingExtraError("the engine highs", "highspy", "highs")
            raise CannotDoError(f"HiGHS failed: {_ended(process.wait(), *last)[:200]}")
        answer = json.loads(line)
        if answer is None:
            return
        yield answer
        request = "next"


def _ended(code: int, message: str = "it printed no message") -> str:
    """Return a phrase for how a process ended: the signal, or the last line that it printed."""
    if code >= 0:
        return message
    known = {each.value: each.name for each in signal.Signals}
    return f"its process was ended by the signal {known.get(-code, str(-code))}"


def _requests() -> Queue[str]:
    """Return a queue of the lines on stdin as they arrive.

    The end of stdin, which also occurs if the caller is killed, ends this process immediately.
    """
    lines: Queue[str] = Queue()

    def listen() -> None:
        for line in sys.stdin:
            lines.put(line)
        os._exit(0)

    Thread(target=listen, daemon=True).start()
    return lines


def _serve() -> None:
    """Write one solution, as a line on stdout, for each line on stdin.

    If there are no more solutions, write `null` and return. The first line is the 0-1 program.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller handles Ctrl-C and ends this process
    # HiGHS itself may print to stdout, as version 1.16 does. So answers are written to a duplicate
    # of stdout, and what HiGHS prints is discarded.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    requests = _requests()
    import highspy

    start: Any = highspy.Highs
    job = json.loads(requests.get())
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
        requests.get()
        # Exclude this solution: at least one variable must differ from it.
        true = set(chosen)
        signs = [1.0 if c in true else -1.0 for c in range(job["columns"])]
        solver.addRow(
            -highspy.kHighsInf, len(true) - 1.0, len(signs), list(range(len(signs))), signs
        )


if __name__ == "__main__":
    _serve()
