"""Build the compiled modules; all metadata is in pyproject.toml.

CALPUZZLE_BUILD=debug     builds with the assertions of _core/invariant.h
CALPUZZLE_BUILD=asan      builds with these assertions, AddressSanitizer and UBSan
CALPUZZLE_BUILD=coverage  builds so that gcov records which lines were reached
CALPUZZLE_BUILD=portable  builds without compiler builtins, as for a compiler that has none

After changing CALPUZZLE_BUILD, delete build/ and calpuzzle/_core/*.so, because setuptools does not
rebuild modules whose flags alone have changed.
_core/README.md describes the sources.
"""

import multiprocessing
import os
import re
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

BUILD = os.environ.get("CALPUZZLE_BUILD", "")
SANITIZE = "-fsanitize=address,undefined"
COVERED = "--coverage"
# -g0: Python is often compiled with -g and passes its flags on, which doubles the size of modules.
FLAGS = {
    "": ["-O3", "-fno-math-errno", "-g0"],
    "debug": ["-O1", "-g"],
    "asan": ["-O1", "-g", SANITIZE, "-fno-omit-frame-pointer", "-fno-wrapv"],
    "coverage": ["-O1", "-g0", COVERED, "-fprofile-update=atomic"],
    "portable": ["-O3", "-g0"],
}
LINKED = {"asan": [SANITIZE], "coverage": [COVERED]}
DEBUG = [("CALPUZZLE_DEBUG", "1")]
MACROS = {"debug": DEBUG, "asan": DEBUG, "portable": [("CALPUZZLE_PORTABLE", "1")]}
# These modules need integers of 128 bits. If the C compiler has none, as on 32-bit processors, they
# are compiled as C++, where bits.h defines them as classes of two words.
WIDE = ("backtrack128", "complements32", "complements64", "frontier128", "grow128", "meeting128")

if BUILD not in FLAGS:
    raise SystemExit(f"CALPUZZLE_BUILD={BUILD} is not one of: {', '.join(filter(None, FLAGS))}")
unix = sys.platform != "win32"
plain = unix and BUILD != "portable" and sysconfig.get_config_var("SIZEOF_VOID_P") == 8

sources = Path("_core")
depends = [str(path) for kind in ("*.h", "*.pxd", "*.pxi") for path in sources.glob(kind)]
# A wheel uses the stable ABI, so that it works with all later versions of Python. A development
# build is for one version.
limited = (
    "bdist_wheel" in sys.argv and not BUILD and not sysconfig.get_config_var("Py_GIL_DISABLED")
)
STABLE = [("Py_LIMITED_API", "0x030B0000")]  # Python 3.11
extensions = [
    Extension(
        f"calpuzzle._core.{source.stem}",
        [str(source)],
        include_dirs=["_core"],
        depends=sorted(depends),
        define_macros=STABLE if limited else MACROS.get(BUILD, []),
        py_limited_api=limited,
        extra_compile_args=FLAGS[BUILD] if unix else [],
        extra_link_args=LINKED.get(BUILD, []),
        language="c" if plain or source.stem not in WIDE else "c++",
    )
    for source in sorted(sources.glob("*.pyx"))
]


class BuildWithTables(build_py):
    """Build the package, with the counts in results/ as calpuzzle/tables."""

    def run(self):
        """Copy the modules and the tables."""
        super().run()
        if not self.editable_mode:
            folder = Path(self.build_lib, "calpuzzle", "tables")
            self.mkpath(str(folder))
            for table in sorted(Path("results").glob("*.csv")):
                self.copy_file(str(table), str(folder / table.name))


# A package index shows the README without the files of the repository, so remove pictures, and
# replace links to files by their text.
readme = Path("README.md").read_text(encoding="utf-8")
readme = re.sub(r"(?s)\n!\[[^]]*\]\([^)]*\)\n", "", readme)
readme = re.sub(r"(?s)\[([^]]*)\]\((?!https?:)[^)]*\)", r"\1", readme)

setup(
    long_description=readme,
    long_description_content_type="text/markdown",
    cmdclass={"build_py": BuildWithTables},
    data_files=[("share/man/man1", ["docs/calpuzzle.1"])],
    # The modules are compiled in parallel, as many at a time as there are processors.
    options={
        "build_ext": {"parallel": True},
        "bdist_wheel": {"py_limited_api": "cp311" if limited else False},
    },
    ext_modules=cythonize(
        extensions,
        include_path=[".", "_core"],
        build_dir="build/cython",
        # Cython runs in parallel only if processes are forked; other processes would run this file.
        nthreads=(os.cpu_count() or 1) if multiprocessing.get_start_method() == "fork" else 0,
        compiler_directives={
            "language_level": 3,
            "boundscheck": True,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            # What threads share is constant, or used in critical sections: see _core/README.md.
            "freethreading_compatible": True,
        },
    ),
)
