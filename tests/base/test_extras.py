"""What a caller is told where an extra is missing, broken, or interrupted while it is loaded."""

from __future__ import annotations

import pytest

from calpuzzle.base.errors import CannotDoError, MissingExtraError
from calpuzzle.base.extras import importing


def test_a_missing_one() -> None:
    with (
        pytest.raises(MissingExtraError, match=r"it needs a pie, .* 'calpuzzle\[pie\]'; eat cake"),
        importing("no_such_module", "it", "a pie", "pie", "eat cake"),
    ):
        __import__("no_such_module")


def test_one_that_cannot_be_loaded() -> None:
    with (
        pytest.raises(CannotDoError, match="it needs a pie, which cannot be loaded: burnt"),
        importing("json", "it", "a pie", "pie"),
    ):
        raise ImportError("burnt")


def test_ctrl_c_while_one_is_loaded() -> None:
    # ortools, for one, raises this where the signal comes while its core is initialized.
    with pytest.raises(KeyboardInterrupt), importing("json", "it", "a pie", "pie"):
        raise ImportError("initialization failed") from KeyboardInterrupt()
