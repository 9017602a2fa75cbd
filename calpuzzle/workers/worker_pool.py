"""The workers of a cluster, and which of them can count.

A worker can count if its calpuzzle has the same version and format of results as the client's. It
is queried when it connects, and again if it does not answer. Queries and calls are sent as
expressions for `eval`, so that no calpuzzle is needed to unpack them. A worker without calpuzzle
can therefore report that it has none, and the scheduler needs no calpuzzle. Changes are reported
as sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from calpuzzle.base.wording import plural
from calpuzzle.workers.calls import identity

QUERY = "__import__('calpuzzle.workers.calls', fromlist=['calls']).identity()"
"""The query to a worker, as an expression for `eval`."""
EXECUTE = "__import__('pickle').loads(call)()"
"""The execution of a pickled `call` on a worker, as an expression for `eval`."""

Ask = Callable[[list[str]], "Future[dict[str, Any]]"]
"""Queries the workers at these addresses; each answer is the value or the exception of QUERY."""


class WorkerPool:
    """The connected workers. `threads` maps the address of each worker that can count to its number
    of threads. `unfit` maps the address of each worker that cannot count to the reason."""

    def __init__(self, ask: Ask, notify: Callable[[str], object]) -> None:
        self._ask, self._notify = ask, notify
        self._query: Future[dict[str, Any]] | None = None
        self._queried: set[str] = set()
        self._answers: dict[str, str] = {}
        self._silent: set[str] = set()
        self._begun = False
        self.threads: dict[str, int] = {}
        self.unfit: dict[str, str] = {}

    def look(self, connected: Mapping[str, int]) -> bool:
        """Update the connected workers and their numbers of threads, query the new ones, and return
        whether the workers that can count have changed."""
        self._process_answers()
        self._answers = {
            address: reason for address, reason in self._answers.items() if address in connected
        }
        self._silent &= connected.keys()
        new = [address for address in connected if address not in self._answers]
        if new and not self._query:
            self._query, self._queried = self._ask(new), set(new)
        before = self.threads
        self.threads = {a: connected[a] for a, why in self._answers.items() if not why}
        reasons, self.unfit = self.unfit, {a: why for a, why in self._answers.items() if why}
        for address, why in self.unfit.items():
            if address not in reasons:
                self._notify(f"the worker {address} is not used: {why}")
        changed = self.threads.keys() != before.keys()
        if changed:
            self._report(before)
        return changed

    def _process_answers(self) -> None:
        """Process the answers that have arrived."""
        if not self._query or not self._query.done():
            return
        answers = {} if self._query.exception() else self._query.result()
        for address, answer in answers.items():
            if isinstance(answer, OSError):
                self._silent.add(address)  # it may have died, and is queried again
            else:
                self._answers[address] = _reason(answer)
                self._silent.discard(address)
        self._query, self._queried = None, set()

    def _report(self, before: Mapping[str, int]) -> None:
        """Report which workers came and went, and how many there are."""
        number = len(self.threads)
        gone = [address for address in before if address not in self.threads]
        names = f"the worker {gone[0]} is" if len(gone) == 1 else f"{len(gone)} workers are"
        if not self.threads:
            self._notify(f"{names} gone; no workers are left, waiting for new ones")
        elif gone:
            self._notify(f"{names} gone; {plural(number, 'worker')} left")
        elif self._begun:
            self._notify(f"{plural(number - len(before), 'more worker')}; {number} in total")
        else:
            self._notify(f"{plural(number, 'worker')} can count")
        self._begun = True

    @property
    def all_unfit(self) -> bool:
        """Return whether the connected workers have answered and none can count. A worker whose
        query failed, and which is queried again, is not waited for."""
        waiting = self._queried - self._silent
        return bool(self.unfit) and not self.threads and not waiting


def _reason(answer: object) -> str:
    """Return why a worker with this answer cannot count; empty if it can."""
    wanted = identity()
    if answer == wanted:
        return ""
    if isinstance(answer, ModuleNotFoundError) and answer.name == "calpuzzle":
        return f"it has no calpuzzle; install {wanted[0]} there"
    if isinstance(answer, ModuleNotFoundError | AttributeError) and "calpuzzle" in str(answer):
        return f"it has another version of calpuzzle; install {wanted[0]} there"
    if isinstance(answer, BaseException):
        return f"it cannot load calpuzzle: {type(answer).__name__}: {answer}"
    if isinstance(answer, tuple):
        return f"it has calpuzzle {', '.join(map(str, answer))}; this is {', '.join(wanted)}"
    return f"it has another version of calpuzzle; install {wanted[0]} there"
