"""`python -m calpuzzle` is the command `calpuzzle`."""

import sys

from calpuzzle.cli import main

sys.exit(main())
