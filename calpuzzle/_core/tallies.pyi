import numpy as np
import numpy.typing as npt

def fold(
    counters: npt.NDArray[np.uint32],
    exists: bool,
    unsolved: npt.NDArray[np.uint16],
    unsolved_existing: npt.NDArray[np.uint16],
    unique: npt.NDArray[np.uint16],
    fewest: npt.NDArray[np.uint32],
    most: npt.NDArray[np.uint32],
    total: npt.NDArray[np.uint64],
) -> int:
    """Add the counts of an instance to a tally, one entry a set, and set the counters to 0; gives
    the sum of the counters. Raises ValueError for arrays that are not equally long."""
