"""Types of the compiled search; see _core/grids.pyx."""

from collections.abc import Sequence

PAUSED: int
SOLUTION: int
DONE: int
STUCK: int
LINES_ONLY: int
WITH_PROBES: int
WITH_GUESSES: int

class Search:
    settled: int
    probes: int
    guesses: int
    failures: int
    def __init__(
        self,
        rows: Sequence[Sequence[tuple[int, int]]],
        columns: Sequence[Sequence[tuple[int, int]]],
        colours: int,
        given: Sequence[int] | None = None,
        level: int = ...,
        thorough: bool = False,
    ) -> None: ...
    def run(self, work: int) -> int: ...
    @property
    def depth(self) -> tuple[int, int]: ...
    def colours_left(self) -> list[int]: ...
    def colours_certain(self) -> list[int]: ...
