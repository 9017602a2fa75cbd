"""The floors of the package: imports rise, nothing looks upwards or is patched in, no circles.

All imports are read, lazy ones and those for type checkers too. The floors are those of the table
in docs/architecture.md.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import calpuzzle

PACKAGE = Path(str(calpuzzle.__file__)).parent

ROOT = Path(__file__).parents[1]
TABLE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
# From the ground. What stands on one floor does not see its neighbours.
FLOOR = {room: int(number) for number, room in re.findall(r"(?m)^\| (\d) \| `(\w+)/` ", TABLE)}
FLOOR |= {"_version": 0, "__main__": 9, "__init__": 9}


def module_name(path: Path) -> str:
    parts = ("calpuzzle", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def room(module: str) -> str:
    """The package or module right below calpuzzle that a module belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imports(tree: ast.AST) -> Iterator[str]:
    """The modules of the package that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import: {ast.unparse(node)}"
            # A name may be a module of the package that it is imported from.
            named = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in named:
            if name.split(".")[0] == "calpuzzle":
                yield name if name in MODULES else name.rpartition(".")[0]


def looks_up(own: str, tree: ast.AST) -> set[str]:
    """What a module of that room imports, or names in a text, that is not on a floor below."""
    found = set(imports(tree))
    for node in ast.walk(tree):
        # An f-string ends, for this, where its first value stands: `calpuzzle.cli.{name}`.
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            first = ast.unparse(node.args[0]).lstrip("f").strip("'\"")
            found |= {first} if first.startswith("calpuzzle.") else set()
    return {name for name in found if room(name) != own and FLOOR[room(name)] >= FLOOR[own]}


@functools.cache
def trees() -> dict[str, ast.AST]:
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def package() -> dict[str, set[str]]:
    """What each module of the package imports."""
    return {module: set(imports(tree)) - {module} for module, tree in trees().items()}


def benchmarks() -> dict[str, set[str]]:
    """Which others each benchmark imports."""
    files = {path.stem: path.read_text() for path in (ROOT / "benchmarks").glob("*.py")}
    return {
        name: {
            word
            for word in files.keys() - {name}
            if re.search(rf"^ *(from|import) {word}\b", text, re.M)
        }
        for name, text in files.items()
    }


def test_every_file_has_its_floor() -> None:
    strange = {room(module) for module in MODULES} ^ FLOOR.keys()
    assert not strange, f"{strange} stand on no floor: say in docs/architecture.md which"


def test_imports_rise() -> None:
    found = {module: looks_up(room(module), tree) for module, tree in trees().items()}
    assert not {module: above for module, above in found.items() if above}


@pytest.mark.parametrize(
    "line",
    [
        "from calpuzzle.cli import main",
        "from calpuzzle.api.puzzle import Puzzle",
        "import calpuzzle.api.puzzle",
        "from calpuzzle import Puzzle",
        "def late():\n    from calpuzzle.play import data",
        "if TYPE_CHECKING:\n    from calpuzzle.design import family",
        "import_module('calpuzzle.cli.parser')",
        "importlib.import_module(f'calpuzzle.cli.{name}')",
    ],
)
def test_the_reader_of_imports_sees(line: str) -> None:
    """For a module of results, which stands below all of these."""
    assert looks_up("results", ast.parse(line))
    assert not looks_up("results", ast.parse("from calpuzzle.puzzle import cover"))
    with pytest.raises(AssertionError, match="a relative import"):
        looks_up("results", ast.parse("from . import cover"))


def patches(tree: ast.AST) -> Iterator[str]:
    """What a module sets, or deletes, in a class or a module of the package that it imports."""
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            home = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                if f"{home}{alias.name}".startswith("calpuzzle"):
                    imported.add(alias.asname or alias.name.split(".")[0])
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            target: ast.expr = node.value
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("setattr", "delattr"):
            target = node.args[0]
        else:
            continue
        while isinstance(target, ast.Attribute):
            target = target.value
        if isinstance(target, ast.Name) and target.id in imported:
            yield ast.unparse(node)


def test_no_module_sets_anything_in_another() -> None:
    found = {name: list(patches(tree)) for name, tree in trees().items()}
    assert not {name: set_there for name, set_there in found.items() if set_there}


@pytest.mark.parametrize("owner", ["Cover", "cover.Cover", "calpuzzle.puzzle.cover.Cover"])
@pytest.mark.parametrize("line", ["{}.a = 1", "{}.a, x = 1, 2", "setattr({}, 'a', 1)", "del {}.b"])
def test_the_reader_of_assignments_sees(owner: str, line: str) -> None:
    before = (
        "from calpuzzle.puzzle.cover import Cover\n"
        "from calpuzzle.puzzle import cover\n"
        "import calpuzzle.puzzle.cover\n"
    )
    own = f"{line.format(owner)}\n"
    assert len(list(patches(ast.parse(before + own)))) == 1 and not list(patches(ast.parse(own)))


@pytest.mark.parametrize("read", [package, benchmarks])
def test_nothing_goes_round_in_a_circle(read: Callable[[], dict[str, set[str]]]) -> None:
    graph = read()
    known = {name: {other for other in graph[name] if other in graph} for name in graph}
    while free := [name for name, others in known.items() if not others]:
        for name in free:
            del known[name]
        for others in known.values():
            others.difference_update(free)
    assert not known, f"a circle runs through some of {sorted(known)}"
