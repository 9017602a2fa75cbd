"""The compiled modules and their flags; all metadata is in pyproject.toml.

CALPUZZLE_BUILD=asan   builds with AddressSanitizer and UBSan
CALPUZZLE_BUILD=trace  builds with line tracing for coverage (some 600 times slower)

After changing it, delete build/ and calpuzzle/_core/*.so: a changed flag alone rebuilds nothing.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

BUILD = os.environ.get("CALPUZZLE_BUILD", "")
FLAGS = {
    "": ["-O3", "-fno-math-errno"],
    "asan": ["-O1", "-g", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"],
    "trace": ["-O0"],
}
if BUILD not in FLAGS:
    raise SystemExit(f"CALPUZZLE_BUILD={BUILD} is not one of: asan, trace")

macros = [("CYTHON_TRACE", "1"), ("CYTHON_USE_SYS_MONITORING", "0")] if BUILD == "trace" else []
headers = [str(path) for kind in ("*.h", "*.pxi") for path in sorted(Path("_core").glob(kind))]
extensions = [
    Extension(
        f"calpuzzle._core.{source.stem}",
        [str(source)],
        include_dirs=["_core"],
        depends=headers,
        define_macros=macros,
        extra_compile_args=FLAGS[BUILD],
        extra_link_args=["-fsanitize=address,undefined"] if BUILD == "asan" else [],
    )
    for source in sorted(Path("_core").glob("*.pyx"))
]

setup(
    ext_modules=cythonize(
        extensions,
        include_path=[".", "_core"],
        build_dir="build/cython",
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "linetrace": BUILD == "trace",
        },
    ),
)
