"""The score of an attack: how many inputs were tried and survived; failures are stored."""

from __future__ import annotations

from pathlib import Path


class Score:
    """The figures of one kind of attack. Each failure is stored in the folder as two files: the
    input, and a description of what happened."""

    def __init__(self, mode: str, folder: Path) -> None:
        self.mode = mode
        self.tried = self.broken = 0
        self._folder = folder

    def survived(self) -> None:
        self.tried += 1

    def broke(self, name: str, data: bytes, what: str) -> None:
        self.tried += 1
        self.broken += 1
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{self.mode}-{self.broken:03}-{name}"
        path.write_bytes(data)
        path.with_name(f"{path.name}.what").write_text(f"{what}\n", encoding="utf-8")
        print(f"{self.mode}: {path} broke: {what[:300]}", flush=True)

    def __str__(self) -> str:
        return f"{self.mode}: {self.tried:,} tried, {self.tried - self.broken:,} survived"
