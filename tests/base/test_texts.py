"""The translated texts in Python: languages, plurals, numbers, lists, and missing texts."""

from __future__ import annotations

import sys

import pytest

from calpuzzle.base.errors import InputError
from calpuzzle.base.texts import (
    ENGLISH,
    OFF_PAGE,
    ZERO_IS_SINGULAR,
    Texts,
    texts_in,
)
from calpuzzle.play.page import languages


def test_plurals_numbers_and_lists_follow_the_language() -> None:
    assert ENGLISH.translate("left.some", n=1) == "1 solution left"
    assert ENGLISH.translate("left.some", n=0) == "0 solutions left"
    assert ENGLISH.translate("left.some", n=1234) == "1,234 solutions left"
    for tag, short, long in (
        ("de", "1.234", "12.345"),
        ("es", "1234", "12.345"),
        ("fr", "1\u202f234", "12\u202f345"),
        ("it", "1234", "12.345"),
        ("nl", "1.234", "12.345"),
        ("pt", "1.234", "12.345"),
    ):
        translated = [Texts(tag).translate("left.some", n=n) for n in (1234, 12345)]
        assert short in translated[0] and long in translated[1]
    assert [ENGLISH.listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    for tag in ZERO_IS_SINGULAR:
        one, none = (Texts(tag).translate("left.some", n=n) for n in (1, 0))
        assert (
            one.replace("1", "0")
            == none
            != Texts(tag).translate("left.some", n=2).replace("2", "0")
        )


@pytest.mark.parametrize("with_babel", [True, False])
def test_the_dual_form_of_hebrew_is_used_if_babel_is_installed(
    with_babel: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if with_babel:
        pytest.importorskip("babel")
    else:
        monkeypatch.setitem(sys.modules, "babel.core", None)
    translated = [Texts("he").translate("solved.streak", n=n) for n in (1, 2, 3, 11)]
    two = "יומיים ברצף (2)." if with_babel else "2 ימים ברצף."
    assert translated == ["יום 1 ברצף.", two, "3 ימים ברצף.", "11 ימים ברצף."]


def test_translate_fills_in_values_only_once() -> None:
    assert (
        ENGLISH.translate("said.misfit", name="{why}", why="{name}") == "{why} does not fit: {name}"
    )
    with pytest.raises(KeyError):
        ENGLISH.translate("no.such.text")


def test_texts_in_accepts_a_language_tag_with_a_region() -> None:
    assert [texts_in(name).tag for name in ("de", "DE-ch", "fr_FR")] == ["de", "de", "fr"]
    with pytest.raises(
        InputError, match="no texts in 'klingon', only in de, en, es, fr, he, it, nl, pt"
    ):
        texts_in("klingon")


def test_pages_contain_no_texts_that_only_other_outputs_use() -> None:
    keys = [key for key in languages()["keys"] if key]
    assert len(keys) > 100 and not any(key.startswith(OFF_PAGE) for key in keys)
