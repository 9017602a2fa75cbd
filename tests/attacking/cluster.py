"""An outside Dask scheduler and its workers, killed, suspended and cut off while `design` counts.

The program talks to the scheduler through a relay of ours, which can reset what it has open.
Whatever is done, the command ends with a code of its own and a sentence, and leaves its ledger,
from which the same command without a cluster comes to the same atlas.
"""

from __future__ import annotations

import importlib.util
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

from attacking.hit import CODES, OURS, Command, begun
from attacking.score import Score

HOST = "127.0.0.1"
DESIGN = ("design", "month-day-7x7", "--choose", "7:pentominoes", "--choose", "2:trominoes")
WRITES = "x.csv"
PATIENCE = 120.0  # seconds for the beginning of Dask, and for the end of a command
WORKERS = 2


class Relay:
    """Hands on what is sent to its port, until it resets all that it has open."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._open: list[socket.socket] = []
        self._listening = socket.create_server((HOST, 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
                far = socket.create_connection((HOST, self._to))
            except OSError:
                return
            self._open += [near, far]
            threading.Thread(target=self._hand_on, args=(near, far), daemon=True).start()

    def _hand_on(self, near: socket.socket, far: socket.socket) -> None:
        with near, far, suppress(OSError, ValueError):
            while True:
                ready, _, _ = select.select([near, far], [], [])
                for one, other in ((near, far), (far, near)):
                    if one in ready:
                        data = one.recv(1 << 16)
                        if not data:
                            return
                        other.sendall(data)

    def reset(self) -> None:
        """Break all connections off, so that each end is told of a reset."""
        for each in self._open:
            with suppress(OSError):
                each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                each.close()
        self._open.clear()

    def close(self) -> None:
        """Listen no more."""
        self._listening.close()
        self.reset()


class Dask:
    """A scheduler with workers, processes of their own, and a relay before it."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack, self._folder = stack, folder
        port = _free_port()
        self.scheduler = self._begun("scheduler", "--port", str(port), "--dashboard-address", ":0")
        _await_port(port)
        self._address = f"tcp://{HOST}:{port}"
        self.workers = [self.worker() for _ in range(WORKERS)]
        self.relay = Relay(port)
        stack.callback(self.relay.close)

    def worker(self) -> subprocess.Popen[bytes]:
        """Begin one more."""
        words = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
        return self._begun("worker", self._address, *words)

    def _begun(self, *words: str) -> subprocess.Popen[bytes]:
        dask = str(Path(sys.executable).with_name("dask"))
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(
            [dask, *words], cwd=self._folder, stdin=quiet, stdout=quiet, stderr=quiet
        )
        self._stack.callback(_end, process)
        return process


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as found:
        return int(found.getsockname()[1])


def _await_port(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(OSError), socket.create_connection((HOST, port), 1):
            return
        time.sleep(0.1)
    raise RuntimeError("the scheduler of Dask has not begun")


def cluster(seed: int, seconds: float, score: Score, folder: Path) -> None:
    if importlib.util.find_spec("distributed") is None:
        score.skipped = "for Dask is not installed"
        return
    random = Random(seed)
    end = time.monotonic() + seconds
    folder.mkdir(parents=True, exist_ok=True)
    plain = Command((*DESIGN, "-o", WRITES), WRITES)
    code, said = _ended(begun(plain, folder))
    if code:
        raise RuntimeError(said)
    whole = (folder / WRITES).read_bytes()
    while time.monotonic() < end:
        (folder / WRITES).unlink(missing_ok=True)
        with ExitStack() as stack:
            dask = Dask(stack, folder.parent)
            what, fault = _attacked(dask, plain, folder, random)
        if not fault and (folder / WRITES).exists():
            if (folder / WRITES).read_bytes() != whole:
                fault = "its atlas is another one"
        elif not fault:
            code, said = _ended(begun(plain, folder))
            if code or (folder / WRITES).read_bytes() != whole:
                fault = f"the same command without a cluster ended with {code}: {said[-500:]}"
        left = sorted(path.name for path in folder.iterdir() if path.name != WRITES)
        if left and not fault:
            fault = f"it left {', '.join(left)}"
        for name in left:
            shutil.rmtree(folder / name, ignore_errors=True)
        if fault:
            score.broke("cluster", what.encode(), f"{what}: {fault}")
        else:
            score.survived()


def _attacked(dask: Dask, plain: Command, folder: Path, random: Random) -> tuple[str, str]:
    """What was done to a command and its cluster, and what is wrong with how that ended."""
    address = f"tcp://{HOST}:{dask.relay.port}"
    running = begun(Command((*plain.words, "--cluster", address), WRITES), folder)
    deeds = random.sample(DEEDS, random.randrange(1, 4))
    done = []
    for deed in deeds:
        time.sleep(random.choice([0.0, 0.5, 1, 2, 4]) * random.random())
        done.append(f"{deed.__name__.strip('_')} ")
        deed(dask, running, random)
    what = f"{', '.join(own.strip() for own in done)} beside {' '.join(plain.words)}"
    try:
        code, said = _ended(running)
    except subprocess.TimeoutExpired:
        running.kill()
        _, late = running.communicate()
        return what, f"it still ran after {PATIENCE:.0f} s: {late.decode(errors='replace')[-500:]}"
    if code not in CODES:
        return what, f"it ended with {code}: {said[-800:]}"
    early = code in (1, -signal.SIGINT) and OURS.search(said) is None
    if "Traceback" in said and not early:
        return what, f"it ended with {code} and a traceback: {said[-1500:]}"
    if code == 0 and not (folder / WRITES).exists():
        return what, "it ended with 0 and wrote nothing"
    if code == 1 and not re.search(r"(?m)^calpuzzle: ", said):
        return what, f"it ended with 1 and no sentence: {said[-500:]}"
    return what, ""


def _ended(running: subprocess.Popen[bytes]) -> tuple[int, str]:
    _, said = running.communicate(timeout=PATIENCE)
    return running.returncode, said.decode(errors="replace")


def _kill_a_worker(dask: Dask, _: subprocess.Popen[bytes], random: Random) -> None:
    random.choice(dask.workers).kill()


def _kill_all_workers_and_begin_one(dask: Dask, _: subprocess.Popen[bytes], random: Random) -> None:
    for each in dask.workers:
        each.kill()
    dask.workers.append(dask.worker())


def _one_worker_more(dask: Dask, _: subprocess.Popen[bytes], random: Random) -> None:
    dask.workers.append(dask.worker())


def _suspend_a_worker(dask: Dask, _: subprocess.Popen[bytes], random: Random) -> None:
    _suspended(random.choice(dask.workers), random)


def _suspend_the_scheduler(dask: Dask, _: subprocess.Popen[bytes], random: Random) -> None:
    _suspended(dask.scheduler, random)


def _kill_the_scheduler(dask: Dask, _: subprocess.Popen[bytes], random: Random) -> None:
    dask.scheduler.kill()


def _reset(dask: Dask, _: subprocess.Popen[bytes], random: Random) -> None:
    dask.relay.reset()


def _interrupt(_: Dask, running: subprocess.Popen[bytes], random: Random) -> None:
    running.send_signal(random.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL]))


def _suspended(process: subprocess.Popen[bytes], random: Random) -> None:
    with suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(3 * random.random())
        os.kill(process.pid, signal.SIGCONT)


DEEDS = [
    _kill_a_worker,
    _kill_all_workers_and_begin_one,
    _one_worker_more,
    _suspend_a_worker,
    _suspend_the_scheduler,
    _kill_the_scheduler,
    _reset,
    _interrupt,
]
