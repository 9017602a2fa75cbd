"""The text of the page: how its modules are joined and minified, and that it is self-contained."""

from __future__ import annotations

import json
import re
from collections import Counter
from graphlib import TopologicalSorter
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import shipped
from html_elements import Elements, inside
from playing import expect

from calpuzzle.base.texts import language_tags, texts_in
from calpuzzle.play.data import nonogram_data, pieces_data
from calpuzzle.play.joiner import ASSETS, joined, minified, parts_of, sources, split_scripts
from calpuzzle.play.packing import packed, unpacked
from calpuzzle.play.page import languages, page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from calpuzzle.nonogram.clues import Clues

MODULES = sources()
ENTRIES = ("main.js", "start.js", "worker.js")
TOP = re.compile(r"^(?:export )?(?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
SEVERAL = re.compile(r"^(?:export )?(?:const|let) [\[{]([^\]}]*)[\]}] =", re.MULTILINE)
IMPORT = re.compile(r'^import \{([^}]*)\} from "\.(?:\./\w+)?/([\w-]+\.js)";$', re.MULTILINE)
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml")


def top_names(text: str) -> list[str]:
    """Return the names that a module declares at top level, where nothing is indented."""
    listed = [
        name.split(":")[-1].strip() for names in SEVERAL.findall(text) for name in names.split(",")
    ]
    return TOP.findall(text) + [name for name in listed if name]


@pytest.fixture(scope="module")
def dray() -> str:
    return page(pieces_data(shipped.lowering("dray")))


def test_top_level_names_are_unique_across_modules() -> None:
    homes = Counter(name for text in MODULES.values() for name in top_names(text))
    assert [name for name, number in homes.items() if number > 1] == []


def test_modules_can_be_joined() -> None:
    for name, text in MODULES.items():
        lines = [line for line in text.splitlines() if re.match(r"import\b", line)]
        imports = IMPORT.findall(text)
        assert len(lines) == len(imports), f"{name}: an import is written otherwise"
        assert (
            "import(" not in minified(text)
            and "export default" not in text
            and "export {" not in text
        )
        for names, other in imports:
            assert other not in ENTRIES, f"{other} runs where it is imported"
            wanted = {each.strip() for each in names.split(",") if each.strip()}
            exported = set(
                re.findall(r"^export .*?(\w+)(?= =|\(| \{| extends)", MODULES[other], re.MULTILINE)
            )
            assert wanted <= exported, f"{other} exports no {wanted - exported}"
        # The text is safe in a script element, and no template literal spans lines.
        assert "</script" not in text.lower() and "<!--" not in text, name
        odd = [line.strip() for line in text.splitlines() if line.count("`") % 2]
        assert all(line.startswith(("//", "*", "/*")) for line in odd), name


def test_module_names_are_unique_and_logic_does_not_import_ui() -> None:
    files = list((ASSETS / "js").rglob("*.js"))
    assert len({file.name for file in files}) == len(files)
    logic = [file.name for file in files if file.parent.name == "logic"]
    assert "remainingsolutions.js" in logic and not [
        name for name in logic if "../" in MODULES[name]
    ]


def test_modules_have_no_circular_imports() -> None:
    imported = {name: {own for _, own in IMPORT.findall(text)} for name, text in MODULES.items()}
    TopologicalSorter(imported).prepare()


def test_a_joined_script_is_valid_javascript_without_imports(blank: Page) -> None:
    for entry, without in product(ENTRIES, ("", "nonogram")):
        script = joined(entry, without)
        assert top_names(script)
        assert re.search(r"^\s*(import|export)\b", script, re.MULTILINE) is None
        blank.evaluate("(script) => void new Function(script)", script)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("/*\n * Owns.\n */\n\n// Why.\nif (a) {\n  b = c; // d\n  /** e */\n}\n", "if(a){b=c;}"),
        ('say("a  b, c", {\n  n: 1,\n});\n', 'say("a  b, c",{n:1,});'),
        ("const a = `b ${c} :  d`;\n", "const a=`b ${c} :  d`;"),
        ("return `a ${b ? `c :  d` : e}`;\n", "return `a ${b ? `c :  d` : e}`;\n"),
        ('const a = / b, "c/u;\n', 'const a = / b, "c/u;\n'),
        ("a = b / c; // d / e\n", "a=b / c;"),
        ("a = / b / + c(/ d/);\n", "a = / b / + c(/ d/);\n"),
        ('case "a": // "b"\n', 'case "a": // "b"\n'),
        ("a +\nb - -c;\nlet d = {}\ne()\n", "a +\nb - -c;let d={}\ne()\n"),
        ("{\n  a = b - c + (d);\n}\ng(1);\n", "{a=b-c+(d);}g(1);"),
        ('a("//b", c);\n', 'a("//b",c);'),
        ("'\"' + \"'\" ;\n", "'\"' + \"'\";"),
        ("const a = (/** @type {B} */ b) => /** @type {C<D>} */ (b);\n", "const a=(b)=>(b);"),
        ("/** @type {A} */\nlet a = 1; // b\n", "let a=1;"),
    ],
)
def test_minified_removes_comments_and_needless_spaces(text: str, left: str) -> None:
    assert minified(text) == left


def test_a_page_of_pieces_has_no_code_or_texts_of_nonograms(dray: str, heart: Clues) -> None:
    assert not [key for key in languages("nonogram")["keys"] if str(key).startswith("nonogram")]
    assert {"start.question"} <= set(languages(only="start")["keys"]) < set(languages()["keys"])
    with_nonograms, of_pieces = inside(page(nonogram_data(heart, "heart"))), inside(dray)
    entries = ("main.js", "worker.js")
    for entry in entries:
        modules = parts_of(entry)
        own = {name for name in modules if name.startswith("nonogram")}
        assert own
        assert {name for name, text in modules.items() if text in with_nonograms} == {*modules}
        assert {name for name, text in modules.items() if text in of_pieces} == {*modules} - own
        assert len(joined(entry, "nonogram")) < len(joined(entry))
    for script in split_scripts(entries):
        assert script in with_nonograms
    sizes = [sum(map(len, split_scripts(entries, own))) for own in ("nonogram", "")]
    assert sizes[0] < sizes[1] < len(joined("main.js")) + len(joined("worker.js"))


def test_the_page_is_small_reproducible_and_allows_no_connections(dray: str) -> None:
    assert len(dray.encode()) <= 175_000
    assert page(pieces_data(shipped.lowering("dray"))) == dray
    for text in (dray, inside(dray)):
        assert "double braces" not in text and "\n  <" not in text
        assert not re.search(r"\{\{\w+\}\}", text)
    policy = next(
        attrs["content"]
        for tag, attrs in Elements(dray).found
        if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy and policy.startswith("default-src 'none';") and "connect-src" not in policy
    scripts = Elements(inside(dray)).scripts
    assert json.loads(scripts["puzzle"])["name"] == "dray"
    assert {"en", "de", "fr", "es"} <= set(json.loads(scripts["languages"]))
    assert scripts["common"].strip().startswith("(function ()")


def test_the_page_refers_to_nothing_in_the_network(dray: str) -> None:
    for tag, attrs in Elements(dray).found + Elements(inside(dray)).found:
        for name in ("src", "href", "srcset", "action", "poster", "data"):
            value = attrs.get(name)
            assert value is None or value.startswith(("data:", "#")), (tag, name, value)
    for name, text in [("the shell", dray), ("the page", inside(dray)), *MODULES.items()]:
        for namespace in NAMESPACES:
            text = text.replace(namespace, "")
        assert re.findall(r"https?:|[\"'`(]//\w|@import|url\((?![\"']?#|data:)", text) == [], name
        assert not re.search(
            r"\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon)\b", text
        ), name


def test_texts_of_a_puzzle_are_escaped() -> None:
    title = "</script><script>alert(1)</script> & {{style}}"
    data = pieces_data(shipped.lowering("domino-2x3")) | {"title": title, "name": "a\udcff"}
    shell = page(data)
    elements = Elements(inside(shell))
    read = json.loads(elements.scripts["puzzle"])
    assert (read["title"], read["name"]) == (title, "a\udcff")
    assert [tag for tag, _ in elements.found].count("script") == 5
    assert [tag for tag, _ in Elements(shell).found].count("script") == 2


@pytest.mark.parametrize("length", range(4))
def test_packed_texts_of_any_length_are_unpacked(length: int) -> None:
    text = "".join(map(chr, range(200))) + "\u05d0" * length
    assert unpacked(packed(text)) == text and "<" not in packed(text)


def paragraphs_of(page: Page, text: str, path: Path) -> list[str]:
    """Return the paragraphs that a damaged or unsupported page shows instead of the board."""
    path.write_text(text, encoding="utf-8")
    page.goto(path.as_uri())
    page.locator("body p:visible").first.wait_for()
    expect(page.locator("#board")).to_have_count(0)
    return page.locator("body p:visible").all_inner_texts()


def test_a_page_that_cannot_open_explains_why(browser: Browser, dray: str, tmp_path: Path) -> None:
    def messages(key: str) -> list[str]:
        return [
            texts_in(tag).translate(key)
            for tag in sorted(language_tags(), key=lambda tag: tag != "en")
        ]

    start = dray.index('id="pack">') + 1000
    damaged = {
        "a byte": f"{dray[:start]}{'A' if dray[start] == 'B' else 'B'}{dray[start + 1 :]}",
        "cut off": dray[: len(dray) // 2],
        "no digit": f"{dray[:start]}\u00e9{dray[start + 1 :]}",
        "nothing": re.sub(r'(id="pack">)[^<]*', r"\1", dray),
    }
    page = browser.new_page()
    for name, text in damaged.items():
        assert paragraphs_of(page, text, tmp_path / "page.html") == messages("shell.damaged"), name
    page.add_init_script("delete window.DecompressionStream")
    assert paragraphs_of(page, dray, tmp_path / "page.html") == messages("shell.old")
    page.close()
    assert {tag for tag, attrs in Elements(dray).found if attrs.get("lang") == "de"} == {"p"}
