"""The compression of a page's content, which opener.js unpacks with the browser's
DecompressionStream.

The content is a zlib stream (RFC 1950) of UTF-8 text, whose checksum detects a truncated or damaged
file. It is written in base 85: four bytes are five characters, so the text is a quarter longer than
the bytes. The alphabet is that of RFC 1924, with a comma instead of `<`, which a script element
must not contain. Level and header are fixed, so that one version of zlib produces equal bytes for
equal pages; another version may produce other bytes that unpack to the same text.
"""

from __future__ import annotations

import zlib
from base64 import b85decode, b85encode

LEVEL = 9


def packed(text: str) -> str:
    """Return a text as a zlib stream in base 85."""
    return b85encode(zlib.compress(text.encode(), LEVEL)).decode().replace("<", ",")


def unpacked(text: str) -> str:
    """Return the text that was packed."""
    return zlib.decompress(b85decode(text.replace(",", "<"))).decode()
