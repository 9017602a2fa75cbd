"""Counting on a Dask cluster whose workers lack calpuzzle, have another version, or disappear."""

from __future__ import annotations

import gc
import pickle
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from calpuzzle.base.errors import CannotDoError
from calpuzzle.workers import calls as work
from calpuzzle.workers import cluster
from calpuzzle.workers.calls import identity, results
from calpuzzle.workers.cluster import Cluster
from calpuzzle.workers.worker_pool import QUERY, WorkerPool

pytestmark = pytest.mark.long

GOOD = identity()
NONE = ModuleNotFoundError("No module named 'calpuzzle'", name="calpuzzle")
WITHOUT = f"it has no calpuzzle; install {GOOD[0]} there"
OTHER = f"it has another version of calpuzzle; install {GOOD[0]} there"


class KilledWorkerError(Exception):
    """Stands in for the KilledWorker of Dask."""


class FakeClient:
    """A fake Dask client. `answers` maps the addresses of the connected workers to their answers;
    `then` contains later values of it. Workers in `dead` finish no call."""

    status = "running"
    dashboard_link = "http://here"

    def __init__(self, **answers: object) -> None:
        self.answers = answers
        self.dead: set[str] = set()
        self.sent: list[list[str]] = []
        self.then: list[dict[str, object]] = []

    def nthreads(self) -> dict[str, int]:
        if self.then:
            self.answers = self.then.pop(0)
        return dict.fromkeys(self.answers, 2)

    async def connected(self, *_: object) -> FakeClient:
        return self

    async def run(
        self, function: object, text: str, workers: list[str], on_error: str
    ) -> dict[str, object]:
        assert (function, text, on_error) == (eval, QUERY, "return")
        return {name: self.answers.get(name, OSError("gone")) for name in workers}

    def get_executor(self, workers: list[str], pure: bool) -> Executor:
        assert workers and not pure
        return FakeExecutor(self, workers)

    async def close(self) -> None:
        pass


class FakeExecutor(Executor):
    def __init__(self, client: FakeClient, workers: list[str]) -> None:
        self.client, self.workers = client, workers

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.client.sent.append(sorted(self.workers))
        made: Future[Any] = Future()
        if {*self.workers} <= self.client.dead:
            return made
        try:
            made.set_result(function(*args))
        except Exception as error:
            made.set_exception(error)
        return made


@contextmanager
def fake_cluster(client: FakeClient, patience: float = 30) -> Iterator[tuple[Cluster, list[str]]]:
    messages: list[str] = []
    module = SimpleNamespace(
        KilledWorker=KilledWorkerError, protocol=SimpleNamespace(pickle=pickle)
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cluster, "_dask", lambda: module)
        patch.setattr(cluster, "_check_reachable", lambda address: None)
        patch.setattr(cluster, "_connected", client.connected)
        patch.setattr(cluster, "WORKER_SECONDS", patience)
        patch.setattr(cluster, "LOOK", 0)
        patch.setattr(work, "LOOK", 0.01)
        with Cluster("tcp://here:1", 1, messages.append) as made:
            yield made, messages


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({}, "has no workers; start some with `dask worker tcp://here:1 --nthreads 1`"),
        ({"a": NONE}, f"no worker of the scheduler at tcp://here:1 can count: {WITHOUT}"),
        (
            {"a": AttributeError("module 'calpuzzle.design' has no attribute 'i'")},
            OTHER,
        ),
        ({"a": ModuleNotFoundError("No module named 'calpuzzle.design'")}, OTHER),
        ({"a": ("9.9", "x")}, f"it has calpuzzle 9.9, x; this is {', '.join(GOOD)}"),
        ({"a": 7}, OTHER),
        ({"a": ImportError("numpy is broken")}, "cannot load calpuzzle: ImportError: numpy is bro"),
        ({"a": OSError("gone"), "b": NONE}, WITHOUT),
        ({"a": OSError("gone")}, "the workers of the scheduler at tcp://here:1 do not answer: a"),
    ],
)
def test_cluster_states_why_no_worker_can_count(answers: dict[str, object], said: str) -> None:
    waits = all(isinstance(answer, OSError) for answer in answers.values())
    patience = 0.2 if waits else 30
    with pytest.raises(CannotDoError) as raised, fake_cluster(FakeClient(**answers), patience):
        pass
    assert said in str(raised.value)


def test_pool_waits_for_a_new_worker_while_another_is_silent() -> None:
    queries: list[Future[dict[str, Any]]] = []

    def ask(addresses: list[str]) -> Future[dict[str, Any]]:
        queries.append(Future())
        return queries[-1]

    pool = WorkerPool(ask, lambda sentence: None)
    pool.look({"a": 1, "b": 1})
    queries[-1].set_result({"a": OSError("gone"), "b": NONE})
    pool.look({"a": 1, "b": 1})
    assert pool.all_unfit
    queries[-1].set_result({"a": OSError("gone")})
    pool.look({"a": 1, "b": 1, "c": 1})
    assert not pool.all_unfit
    queries[-1].set_result({"a": OSError("gone"), "c": GOOD})
    assert pool.look({"a": 1, "b": 1, "c": 1})
    assert pool.threads == {"c": 1}


@pytest.mark.parametrize(
    ("scheme", "encrypted", "said"),
    [
        ("tls", False, "Dask cannot connect to {}: .*comm.tls"),
        pytest.param("tcp", True, "Dask cannot connect to {}: .*comm.tls", marks=pytest.mark.slow),
        ("tcp", False, "no Dask scheduler answers at {}"),
    ],
)
def test_a_failed_connection_does_not_block_the_next_one(
    monkeypatch: pytest.MonkeyPatch, scheme: str, encrypted: bool, said: str
) -> None:
    """The server never answers, or only one side uses TLS. The garbage collector closes a discarded
    Dask client, and waits for a lock; if a client were left, the second connection would hang."""
    dask = pytest.importorskip("dask")
    utils = pytest.importorskip("distributed").utils
    before = {*threading.enumerate()}
    monkeypatch.setattr(cluster, "SCHEDULER_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"{scheme}://127.0.0.1:{server.getsockname()[1]}"
        with (
            dask.config.set({"distributed.comm.require-encryption": encrypted}),
            pytest.raises(CannotDoError, match=said.format(address)),
        ):
            Cluster(address, 1)
        assert {*threading.enumerate()} <= before
        monkeypatch.undo()
        started = utils.LoopRunner._start_unlocked

        def collect_and_start(runner: object) -> None:
            gc.collect()  # while the lock is held
            started(runner)

        monkeypatch.setattr(utils.LoopRunner, "_start_unlocked", collect_and_start)
        with Cluster("local", 1) as workers:
            assert list(results(workers, calls(1))) == [0]


def calls(number: int) -> list[partial[int]]:
    return [partial(int, k) for k in range(number)]


def test_calls_are_sent_only_to_workers_that_can_count() -> None:
    client = FakeClient(a=GOOD, b=NONE, c=GOOD, d=("9.9", "x"))
    with fake_cluster(client) as (workers, messages):
        assert workers.number == 4
        assert sorted(results(workers, calls(20))) == list(range(20))
    assert client.sent == [["a", "c"]] * 20
    assert messages[:2] == [
        "the dashboard of Dask is at http://here",
        f"the worker b is not used: {WITHOUT}",
    ]
    assert messages[2].startswith("the worker d is not used: it has calpuzzle 9.9")
    assert messages[3:] == ["2 workers can count"]


def raise_error(error: Exception) -> int:
    raise error


@pytest.mark.parametrize(
    ("error", "kind", "sentence"),
    [
        (ValueError("it is damaged"), ValueError, "it is damaged"),
        (
            KilledWorkerError(),
            CannotDoError,
            "workers of the cluster died again and again; most likely they have too little memory. "
            "If there is a ledger, the next run continues from it",
        ),
        (
            CancelledError(),
            CannotDoError,
            "the scheduler at tcp://here:1 does not answer any more. If there is a ledger, the "
            "next run continues from it",
        ),
    ],
)
def test_the_error_of_a_call_is_raised_or_explained(
    error: Exception, kind: type[Exception], sentence: str
) -> None:
    with fake_cluster(FakeClient(a=GOOD)) as (workers, _), pytest.raises(kind) as raised:
        list(results(workers, [partial(raise_error, error)]))
    assert str(raised.value) == sentence


def test_calls_of_lost_workers_wait_for_new_workers() -> None:
    client = FakeClient(a=GOOD)
    client.dead = {"a"}
    with fake_cluster(client) as (workers, messages):
        client.then = [{"a": GOOD}, {}, {}, {"b": NONE}, {"b": NONE, "c": GOOD}]
        assert sorted(results(workers, calls(3))) == [0, 1, 2]
    assert [sent for sent in client.sent if sent != ["a"]] == [["c"]] * 3
    assert messages[1:] == [
        "1 worker can count",
        "the worker a is gone; no workers are left, waiting for new ones",
        f"the worker b is not used: {WITHOUT}",
        "1 more worker; 1 in total",
    ]


def test_each_lost_worker_is_reported() -> None:
    client = FakeClient(a=GOOD, b=GOOD, c=GOOD)
    client.dead = {"a", "b", "c"}
    with fake_cluster(client) as (workers, messages):
        client.then = [{"a": GOOD, "b": GOOD}, {"a": GOOD}, {"d": GOOD, "e": GOOD}]
        assert list(results(workers, calls(1))) == [0]
    assert messages[2] == "the worker c is gone; 2 workers left"
    assert messages[3] == "the worker b is gone; 1 worker left"
    assert messages[4].startswith("the worker a is gone; ")


def test_a_lost_scheduler_raises_cannot_do_error() -> None:
    client = FakeClient(a=GOOD)
    client.dead = {"a"}
    with fake_cluster(client) as (workers, _):
        client.status = "closed"
        with pytest.raises(
            CannotDoError, match=r"does not answer any more\. If there is a ledger, the next run"
        ):
            list(results(workers, calls(1)))
