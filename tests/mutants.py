"""Change conditions by which the code skips work, one at a time, and print the mutants that no
test detects. tests/mutants.toml lists the files, the tests that must detect their mutants, and the
mutants that change no answer, each with the reason. Cases of the differential suite run last.

Each operand of `and` and `or` in a condition becomes true and false, `<` becomes `<=`, and so on. A
comparison outside a condition becomes its opposite. Conditions that guard an exception, an error
code or a null pointer, and assertions of the core, are not changed. All mutants of a run are
compiled together, in a copy of the checkout in build/. The environment variable MUTANT names a file
that contains the number of the active mutant.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLIPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OPPOSITE = {"==": "!=", "!=": "==", "in": "not in", "not in": "in", "is": "is not", "is not": "is"}
CONDITIONS = {"if", "elif", "while", "and", "or"}
NAMELESS = CONDITIONS | {"return", "yield", "else", "lambda", "for", "from"}
CASTS = NAMELESS | {"not", "cast"}  # a "<" after one of these begins a cast
ENDS = NAMELESS | {*",:;\n=", "+=", "-=", "*=", "|=", "&=", "^=", ":=", "//=", "->"}
EXCLUDED = re.compile(
    r"True|TYPE_CHECKING|(code|index|number|at)( (==|<) 0)?|.* [!=]= NULL|NULL [!=]= .*|raise .*"
)
RAISES = re.compile(r"([^:]|:(?!\n))*:\n *raise ")
FUTURE = "from __future__ import annotations\n"
PYTHON = f"""{FUTURE}import mmap, os
MUTANT = memoryview(mmap.mmap(os.open(os.environ["MUTANT"], 0), 4, access=1)).cast("i")
"""
CYTHON = 'cdef extern from "mutant.h" nogil:\n    const int *MUTANT\n\n'
HEADER = """#include <fcntl.h>
#include <sys/mman.h>
static const int *MUTANT; __attribute__((constructor)) static void map_mutant(void)
{ MUTANT = mmap(NULL, 4, PROT_READ, MAP_SHARED, open(getenv("MUTANT"), O_RDONLY), 0); }"""
OUTCOMES = ("change no answer", "killed", "survived")
Token = tuple[str, int, int]  # its text, start and end
Mutant = tuple[int, int, str, str]  # start, end, new text, PATH:LINE: OLD -> NEW


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of Python or Cython source. An operator of two words is one token; the
    brackets of a cast are yielded as "cast"."""
    lines = text.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, lines))]
    last, casts = ("\n", 0, 0), 0
    for token in tokenize.generate_tokens(iter(lines).__next__):
        word = "\n" if token.type == tokenize.NEWLINE else token.string
        if not word.strip(" ") or token.type in (tokenize.COMMENT, tokenize.NL):
            continue
        start, end = (starts[line - 1] + column for line, column in (token.start, token.end))
        if word == "<" and (last[0] in CASTS or not re.search(r"[\w)\]]$", last[0])):
            casts, word = casts + 1, "cast"
        elif word == ">" and casts:
            casts, word = casts - 1, "cast"
        elif f"{last[0]} {word}" in OPPOSITE:
            last = (f"{last[0]} {word}", last[1], end)
            continue
        yield last
        last = (word, start, end)


def parts(text: str) -> Iterator[tuple[str, list[Token], str]]:
    """Yield each part of a source with the words before and behind it, inner brackets first."""
    stack: list[tuple[str, list[Token]]] = [("\n", [])]
    looping = False
    for token in tokens(text):
        word = token[0]
        if word in (")", "]", "}"):
            yield *stack.pop(), word
        if word in ENDS or (word == "in" and looping):
            yield *stack[-1], word
            stack[-1] = (word, [])
            looping = word == "for" or (looping and word != "in")
        else:
            stack[-1][1].append(token)
        if word in ("(", "[", "{"):
            stack.append((word, []))


def mutants(name: str) -> Iterator[Mutant]:
    """Yield all mutants of a file."""
    text = (ROOT / name).read_text("utf-8")
    for before, own, behind in parts(text):
        start, end = (own[0][1], own[-1][2]) if own else (0, 0)
        old, place = text[start:end], f"{name}:{text.count(chr(10), 0, start) + 1}: "
        raises = behind != "\n" and RAISES.match(text, end)
        checked = text[text.rfind("\n", 0, start) + 1 : start].lstrip().startswith("invariant(")
        if not own or behind == ":=" or EXCLUDED.fullmatch(old) or raises or checked:
            continue
        new = []
        if before in CONDITIONS or behind in ("and", "or") or own[0][0] == "not":
            # A constant that decides a whole chain is tried for the first part only.
            dropped = {"and": ["True"], "or": ["False"], "while": ["False"]}
            new += dropped.get(before if behind != "and" else "", ["False", "True"])
        flips = FLIPPED if new else FLIPPED | OPPOSITE
        for word, first, behind_it in own:
            if word in flips:
                new.append(text[start:first] + flips[word] + text[behind_it:end])
        for each in new:
            yield start, end, each, place + " ".join(f"{old} -> {each}".split())


def instrumented(text: str, found: dict[int, Mutant]) -> str:
    """Return a source with all its mutants, of which MUTANT[0] selects one by its number."""
    core = "cdef " in text
    inserted: list[tuple[int, int, int, int, str]] = []
    for number, (start, end, new, _) in found.items():
        inserted.append((start, 1, start - end, number, "(not not (" if core else "("))
        closing = f"{')' * core} if MUTANT[0] != {number} else {new})"
        inserted.append((end, 0, end - start, -number, closing))
    for offset, *_, word in sorted(inserted, reverse=True):
        text = text[:offset] + word + text[offset:]
    return CYTHON + text if core else text.replace(FUTURE, PYTHON, 1)


def prepare(home: Path, found: dict[str, dict[int, Mutant]]) -> None:
    """Copy the checkout, insert the mutants, and compile the core if it has any."""
    left_out = shutil.ignore_patterns(".git", ".venv", "dist", "build", "__pycache__")
    shutil.copytree(ROOT, home, ignore=left_out, symlinks=True, dirs_exist_ok=True)
    (home / "mutant").write_bytes(bytes(4))
    (home / "_core" / "mutant.h").write_text(HEADER)
    for name, own in found.items():
        (home / name).write_text(instrumented((ROOT / name).read_text("utf-8"), own), "utf-8")
    if any(name.startswith("_core") for name in found):
        # Without `depends`, Cython compiles only modules that include a changed file.
        setup = (home / "setup.py").read_text().replace("depends=sorted(depends),", "")
        build = [sys.executable, "-c", setup.replace("-O3", "-O1"), "-q", "build_ext", "--inplace"]
        subprocess.run(build, cwd=home, check=True, stdout=subprocess.DEVNULL)


class Suite:
    """A pytest plugin that tries mutants with the tests of a session, and counts the outcomes."""

    def __init__(self, found: dict[int, Mutant], equal: Iterable[str], cases: int) -> None:
        self._found, self._equal, self._cases = found, {*equal}, cases
        self.came: Counter[str] = Counter()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants."""
        outcome, seconds = tried(0, session.items, self._cases, 600)
        assert outcome == "survived", Path("log").read_text("utf-8", "replace")
        for number, (*_, words) in self._found.items():
            change = words.partition(": ")[2]
            outcome = OUTCOMES[0]
            if not {change, change.partition(" -> ")[0]} & self._equal:
                outcome, _ = tried(number, session.items, self._cases, round(2 * seconds + 2))
            self.came[outcome] += 1
            if outcome == "survived":
                print(f"survived: {words}", file=sys.stderr, flush=True)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Exit from the process of a mutant when a test fails, which detects the mutant."""
        if report.failed:
            print(report.longreprtext, flush=True)
            os._exit(1)


def tried(number: int, tests: list[pytest.Item], cases: int, seconds: int) -> tuple[str, float]:
    """Try a mutant (0: none) in a child process, and return the outcome and the seconds it took.
    The test that detects it is moved to the front."""
    at = Path("at")
    if process := os.fork():
        _, status, usage = os.wait4(process, 0)
        if status:
            tests.insert(0, tests.pop(int(at.read_text())))
        return OUTCOMES[1 if status else 2], usage.ru_utime + usage.ru_stime
    log = os.open("log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1), os.dup2(log, 2)
    sys.stdout = sys.stderr
    Path("mutant").write_bytes(number.to_bytes(4, sys.byteorder))
    for kind, most in (resource.RLIMIT_AS, 8 << 30), (resource.RLIMIT_CPU, seconds):
        resource.setrlimit(kind, (most, most + 5))
    try:
        for k, (test, following) in enumerate(pairwise([*tests, None])):
            at.write_text(str(k))
            assert test
            test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
        at.write_text("0")
        suite = importlib.import_module("differential.suite")
        os._exit(any(suite.tried(1, case).differences for case in range(cases)))
    finally:
        os._exit(1)


def main() -> None:
    """Create the mutants, run the tests on each, and print the outcomes."""
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE", help="part of `PATH:LINE: OLD -> NEW`")
    parser.add_argument("--cases", type=int, default=100, help="of the differential suite")
    given = parser.parse_args()
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    found: dict[str, dict[int, Mutant]] = {}
    for number, one in enumerate(chain.from_iterable(map(mutants, table)), 1):
        if any(part in one[3] for part in given.files or [""]):
            found.setdefault(one[3].partition(":")[0], {})[number] = one
    with tempfile.TemporaryDirectory(dir=ROOT / "build", prefix="mutants-") as folder:
        prepare(Path(folder), found)
        os.chdir(folder)
        sys.path[:0] = [folder, f"{folder}/tests"]
        os.environ.update(PYTHONPATH=folder, CALPUZZLE_CACHE="", MUTANT=f"{folder}/mutant")
        importlib.import_module("differential.suite")
        print(f"| file | mutants | {' | '.join(OUTCOMES)} |\n|---|--:|--:|--:|--:|", flush=True)
        for name, own in found.items():
            suite = Suite(own, table[name].get("equal", {}), given.cases)
            options = [
                "-s",
                "-p",
                "no:faulthandler",
                "--disable-warnings",
                "--hypothesis-profile=unshrunk",
            ]
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                status = pytest.main([*options, *shlex.split(table[name]["tests"])], [suite])
            if status:
                raise SystemExit(output.getvalue())
            print(
                f"| {name} | {len(own)} | {' | '.join(str(suite.came[k]) for k in OUTCOMES)} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
