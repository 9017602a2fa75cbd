from calpuzzle._core.backtrack64 import Search as Search
