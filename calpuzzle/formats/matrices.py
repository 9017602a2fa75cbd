"""Matrices of 0 and 1 as lists of columns: what numpy, scipy.sparse and rows of numbers say of an
exact cover problem."""

from __future__ import annotations

from typing import Any

from calpuzzle.base.errors import InputError

WANTED = "an exact cover problem is a matrix of 0 and 1, in rows that are equally long"


def rows_of(matrix: Any) -> tuple[list[list[int]], int]:
    """Of each row the columns with a 1, rising; and how many columns there are. Raises InputError
    for what is no matrix of 0 and 1, or of truth values."""
    import numpy as np

    if hasattr(matrix, "tocoo"):  # of scipy.sparse, where entries of one place add up
        sparse = matrix.tocsr().copy()
        sparse.sum_duplicates()
        values, shape = sparse.data, matrix.shape
        ones = sparse.tocoo()
        at = np.stack([ones.row, ones.col], axis=1)[values != 0] if len(shape) == 2 else None
    else:
        try:
            values = np.asarray(matrix)
        except ValueError:
            raise InputError(WANTED) from None
        shape = values.shape
        at = np.argwhere(values) if values.ndim == 2 else None
    if at is None or values.dtype.kind not in "biuf" or not np.isin(values, (0, 1)).all():
        raise InputError(WANTED)
    rows: list[list[int]] = [[] for _ in range(shape[0])]
    for row, column in at.tolist():
        rows[row].append(column)
    return [sorted(row) for row in rows], int(shape[1])
