"""CP-SAT run so that Ctrl-C ends it, for the two engines of that name (exact and griddlers).

Left to itself, CP-SAT takes SIGINT over from Python, ends with what it has found so far as if that
were an answer, misses a signal that comes while it begins, and leaves the process without a
handler. So it runs in a thread of its own, and whoever asked waits in Python, where Ctrl-C arrives.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, wait
from typing import Any

STOP_EVERY = 0.05  # seconds between two requests to stop


def run(solver: Any, model: Any, callback: Any) -> Any:
    """What `solver.solve(model, callback)` returns; an exception that ends the wait, such as
    KeyboardInterrupt, is raised when CP-SAT has stopped."""
    solver.parameters.catch_sigint_signal = False
    ended: Future[Any] = Future()

    def work() -> None:
        try:
            ended.set_result(solver.solve(model, callback))
        except BaseException as error:
            ended.set_exception(error)

    # A daemon: should CP-SAT not heed the request, a second Ctrl-C still ends the process.
    threading.Thread(target=work, daemon=True).start()
    try:
        return ended.result()
    finally:
        # A request that comes before the search has begun is lost; hence again until it ends.
        while not ended.done():
            solver.stop_search()
            wait([ended], STOP_EVERY)
