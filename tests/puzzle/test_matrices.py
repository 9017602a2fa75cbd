"""Exact cover problems given as matrices: lists, NumPy arrays and scipy.sparse matrices."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import calpuzzle as cp
from calpuzzle.base.errors import InputError

ROWS = [[0, 0, 1, 0, 1], [0, 0, 0, 0, 0], [1, 1, 0, 0, 0], [0, 0, 0, 1, 0], [1, 1, 0, 1, 0]]

OPTIONS = ((2, 4), (), (0, 1), (3,), (0, 1, 3))


@pytest.mark.parametrize("kind", [int, bool, float, np.uint8])
def test_lists_and_arrays_give_one_option_for_each_row(kind: Any) -> None:
    for matrix in (ROWS, np.array(ROWS, kind), np.asfortranarray(np.array(ROWS, kind))):
        found = cp.Cover.of_matrix(matrix)
        assert list(found.solve()) == [(0, 2, 3), (0, 4)]
        assert found.options == OPTIONS and found.items == (0, 1, 2, 3, 4)
    assert cp.Cover.of_matrix(np.array(ROWS, kind), [4, 3]).count() == 2


def test_sparse_matrices_have_the_solutions_of_dense_ones() -> None:
    sparse = pytest.importorskip("scipy.sparse", reason="scipy is not installed")
    for make in (sparse.csr_matrix, sparse.coo_array, sparse.csc_array, sparse.lil_matrix):
        assert list(cp.Cover.of_matrix(make(np.array(ROWS))).solve()) == [(0, 2, 3), (0, 4)]
    twice = sparse.coo_matrix(([1, 1], ([0, 0], [0, 0])), shape=(1, 1))
    with pytest.raises(InputError, match="a matrix of 0 and 1"):
        cp.Cover.of_matrix(twice)


def test_random_matrices_have_the_counts_of_equivalent_covers() -> None:
    random = Random(4)
    for _ in range(50):
        rows, columns = random.randrange(8), random.randrange(5)
        matrix = np.array([random.choices((0, 0, 1), k=columns) for _ in range(rows)], int)
        matrix = matrix.reshape(rows, columns)
        options: list[Any] = [np.flatnonzero(row).tolist() or ["x"] for row in matrix]
        expected = cp.Cover(range(columns), options, ["x"])
        assert cp.Cover.of_matrix(matrix).count() == expected.count()


@pytest.mark.parametrize(
    "wrong", [[[0, 2]], [[0, -1]], [0, 1], [[[1]]], [["1"]], [[1], [1, 0]], [[0.5]], 3, None, "01"]
)
def test_of_matrix_rejects_invalid_matrices_and_columns(wrong: Any) -> None:
    with pytest.raises(InputError, match="a matrix of 0 and 1, in rows that are equally long"):
        cp.Cover.of_matrix(wrong)
    with pytest.raises(InputError, match="no column 1: there is 1 column, from 0 on"):
        cp.Cover.of_matrix([[1]], [1])
    with pytest.raises(InputError, match="no column 5: there are 5 columns, from 0 on"):
        cp.Cover.of_matrix(ROWS, [5])
