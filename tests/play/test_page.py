"""The page as a text: how modules are joined, and that it needs nothing from anywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_it_opens_from_a_file_and_from_the_server(
    page_of: Callable[..., Page], served_page: Callable[..., Page]
) -> None:
    for page in (page_of("dray"), served_page("dray"), page_of("cat.non")):
        assert page.locator("#page").count() == 1
