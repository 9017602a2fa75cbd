"""How scripts/site makes the site of docs/: what is on it, how it looks, and what a link leads to.

The root of the sources is the folder of the project, so that each link of a page leads on the site
to what it leads to in the folder. Nothing is fetched, and every warning is an error (`-W`).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # before calpuzzle is imported, and so above other imports

from sphinx.addnodes import pending_xref  # noqa: E402
from sphinx.util.inspect import TypeAliasForwardRef  # noqa: E402

import calpuzzle  # noqa: E402

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


class _Any(NamedTuple):
    field: object


FIELD = type(_Any.__dict__["field"])  # what a field of a NamedTuple is in its class

project = "calpuzzle"
author = "The calpuzzle authors"
version = release = calpuzzle.__version__
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "docs/index"
include_patterns = [
    "docs/*.md",
    "docs/*.rst",
    "*.md",
    "_core/README.md",
    "examples/*.ipynb",
]
exclude_patterns = [".*", "build", "dist", "tests", "**/__pycache__"]

myst_heading_anchors = 3
nb_execution_mode = "off"  # a test runs the notebook, and compares what comes out

napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_param = False  # types are links in the signature
napoleon_use_rtype = False

# Docstrings put names between single backquotes, as Markdown does.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
# Their names stand in signatures, not what they stand for.
autodoc_type_aliases = {
    name: name
    for name in ("DateLike", "Placements", "Options", "Progress", "Stop", "Known", "Grid")
}
# In a union, Sphinx shows the repr of an alias, which would be TypeAliasForwardRef('Stop').
TypeAliasForwardRef.__repr__ = lambda self: self.name  # type: ignore[method-assign]
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = "calpuzzle"
html_static_path = ["site/site.css"]
html_css_files = ["site.css"]
html_extra_path = ["site/index.html"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False


def lead(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.Element
) -> nodes.Element | None:
    """Return a link from the bare name of a type to its entry in the API reference."""
    python = env.domains.python_domain
    homes = [name for name in python.objects if name.endswith(f".{node['reftarget']}")]
    if node["refdomain"] != "py" or len(homes) != 1 or python.objects[homes[0]].objtype == "method":
        return None
    return python.resolve_xref(env, node["refdoc"], app.builder, "obj", homes[0], node, text)


def folders(app: Sphinx, page: nodes.document) -> None:
    """Links to folders of the project, which are no pages, are left as their text alone."""
    here = Path(app.env.doc2path(app.env.docname)).parent
    for node in list(page.findall(pending_xref)):
        if node["reftype"] == "myst" and (here / node["reftarget"]).is_dir():
            node.replace_self(node.children)


def left_out(app: Sphinx, kind: str, name: str, thing: object, skip: bool, options: object) -> bool:
    """Whether a member is no line of its own: the fields of a NamedTuple stand in its docstring."""
    return skip or isinstance(thing, FIELD)


def setup(app: Sphinx) -> None:
    """What Sphinx asks of a configuration."""
    app.connect("doctree-read", folders)
    app.connect("missing-reference", lead)
    app.connect("autodoc-skip-member", left_out)
