from typing import final

@final
class Search:
    """One search over an exact cover problem, run in slices.

    `bounds` holds (least, most) of each item; the first `primary` items are branched on, and the
    others are covered at most once. `options` are the distinct item numbers of each option.
    `colours` has the same shape as `options`: the colour that each option gives each of its items,
    or 0 for none; several options may contain a secondary item to which they give the same colour.
    `rows` is the number of solutions that a slice can hold; if it is 0, solutions are only counted.
    Raise ValueError if the arguments contradict each other, and MemoryError.
    """

    def __init__(
        self,
        bounds: list[tuple[int, int]],
        options: list[tuple[int, ...]],
        primary: int,
        rows: int = 0,
        colours: list[tuple[int, ...]] | None = None,
    ) -> None: ...
    def draw(self, seed: int) -> None:
        """Restart the search with random choices: on which item with the fewest ways the search
        branches, and in which order its options are tried.

        The same seed (0 to 2^64 - 1) leads to the same search.
        """

    def run(self, budget: int) -> bool:
        """Continue for about `budget` nodes, without the GIL; return True when the search is over.

        After `rows` solutions, return False early. After MemoryError, the search must not be
        continued.
        """

    def take(self) -> list[tuple[int, ...]]:
        """Return the solutions that the last slice found, each as its option numbers in increasing
        order."""

    @property
    def found(self) -> int:
        """Return the number of solutions found so far."""

    @property
    def nodes(self) -> int:
        """Return the number of options placed so far."""

    @property
    def dead_ends(self) -> int:
        """Return the number of nodes that left some item without a way to be covered."""

    @property
    def forced(self) -> int:
        """Return the number of nodes that were the only way to cover their item."""
