"""Modules import only from lower floors, do not patch one another, and have no import cycles.

Lazy imports and those for type checkers count as well. docs/architecture.md defines the floors.
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
# Packages on the same floor must not import one another either.
FLOOR = {
    top_name: int(number) for number, top_name in re.findall(r"(?m)^\| (\d) \| `(\w+)/` ", TABLE)
}
FLOOR |= {"_version": 0, "__main__": 10, "__init__": 10}


def module_name(path: Path) -> str:
    parts = ("calpuzzle", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def top_name(module: str) -> str:
    """Return the package or module directly below calpuzzle that a module belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def nodes(text: str) -> list[ast.AST]:
    """Return all imports, calls, and changes of attributes in the text of a module."""
    return [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Call)
        or (isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load))
    ]


def imports(module: list[ast.AST]) -> Iterator[str]:
    """Yield the modules of the package that a module imports."""
    for node in module:
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import: {ast.unparse(node)}"
            # An imported name may be a module itself.
            named = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in named:
            if name.split(".")[0] == "calpuzzle":
                yield name if name in MODULES else name.rpartition(".")[0]


def called(call: ast.Call) -> str:
    """Return the last name of the called expression."""
    name: str = getattr(call.func, "attr", getattr(call.func, "id", ""))
    return name


def upward_imports(own: str, module: list[ast.AST]) -> set[str]:
    """Return what a module of the package `own` imports, also lazily, but must not import."""
    found = set(imports(module))
    for node in module:
        # In f"calpuzzle.cli.{name}", the package is known although the module is not.
        if isinstance(node, ast.Call) and called(node) == "import_module":
            first = ast.unparse(node.args[0]).lstrip("f").strip("'\"")
            found |= {first} if first.startswith("calpuzzle.") else set()
    return {name for name in found if top_name(name) != own and FLOOR[top_name(name)] >= FLOOR[own]}


@functools.cache
def modules() -> dict[str, list[ast.AST]]:
    return {name: nodes(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def package() -> dict[str, set[str]]:
    """Return the imports of each module of the package."""
    return {name: set(imports(module)) - {name} for name, module in modules().items()}


def benchmarks() -> dict[str, set[str]]:
    """Return the other benchmarks that each benchmark imports."""
    files = {path.stem: path.read_text() for path in (ROOT / "benchmarks").glob("*.py")}
    return {
        name: {
            word
            for word in files.keys() - {name}
            if re.search(rf"^ *(from|import) {word}\b", text, re.M)
        }
        for name, text in files.items()
    }


def test_every_package_has_a_floor() -> None:
    strange = {top_name(module) for module in MODULES} ^ FLOOR.keys()
    assert not strange, f"{strange} stand on no floor: say in docs/architecture.md which"


@pytest.mark.long
def test_modules_import_only_from_lower_floors() -> None:
    found = {name: upward_imports(top_name(name), module) for name, module in modules().items()}
    assert not {name: above for name, above in found.items() if above}
    for line in ("def late():\n import_module(f'calpuzzle.cli.{name}')", "import calpuzzle.api"):
        assert upward_imports("results", nodes(line))


def patches(module: list[ast.AST]) -> Iterator[str]:
    """Yield what a module sets or deletes in an imported class or module of the package."""
    imported = set()
    for node in module:
        if isinstance(node, ast.Import | ast.ImportFrom):
            home = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                if f"{home}{alias.name}".startswith("calpuzzle"):
                    imported.add(alias.asname or alias.name.split(".")[0])
    for node in module:
        if isinstance(node, ast.Attribute):
            target: ast.expr = node.value
        elif isinstance(node, ast.Call) and called(node) in ("setattr", "delattr"):
            target = node.args[0]
        else:
            continue
        while isinstance(target, ast.Attribute):
            target = target.value
        if isinstance(target, ast.Name) and target.id in imported:
            yield ast.unparse(node)


def test_no_module_patches_another() -> None:
    found = {name: list(patches(module)) for name, module in modules().items()}
    assert not {name: patched for name, patched in found.items() if patched}
    lines = "import calpuzzle.puzzle as p|p.A.a, x = 1, 2|setattr(p.A, 'a', 1)|del p.b|x.y = 1"
    assert len(list(patches(nodes(lines.replace("|", "\n"))))) == 3


@pytest.mark.parametrize("read", [package, benchmarks])
def test_imports_have_no_cycles(read: Callable[[], dict[str, set[str]]]) -> None:
    graph = read()
    known = {name: {other for other in graph[name] if other in graph} for name in graph}
    while free := [name for name, others in known.items() if not others]:
        for name in free:
            del known[name]
        for others in known.values():
            others.difference_update(free)
    assert not known, f"a circle runs through some of {sorted(known)}"
