"""Full disks: commands that write to a file system with a few free kilobytes, and commands with a
limit on the size of their files, such as `ulimit -f` or a quota.

Only a user who may mount a file system (root on Linux) can create the small one; for other users,
only limits are tested.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random

from attacking.hit import COMMANDS, begun, prepared, right, wrong
from attacking.score import Score

KIBIBYTES = 256


def disk(seed: int, seconds: float, score: Score, folder: Path) -> None:
    random = Random(seed)
    end = time.monotonic() + seconds
    writing = [command for command in COMMANDS if command.writes]
    small = folder.with_name("small")
    mounts = True
    try:
        with _mounted(small):
            pass
    except (OSError, subprocess.CalledProcessError):
        mounts = False
    while time.monotonic() < end:
        command = random.choice(writing)
        old, room = random.random() < 0.5, random.randrange(0, 64)
        full = mounts and random.random() < 0.5
        whole = right(command, folder)
        with _mounted(small) if full else nullcontext():
            work = small / "work" if full else folder
            prepared(work, command, old)
            if full:
                _fill(small / "filler", room)
            process = begun(command, work, largest=None if full else room << 10)
            _, stderr = process.communicate(timeout=600)
            text = stderr.decode(errors="replace")
            fault = wrong(command, work, old, process.returncode, text, whole)
        where = f"where {room} KiB are left" if full else f"with files of {room} KiB at most"
        what = f"{' '.join(command.words)} {where}"
        if fault:
            score.broke("disk", what.encode(), f"{what}: {fault}")
        else:
            score.survived()


def _fill(path: Path, room: int) -> None:
    with open(path, "wb", buffering=0) as stream:
        try:
            while True:
                stream.write(bytes(4096))
        except OSError:
            stream.truncate(max(0, stream.tell() - (room << 10)))


@contextmanager
def _mounted(folder: Path) -> Iterator[None]:
    folder.mkdir(exist_ok=True)
    options = ["-t", "tmpfs", "-o", f"size={KIBIBYTES}k", "tmpfs", str(folder)]
    subprocess.run(["mount", *options], check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True, capture_output=True)
