"""Workers of a Dask cluster, on this machine or on many.

Dask does the work of a lost worker again by itself. When its scheduler dies it knows nothing any
more, and so that is the end of the run; the ledger has what was done.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack
from typing import Any, Self, TypeVar

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.extras import importing
from calpuzzle.design.work import Call

LOCAL = "local"
_ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?)://)?([^\s:/\[\]]+|\[[0-9a-fA-F:]+\]):([0-9]{1,5})")
SILENT = logging.CRITICAL + 1
SECONDS = 10  # that a scheduler has to answer
PATIENCE = 30  # seconds that its first worker may take to come

T = TypeVar("T")


class Cluster:
    """The workers of the scheduler at `address`, or `jobs` processes under one that is started here
    (`local`). `dashboard` is the address of the page on which Dask shows what it does.

    Raises InputError for what is no address, MissingExtraError without the extra `cluster`,
    CannotDoError where no scheduler answers, or it has no workers.
    """

    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, address: str, jobs: int) -> None:
        dask = _dask()
        self._killed: type[Exception] = dask.KilledWorker
        self._address = address
        with ExitStack() as stack:
            if address == LOCAL:
                address = _begun(dask, jobs, stack)
            else:
                _knock(address)
            try:
                self._client = dask.Client(address, timeout=SECONDS, set_as_default=False)
            except OSError:
                raise _silent(address) from None
            stack.callback(self._client.close, timeout=1)
            try:
                self._client.wait_for_workers(1, timeout=PATIENCE)
            except OSError:
                raise CannotDoError(
                    f"the scheduler at {address} has no workers; start some with `dask worker "
                    f"{address} --nthreads 1`"
                ) from None
            self._executor = self._client.get_executor()
            self._closing = stack.pop_all()
        self.dashboard: str = self._client.dashboard_link

    @property
    def number(self) -> int:
        """Return how many threads the workers have now."""
        threads: dict[str, int] = self._asked(self._client.nthreads)
        return max(sum(threads.values()), 1)

    def _asked(self, question: Callable[[], T]) -> T:
        """The scheduler's answer. Raises CannotDoError where it has died."""
        try:
            return question()
        except (OSError, CancelledError) as error:
            raise self._gone() from error

    def submit(self, call: Call[T]) -> Future[T]:
        """Have the call made."""
        self.look()
        made: Future[T] = Future()
        ours: Future[T] = self._executor.submit(call, pure=False)
        ours.add_done_callback(lambda ended: self._hand_on(ended, made))
        return made

    def _hand_on(self, ended: Future[T], made: Future[T]) -> None:
        """Give the end of a call to whoever waits, in our words."""
        try:
            made.set_result(ended.result(0))
        except self._killed:
            made.set_exception(
                CannotDoError(
                    "workers of the cluster died again and again; most likely they have too "
                    "little memory. What is done is kept"
                )
            )
        except CancelledError:
            made.set_exception(self._gone())
        except BaseException as error:
            made.set_exception(error)

    def look(self) -> None:
        """Raise CannotDoError where the scheduler has died."""
        if self._client.status != "running":
            raise self._gone()

    def _gone(self) -> CannotDoError:
        return CannotDoError(
            f"the Dask scheduler {self._address} does not answer any more; what is done is kept: "
            "the same command goes on from there"
        )

    def renew(self) -> None:
        """Dask does so by itself."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()


def _dask() -> Any:
    """The module distributed, which is made to be silent: what goes wrong we say in a sentence."""
    with importing("distributed", "--cluster", "distributed", "cluster"):
        import distributed
    for name in logging.root.manager.loggerDict:
        if name.startswith(("distributed", "tornado", "asyncio")):
            logging.getLogger(name).setLevel(SILENT)
    return distributed


def _begun(dask: Any, jobs: int, stack: ExitStack) -> str:
    """The address of a scheduler with so many workers, started here until the stack is closed."""
    cluster = dask.LocalCluster(
        n_workers=jobs, threads_per_worker=1, dashboard_address=":0", silence_logs=SILENT
    )
    stack.callback(_end, cluster)
    return str(cluster.scheduler_address)


def _knock(address: str) -> None:
    """See that something listens there: Dask's own client, where nothing does, takes long to say so
    and says more when it is thrown away."""
    found = _ADDRESS.fullmatch(address)
    if not found:
        raise InputError(
            f"{address} is no address of a scheduler; write tcp://HOST:8786, or {LOCAL}"
        )
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), SECONDS).close()
    except (OSError, OverflowError):
        raise _silent(address) from None


def _silent(address: str) -> CannotDoError:
    return CannotDoError(
        f"no Dask scheduler answers at {address}; start one with `dask scheduler`, or say "
        f"--cluster {LOCAL}"
    )


def _end(cluster: Any) -> None:
    """End the processes of a cluster of ours at once: asked, they finish their calls first."""
    for worker in cluster.workers.values():
        if worker.pid:
            os.kill(worker.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    cluster.close(timeout=SECONDS)
