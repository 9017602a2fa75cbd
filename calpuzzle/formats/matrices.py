"""The conversion of matrices of 0 and 1 (NumPy, scipy.sparse, nested lists) to exact cover rows."""

from __future__ import annotations

from typing import Any

from calpuzzle.base.errors import InputError

MATRIX_RULE = "an exact cover problem is a matrix of 0 and 1, in rows that are equally long"


def ones_by_row(matrix: Any) -> tuple[list[list[int]], int]:
    """Return, for each row, the columns with a 1 in increasing order, and the number of columns.
    Raises InputError unless the argument is a matrix of 0 and 1, or of booleans."""
    import numpy as np

    if hasattr(matrix, "tocoo"):  # scipy.sparse, in which duplicate entries are added
        sparse = matrix.tocsr().copy()
        sparse.sum_duplicates()
        values, shape = sparse.data, matrix.shape
        ones = sparse.tocoo()
        at = np.stack([ones.row, ones.col], axis=1)[values != 0] if len(shape) == 2 else None
    else:
        try:
            values = np.asarray(matrix)
        except ValueError:
            raise InputError(MATRIX_RULE) from None
        shape = values.shape
        at = np.argwhere(values) if values.ndim == 2 else None
    if at is None or values.dtype.kind not in "biuf" or not np.isin(values, (0, 1)).all():
        raise InputError(MATRIX_RULE)
    rows: list[list[int]] = [[] for _ in range(shape[0])]
    for row, column in at.tolist():
        rows[row].append(column)
    return [sorted(row) for row in rows], int(shape[1])
