from typing import final

@final
class Search:
    """One search over an exact cover problem, run in slices.

    `bounds` gives (least, most) of each item; the first `primary` items are branched on, and the
    others are covered at most once. `options` are the different item numbers of each option.
    `colours` are, beside them, the colours that each gives its items, 0 for none: several may hold
    a secondary item to which they give the same one.
    `rows` is how many solutions a slice may hold; with 0 solutions are only counted. Raises
    ValueError where these do not fit each other, and MemoryError.
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
        """Begin anew, randomized where the rule of the search ranks ways equal; the same seed
        (0 to 2^64 - 1) goes the same way."""

    def run(self, budget: int) -> bool:
        """Search on for about `budget` nodes, without the GIL; True when the search is over.
        Returns early, with False, when `rows` solutions are held."""

    def take(self) -> list[tuple[int, ...]]:
        """The solutions that the last slice found, each as its option numbers, rising."""

    @property
    def found(self) -> int:
        """Solutions found so far."""

    @property
    def nodes(self) -> int:
        """Options laid so far."""

    @property
    def dead_ends(self) -> int:
        """Of these how many left some item without a way to be covered."""

    @property
    def forced(self) -> int:
        """Of these how many were the only way to cover their item."""
