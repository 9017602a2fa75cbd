"""Workers of a Dask cluster, on this machine or on many.

Only workers that can count execute calls: those with the client's version of calpuzzle and format
of results (worker_pool.py). If a worker is lost, Dask repeats its calls on another one; if no
worker remains, the calls wait here for new ones. A scheduler that dies loses its state, which ends
the run; the ledger contains the finished units.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryDirectory
from typing import Any, Self, TypeVar

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.extras import importing
from calpuzzle.workers.calls import LEDGER_HINT, LOOK, TRIES, Call
from calpuzzle.workers.worker_pool import EXECUTE, QUERY, WorkerPool

LOCAL = "local"
_ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?)://)?([^\s:/\[\]]+|\[[0-9a-fA-F:]+\]):([0-9]{1,5})")
POLL_SECONDS = 0.05  # seconds between two checks of whether a first worker has connected
SILENT = logging.CRITICAL + 1
SCHEDULER_SECONDS = 10  # seconds within which a scheduler must answer
WORKER_SECONDS = 30  # seconds within which a first worker must connect and answer

T = TypeVar("T")


class PendingCall:
    """A pending call, pickled, with the future of its result and, once it is submitted to Dask,
    Dask's future. `allowed` are the addresses of the workers that may execute it, and `times`
    counts how often it was submitted."""

    def __init__(self, packed: bytes, result: Future[Any]) -> None:
        self.packed, self.result = packed, result
        self.dask_future: Future[Any] | None = None
        self.allowed: frozenset[str] = frozenset()
        self.times = 0


class Cluster:
    """The workers of the scheduler at `address` or, if it is `local`, `jobs` processes under a
    scheduler that is started here. `notify` is called with sentences that report the address of
    Dask's dashboard and which workers are connected. `security`, the certificates, is passed to
    Dask's client.

    Raises InputError for an invalid address, MissingExtraError without the extra `cluster`, and
    CannotDoError if no scheduler answers, or none of its workers can count.
    """

    lost: tuple[type[BaseException], ...] = ()

    def __init__(
        self,
        address: str,
        jobs: int = 1,
        notify: Callable[[str], object] = lambda sentence: None,
        security: Any = None,
    ) -> None:
        dask = _dask()
        self._killed: type[Exception] = dask.KilledWorker
        self._address = address
        with ExitStack() as stack:
            if address == LOCAL:
                address = _start_local(dask, jobs, stack)
            elif not address.startswith("inproc:"):  # `inproc:` is a scheduler in this process
                _check_reachable(address)
            self._loop = stack.enter_context(_running_loop())
            try:
                self._client = self._request(lambda: _connected(dask, address, security)).result()
            except OSError:
                raise _no_answer_error(address) from None
            except (TypeError, RuntimeError) as error:
                # Dask raises these if only one side uses TLS.
                raise CannotDoError(
                    f"Dask cannot connect to {address}: {error}; certificates for tls:// belong "
                    "under distributed.comm.tls in the configuration of Dask"
                ) from None
            stack.callback(lambda: self._request(self._client.close).exception())
            notify(f"the dashboard of Dask is at {self._client.dashboard_link}")
            self._pool = WorkerPool(self._ask, notify)
            self._executor: Executor | None = None
            # `_hand_on` takes this lock in a thread of Dask. To avoid a deadlock, no method of Dask
            # is called while the lock is held.
            self._pending: list[PendingCall] = []
            self._lock = threading.Lock()
            self._dumps = dask.protocol.pickle.dumps
            self._looked = 0.0
            self._await_pool(address)
            self._closing = stack.pop_all()

    def _await_pool(self, address: str) -> None:
        """Wait for the first worker that can count. Raises CannotDoError if none can, or if none
        answers in time."""
        until = time.monotonic() + WORKER_SECONDS
        while not self._pool.threads and not self._pool.all_unfit and time.monotonic() < until:
            self._update_workers()
            time.sleep(POLL_SECONDS)
        if self._pool.threads:
            return
        if self._pool.unfit:
            why = next(iter(self._pool.unfit.values()))
            raise CannotDoError(f"no worker of the scheduler at {address} can count: {why}")
        there = self._from_scheduler(self._client.nthreads)
        raise CannotDoError(
            f"the workers of the scheduler at {address} do not answer: {', '.join(there)}"
            if there
            else f"the scheduler at {address} has no workers; start some with `dask worker "
            f"{address} --nthreads 1`"
        )

    def _ask(self, addresses: list[str]) -> Future[dict[str, Any]]:
        """Query the workers at these addresses, and return the future of their answers."""
        run = self._client.run
        return self._request(lambda: run(eval, QUERY, workers=addresses, on_error="return"))

    def _request(self, method: Callable[[], Awaitable[T]]) -> Future[T]:
        """Call an asynchronous method of Dask in the loop of its client, and return the future of
        its result."""

        async def call() -> T:
            return await method()

        return asyncio.run_coroutine_threadsafe(call(), self._loop)

    def _update_workers(self) -> None:
        """Update the connected workers. If the workers that can count have changed, submit each
        pending call again whose allowed workers are all gone."""
        self._looked = time.monotonic()
        if not self._pool.look(self._from_scheduler(self._client.nthreads)):
            return
        names = list(self._pool.threads)
        self._executor = self._client.get_executor(workers=names, pure=False) if names else None
        for pending in list(self._pending):
            if not pending.allowed & self._pool.threads.keys():
                self._begin(pending)

    @property
    def number(self) -> int:
        """Return the number of threads of the workers that can count, but at least 1."""
        return max(sum(self._pool.threads.values()), 1)

    def _from_scheduler(self, question: Callable[[], T]) -> T:
        """Return the scheduler's answer. Raises CannotDoError if the scheduler has died."""
        try:
            return question()
        except (OSError, CancelledError) as error:
            raise self._gone() from error

    def submit(self, call: Call[T]) -> Future[T]:
        """Submit a call."""
        self.look()
        pending = PendingCall(self._dumps(call), Future())
        with self._lock:
            self._pending.append(pending)
        self._begin(pending)
        return pending.result

    def _begin(self, pending: PendingCall) -> None:
        """Submit a call to the workers that can count. If there are none, the call stays pending
        until `_update_workers` finds such a worker."""
        with self._lock:
            if pending not in self._pending:
                return  # it has just ended
            old, pending.dask_future = pending.dask_future, None
            pending.allowed = frozenset(self._pool.threads)
            pending.times += bool(pending.allowed)
        if old:
            old.cancel()
        if self._executor is None:
            return
        if pending.times > TRIES:
            failed: Future[Any] = Future()
            failed.set_exception(self._dying())
            self._watch(pending, failed)
            return
        self._watch(pending, self._executor.submit(eval, EXECUTE, {"call": pending.packed}))

    def _watch(self, pending: PendingCall, dask_future: Future[Any]) -> None:
        pending.dask_future = dask_future
        dask_future.add_done_callback(lambda ended: self._hand_on(pending, ended))

    def _hand_on(self, pending: PendingCall, ended: Future[Any]) -> None:
        """Set the result or the error of a call, unless the call was submitted again."""
        with self._lock:
            if ended is not pending.dask_future:
                return
            self._pending.remove(pending)
        try:
            pending.result.set_result(ended.result(0))
        except self._killed:
            pending.result.set_exception(self._dying())
        except CancelledError:
            pending.result.set_exception(self._gone())
        except BaseException as error:
            pending.result.set_exception(error)

    def look(self) -> None:
        """Update the connected workers if the last update is more than LOOK seconds ago. Raises
        CannotDoError if the scheduler has died."""
        if self._client.status != "running":
            raise self._gone()
        if time.monotonic() > self._looked + LOOK:
            self._update_workers()

    def _dying(self) -> CannotDoError:
        return CannotDoError(
            "workers of the cluster died again and again; most likely they have too little memory. "
            f"{LEDGER_HINT}"
        )

    def _gone(self) -> CannotDoError:
        return CannotDoError(
            f"the scheduler at {self._address} does not answer any more. {LEDGER_HINT}"
        )

    def renew(self) -> None:
        """Do nothing, because Dask itself repeats the calls of lost workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()


@contextmanager
def _running_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """Run an event loop in a thread, and cancel what still runs in it when the block ends."""
    started: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def run() -> None:
        over = asyncio.Event()
        started.set_result((asyncio.get_running_loop(), over))
        await over.wait()

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    loop, over = started.result()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()


async def _connected(dask: Any, address: str, security: Any) -> Any:
    """Return a client of the scheduler at an address. Raises TimeoutError if it does not answer.

    A client that does not connect is closed here. Otherwise the garbage collector would close it at
    an arbitrary moment. Closing waits for a lock of Dask, which the current thread may hold then.
    """
    client = dask.Client(
        address,
        asynchronous=True,
        timeout=SCHEDULER_SECONDS,
        set_as_default=False,
        security=security,
    )
    try:
        # Dask's own timeout does not include the handshake with the scheduler.
        return await asyncio.wait_for(client, 2 * SCHEDULER_SECONDS)
    except BaseException:
        await client.close()
        raise


def _dask() -> Any:
    """Return the module distributed, with its log silenced; errors are reported as sentences."""
    with importing("distributed", "--cluster", "distributed", "cluster"):
        import distributed
    for name in logging.root.manager.loggerDict:
        if name.startswith(("distributed", "tornado", "asyncio")):
            logging.getLogger(name).setLevel(SILENT)
    return distributed


def _start_local(dask: Any, jobs: int, stack: ExitStack) -> str:
    """Start a scheduler with `jobs` workers, which run until the stack is closed, and return the
    scheduler's address."""
    from dask import config

    # Dask does not remove its folder completely.
    scratch = TemporaryDirectory(prefix="calpuzzle-", ignore_cleanup_errors=True)
    folder_setting = {"temporary-directory": stack.enter_context(scratch)}
    stack.enter_context(config.set(folder_setting))
    cluster = dask.LocalCluster(
        n_workers=jobs,
        threads_per_worker=1,
        dashboard_address=":0",
        silence_logs=SILENT,
    )
    stack.callback(_end, cluster)
    return str(cluster.scheduler_address)


def _check_reachable(address: str) -> None:
    """Raise an error if nothing listens at an address. Dask's client would take long to raise one,
    and would write to the log when it is discarded."""
    found = _ADDRESS.fullmatch(address)
    if not found:
        raise InputError(
            f"{address} is not the address of a scheduler; write tcp://HOST:8786, or {LOCAL}"
        )
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), SCHEDULER_SECONDS).close()
    except (OSError, OverflowError):
        raise _no_answer_error(address) from None


def _no_answer_error(address: str) -> CannotDoError:
    return CannotDoError(
        f"no Dask scheduler answers at {address}; start one with `dask scheduler`, or use "
        f"--cluster {LOCAL}"
    )


def _end(cluster: Any) -> None:
    """Kill the processes of a local cluster, which would otherwise finish their calls first."""
    for worker in cluster.workers.values():
        if worker.pid:
            os.kill(worker.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    cluster.close(timeout=SCHEDULER_SECONDS)
