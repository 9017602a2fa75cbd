"""Packs what is inside a page, which opener.js unpacks by the browser's own DecompressionStream.

A zlib stream (RFC 1950) of the UTF-8, whose checksum detects a truncated or damaged file, in base
85: each four bytes are five characters, so that the text is a quarter longer than the bytes. The
alphabet is that of RFC 1924, with a comma for `<`, which a script element must not contain. Level
and header are fixed, so that one version of zlib gives the same bytes for the same page; another
version may give others, which unpack to the same.
"""

from __future__ import annotations

import zlib
from base64 import b85decode, b85encode

LEVEL = 9


def packed(text: str) -> str:
    """Return a text as a zlib stream in base 85."""
    return b85encode(zlib.compress(text.encode(), LEVEL)).decode().replace("<", ",")


def unpacked(text: str) -> str:
    """Return the text that `packed` was given."""
    return zlib.decompress(b85decode(text.replace(",", "<"))).decode()
